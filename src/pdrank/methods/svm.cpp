// SVM-RankAggregation (Rajkumar and Agarwal 2014, algorithm 5): a linear classifier learns, from the records of two
// items against everyone, which of the two is preferred.
//
//   P_ki = share of the comparisons of i and k that i won; 0 on the diagonal and where the two never met (their (3))
//   minimise over alpha:   F = |alpha|^2 / 2 + C sum over pairs max(0, 1 - alpha'(P_i - P_j))^2
//   score of i = alpha'P_i
//
// P_i is a column of P. Every pair is one example, i the item that won it more often; pairs that are even, or never
// met, give none. No bias. Newton's method finds the minimum (docs/MATH.md, section 8).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "pdrank/core/errors.hpp"
#include "pdrank/linalg/vector_ops.hpp"
#include "pdrank/methods/by_part.hpp"

namespace pdrank {
namespace {

// Numbers of all examples, had they been spelled out; what has more may take minutes.
constexpr std::uint64_t kMostNumbers = 20'000'000;
constexpr double kEven = 1e-12;  // rounding in summed weights or margins does not decide a pair
// Newton's steps go on until the residual (Point) is kTarget or nothing gets better; kTolerance is good enough then.
constexpr double kTarget = 1e-13, kTolerance = 1e-8, kRounding = 1e-13;
constexpr int kMostSteps = 200, kMostIdleSteps = 5, kHalvings = 50;
constexpr int kMostDirectionIterations = 20'000;
constexpr double kForcing = 1e-2;
constexpr double kFlat = 1e-3;  // a full step that leaves so little of the slope is long enough

struct Example {
  std::uint32_t winner, loser;
};

bool is_example(double share) { return share > 0.5 + kEven; }

// P, kept by edge, and the pairs with a winner. With f = P'alpha the margin of a pair is f_winner - f_loser, so that
// margins and gradients cost one pass over edges and pairs.
class Examples {
 public:
  explicit Examples(const ComparisonGraph& graph) : graph_(graph), share_(win_shares(graph)) {
    for (EdgeId edge = 0; edge < graph.edge_count(); ++edge)
      if (is_example(share_[edge])) pairs_.push_back({graph.winner[edge], graph.loser[edge]});
  }

  const std::vector<Example>& pairs() const { return pairs_; }
  std::uint32_t item_count() const { return graph_.node_count(); }

  // P'alpha
  std::vector<double> scores(std::span<const double> alpha) const {
    std::vector<double> scores(item_count(), 0.0);
    for (EdgeId edge = 0; edge < graph_.edge_count(); ++edge)
      scores[graph_.winner[edge]] += share_[edge] * alpha[graph_.loser[edge]];
    return scores;
  }

  // P forces, where a force pulls at every pair's winner and pushes its loser. `absolute`: of their sizes.
  std::vector<double> pull(std::span<const double> force, bool absolute = false) const {
    std::vector<double> by_item(item_count(), 0.0), sums(item_count(), 0.0);
    for (std::size_t n = 0; n < pairs_.size(); ++n) {
      by_item[pairs_[n].winner] += force[n];
      by_item[pairs_[n].loser] += absolute ? force[n] : -force[n];
    }
    for (EdgeId edge = 0; edge < graph_.edge_count(); ++edge)
      sums[graph_.loser[edge]] += share_[edge] * by_item[graph_.winner[edge]];
    return sums;
  }

 private:
  const ComparisonGraph& graph_;
  std::vector<double> share_;  // by edge, winner i and loser k: P_ki
  std::vector<Example> pairs_;
};

// A bound on the numbers of all examples of the graph: those of an item are its distinct victims.
std::uint64_t count_numbers(const ComparisonGraph& graph) {
  const auto victims = [&](std::uint32_t node) {
    return std::uint64_t{graph.first_edge[node + std::size_t{1}]} - graph.first_edge[node];
  };
  const std::vector<double> share = win_shares(graph);
  std::uint64_t total = 0;
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge)
    if (is_example(share[edge])) total += victims(graph.winner[edge]) + victims(graph.loser[edge]);
  return total;
}

void check_size(const ComparisonGraph& graph) {
  const std::uint64_t numbers = count_numbers(graph);
  if (numbers > kMostNumbers)
    throw NotApplicable(
        "svm", fmt::format("the records of all compared items, pair by pair, would take {} million numbers, and {} "
                           "million is the limit; rank fewer items, or use a method whose cost follows the number of "
                           "comparisons (`pdrank methods` says which)",
                           (numbers + 999'999) / 1'000'000, kMostNumbers / 1'000'000));
}

// F at alpha. The force of an example is 2 C max(0, 1 - margin); grad F = alpha - sum of force times example.
// residual = max over items of |grad F| / (sum of |force times example| + max |alpha|), as in docs/MATH.md, section 3.
struct Point {
  std::vector<double> alpha, margin, force, gradient;
  double objective = 0, residual = 0;
};

Point evaluate(const Examples& examples, double cost, std::vector<double> alpha) {
  Point at;
  const std::vector<double> scores = examples.scores(alpha);
  at.objective = dot(alpha, alpha) / 2;
  for (const Example& pair : examples.pairs()) {
    at.margin.push_back(scores[pair.winner] - scores[pair.loser]);
    const double shortfall = std::max(0.0, 1 - at.margin.back());
    at.objective += cost * shortfall * shortfall;
    at.force.push_back(2 * cost * shortfall);
  }
  const std::vector<double> pull = examples.pull(at.force), size = examples.pull(at.force, true);
  double largest = 0;
  for (const double value : alpha) largest = std::max(largest, std::abs(value));
  at.gradient = alpha;
  for (std::size_t k = 0; k < alpha.size(); ++k) {
    at.gradient[k] -= pull[k];
    if (at.gradient[k] != 0) at.residual = std::max(at.residual, std::abs(at.gradient[k]) / (size[k] + largest));
  }
  at.alpha = std::move(alpha);
  return at;
}

// hess F v, with only the examples within the margin.
std::vector<double> curve(const Examples& examples, double cost, const Point& at, std::span<const double> v) {
  const std::vector<double> scores = examples.scores(v);
  std::vector<double> force(at.force.size(), 0.0);
  for (std::size_t n = 0; n < force.size(); ++n)
    if (at.margin[n] < 1)
      force[n] = 2 * cost * (scores[examples.pairs()[n].winner] - scores[examples.pairs()[n].loser]);
  std::vector<double> image = examples.pull(force);
  add_scaled(image, 1, v);
  return image;
}

// hess F direction = -grad F by conjugate gradients, only as exactly as the distance to the minimum deserves.
std::vector<double> newton_direction(const Examples& examples, double cost, const Point& at, Observer* observer) {
  std::vector<double> direction(at.alpha.size(), 0.0), residual = at.gradient;
  for (double& value : residual) value = -value;
  std::vector<double> search = residual;
  double energy = dot(residual, residual);
  const double enough = std::min(kForcing, at.residual) * energy;  // the residual falls by the root of it
  for (int k = 0; k < kMostDirectionIterations && energy > enough; ++k) {
    if (observer && observer->stop_requested()) break;
    const std::vector<double> image = curve(examples, cost, at, search);
    const double length = energy / dot(search, image);
    add_scaled(direction, length, search);
    add_scaled(residual, -length, image);
    const double next = dot(residual, residual), ratio = next / energy;
    for_each_index(search.size(), [&](std::size_t item) { search[item] = residual[item] + ratio * search[item]; });
    energy = next;
  }
  return direction;
}

// Where F is least on the way along `direction`: its slope there is piecewise linear and increasing. Slopes, unlike
// values, tell right up to the minimum.
double step_length(const Examples& examples, double cost, const Point& at, std::span<const double> direction) {
  const std::vector<double> scores = examples.scores(direction);
  const double start = dot(at.alpha, direction), bend = dot(direction, direction);
  const auto slope = [&](double length) {
    double sum = start + length * bend;
    for (std::size_t n = 0; n < at.margin.size(); ++n) {
      const double rate = scores[examples.pairs()[n].winner] - scores[examples.pairs()[n].loser];
      sum -= 2 * cost * std::max(0.0, 1 - at.margin[n] - length * rate) * rate;
    }
    return sum;
  };
  double low = 0, high = 1;
  if (std::abs(slope(high)) <= kFlat * std::abs(slope(low))) return high;
  while (slope(high) < 0) low = std::exchange(high, 2 * high);
  for (int k = 0; k < kHalvings; ++k) {
    const double middle = (low + high) / 2;
    (slope(middle) < 0 ? low : high) = middle;
  }
  return high;
}

struct Minimum {
  Point at;
  Termination status = Termination::not_run;
  int steps = 0;

  Minimum ended(Termination how) {
    status = how;
    return std::move(*this);
  }
};

// From zero. F is quadratic as long as no example crosses its margin: Newton's method needs a few steps.
Minimum minimise(const Examples& examples, double cost, Observer* observer) {
  std::vector<double> alpha(examples.item_count(), 0.0);
  Minimum found{evaluate(examples, cost, std::move(alpha))};
  Point& at = found.at;
  double least_residual = at.residual, least_objective = at.objective;
  for (int idle = 0;; ++found.steps) {
    if (at.residual <= kTarget || (idle == kMostIdleSteps && at.residual <= kTolerance))
      return found.ended(Termination::converged);
    if (idle == kMostIdleSteps) return found.ended(Termination::numerical_trouble);
    if (found.steps == kMostSteps) return found.ended(Termination::iteration_limit);
    const std::vector<double> direction = newton_direction(examples, cost, at, observer);
    if (observer && observer->stop_requested()) return found.ended(Termination::stopped);
    alpha = at.alpha;
    add_scaled(alpha, step_length(examples, cost, at, direction), direction);
    at = evaluate(examples, cost, std::move(alpha));
    idle = at.residual < least_residual / 2 || at.objective < (1 - kRounding) * least_objective ? 0 : idle + 1;
    least_residual = std::min(least_residual, at.residual);
    least_objective = std::min(least_objective, at.objective);
  }
}

struct Tally {
  std::uint64_t examples = 0, right_side = 0;
};

MethodOutput run_part(const ComparisonGraph& graph, double cost, Observer* observer, Tally& tally) {
  const Examples examples(graph);
  MethodOutput output;
  if (examples.pairs().empty()) {
    output.scores.assign(graph.node_count(), 0.0);
    output.convergence.status = Termination::converged;
    output.convergence.objective = output.convergence.kkt_residual = 0;
    return output;
  }
  const Minimum found = minimise(examples, cost, observer);
  output.scores = examples.scores(found.at.alpha);
  output.convergence.status = found.status;
  output.convergence.rounds = 1;
  output.convergence.iterations = found.steps;
  output.convergence.objective = found.at.objective;
  output.convergence.kkt_residual = found.at.residual;
  tally.examples += examples.pairs().size();
  tally.right_side +=
      static_cast<std::uint64_t>(std::ranges::count_if(found.at.margin, [](double margin) { return margin > kEven; }));
  return output;
}

std::string ending(const Convergence& result, const Tally& tally) {
  std::string found = fmt::format("{} of {} pairs on the side of their majority", tally.right_side, tally.examples);
  if (result.status == Termination::converged) return found;
  return fmt::format("minimum not reached ({}); {}", name_of(result.status), found);
}

MethodOutput run(const MethodInput& input, const RankOptions& options, Observer* observer) {
  check_size(input.graph());
  Tally tally;
  MethodOutput output = run_by_part(input.graph(), input.weak, observer, [&](const GraphPart& part) {
    return run_part(part.graph, *options.svm_cost, observer, tally);
  });
  output.figures = {{"examples", static_cast<double>(tally.examples)},
                    {"examples_on_right_side", static_cast<double>(tally.right_side)}};
  output.convergence.message = ending(output.convergence, tally);
  return output;
}

}  // namespace

MethodInfo svm_method() {
  return {.name = "svm",
          .summary = "a linear SVM learns from two items' records against all others which of them wins",
          .paper =
              "Rajkumar and Agarwal 2014, A Statistical Convergence Perspective of Algorithms for Rank Aggregation "
              "from Pairwise Data",
          .cost = "distinct comparisons, per iteration",
          .options = {"svm_cost"},
          .run = run};
}

}  // namespace pdrank
