// Multistage sorting (Mao, Weed and Rigollet 2018): counts wins, stage by stage on fresh comparisons, and from the
// second stage on counts only those over items that the stage before could not tell apart.
//
// Half of the comparisons estimate lambda, P(better item wins) = 1/2 + lambda. The other half is dealt to T stages, N
// comparisons each. With I(i) the items not yet told apart from i (all of them at first), L(i) those below, U(i) those
// above, n items, a stage is
//
//   S_i = (n choose 2) / N * wins of i over I(i) + (1/2 + lambda) |L(i)| + (1/2 - lambda) |U(i)|
//   tau_i = sqrt((n choose 2) / N * |I(i)| log n)
//   L(i) = {j : S_j < S_i - tau_i},  U(i) = {j : S_j > S_i + tau_i},  I(i) the rest;  unless tau_i > |I(i)|
//
// and the S of the last stage sort the items. docs/MATH.md, section 9, has the estimate of lambda, where the
// constants come from, and what differs from the paper.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pdrank/core/random.hpp"
#include "pdrank/core/stopwatch.hpp"
#include "pdrank/data/parts.hpp"
#include "pdrank/methods/registry.hpp"

namespace pdrank {
namespace {

constexpr double kMostDrawn = 1000;          // of the comparisons of one row; more are dealt out in proportion
constexpr double kUnknownSeparation = 0.25;  // lambda where no comparison tells: the middle of its range
constexpr double kSurelyUneven = 16;         // -log of the probability of saying so of even data

struct Answer {
  std::uint32_t winner, loser;  // numbers within the part
  double weight;
  bool tie;
};

using Sample = std::vector<Answer>;

double total_weight(const Sample& sample) {
  return std::accumulate(sample.begin(), sample.end(), 0.0,
                         [](double sum, const Answer& answer) { return sum + answer.weight; });
}

double pair_count(std::size_t items) { return static_cast<double>(items) * static_cast<double>(items - 1) / 2; }

// log log n, rounded up, at least one.
int stage_count(std::size_t items) {
  return std::max(1, static_cast<int>(std::ceil(std::log(std::log(static_cast<double>(items))))));
}

// Deals comparisons to samples of given sizes at random: each goes to a sample with the probability of the room left in
// it, so that every way to fill the samples is equally likely.
class Dealer {
 public:
  Dealer(std::vector<double> sizes, Random& random)
      : share_(sizes), left_(std::move(sizes)), samples_(left_.size()), random_(random) {
    const double total = std::accumulate(share_.begin(), share_.end(), 0.0);
    for (double& share : share_) share /= total;
  }

  // A weight of 2.5 is two comparisons and half a one, which is dealt as a whole.
  void deal(const Answer& answer) {
    std::vector<double> dealt(left_.size(), 0.0);
    double weight = answer.weight;
    if (weight > kMostDrawn)
      for (std::size_t k = 0; k < dealt.size(); ++k) {
        const double sure = std::floor(answer.weight * share_[k]);
        put(k, sure, dealt);
        weight -= sure;
      }
    for (; weight > 0; weight -= 1) put(draw(), std::min(weight, 1.0), dealt);
    for (std::size_t k = 0; k < dealt.size(); ++k)
      if (dealt[k] > 0) samples_[k].push_back({answer.winner, answer.loser, dealt[k], answer.tie});
  }

  std::vector<Sample> take() { return std::move(samples_); }

 private:
  void put(std::size_t sample, double weight, std::vector<double>& dealt) {
    dealt[sample] += weight;
    left_[sample] = std::max(0.0, left_[sample] - weight);
  }

  std::size_t draw() {
    double at = random_.uniform() * std::accumulate(left_.begin(), left_.end(), 0.0);
    for (std::size_t k = 0; k + 1 < left_.size(); ++k) {
      if (at < left_[k]) return k;
      at -= left_[k];
    }
    return left_.size() - 1;
  }

  std::vector<double> share_, left_;
  std::vector<Sample> samples_;
  Random& random_;
};

// Two quarters for lambda, then the stages. What does not divide goes to the sorting half, and there to the last stage.
std::vector<Sample> deal_out(const Sample& answers, int stages, Random& random) {
  const double total = total_weight(answers), quarter = std::floor(total / 4), half = total - 2 * quarter;
  std::vector<double> sizes = {quarter, quarter};
  sizes.resize(static_cast<std::size_t>(stages) + 1, std::floor(half / stages));
  sizes.push_back(half - std::floor(half / stages) * (stages - 1));
  Dealer dealer(std::move(sizes), random);
  for (const Answer& answer : answers) dealer.deal(answer);
  return dealer.take();
}

// credit(item, opponent, wins) for both sides of every answer that won something.
template <class Credit>
void for_each_win(const Sample& sample, Credit&& credit) {
  for (const Answer& answer : sample) {
    credit(answer.winner, answer.loser, answer.tie ? answer.weight / 2 : answer.weight);
    if (answer.tie) credit(answer.loser, answer.winner, answer.weight / 2);
  }
}

// Items' places by their wins, fewest first; equal ones in random order.
std::vector<std::uint32_t> places_by_wins(const Sample& sample, std::size_t items, Random& random) {
  std::vector<double> wins(items, 0.0);
  for_each_win(sample, [&](std::uint32_t item, std::uint32_t, double won) { wins[item] += won; });
  std::vector<std::uint32_t> order(items), place(items);
  std::iota(order.begin(), order.end(), 0u);
  random.shuffle(std::span(order));
  std::ranges::stable_sort(order, {}, [&](std::uint32_t item) { return wins[item]; });
  for (std::uint32_t k = 0; k < items; ++k) place[order[k]] = k;
  return place;
}

// Comparisons of items that are more than half the items apart, and how many of them the better item won.
struct FarComparisons {
  double won = 0, total = 0;

  void add(const FarComparisons& other) {
    won += other.won;
    total += other.total;
  }

  double separation() const {
    return total > 0 ? std::clamp(won / total - 0.5, 0.0, 0.5) : kUnknownSeparation;  // lambda
  }
};

// One sample makes a first order, the other tells how often it is right where it can hardly be wrong.
FarComparisons compare_far(const Sample& first, const Sample& second, std::size_t items, Random& random) {
  const std::vector<std::uint32_t> place = places_by_wins(first, items, random);
  const double far = static_cast<double>(items) / 2;
  FarComparisons found;
  for_each_win(second, [&](std::uint32_t item, std::uint32_t opponent, double won) {
    const double ahead = static_cast<double>(place[item]) - static_cast<double>(place[opponent]);
    if (std::abs(ahead) <= far) return;
    found.total += won;
    if (ahead > 0) found.won += won;
  });
  return found;
}

// What the stages know. An item's sets were cut by the scores of one stage; membership is looked up there.
class Stages {
 public:
  Stages(std::size_t items, double separation)
      : separation_(separation), cut_by_(items, kNotCut), tau_(items, 0.0), below_(items, 0.0), above_(items, 0.0) {}

  void run(const Sample& sample) {
    const double scale = pair_count(items()) / total_weight(sample);
    std::vector<double> scores(items(), 0.0);
    for_each_win(sample, [&](std::uint32_t item, std::uint32_t opponent, double won) {
      if (!is_told_apart(item, opponent)) scores[item] += scale * won;
    });
    for (std::size_t i = 0; i < items(); ++i)
      scores[i] += (0.5 + separation_) * below_[i] + (0.5 - separation_) * above_[i];
    scores_.push_back(std::move(scores));
    cut(scale);
  }

  const std::vector<double>& scores() const { return scores_.back(); }

 private:
  static constexpr std::size_t kNotCut = static_cast<std::size_t>(-1);

  std::size_t items() const { return tau_.size(); }

  bool is_told_apart(std::uint32_t item, std::uint32_t other) const {
    if (cut_by_[item] == kNotCut) return false;
    const std::vector<double>& scores = scores_[cut_by_[item]];
    return std::abs(scores[other] - scores[item]) > tau_[item];
  }

  void cut(double scale) {
    const std::vector<double>& scores = scores_.back();
    std::vector<double> sorted = scores;
    std::ranges::sort(sorted);
    const double count = static_cast<double>(items());
    for (std::size_t i = 0; i < items(); ++i) {
      const double unknown = count - below_[i] - above_[i], tau = std::sqrt(scale * unknown * std::log(count));
      if (tau > unknown) continue;
      cut_by_[i] = scores_.size() - 1;
      tau_[i] = tau;
      below_[i] = static_cast<double>(std::ranges::lower_bound(sorted, scores[i] - tau) - sorted.begin());
      above_[i] = static_cast<double>(sorted.end() - std::ranges::upper_bound(sorted, scores[i] + tau));
    }
  }

  double separation_;
  std::vector<std::vector<double>> scores_;  // of every stage
  std::vector<std::size_t> cut_by_;          // item -> the stage that cut its sets
  std::vector<double> tau_, below_, above_;  // of that cut: threshold and sizes of the sets
};

// 1 for the last, n for the first; equal scores share the mean of their places.
std::vector<double> places(std::span<const double> scores) {
  std::vector<std::uint32_t> order(scores.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, {}, [&](std::uint32_t item) { return scores[item]; });
  std::vector<double> place(scores.size());
  for (std::size_t first = 0, end = 0; first < order.size(); first = end) {
    while (end < order.size() && scores[order[end]] == scores[order[first]]) ++end;
    for (std::size_t k = first; k < end; ++k) place[order[k]] = static_cast<double>(first + end + 1) / 2;
  }
  return place;
}

// Whether items were compared more unequally often than pairs drawn at random would be. For those, the sum below is
// chi-squared with n - 1 degrees of freedom; the bound is Laurent and Massart's (2000).
bool is_uneven(const Sample& answers, std::size_t items) {
  std::vector<double> count(items, 0.0);
  for (const Answer& answer : answers) count[answer.winner] += answer.weight, count[answer.loser] += answer.weight;
  const double mean = 2 * total_weight(answers) / static_cast<double>(items), freedom = static_cast<double>(items - 1);
  double sum = 0;
  for (const double value : count) sum += (value - mean) * (value - mean) / mean;
  return sum > freedom + 2 * std::sqrt(freedom * kSurelyUneven) + 2 * kSurelyUneven;
}

// The rows of every part, items numbered as in the part.
std::vector<Sample> answers_by_part(const MethodInput& input) {
  const ComparisonGraph& graph = input.graph();
  std::vector<std::uint32_t> number(graph.node_count()), filled(input.weak.count(), 0);
  for (std::uint32_t node = 0; node < graph.node_count(); ++node) number[node] = filled[input.weak.of_item[node]]++;
  std::vector<Sample> by_part(input.weak.count());
  for (std::size_t n = 0; n < input.data.size(); ++n) {
    const EdgeId edge = input.merged.edge_of[n];
    if (edge == kNoEdge) continue;
    const std::uint32_t winner = graph.winner[edge], loser = graph.loser[edge];
    by_part[input.weak.of_item[winner]].push_back(
        {number[winner], number[loser], input.data.weight(n), input.data.tie(n)});
  }
  return by_part;
}

struct Sorted {
  std::vector<double> places;
  FarComparisons far;
};

Sorted sort_items(const Sample& answers, std::size_t items, std::uint64_t seed) {
  Random random(seed);
  const std::vector<Sample> samples = deal_out(answers, stage_count(items), random);
  const FarComparisons far = compare_far(samples[0], samples[1], items, random);
  Stages stages(items, far.separation());
  for (std::size_t k = 2; k < samples.size(); ++k) stages.run(samples[k]);
  return {places(stages.scores()), far};
}

// Every part starts the random numbers anew, so that the draws of one do not depend on another.
MethodOutput run(const MethodInput& input, const RankOptions& options, Observer* observer) {
  const Stopwatch stopwatch;
  const std::vector<Sample> answers = answers_by_part(input);
  MethodOutput output;
  output.scores.assign(input.graph().node_count(), 0.0);
  output.convergence.status = Termination::converged;
  FarComparisons far;
  int stages = 0;
  bool uneven = false;
  std::size_t next = 0;
  for_each_part(input.graph(), input.weak, [&](const GraphPart& part) {
    if (observer && observer->stop_requested()) {
      output.convergence.status = Termination::stopped;
      return false;
    }
    const Sample& rows = answers[next++];
    const Sorted sorted = sort_items(rows, part.node.size(), options.seed);
    part.put_nodes(sorted.places, output.scores);
    far.add(sorted.far);
    stages = std::max(stages, stage_count(part.node.size()));
    uneven = uneven || is_uneven(rows, part.node.size());
    return true;
  });
  if (uneven)
    output.notes.emplace_back(
        "multistage counts wins and assumes that all pairs are equally likely to be compared; here some items were "
        "compared far more often than others, and that alone moves them up.");
  output.figures = {{"noise_level", far.total > 0 ? 0.5 - far.separation() : kNone},
                    {"stages", static_cast<double>(stages)}};
  output.convergence.rounds = stages;
  output.convergence.message = output.convergence.status == Termination::stopped
                                   ? "stopped on request"
                                   : fmt::format("sorted in {} stage{}", stages, stages == 1 ? "" : "s");
  output.convergence.seconds = stopwatch.seconds();
  return output;
}

}  // namespace

MethodInfo multistage_method() {
  return {
      .name = "multistage",
      .summary = "counts wins in stages, on half of the data; assumes that all pairs are equally likely to be compared",
      .paper = "Mao, Weed and Rigollet 2018, Minimax Rates and Efficient Algorithms for Noisy Sorting",
      .cost = "rows + items log items, per stage",
      .reads_rows = true,
      .run = run};
}

}  // namespace pdrank
