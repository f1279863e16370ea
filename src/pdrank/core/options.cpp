#include "pdrank/core/options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"

namespace pdrank {

template <>
std::span<const OptionRecord<RankOptions>> option_table<RankOptions>() {
  using Options = RankOptions;
  static const std::vector<OptionRecord<Options>> all = {
      option_of<&Options::method>(
          {.name = "method", .help = "ranking method (`pdrank methods` tells more)", .placeholder = "NAME"}),
      option_of<&Options::preset>(
          {.name = "preset", .help = "default settings: this program's, or the paper's for the size of the data"}),
      ties_option<&Options::ties>(),
      component_option<&Options::component>(),
      option_of<&Options::few>({.name = "few",
                                .help = "flag items with fewer comparisons than this, and those linked to the rest by "
                                        "one pair alone that has fewer; 0 = none",
                                .low = 0,
                                .high = 1e9}),
      option_of<&Options::solver>({.name = "solver", .help = "solver of each round"}),
      option_of<&Options::gamma>({.name = "gamma",
                                  .help = "strength of the pull of all scores towards zero; auto: pdrank chooses it "
                                          "and the rounds by held-out comparisons, other methods have their own way",
                                  .symbol = "gamma",
                                  .low = 0,
                                  .high = 1e12,
                                  .may_be_auto = true}),
      option_of<&Options::epsilon>({.name = "epsilon",
                                    .help = "bounds the weight of a comparison by 1/epsilon",
                                    .symbol = "eps",
                                    .low = 1e-12,
                                    .high = 1e3}),
      option_of<&Options::max_rounds>(
          {.name = "max_rounds", .help = "most rounds of reweighting", .low = 1, .high = 1e6}),
      option_of<&Options::round_tolerance>({.name = "round_tolerance",
                                            .help = "rounds end when weights or scores change by less, relatively",
                                            .symbol = "eps_out",
                                            .low = 0,
                                            .high = 1}),
      option_of<&Options::inner_rule>({.name = "inner_rule",
                                       .help = "how far a round is solved: roughly, until the rounds settle; every one "
                                               "to the optimality residual; or (paper) to the change of cost"}),
      option_of<&Options::inner_tolerance>({.name = "inner_tolerance",
                                            .help = fmt::format("what {} must fall below", option_named("inner_rule")),
                                            .symbol = "eps_in",
                                            .low = 0,
                                            .high = 1}),
      option_of<&Options::max_iterations>(
          {.name = "max_iterations", .help = "most solver iterations in a round", .low = 1, .high = 1e9}),
      option_of<&Options::transform>(
          {.name = "transform", .help = "hodgerank: how the share of wins of a pair becomes a score difference"}),
      option_of<&Options::svm_cost>({.name = "svm_cost",
                                     .help = "svm: price of a pair on the wrong side of the margin",
                                     .low = 1e-9,
                                     .high = 1e9}),
      option_of<&Options::elo_k>(
          {.name = "elo_k", .help = "elo: points that one answer can move", .low = 1e-6, .high = 1e6}),
      option_of<&Options::bootstrap>({.name = "bootstrap",
                                      .help = "rank so many resamples of the rows as well, to see how far ranks could "
                                              "be otherwise; 200 to 1000 are usual, 0 is none",
                                      .low = 0,
                                      .high = 100'000,
                                      .none = 0}),
      level_option<&Options::level>("probability of the rank ranges, and that tiers are told apart with"),
      seed_option<&Options::seed>("seed of random numbers, for resamples and methods that draw any"),
      threads_option<&Options::threads>(),
  };
  return all;
}

template <>
RankOptions shown_defaults<RankOptions>() {
  return resolve_preset({}, 2);
}

bool is_left_open(const std::optional<double>& number) { return !number || *number == kAuto; }

MethodText split_method(std::string_view text) {
  MethodText result{std::string(text.substr(0, text.find(':'))), {}};
  while (text.find(':') != std::string_view::npos) {
    text.remove_prefix(text.find(':') + 1);
    const std::string_view setting = text.substr(0, text.find(':'));
    const std::size_t equals = setting.find('=');
    if (equals == std::string_view::npos)
      throw InvalidArgument("methods", fmt::format("'{}'", setting), "an option must read name=value");
    std::string name(setting.substr(0, equals));
    std::ranges::replace(name, '-', '_');
    result.settings.emplace_back(std::move(name), setting.substr(equals + 1));
  }
  return result;
}

namespace {

template <class Value>
void set_default(std::optional<Value>& field, Value value) {
  if (!field) field = value;
}

}  // namespace

RankOptions resolve_preset(const RankOptions& options, std::uint64_t item_count) {
  RankOptions resolved = options;
  const bool paper = options.preset == Preset::paper, large = item_count > 500;
  set_default(resolved.solver, paper ? SolverKind::pdhg : SolverKind::newton);
  set_default(resolved.inner_rule, paper ? InnerRule::cost : InnerRule::rough);
  set_default(resolved.gamma, paper ? 1e-4 : kAuto);
  set_default(resolved.epsilon, defaults::kEpsilon);
  set_default(resolved.max_rounds, defaults::kMaxRounds);
  set_default(resolved.round_tolerance, paper && large ? 1e-1 : defaults::kRoundTolerance);
  set_default(resolved.inner_tolerance, paper ? (large ? 1e-3 : 1e-2) : defaults::kInnerTolerance);
  set_default(resolved.max_iterations, resolved.solver == SolverKind::pdhg ? 1'000'000 : defaults::kMaxIterations);
  set_default(resolved.transform, Transform::linear);
  set_default(resolved.svm_cost, 1.0);
  set_default(resolved.elo_k, 32.0);
  set_default(resolved.bootstrap, 0);
  return resolved;
}

}  // namespace pdrank
