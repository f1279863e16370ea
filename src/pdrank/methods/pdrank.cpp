// PD-Rank as a method: options in, rounds, scores and weights out.
#include "pdrank/methods/pdrank.hpp"

#include <fmt/format.h>

#include "pdrank/core/option_name.hpp"
#include "pdrank/methods/by_part.hpp"
#include "pdrank/methods/in_team.hpp"
#include "pdrank/methods/warm_start.hpp"

namespace pdrank {
namespace {

// The way of the last fit is used, and that of this one kept, where rounds end in the same place either way: they are
// solved exactly, and answers contradict each other. Where none does, all margins want to grow without end, and what
// the rounds come to hangs on rounding.
class Path {
 public:
  Path(const MethodInput& input, const InnerCriteria& inner)
      : data_(input.data), warm_(is_exact(inner) && !input.whole ? input.warm : nullptr) {}
  RoundsResult solve(const ComparisonGraph& graph, RoundsOptions options, Observer* observer) {
    if (!warm_ || !has_cycle(graph)) return solve_rounds(graph, options, observer);
    const std::vector<std::vector<double>> earlier = warm_->path.path_of(graph, data_);
    options.earlier_path = earlier;
    options.keep_path = true;
    RoundsResult result = solve_rounds(graph, options, observer);
    next_.keep(graph, data_, result.path);
    return result;
  }

  void hand_on() {
    if (warm_) warm_->path = std::move(next_);
  }

 private:
  static bool is_exact(const InnerCriteria& inner) {
    return inner.rule == InnerRule::kkt && inner.tolerance <= InnerCriteria().tolerance;
  }

  const Comparisons& data_;
  WarmStart* warm_;  // null: neither
  RoundsPath next_;
};

RoundsOptions as_chosen(RoundsOptions options, const GammaChoice& choice) {
  options.gamma = choice.gamma;
  options.rounds.enough_rounds = choice.rounds;
  return options;
}

MethodOutput output_of(RoundsResult result) {
  MethodOutput output;
  output.convergence.status = result.status;
  output.convergence.rounds = static_cast<int>(result.trace.size());
  output.convergence.iterations = result.iterations;
  output.convergence.objective = result.objective;
  output.convergence.kkt_residual = result.kkt_residual;
  output.convergence.traffic = result.traffic;
  output.convergence.trace = std::move(result.trace);
  output.scores = std::move(result.scores);
  output.edge_weight = std::move(result.weight);
  return output;
}

Figures figures_of(const GammaChoice& choice) {
  Figures figures = {{"gamma", choice.gamma}};
  if (choice.rounds) figures.emplace_back("rounds_chosen", *choice.rounds);
  if (choice.log_loss) figures.emplace_back("held_out_log_loss", *choice.log_loss);
  return figures;
}

// How it ended, in words. `rounds_chosen`: by held-out comparisons, for the largest part; none if they run until they
// settle.
std::string ending(const Convergence& result, const RankOptions& options, std::optional<int> rounds_chosen) {
  switch (result.status) {
    case Termination::converged:
      if (result.rounds == rounds_chosen)
        return fmt::format("settled: {} round{}, chosen by held-out comparisons", result.rounds,
                           result.rounds == 1 ? "" : "s");
      return fmt::format("settled after {} round{}", result.rounds, result.rounds == 1 ? "" : "s");
    case Termination::round_limit:
      return fmt::format("not settled after {} rounds; raise {} or {}", result.rounds, option_named("max_rounds"),
                         option_named("round_tolerance"));
    case Termination::iteration_limit:
      return fmt::format("a round was not solved within {} iterations; raise {} or {}", *options.max_iterations,
                         option_named("max_iterations"), option_named("inner_tolerance"));
    case Termination::stopped:
      return fmt::format("stopped on request after {} rounds", result.rounds);
    case Termination::numerical_trouble:
      return fmt::format("a round could not be solved to {} {} in double precision", option_named("inner_tolerance"),
                         *options.inner_tolerance);
    case Termination::not_run:
      break;
  }
  return "not run";
}

MethodOutput run_part(const ComparisonGraph& graph, const RoundsOptions& options, Path& path, Observer* observer) {
  return output_of(path.solve(graph, options, observer));
}

MethodOutput stopped_before_the_rounds(const ComparisonGraph& graph) {
  MethodOutput output;
  output.convergence.status = Termination::stopped;
  output.scores.assign(graph.node_count(), 0.0);
  output.edge_weight.assign(graph.edge_count(), 1.0);
  return output;
}

// By item, what its part has chosen; 0 rounds: until they settle.
using Settings = std::vector<std::pair<double, int>>;

void remember(const ComparisonGraph& part, const GammaChoice& choice, Settings& settings) {
  for (const ItemId item : part.item) settings[item] = {choice.gamma, choice.rounds.value_or(0)};
}

// What the part of all of the data chose that this one is a piece of.
std::optional<GammaChoice> chosen_before(const ComparisonGraph& part, const Settings& settings) {
  const auto [gamma, rounds] = settings[part.item.front()];
  if (gamma == 0) return std::nullopt;
  GammaChoice choice{.gamma = gamma};
  if (rounds > 0) choice.rounds = rounds;
  return choice;
}

std::vector<std::uint64_t> keys_of(const ComparisonGraph& part, const Comparisons& data) {
  std::vector<std::uint64_t> keys;
  for (const ItemId item : part.item) keys.push_back(key_of(data.items.name(item)));
  return keys;
}

// Every part chooses for itself; the figures are the largest part's. Resamples have the choices of all of the data.
// They begin from scratch: the objective is not convex, so from the scores of all of the data they would end near
// those, whatever their rows say.
MethodOutput run(const MethodInput& input, const RankOptions& options, Observer* observer) {
  const RoundsOptions rounds = rounds_options(options);
  Path path(input, rounds.inner);
  GammaChoice largest;
  EdgeTraffic choosing;
  Settings settings(input.whole ? 0 : input.data.items.size());
  MethodOutput output = run_by_part(input.graph(), input.weak, observer, [&](const GraphPart& part) {
    const ComparisonGraph& graph = part.graph;
    if (*options.gamma != kAuto) return run_part(graph, rounds, path, observer);
    const std::optional<GammaChoice> choice = input.whole
                                                  ? chosen_before(graph, input.whole->settings)
                                                  : choose_gamma(graph, rounds, observer, keys_of(graph, input.data));
    if (!choice) return stopped_before_the_rounds(graph);
    if (largest.gamma == 0) largest = *choice;
    choosing += choice->traffic;
    if (!input.whole) remember(graph, *choice, settings);
    return run_part(graph, as_chosen(rounds, *choice), path, observer);
  });
  path.hand_on();
  output.convergence.traffic += choosing;
  if (largest.gamma > 0) output.figures = figures_of(largest);
  output.settings = std::move(settings);
  output.edge_weight.resize(input.graph().edge_count(), 1.0);  // if it was stopped before the first part
  output.convergence.message = ending(output.convergence, options, largest.rounds);
  return output;
}

PartOutput run_shared(const PartInput& input) {
  RoundsOptions rounds = rounds_options(input.options);
  std::optional<GammaChoice> choice;
  if (*input.options.gamma == kAuto) {
    choice = input.journal ? input.journal->choice() : std::nullopt;
    if (!choice) choice = choose_gamma(input.graph, rounds, input.observer, input.keys, input.sharing);
    if (!choice) {
      MethodOutput stopped = stopped_before_the_rounds(input.graph);
      return {.scores = std::move(stopped.scores), .convergence = std::move(stopped.convergence)};
    }
    if (input.journal) input.journal->keep_choice(*choice);
    rounds = as_chosen(rounds, *choice);
  }
  MethodOutput found =
      output_of(solve_rounds(input.graph, rounds, input.observer, make_inner_solver, input.sharing, input.journal));
  if (choice) found.convergence.traffic += choice->traffic;
  return {.scores = std::move(found.scores), .convergence = std::move(found.convergence), .choice = choice};
}

void describe(const PartOutput& all, const RankOptions& options, bool, RankResult& result) {
  if (all.choice) result.figures = figures_of(*all.choice);
  result.convergence.message = ending(result.convergence, options, all.choice ? all.choice->rounds : std::nullopt);
}

constexpr InTeam kInTeam{run_shared, describe};

}  // namespace

RoundsOptions rounds_options(const RankOptions& options) {
  RoundsOptions rounds;
  rounds.gamma = *options.gamma;
  rounds.epsilon = *options.epsilon;
  rounds.solver = *options.solver;
  rounds.inner.rule = *options.inner_rule;
  rounds.inner.tolerance = *options.inner_tolerance;
  rounds.inner.max_iterations = *options.max_iterations;
  rounds.rounds.tolerance = *options.round_tolerance;
  rounds.rounds.max_rounds = *options.max_rounds;
  rounds.seed = options.seed;
  return rounds;
}

// FNV-1a.
std::uint64_t key_of(std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

MethodInfo pdrank_method() {
  return {.name = "pdrank",
          .summary = "log-of-softplus loss by iterative reweighting; robust to wrong answers",
          .paper = "Valdeira and Soares, Rank Aggregation with Confidence for Large Scale Comparison Data",
          .cost = "items + distinct comparisons, per round",
          .options = {"solver", "gamma", "epsilon", "max_rounds", "round_tolerance", "inner_rule", "inner_tolerance",
                      "max_iterations"},
          .least_gamma = 1e-12,
          .gives_weights = true,
          .run = run,
          .in_team = &kInTeam};
}

}  // namespace pdrank
