#include "fit.hpp"

#include <fmt/format.h>

#include <memory>

#include "pdrank/core/parallel.hpp"
#include "pdrank/core/stopwatch.hpp"
#include "pdrank/data/components.hpp"
#include "pdrank/data/merge_into_graph.hpp"
#include "pdrank/methods/registry.hpp"

namespace pdrank::speed {
namespace {

Comparisons rows_of(std::span<const std::uint32_t> winner, std::span<const std::uint32_t> loser, std::uint32_t items) {
  Comparisons data;
  for (std::uint32_t item = 0; item < items; ++item) data.items.intern(fmt::format_int(item).c_str());
  data.borrow({.winner = winner, .loser = loser}, std::make_shared<int>());  // whoever calls fit() keeps the arrays
  return data;
}

// As rank() runs a method, with everything left out that does not change the scores.
MethodOutput run(const Comparisons& data, RankOptions options) {
  const MethodInfo& method = find_method(options.method);
  check_options(method, options);
  const MergedComparisons merged =
      method.reads_rows ? merge(data, TieRule::half) : MergedComparisons{merge_into_graph(data, TieRule::half), {}};
  const ComparisonGraph& graph = merged.graph;
  const Components weak = weak_components(graph);
  const Components strong = strong_components(graph);
  const MethodInput input{data, merged, weak, strong};
  check_needs(method, input);
  options = resolve(method, std::move(options), input.is_strong(), graph.node_count());
  options.standard_errors = false;
  return method.run(input, options, nullptr);
}

}  // namespace

Fit fit(std::span<const std::uint32_t> winner, std::span<const std::uint32_t> loser, std::uint32_t items,
        const RankOptions& options) {
  validate(options);
  const ThreadScope threads(options.threads);
  const Stopwatch stopwatch;
  MethodOutput output = run(rows_of(winner, loser, items), options);
  return {std::move(output.scores), std::move(output.convergence), stopwatch.seconds()};
}

}  // namespace pdrank::speed
