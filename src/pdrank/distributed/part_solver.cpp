#include "pdrank/distributed/part_solver.hpp"

#include <array>

#include "pdrank/methods/bradley_terry.hpp"
#include "pdrank/methods/hodgerank.hpp"
#include "pdrank/methods/pdrank.hpp"

namespace pdrank::distributed {
namespace {

constexpr std::array<std::string_view, 3> kMethods = {"pdrank", "bradley-terry", "hodgerank"};

PartOutput stopped_before_the_rounds(const ComparisonGraph& graph) {
  PartOutput output;
  output.scores.assign(graph.node_count(), 0.0);
  output.convergence.status = Termination::stopped;
  return output;
}

PartOutput pdrank_part(const ComparisonGraph& graph, const RankOptions& options, std::span<const std::uint64_t> keys,
                       const Sharing& sharing, PartJournal* journal, Observer* observer) {
  RoundsOptions rounds = rounds_options(options);
  std::optional<GammaChoice> choice;
  if (*options.gamma == kAuto) {
    choice = journal ? journal->choice() : std::nullopt;
    if (!choice) choice = choose_gamma(graph, rounds, observer, keys, sharing);
    if (!choice) return stopped_before_the_rounds(graph);
    if (journal) journal->keep_choice(*choice);
    rounds = as_chosen(rounds, *choice);
  }
  MethodOutput found = output_of(solve_rounds(graph, rounds, observer, make_inner_solver, sharing, journal));
  if (choice) found.convergence.traffic += choice->traffic;
  return {std::move(found.scores), std::move(found.convergence), choice};
}

PartOutput bradley_terry_part(const ComparisonGraph& graph, const RankOptions& options, const Sharing& sharing,
                              Observer* observer) {
  BradleyTerryFit fit(graph, sharing);
  const InnerReport report = fit.solve(graph.count, *options.gamma, observer);
  PartOutput output;
  output.convergence = convergence_of(report);
  output.scores = std::move(fit.scores());
  return output;
}

PartOutput hodgerank_part(const ComparisonGraph& graph, const RankOptions& options, const Sharing& sharing,
                          Observer* observer) {
  HodgeFit fit = fit_hodgerank(graph, *options.transform, observer, sharing);
  return {std::move(fit.output.scores), std::move(fit.output.convergence), std::nullopt, fit.gradient, fit.rest};
}

}  // namespace

std::span<const std::string_view> shared_methods() { return kMethods; }

PartOutput solve_part(const ComparisonGraph& graph, const RankOptions& options, std::span<const std::uint64_t> keys,
                      const Sharing& sharing, PartJournal* journal, Observer* observer) {
  if (options.method == "bradley-terry") return bradley_terry_part(graph, options, sharing, observer);
  if (options.method == "hodgerank") return hodgerank_part(graph, options, sharing, observer);
  return pdrank_part(graph, options, keys, sharing, journal, observer);
}

}  // namespace pdrank::distributed
