#include "worlds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "layouts.hpp"

namespace pdrank::bench::accuracy {
namespace {

constexpr double kTurnedRound = 0.1;

// In (0, 1].
double positive_uniform(Random& random) { return 1 - random.uniform(); }

// Box and Muller 1958.
double normal(Random& random) {
  const double radius = std::sqrt(-2 * std::log(positive_uniform(random)));
  return radius * std::cos(2 * std::numbers::pi * random.uniform());
}

double gumbel(Random& random) { return -std::log(-std::log(positive_uniform(random) * (1 - 0x1.0p-53))); }

double draw_score(const World& world, Random& random) {
  switch (world.scores) {
    case Scores::toggle:
      return random.uniform();
    case Scores::uniform:
      return random.uniform(0, world.width);
    case Scores::normal:
      return world.width * normal(random);
    case Scores::groups:
      return (random.chance(0.5) ? 1.5 : -1.5) + 0.15 * normal(random);
    case Scores::heavy:
      return normal(random) / std::sqrt(-std::log(positive_uniform(random)));
  }
  return 0;
}

bool first_wins(const World& world, double first, double second, Random& random) {
  if (world.scores == Scores::toggle) return (first > second) != random.chance(kTurnedRound);
  return random.chance(1 / (1 + std::exp(second - first)));
}

class Drawing {
 public:
  Drawing(const World& world, std::uint64_t seed) : world_(world), random_(seed) {
    // Names in an order that has nothing to do with the truth.
    for (std::uint32_t item = 0; item < world.items; ++item) data_.comparisons.items.intern(fmt::format("i{}", item));
    for (std::uint32_t item = 0; item < world.items; ++item) data_.truth.push_back(draw_score(world, random_));
    for (std::uint32_t one = 0; one < std::max(world.annotators, world.judges); ++one) {
      data_.comparisons.annotators.intern(fmt::format("a{}", one));
      data_.adversary.push_back(one < world.adversaries);
    }
  }

  WorldData run() {
    if (world_.judges > 0) {
      for (std::uint32_t judge = 0; judge < world_.judges; ++judge) add_ranking(judge);
    } else if (world_.layout == Layout::swiss) {
      play_rounds();
    } else {
      for (const ItemPair& pair : lay_out(world_.layout, world_.items, world_.answers, random_)) ask(pair);
    }
    if (honest_ > 0) data_.honest_right /= honest_;
    return std::move(data_);
  }

 private:
  // Adds the answer; true if the first item won.
  bool ask(const ItemPair& pair) {
    const double first = data_.truth[pair.first], second = data_.truth[pair.second];
    bool won = first_wins(world_, first, second, random_);
    const AnnotatorId annotator =
        world_.annotators > 0 ? static_cast<AnnotatorId>(random_.below(world_.annotators)) : kNoAnnotator;
    if (annotator != kNoAnnotator && data_.adversary[annotator]) {
      won = !won;
    } else {
      data_.honest_right += won == (first > second);
      ++honest_;
    }
    data_.comparisons.add(
        {.winner = won ? pair.first : pair.second, .loser = won ? pair.second : pair.first, .annotator = annotator});
    return won;
  }

  // The first item that a judge names is i with probability proportional to exp(s_i), and so on with the others.
  void add_ranking(AnnotatorId judge) {
    std::vector<double> seen(data_.truth);
    for (double& score : seen) score += gumbel(random_);
    std::vector<ItemId> order(seen.size());
    std::iota(order.begin(), order.end(), ItemId{0});
    std::ranges::sort(order, std::greater(), [&](ItemId item) { return seen[item]; });
    for (std::size_t k = 0; k < order.size(); ++k)
      for (std::size_t below = k + 1; below < order.size(); ++below)
        data_.comparisons.add({.winner = order[k], .loser = order[below], .annotator = judge}, judge + 1);
  }

  void play_rounds() {
    constexpr double kShuffle = 0.3;  // so that equals do not always meet the same opponents
    std::vector<double> lead(world_.items, 0.0);
    for (std::uint64_t asked = 0; asked + world_.items / 2 <= world_.answers; asked += world_.items / 2) {
      std::vector<std::pair<double, ItemId>> table;
      for (ItemId item = 0; item < world_.items; ++item)
        table.emplace_back(lead[item] + kShuffle * normal(random_), item);
      std::ranges::sort(table);
      for (std::size_t k = 0; k + 1 < table.size(); k += 2) {
        const ItemPair pair{table[k].second, table[k + 1].second};
        const double change = ask(pair) ? 1 : -1;
        lead[pair.first] += change;
        lead[pair.second] -= change;
      }
    }
  }

  const World& world_;
  Random random_;
  WorldData data_;
  double honest_ = 0;  // answers
};

}  // namespace

WorldData draw(const World& world, std::uint64_t seed) { return Drawing(world, seed).run(); }

}  // namespace pdrank::bench::accuracy
