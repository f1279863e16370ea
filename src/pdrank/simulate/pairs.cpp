#include "pdrank/simulate/pairs.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace pdrank {
namespace {

std::vector<ItemId> in_random_order(std::uint32_t items, Random& random) {
  std::vector<ItemId> order(items);
  std::iota(order.begin(), order.end(), ItemId{0});
  random.shuffle(std::span(order));
  return order;
}

class UniformPairs final : public PairSource {
 public:
  explicit UniformPairs(std::uint32_t items) : items_(items) {}

  ItemPair next(Random& random) override {
    const auto first = static_cast<ItemId>(random.below(items_));
    auto second = static_cast<ItemId>(random.below(items_ - 1));
    if (second >= first) ++second;
    return {first, second};
  }

 private:
  std::uint32_t items_;
};

// The configuration model: every item has as many ends as it takes part in comparisons; the ends are shuffled and
// joined two by two.
class RegularPairs final : public PairSource {
 public:
  RegularPairs(std::uint32_t items, std::uint64_t comparisons, Random& random) : ends_(2 * comparisons) {
    const std::vector<ItemId> order = in_random_order(items, random);
    for (std::size_t end = 0; end < ends_.size(); ++end) ends_[end] = order[end % items];
    if (items == 2) return;  // they meet in every pair already, and there is no other way
    random.shuffle(std::span(ends_));
    part_self_pairs(random);
  }

  ItemPair next(Random&) override {
    used_ += 2;
    return {ends_[used_ - 2], ends_[used_ - 1]};
  }

 private:
  // An item that met itself changes partners with a random pair that it is not in, which makes two good pairs. With
  // three items or more at least a third of the pairs will do: an item with d ends, two of them here, is in at most
  // d - 1 of the n pairs, and d <= ceil(2n / 3).
  void part_self_pairs(Random& random) {
    const std::uint64_t pairs = ends_.size() / 2;
    for (std::size_t n = 0; n < pairs; ++n) {
      const ItemId item = ends_[2 * n];
      while (ends_[2 * n + 1] == item) {
        const std::size_t other = random.below(pairs);
        if (ends_[2 * other] != item && ends_[2 * other + 1] != item) std::swap(ends_[2 * n + 1], ends_[2 * other]);
      }
    }
  }

  std::vector<ItemId> ends_;  // pair n has ends 2n and 2n + 1
  std::size_t used_ = 0;
};

class StarPairs final : public PairSource {
 public:
  StarPairs(std::uint32_t items, Random& random) : others_(in_random_order(items, random)), centre_(others_.back()) {
    others_.pop_back();
  }

  ItemPair next(Random& random) override {
    if (turn_ == others_.size()) {
      random.shuffle(std::span(others_));
      turn_ = 0;
    }
    return {centre_, others_[turn_++]};
  }

 private:
  std::vector<ItemId> others_;
  ItemId centre_;
  std::size_t turn_ = 0;  // the others before it have had theirs in this round
};

// Places are in order of popularity, the least popular item first: what is left without the most popular one is then a
// sum of its own, not a difference that rounding takes away. Popularity is measured by that of the second most popular
// item, so that this sum is at least 1 for any exponent.
class PowerLawPairs final : public PairSource {
 public:
  PowerLawPairs(std::uint32_t items, double exponent, Random& random)
      : item_(in_random_order(items, random)), below_(std::size_t{items} + 1) {
    for (std::size_t place = 0; place + 1 < items; ++place)
      below_[place + 1] = below_[place] + std::pow(0.5 * static_cast<double>(items - place), -exponent);
    // Beside 2^1000 no other item is ever drawn first; more would overflow.
    below_[items] = below_[items - 1] + std::pow(2, std::min(exponent, 1000.0));
  }

  ItemPair next(Random& random) override {
    const std::size_t end = item_.size();
    const std::size_t first = draw_place(0, end, random);
    const double before = below_[first], behind = below_[end] - below_[first + 1];
    const bool second_before = random.chance(before / (before + behind));
    const std::size_t second = second_before ? draw_place(0, first, random) : draw_place(first + 1, end, random);
    return {item_[first], item_[second]};
  }

 private:
  // By popularity among the places in [low, high). Only the limits inside are searched, so rounding cannot lead out.
  std::size_t draw_place(std::size_t low, std::size_t high, Random& random) const {
    const double point = random.uniform(below_[low], below_[high]);
    const auto limits = std::span(below_).subspan(low + 1, high - low - 1);
    return low + static_cast<std::size_t>(std::ranges::upper_bound(limits, point) - limits.begin());
  }

  std::vector<ItemId> item_;   // by place
  std::vector<double> below_;  // sum of the popularities of all places before this one
};

// Fisher and Yates's shuffle of the numbers of all pairs, of which only the places that were touched are kept.
class TournamentPairs final : public PairSource {
 public:
  explicit TournamentPairs(std::uint32_t items) : items_(items), pairs_(std::uint64_t{items} * (items - 1) / 2) {}

  ItemPair next(Random& random) override {
    if (turn_ == pairs_) turn_ = 0;  // all places are behind, so moved_ is empty
    const std::uint64_t place = turn_ + random.below(pairs_ - turn_);
    const std::uint64_t number = number_at(place);
    moved_[place] = number_at(turn_);
    moved_.erase(turn_++);
    return pair_of(number);
  }

 private:
  std::uint64_t number_at(std::uint64_t place) const {
    const auto found = moved_.find(place);
    return found == moved_.end() ? place : found->second;
  }

  // Items in a circle: m pairs one step apart, m pairs two steps apart, .., and for even m half as many that are m / 2
  // apart.
  ItemPair pair_of(std::uint64_t number) const {
    const std::uint64_t first = number % items_, step = 1 + number / items_;
    return {static_cast<ItemId>(first), static_cast<ItemId>((first + step) % items_)};
  }

  std::uint32_t items_;
  std::uint64_t pairs_;
  std::uint64_t turn_ = 0;                                  // pairs drawn in this round
  std::unordered_map<std::uint64_t, std::uint64_t> moved_;  // place -> number, where it is not the place itself
};

}  // namespace

std::unique_ptr<PairSource> draw_pairs(const Shape& shape, std::uint32_t items, std::uint64_t comparisons,
                                       Random& random) {
  switch (shape.kind) {
    case Shape::Kind::uniform:
      break;
    case Shape::Kind::regular:
      return std::make_unique<RegularPairs>(items, comparisons, random);
    case Shape::Kind::star:
      return std::make_unique<StarPairs>(items, random);
    case Shape::Kind::power_law:
      return std::make_unique<PowerLawPairs>(items, shape.exponent, random);
    case Shape::Kind::tournament:
      return std::make_unique<TournamentPairs>(items);
  }
  return std::make_unique<UniformPairs>(items);
}

}  // namespace pdrank
