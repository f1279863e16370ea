// HodgeRank as a method (Jiang, Lim, Yao and Ye 2011; docs/MATH.md, "HodgeRank"): least squares of score differences on
// what the answers say about each pair, and how much of what they say one ranking explains.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <unsupported/Eigen/SpecialFunctions>

#include "pdrank/core/option_name.hpp"
#include "pdrank/linalg/hodge.hpp"
#include "pdrank/linalg/vector_ops.hpp"
#include "pdrank/methods/by_part.hpp"
#include "pdrank/methods/in_team.hpp"

namespace pdrank {
namespace {

constexpr int kMaxIterations = 100'000;              // of conjugate gradients, for the scores of a connected part
constexpr double kSolved = 1e-9;                     // kkt_residual of a part that counts as solved
constexpr std::uint64_t kMaxTriangles = 20'000'000;  // of a part: 160 MB, and as much again for sums
constexpr int kMaxCurlIterations = 500;
constexpr double kCurlEnough = 1e-5;  // of a part's total: about four digits of the shares

// The transforms: Y_ij from the answers for i and for j.

double linear(double won, double lost) { return (won - lost) / (won + lost); }

// The angular transform of Xu et al. 2012; the variance of the share of wins does not depend on the share any more.
double arcsine(double won, double lost) { return std::asin(linear(won, lost)); }

// Half a win is added to each side (Haldane 1956, Anscombe 1956): without it a unanimous pair is infinitely far apart.
// Jiang et al. leave that open. Xu et al.'s program moves the share by 1e-4 instead, which puts two items that were
// compared once 9.2 apart.
double log_odds(double won, double lost) { return std::log((won + 0.5) / (lost + 0.5)); }

// sqrt(2) times the normal quantile of the share, as in Xu et al.'s program: Thurstone's case V, where each item has
// variance 1. From the smaller share, which keeps its digits, and with half a win added to each side.
double probit(double won, double lost) {
  const double share = (std::min(won, lost) + 0.5) / (won + lost + 1);
  return std::copysign(std::numbers::sqrt2 * Eigen::numext::ndtri(share), won - lost);
}

struct Difference {
  Transform transform;
  double (*of)(double won, double lost);
  bool adds_half_a_win;
};
constexpr std::array<Difference, 4> kDifferences = {{{Transform::linear, linear, false},
                                                     {Transform::log_odds, log_odds, true},
                                                     {Transform::probit, probit, true},
                                                     {Transform::arcsine, arcsine, false}}};

// sum n_ij Y_ij^2 and its three parts, over all connected parts of the data.
struct Split {
  double gradient = 0, curl = 0, harmonic = 0;
  std::uint64_t triangles = 0;
  bool complete = true;  // false: a part has too many triangles, and its curl is among `harmonic`
  bool settled = true;   // false: curl is too small, harmonic too large

  double total() const { return gradient + curl + harmonic; }
};

void split_rest(const PairGraph& pairs, const GradientReport& found, std::span<double> rest, Observer* observer,
                Split& split) {
  split.gradient += found.gradient;
  const auto triangles = split.complete ? find_triangles(pairs, kMaxTriangles, observer) : std::nullopt;
  if (!triangles) {
    split.complete = false;
    split.harmonic += found.rest;
    return;
  }
  const double enough = kCurlEnough * (found.gradient + found.rest);
  const CurlReport report = remove_curl(*triangles, pairs.graph.count, enough, kMaxCurlIterations, rest, observer);
  split.curl += report.curl;
  split.harmonic += report.rest;
  split.triangles += triangles->size();
  split.settled = split.settled && report.settled;
}

bool is_stopped(Observer* observer) { return observer && observer->stop_requested(); }

Termination ending(const GradientReport& report, Observer* observer) {
  if (is_stopped(observer)) return Termination::stopped;
  if (report.kkt_residual <= kSolved) return Termination::converged;
  return report.iterations < kMaxIterations ? Termination::numerical_trouble : Termination::iteration_limit;
}

const Difference& difference_by(Transform transform) {
  return *std::ranges::find(kDifferences, transform, &Difference::transform);
}

// `flow` is what the scores do not explain.
GradientReport fit(const PairGraph& pairs, Transform transform, Observer* observer, const Sharing& sharing,
                   std::vector<double>& flow, MethodOutput& output) {
  flow.resize(pairs.graph.edge_count());
  const auto difference = difference_by(transform).of;
  for_each_index(flow.size(), [&](std::size_t pair) { flow[pair] = difference(pairs.won[pair], pairs.lost[pair]); });
  output.scores.resize(pairs.graph.node_count());
  const GradientReport report = remove_gradient(Incidence(pairs.graph), pairs.graph.count, kMaxIterations, flow,
                                                output.scores, observer, sharing);
  output.convergence.status = ending(report, observer);
  output.convergence.iterations = report.iterations;
  output.convergence.objective = report.rest;
  output.convergence.kkt_residual = report.kkt_residual;
  return report;
}

MethodOutput run_part(const ComparisonGraph& graph, Transform transform, Observer* observer, Split& split) {
  const PairGraph pairs = merge_pairs(graph);
  MethodOutput output;
  std::vector<double> flow;
  const GradientReport report = fit(pairs, transform, observer, unshared(), flow, output);
  split_rest(pairs, report, flow, observer, split);
  if (is_stopped(observer)) output.convergence.status = Termination::stopped;
  return output;
}

void report_split(const Split& split, MethodOutput& output) {
  const double total = split.total();
  if (split.complete) output.figures.emplace_back("triangles", static_cast<double>(split.triangles));
  if (!(total > 0)) return;
  const double gradient = split.gradient / total, curl = split.curl / total, harmonic = split.harmonic / total;
  output.figures.emplace_back("gradient_share", gradient);
  if (!split.complete) {
    output.notes.push_back(
        fmt::format("Of what the answers say, {:.1f} % fits one ranking and {:.1f} % goes round in circles. The "
                    "inconsistency is not split further: more than {} million triangles.",
                    100 * gradient, 100 * (curl + harmonic), kMaxTriangles / 1'000'000));
    return;
  }
  output.figures.emplace_back("curl_share", curl);
  output.figures.emplace_back("harmonic_share", harmonic);
  output.notes.push_back(
      fmt::format("Of what the answers say, {:.1f} % fits one ranking, {:.1f} % goes round in circles of three items, "
                  "{:.1f} % in longer circles.",
                  100 * gradient, 100 * curl, 100 * harmonic));
  if (!split.settled)
    output.notes.push_back(
        fmt::format("The share of longer circles is an upper bound: the split was not finished within {} iterations.",
                    kMaxCurlIterations));
}

std::string describe_ending(const Convergence& convergence) {
  switch (convergence.status) {
    case Termination::converged:
      return fmt::format("least squares solved in {} iteration{}", convergence.iterations,
                         convergence.iterations == 1 ? "" : "s");
    case Termination::iteration_limit:
      return fmt::format("least squares not solved within {} iterations", kMaxIterations);
    case Termination::stopped:
      return fmt::format("stopped on request after {} iterations", convergence.iterations);
    default:
      return fmt::format("least squares solved to {:.0e} only, in double precision", convergence.kkt_residual);
  }
}

std::string transform_note(Transform transform) {
  if (!difference_by(transform).adds_half_a_win) return {};
  return fmt::format(
      "{} {} adds half a win to each side of every pair, because unanimous pairs would otherwise be infinitely far "
      "apart.",
      option_named("transform"), name_of(transform));
}

MethodOutput run(const MethodInput& input, const RankOptions& options, Observer* observer) {
  Split split;
  MethodOutput output = run_by_part(input.graph(), input.weak, observer, [&](const GraphPart& part) {
    return run_part(part.graph, *options.transform, observer, split);
  });
  output.convergence.message = describe_ending(output.convergence);
  if (output.convergence.status != Termination::stopped) report_split(split, output);
  if (std::string note = transform_note(*options.transform); !note.empty()) output.notes.push_back(std::move(note));
  return output;
}

PartOutput run_shared(const PartInput& input) {
  MethodOutput output;
  std::vector<double> flow;
  const GradientReport report =
      fit(merge_pairs(input.graph), *input.options.transform, input.observer, input.sharing, flow, output);
  return {.scores = std::move(output.scores),
          .convergence = std::move(output.convergence),
          .gradient = report.gradient,
          .rest = report.rest};
}

void describe(const PartOutput& all, const RankOptions& options, bool, RankResult& result) {
  result.convergence.message = describe_ending(result.convergence);
  if (const double total = all.gradient + all.rest; total > 0) {
    result.figures.emplace_back("gradient_share", all.gradient / total);
    result.notes.push_back(
        fmt::format("Of what the answers say, {:.1f} % fits one ranking and {:.1f} % goes round in circles. Several "
                    "processes together do not split the inconsistency further.",
                    100 * all.gradient / total, 100 * all.rest / total));
  }
  if (std::string note = transform_note(*options.transform); !note.empty()) result.notes.push_back(std::move(note));
}

constexpr InTeam kInTeam{run_shared, describe};

}  // namespace

MethodInfo hodgerank_method() {
  return {.name = "hodgerank",
          .aliases = {"hodge"},
          .summary = "least squares on the share of wins of each pair; tells how much of the answers goes in circles",
          .paper = "Jiang, Lim, Yao and Ye, Statistical ranking and combinatorial Hodge theory, 2011",
          .cost = "items + pairs, per iteration of conjugate gradients; triangles for the split",
          .options = {"transform"},
          .run = run,
          .in_team = &kInTeam};
}

}  // namespace pdrank
