// What the data holds and what its graph looks like, in numbers for the result. Several processes that share the data
// count what they have, add up the counts, and make the summary of them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "pdrank/core/result.hpp"
#include "pdrank/data/bridges.hpp"
#include "pdrank/data/comparisons.hpp"
#include "pdrank/data/components.hpp"
#include "pdrank/data/flags.hpp"
#include "pdrank/data/graph.hpp"

namespace pdrank {

// What becomes of a comparison.
enum class RowUse { yes, tie_dropped, outside };

// Summed weights of an item's comparisons, by how they ended; a soft answer is part a win, part a loss.
struct Tally {
  double wins = 0, losses = 0, ties = 0;
  double both_bad = 0;  // of the ties

  void operator+=(const Tally& other);
};

struct RowCounts {
  std::uint64_t comparisons = 0, ties = 0, ties_dropped = 0, outside_component = 0, rows_used = 0;
  double answers = 0;

  void operator+=(const RowCounts& other);
};

// use(n) is that of comparison n.
RowCounts count_rows(const Comparisons& data, const std::function<RowUse(std::size_t)>& use);
// By item.
std::vector<Tally> tally_rows(const Comparisons& data, const std::function<RowUse(std::size_t)>& use);

// What becomes of the comparisons of a merged graph.
std::function<RowUse(std::size_t)> use_of(const Comparisons& data, const MergedComparisons& merged, TieRule ties);

DataSummary summarise_data(const RowCounts& counts, const ReadReport& report, std::uint64_t rows, std::uint64_t items,
                           std::uint64_t annotators);

struct PairCounts {
  std::uint64_t items = 0, edges = 0, pairs = 0, repeated = 0, contested = 0;

  void operator+=(const PairCounts& other);
};

// A pair is repeated if several comparisons speak of it, and contested if strict answers went both ways: `strict` says
// by edge whether a comparison that is no tie speaks for it.
PairCounts count_pairs(const ComparisonGraph& graph, std::uint64_t items, std::span<const std::uint8_t> strict);

// By edge: whether a comparison that is no tie speaks for it.
std::vector<std::uint8_t> find_strict(const Comparisons& data, const MergedComparisons& merged);

// How a graph falls apart; `sizes` of the largest parts come first.
struct PartCounts {
  std::uint64_t count = 0;
  std::vector<std::uint64_t> sizes = {};
};

// Pairs and parts. Names are for others to fill in.
GraphSummary summarise_parts(const PairCounts& pairs, const PartCounts& weak, const PartCounts& strong);

// All but `data` belong to the merged graph. Never beaten are the unbeaten of `flags`, never winning the winless.
GraphSummary summarise_graph(const Comparisons& data, const MergedComparisons& merged, const Components& weak,
                             const Components& strong, const Bridges& bridges, std::span<const ItemFlags> flags);

}  // namespace pdrank
