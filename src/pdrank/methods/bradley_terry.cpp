// Bradley and Terry's model, P(i beats j) = 1 / (1 + exp(-(x_i - x_j))), fitted by Newton's method, with standard
// errors from the curvature at the fit (docs/MATH.md, "Bradley-Terry").
#include "pdrank/methods/bradley_terry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"
#include "pdrank/linalg/inverse_diagonal.hpp"
#include "pdrank/methods/by_part.hpp"
#include "pdrank/methods/effect_words.hpp"
#include "pdrank/methods/in_team.hpp"
#include "pdrank/methods/margin_fit.hpp"
#include "pdrank/methods/posterior_answers.hpp"
#include "pdrank/solve/dense_newton.hpp"

namespace pdrank {
namespace {

constexpr double kAsFarAsItGoes = 1e-14;  // tolerance

// Whether answers are to depend on more than two scores.
bool has_effects(const RankOptions& options) {
  const bool robust_errors = options.cluster && options.bootstrap.value_or(0) == 0;  // otherwise clusters are drawn
  return *options.order_effect != OrderEffect::none || is_tie_law(options.ties) || options.control || robust_errors;
}

void set_defaults(RankOptions& options, bool is_strong) {
  if (is_left_open(options.gamma)) options.gamma = is_strong || options.adjustment ? 0 : kBradleyTerryGamma;
  if (!options.order_effect) options.order_effect = OrderEffect::none;
  if (options.ties == TieRule::automatic) options.ties = TieRule::half;
}

std::string needs_prior() {
  return fmt::format(
      "with {0} 0 there is no maximum, because not every item can be reached from every other along wins; leave {0} "
      "out for a weak prior, or rank the largest part that has one with {1} strong",
      option_named("gamma"), option_named("component"));
}

void check_options(const RankOptions& options, bool is_strong) {
  if (*options.gamma == 0 && !is_strong && !options.adjustment) throw NotApplicable("bradley-terry", needs_prior());
  if (has_effects(options) && options.adjustment)
    throw NotApplicable("bradley-terry", fmt::format("it has no {} together with effects or a law of ties; leave it "
                                                     "out",
                                                     option_named("adjustment")));
  if (*options.order_effect == OrderEffect::per_annotator)
    throw NotApplicable("bradley-terry", "it has one order effect for all annotators; posterior has one for each");
  if (has_effects(options) && options.bootstrap.value_or(0) > 0)
    throw NotApplicable("bradley-terry",
                        fmt::format("with effects or a law of ties it gives standard errors, and has no {}",
                                    option_named("bootstrap")));
}

Convergence convergence_of(const InnerReport& report) {
  Convergence convergence;
  convergence.status = report.status;
  convergence.rounds = 1;
  convergence.iterations = report.iterations;
  convergence.objective = report.objective;
  convergence.kkt_residual = report.kkt_residual;
  convergence.traffic = report.traffic;
  return convergence;
}

std::string ending(const Convergence& result, const RankOptions& options) {
  std::string kind = *options.gamma > 0 ? fmt::format("maximum a posteriori (gamma {:g})", *options.gamma)
                                        : std::string("maximum likelihood");
  if (options.adjustment) kind += fmt::format(" of wins adjusted by {:g}", *options.adjustment);
  if (result.status == Termination::converged)
    return fmt::format("{}, {} iteration{}", kind, result.iterations, result.iterations == 1 ? "" : "s");
  return fmt::format("{} not reached: {} after {} iterations", kind, name_of(result.status), result.iterations);
}

std::string prior_note() {
  return fmt::format(
      "Not every item can be reached from every other along wins, so the likelihood alone has no maximum: a weak prior "
      "(gamma {:g}) holds the scores together.",
      kBradleyTerryGamma);
}

// Square roots of the diagonal of the inverse Hessian on scores of mean zero; NaN where there is none to give.
std::vector<double> standard_errors(const Evaluation& fitted, std::uint64_t seed, Observer* observer,
                                    std::vector<std::string>& notes) {
  const EdgeTiles& tiles = fitted.hessian().tiles();
  std::vector<double> curvature(tiles.edge_count());
  tiles.in_edge_order(fitted.hessian().weight(), curvature);
  const InverseDiagonal variance =
      inverse_diagonal(Incidence(tiles.graph()), curvature, 2 * fitted.gamma(), seed, observer);
  std::vector<double> errors(tiles.node_count(), kNone);
  std::ranges::transform(variance.values, errors.begin(), [](double value) { return std::sqrt(value); });
  if (variance.values.empty())
    notes.emplace_back(
        "Some standard errors are missing: they could not be computed because of rounding, or because the run was "
        "stopped.");
  else if (!variance.exact)
    notes.push_back(
        fmt::format("Standard errors of parts with more than {} items are estimated from {} random draws; each "
                    "estimate has a standard deviation of at most {:.0f} % of itself.",
                    kMostExactItems, kDraws, 50 * std::sqrt(2.0 / kDraws)));
  return errors;
}

// By how much the wins of each item are moved towards half of its answers (Bertoli-Barsotti and Punzo 2012): by the
// adjustment for one that won or lost them all, in proportion for others.
std::vector<double> wins_moved(const ComparisonGraph& graph, double adjustment) {
  std::vector<double> lead(graph.node_count(), 0.0), answers(graph.node_count(), 0.0);
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge) {
    lead[graph.winner[edge]] += graph.count[edge], lead[graph.loser[edge]] -= graph.count[edge];
    answers[graph.winner[edge]] += graph.count[edge], answers[graph.loser[edge]] += graph.count[edge];
  }
  for (std::size_t node = 0; node < lead.size(); ++node)
    lead[node] *= std::min(adjustment, answers[node] / 2) / answers[node];
  return lead;
}

// The curvature of the likelihood along each score, the others fixed.
std::vector<double> curvatures(const Evaluation& at) {
  std::vector<double> curvature(at.hessian().diagonal().begin(), at.hessian().diagonal().end());
  for (double& value : curvature) value -= 2 * at.gamma();
  return curvature;
}

std::string no_adjusted_maximum() {
  return fmt::format(
      "with {0} alone the scores of these data grow without end, because some items have won all answers against the "
      "others and their wins are moved up; {1} {2:g} holds them together",
      option_named("adjustment"), option_named("gamma"), kBradleyTerryGamma);
}

// Whether the scores fall into two groups so far apart that no answer between them is in doubt: they would go on.
bool have_run_off(std::vector<double> scores) {
  constexpr double kCertain = 25;  // log-odds
  std::ranges::sort(scores);
  for (std::size_t k = 1; k < scores.size(); ++k)
    if (!(scores[k] - scores[k - 1] < kCertain)) return true;
  return false;
}

// The scores at which each item has its moved wins, or as many more or fewer as its curvature asks: all items together
// cannot have more wins than there are, and what is over is shared out so (docs/MATH.md, "Bradley-Terry"). The
// curvature is that of the scores, so that these are fitted in rounds.
class AdjustedFit {
 public:
  AdjustedFit(const ComparisonGraph& graph, double adjustment, Observer* observer, BradleyTerryFit& fit)
      : graph_(graph), observer_(observer), fit_(fit), moved_(wins_moved(graph, adjustment)) {
    for (const double moved : moved_) over_ += moved, largest_ = std::max(largest_, std::abs(moved));
  }

  // With what was over at the start, there may be no scores to go on from, although there are some in the end: then it
  // starts again from a prior that is made weaker and weaker.
  InnerReport solve(double gamma) {
    settle(gamma, kMostRounds, kSettled);
    if (report_.status == Termination::converged || report_.status == Termination::stopped || gamma > 0)
      return check(gamma);
    std::ranges::fill(fit_.scores(), 0.0);
    const double answers = std::accumulate(graph_.count.begin(), graph_.count.end(), 0.0);
    double prior = 0.1 * answers / graph_.node_count();
    for (int step = 0; step < kPriors && report_.status != Termination::stopped; ++step, prior /= 10)
      settle(prior, kRoundsOfPrior, kRoughly);
    if (report_.status != Termination::stopped) settle(gamma, kMostRounds, kSettled);
    return check(gamma);
  }

 private:
  static constexpr int kMostRounds = 500, kRoundsOfPrior = 50, kPriors = 9;
  static constexpr double kSettled = 1e-10,
                          kRoughly = 1e-6;  // change of the wins, relative to the most that were moved

  // Until the wins change by less.
  void settle(double gamma, int most_rounds, double tolerance) {
    std::vector<double> before;
    for (int round = 0; round <= most_rounds; ++round) {
      std::vector<double> pull = pull_at(fit_.evaluate(graph_.count, gamma));
      if (!before.empty() && largest_change(pull, before) <= tolerance * largest_) return;
      if (round == most_rounds) break;
      fit_.set_pull(pull);
      before = std::move(pull);
      const int iterations = report_.iterations;
      report_ = fit_.solve(graph_.count, gamma, observer_);
      report_.iterations += iterations;
      if (report_.status != Termination::converged) return;
    }
    report_.status = Termination::round_limit;
  }

  std::vector<double> pull_at(const Evaluation& point) const {
    const std::vector<double> curvature = curvatures(point);
    const double total = std::accumulate(curvature.begin(), curvature.end(), 0.0);
    std::vector<double> pull = moved_;
    for (std::size_t node = 0; node < pull.size(); ++node) pull[node] -= over_ * curvature[node] / total;
    return pull;
  }

  static double largest_change(std::span<const double> a, std::span<const double> b) {
    double largest = 0;
    for (std::size_t k = 0; k < a.size(); ++k) largest = std::max(largest, std::abs(a[k] - b[k]));
    return largest;
  }

  InnerReport check(double gamma) const {
    if (gamma == 0 && report_.status != Termination::stopped && have_run_off(fit_.scores()))
      throw NotApplicable("bradley-terry", no_adjusted_maximum());
    return report_;
  }

  const ComparisonGraph& graph_;
  Observer* observer_;
  BradleyTerryFit& fit_;
  std::vector<double> moved_;  // by node
  double over_ = 0, largest_ = 0;
  InnerReport report_;
};

// Wherever it starts, it ends at the one minimum.
MethodOutput run_part(const ComparisonGraph& graph, std::span<const double> start, const RankOptions& options,
                      Observer* observer) {
  BradleyTerryFit fit(graph);
  std::ranges::copy(start, fit.scores().begin());
  const InnerReport report = options.adjustment
                                 ? AdjustedFit(graph, *options.adjustment, observer, fit).solve(*options.gamma)
                             : start.empty() ? fit.solve(graph.count, *options.gamma, observer)
                                             : fit.solve_nearby(graph.count, *options.gamma, observer);
  MethodOutput output;
  output.convergence = convergence_of(report);
  if (options.standard_errors && options.adjustment)
    for (const double curvature : curvatures(fit.evaluate(graph.count, *options.gamma)))
      output.standard_error.push_back(1 / std::sqrt(curvature));
  else if (options.standard_errors)
    output.standard_error =
        standard_errors(fit.evaluate(graph.count, *options.gamma), options.seed, observer, output.notes);
  if (observer && observer->stop_requested()) output.convergence.status = Termination::stopped;
  output.scores = std::move(fit.scores());
  return output;
}

// In a bootstrap the scores of all of the data.
std::vector<double> start_of(const MethodInput& input, const GraphPart& part) {
  std::vector<double> start;
  if (input.whole)
    for (const std::uint32_t node : part.node) start.push_back(input.whole->scores[node]);
  return start;
}

// With what else answers depend on.
MethodOutput describe_fit(const RankOptions& options, const NamedAnswers& named, const MarginFit& fit) {
  MethodOutput output;
  const auto by_node = [&](const std::vector<double>& values) {
    std::vector<double> result;
    for (const std::uint32_t node : named.node)
      if (!values.empty()) result.push_back(values[node]);
    return result;
  };
  output.scores = by_node(fit.scores);
  output.standard_error = by_node(fit.standard_error);
  if (fit.standard_error.empty())
    output.notes.emplace_back("There are too many items for standard errors together with effects or a law of ties.");
  output.convergence.status = fit.status;
  output.convergence.rounds = 1;
  output.convergence.iterations = fit.iterations;
  output.convergence.objective = -fit.log_likelihood;
  for (const double score : fit.scores) output.convergence.objective += *options.gamma * score * score;
  output.figures = {{"log_likelihood", fit.log_likelihood}};
  output.law.emplace();
  const Circumstances& known = *named.answers.circumstances;
  if (!fit.model.cut.empty()) output.law->cut = fit.model.cut[0];
  output.law->davidson = fit.model.davidson;
  const AnswerLaw law = *output.law;
  if (known.has_sides) {
    output.law->order = fit.model.effect[0];
    output.effects.push_back(order_effect(fit.found.effect[0], true, law));
  }
  for (std::size_t k = 0; k < named.controls.size(); ++k)
    output.effects.push_back(control_effect(fit.found.effect[known.has_sides + k], named.controls[k], law));
  if (named.has_ties && !fit.found.cut_deviation.empty())
    output.effects.push_back(tie_effect(fit.model, fit.found.cut_deviation[0]));
  return output;
}

// NotApplicable for effects that have no estimate.
void check_fit(const MarginFit& fit, const NamedAnswers& named) {
  const auto name = [&](std::size_t effect) {
    const std::size_t sides = named.answers.circumstances->has_sides ? 1 : 0;
    if (effect < sides) return std::string("the order effect");
    if (effect - sides < named.controls.size())
      return fmt::format("the effect of {}", named.controls[effect - sides].name);
    return std::string("the law of ties");
  };
  if (fit.unidentified)
    throw NotApplicable(
        "bradley-terry",
        fmt::format("{} cannot be told from the scores and other effects: items or sides always differ by the same "
                    "amount",
                    name(*fit.unidentified)));
  if (fit.runaway)
    throw NotApplicable(
        "bradley-terry",
        fmt::format("the likelihood has no maximum: {} grows without end because no answer goes against it; the method "
                    "posterior has one",
                    name(*fit.runaway)));
}

// Nothing where the data have none of what is asked for. An order effect that was tried and is not used goes to
// `unused`.
std::optional<MethodOutput> run_with_effects(const MethodInput& input, const RankOptions& options, Observer* observer,
                                             std::optional<EffectFound>& unused) {
  AnswerView view = view_of(input.data, options);
  view.whole_rankings = false, view.half_ties = true;
  const auto fit_for = [&](const NamedAnswers& named) {
    std::vector<std::uint32_t> part(named.node.size());
    for (std::size_t n = 0; n < part.size(); ++n) part[named.node[n]] = input.weak.of_item[n];
    MarginFit fit = fit_margins(named.answers, part, *options.gamma, options.ties == TieRule::davidson, observer);
    check_fit(fit, named);
    return fit;
  };
  NamedAnswers named = name_answers(input.data, input.merged, view);
  if (!named.answers.circumstances) return std::nullopt;
  MarginFit fit = fit_for(named);
  if (*options.order_effect == OrderEffect::automatic && named.answers.circumstances->has_sides &&
      fit.found.effect[0].log_evidence <= 0) {
    unused = fit.found.effect[0];
    view.sides = false;
    named = name_answers(input.data, input.merged, view);
    if (!named.answers.circumstances) return std::nullopt;
    fit = fit_for(named);
  }
  return describe_fit(options, named, fit);
}

void tell_effects(const std::optional<EffectFound>& unused, MethodOutput& output) {
  if (unused) output.effects.insert(output.effects.begin(), order_effect(*unused, false, *output.law));
  for (const Effect& effect : output.effects) output.notes.push_back(effect.meaning);
}

MethodOutput run(const MethodInput& input, const RankOptions& options, Observer* observer) {
  const double gamma = *options.gamma;
  std::optional<EffectFound> unused;
  if (has_effects(options))
    if (std::optional<MethodOutput> output = run_with_effects(input, options, observer, unused)) {
      tell_effects(unused, *output);
      output->convergence.message = ending(output->convergence, options);
      if (gamma == kBradleyTerryGamma && !input.is_strong()) output->notes.push_back(prior_note());
      return std::move(*output);
    }
  MethodOutput output = run_by_part(input.graph(), input.weak, observer, [&](const GraphPart& part) {
    return run_part(part.graph, start_of(input, part), options, observer);
  });
  if (gamma == kBradleyTerryGamma && !input.is_strong()) output.notes.push_back(prior_note());
  output.convergence.message = ending(output.convergence, options);
  output.law.emplace();
  if (options.adjustment)
    output.notes.emplace_back(
        "Standard errors are those of comparative judgement: for each item, as if the scores of the others were known. "
        "If items have few opponents, the true errors are larger.");
  tell_effects(unused, output);
  return output;
}

PartOutput run_shared(const PartInput& input) {
  BradleyTerryFit fit(input.graph, input.sharing);
  const InnerReport report = fit.solve(input.graph.count, *input.options.gamma, input.observer);
  return {.scores = std::move(fit.scores()), .convergence = convergence_of(report)};
}

void describe(const PartOutput&, const RankOptions& options, bool is_strong, RankResult& result) {
  result.convergence.message = ending(result.convergence, options);
  result.notes.emplace_back("Several processes together compute no standard errors.");
  if (*options.gamma == kBradleyTerryGamma && !is_strong) result.notes.push_back(prior_note());
}

constexpr InTeam kInTeam{run_shared, describe};

}  // namespace

Subproblem BradleyTerryFit::problem(std::span<const double> count, double gamma) {
  constexpr double kLead = 1;  // turns PD-Rank's softplus(1 - y) into softplus(-y)
  tiles_.in_tile_order(count, weight_);
  return {tiles_, weight_, gamma, kLead, pull_};
}

Evaluation BradleyTerryFit::evaluate(std::span<const double> count, double gamma) {
  Evaluation point(tiles_, sharing_);
  point.begin(problem(count, gamma));
  point.at(scores_);
  return point;
}

InnerReport BradleyTerryFit::solve(std::span<const double> count, double gamma, Observer* observer,
                                   int max_iterations) {
  return solve(problem(count, gamma), observer, max_iterations);
}

InnerReport BradleyTerryFit::solve(const Subproblem& problem, Observer* observer, int max_iterations) {
  if (!solver_) solver_ = make_newton(tiles_, sharing_);
  InnerReport report = solver_->solve(problem, {.max_iterations = max_iterations}, scores_, observer);
  if (report.status != Termination::converged) return report;
  std::vector<double> further = scores_;
  const InnerReport polish = solver_->solve(problem, {.tolerance = kAsFarAsItGoes}, further, observer);
  report.iterations += polish.iterations;
  report.traffic += polish.traffic;
  if (polish.kkt_residual > report.kkt_residual) return report;
  report.objective = polish.objective;
  report.kkt_residual = polish.kkt_residual;
  scores_ = std::move(further);
  return report;
}

InnerReport BradleyTerryFit::solve_nearby(std::span<const double> count, double gamma, Observer* observer) {
  const Subproblem subproblem = problem(count, gamma);
  if (!is_dense(tiles_.graph())) return solve(subproblem, observer);
  InnerReport report = make_dense_newton(tiles_)->solve(subproblem, {.tolerance = kAsFarAsItGoes}, scores_, observer);
  if (report.status == Termination::stopped) return report;
  if (report.kkt_residual > InnerCriteria().tolerance) return solve(subproblem, observer);
  report.status = Termination::converged;
  return report;
}

MethodInfo bradley_terry_method() {
  return {.name = "bradley-terry",
          .aliases = {"bt", "btl", "bradley-terry-luce"},
          .summary = "P(i beats j) = sigmoid(x_i - x_j); maximum likelihood, with a weak prior if there is no maximum",
          .paper = "Bradley and Terry 1952; Hunter 2004, MM Algorithms for Generalized Bradley-Terry Models",
          .cost = "items + distinct comparisons, per iteration",
          .options = {"gamma", "adjustment", "order_effect", "control", "cluster", "scale", "anchor"},
          .gives_standard_errors = true,
          .models_ties = true,
          .set_defaults = set_defaults,
          .check_options = check_options,
          .run = run,
          .in_team = &kInTeam};
}

}  // namespace pdrank
