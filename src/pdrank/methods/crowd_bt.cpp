// Crowd-BT (Chen, Bennett, Collins-Thompson, Horvitz 2013), offline: an answer of annotator k follows the Bradley-Terry
// odds with probability eta_k and is turned round otherwise,
//
//   P(k says i beats j) = eta_k sigmoid(d) + (1 - eta_k) sigmoid(-d),   d = x_i - x_j
//
// Fitted by expectation-maximisation (docs/MATH.md, "Crowd-BT"): given scores and qualities, each answer was meant with
// probability r = eta sigmoid(d) / P; given the r, the scores are a Bradley-Terry fit to r answers one way and 1 - r
// the other, and eta_k is the mean of its r, held back by a prior. The ridge gamma |x|^2 stands for the paper's virtual
// item.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pdrank/core/option_name.hpp"
#include "pdrank/core/stopwatch.hpp"
#include "pdrank/methods/bradley_terry.hpp"
#include "pdrank/methods/registry.hpp"

namespace pdrank {
namespace {

// Beta(10, 2): nine answers as meant and one turned round, before any were given. (The paper has Beta(10, 1), under
// which the best quality of a faultless annotator is 1, the edge of the model, and never reached.)
constexpr double kPriorMeant = 9, kPriorTurned = 1;
constexpr double kDefaultTolerance = 1e-6;
constexpr int kDefaultRounds = 2000;

void set_defaults(RankOptions& options, bool) {
  if (is_left_open(options.gamma)) options.gamma = kBradleyTerryGamma;
  if (!options.round_tolerance) options.round_tolerance = kDefaultTolerance;
  if (!options.max_rounds) options.max_rounds = kDefaultRounds;
}

double sigmoid(double t) { return 1 / (1 + std::exp(-t)); }

// The graph with every pair in both directions, because an answer may count for either, and the answers as entries
// (annotator, edge of that graph, count). Rows that name no annotator are one annotator more.
struct CrowdAnswers {
  struct Entry {
    AnnotatorId annotator;
    EdgeId edge;
    double count;
  };
  ComparisonGraph graph;
  std::vector<EdgeId> reverse;
  std::vector<Entry> entries;  // sorted by annotator, then edge
  std::size_t annotators;
};

CrowdAnswers gather_answers(const MethodInput& input) {
  CrowdAnswers answers;
  answers.graph = both_directions(input.graph());
  answers.reverse = reverse_edges(answers.graph);
  answers.annotators = input.data.annotators.size() + std::size_t{1};
  for (const SourcedEdge& edge : merge_by_source(input.data, input.merged))
    answers.entries.push_back({edge.source, answers.graph.find_edge(edge.winner, edge.loser), edge.count});
  return answers;
}

struct Expectation {
  std::vector<double> count;    // by edge: answers that speak for it, as they were meant
  std::vector<double> quality;  // by annotator: the eta these make the best
  double objective = 0;         // negative log-posterior at what they were made from
};

Expectation expect(const CrowdAnswers& answers, std::span<const double> scores, std::span<const double> quality,
                   double gamma) {
  Expectation expectation;
  expectation.count.assign(answers.graph.edge_count(), 0.0);
  std::vector<double> meant(answers.annotators, kPriorMeant);
  std::vector<double> total(answers.annotators, kPriorMeant + kPriorTurned);
  for (const double score : scores) expectation.objective += gamma * score * score;
  for (const double eta : quality)
    expectation.objective -= kPriorMeant * std::log(eta) + kPriorTurned * std::log(1 - eta);
  for (const CrowdAnswers::Entry& entry : answers.entries) {
    const double margin = scores[answers.graph.winner[entry.edge]] - scores[answers.graph.loser[entry.edge]];
    const double eta = quality[entry.annotator];
    const double as_meant = eta * sigmoid(margin), turned = (1 - eta) * sigmoid(-margin);
    const double probability = as_meant + turned;
    expectation.objective -= entry.count * std::log(probability);
    expectation.count[entry.edge] += entry.count * (as_meant / probability);
    expectation.count[answers.reverse[entry.edge]] += entry.count * (turned / probability);
    meant[entry.annotator] += entry.count * (as_meant / probability);
    total[entry.annotator] += entry.count;
  }
  for (double& count : expectation.count) count = std::max(count, 1e-300);
  expectation.quality.resize(answers.annotators);
  for (std::size_t k = 0; k < answers.annotators; ++k) expectation.quality[k] = meant[k] / total[k];
  return expectation;
}

// That of an answer by nobody in particular: the mean over the answers given.
AnswerLaws mean_law(const CrowdAnswers& answers, std::span<const double> quality) {
  double turned = 0, total = 0;
  for (const CrowdAnswers::Entry& entry : answers.entries) {
    turned += entry.count * (1 - quality[entry.annotator]);
    total += entry.count;
  }
  return {{.flip = std::min(turned / total, 0.5)}};
}

// The log odds of the reliability are taken for normal.
AnnotatorQuality around(double reliability, double standard_error) {
  constexpr double kQuantile90 = 1.6448536269514722;
  const double centre = std::log(reliability / (1 - reliability));
  return {.reliability = reliability,
          .low = sigmoid(centre - kQuantile90 * standard_error),
          .high = sigmoid(centre + kQuantile90 * standard_error)};
}

// Information about the log odds of eta at fixed scores: minus the second derivative of the log-posterior.
std::vector<AnnotatorQuality> report(const CrowdAnswers& answers, std::span<const double> scores,
                                     std::span<const double> quality) {
  std::vector<double> information(answers.annotators);
  for (std::size_t k = 0; k < answers.annotators; ++k)
    information[k] = kPriorMeant / (quality[k] * quality[k]) + kPriorTurned / ((1 - quality[k]) * (1 - quality[k]));
  for (const CrowdAnswers::Entry& entry : answers.entries) {
    const double follows = sigmoid(scores[answers.graph.winner[entry.edge]] - scores[answers.graph.loser[entry.edge]]);
    const double eta = quality[entry.annotator];
    const double slope = (2 * follows - 1) / (eta * follows + (1 - eta) * (1 - follows));
    information[entry.annotator] += entry.count * slope * slope;
  }
  std::vector<AnnotatorQuality> learned(answers.annotators - 1);
  for (std::size_t k = 0; k < learned.size(); ++k)
    learned[k] = around(quality[k], 1 / (quality[k] * (1 - quality[k]) * std::sqrt(information[k])));
  return learned;
}

double largest_change(std::span<const double> a, std::span<const double> b) {
  double largest = 0;
  for (std::size_t k = 0; k < a.size(); ++k) largest = std::max(largest, std::abs(a[k] - b[k]));
  return largest;
}

std::string ending(const Convergence& found) {
  switch (found.status) {
    case Termination::converged:
      return fmt::format("settled after {} round{}", found.rounds, found.rounds == 1 ? "" : "s");
    case Termination::round_limit:
      return fmt::format("not settled after {} rounds; raise {} or {}", found.rounds, option_named("max_rounds"),
                         option_named("round_tolerance"));
    case Termination::stopped:
      return fmt::format("stopped on request after {} rounds", found.rounds);
    default:
      return fmt::format("a round could not be solved ({})", name_of(found.status));
  }
}

// At the end neither half of a round moves anything: the residual of the scores under the new counts is the gradient of
// the likelihood itself, because the expectation touches it there.
MethodOutput run(const MethodInput& input, const RankOptions& options, Observer* observer) {
  const Stopwatch stopwatch;
  const CrowdAnswers answers = gather_answers(input);
  BradleyTerryFit fit(answers.graph);
  std::vector<double> quality(answers.annotators, kPriorMeant / (kPriorMeant + kPriorTurned));
  MethodOutput output;
  Convergence& found = output.convergence;
  Expectation expectation = expect(answers, fit.scores(), quality, *options.gamma);
  while (true) {
    const InnerReport solved = fit.solve(expectation.count, *options.gamma, observer);
    quality = expectation.quality;
    ++found.rounds;
    found.iterations += solved.iterations;
    found.traffic += solved.traffic;
    expectation = expect(answers, fit.scores(), quality, *options.gamma);
    found.objective = expectation.objective;
    found.kkt_residual = fit.evaluate(expectation.count, *options.gamma).kkt_residual();
    const double change = std::max(found.kkt_residual, largest_change(quality, expectation.quality));
    if (observer) observer->on_progress({"ranking", static_cast<std::uint64_t>(found.rounds), 0, change});
    if (solved.status != Termination::converged)
      found.status = solved.status;
    else if (change <= *options.round_tolerance)
      found.status = Termination::converged;
    else if (found.rounds >= *options.max_rounds)
      found.status = Termination::round_limit;
    else
      continue;
    break;
  }
  output.annotators = report(answers, fit.scores(), quality);
  output.scores = std::move(fit.scores());
  output.law = mean_law(answers, quality);
  for (const double right : quality) output.law->flip_of.push_back(1 - right);
  found.message = ending(found);
  found.seconds = stopwatch.seconds();
  return output;
}

}  // namespace

MethodInfo crowd_bt_method() {
  return {.name = "crowd-bt",
          .aliases = {"crowd-bradley-terry"},
          .summary =
              "Bradley-Terry with a reliability for every annotator, who may also answer at random or against "
              "the truth",
          .paper =
              "Chen, Bennett, Collins-Thompson and Horvitz 2013, Pairwise Ranking Aggregation in a Crowdsourced "
              "Setting",
          .cost = "items + distinct answers of annotators, per round",
          .options = {"gamma", "max_rounds", "round_tolerance", "scale", "anchor"},
          .least_gamma = 1e-12,
          .needs_annotators = true,
          .reads_rows = true,
          .gives_annotators = true,
          .set_defaults = set_defaults,
          .run = run};
}

}  // namespace pdrank
