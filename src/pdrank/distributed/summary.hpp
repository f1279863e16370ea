// What is said about a result as a whole, gathered from all processes.
#pragma once

#include <span>
#include <vector>

#include "pdrank/core/result.hpp"
#include "pdrank/data/flags.hpp"
#include "pdrank/distributed/components.hpp"
#include "pdrank/distributed/numbering.hpp"
#include "pdrank/distributed/rank_together.hpp"
#include "pdrank/distributed/shared_graph.hpp"
#include "pdrank/distributed/shared_places.hpp"
#include "pdrank/distributed/team.hpp"
#include "pdrank/methods/flag_notes.hpp"

namespace pdrank::distributed {

// By own node. `number` of each item of the rows.
std::vector<Tally> add_tallies(const Team& team, const Ranges& ranges, const SharedGraph& shared,
                               const Comparisons& rows, const RowTrust& trust, std::span<const std::uint32_t> number);

// By own node; bridges are not looked for.
std::vector<ItemFlags> flag_items(std::span<const Tally> tallies, double few);

DataSummary summarise_data(const Team& team, const Comparisons& rows, const RowTrust& trust, const ReadReport& report,
                           std::uint64_t items, std::uint64_t annotators);

GraphSummary summarise_graph(const Team& team, const SharedGraph& shared, const SharedComponents& weak,
                             const SharedComponents& strong, const NameRange& names, const Ranges& ranges,
                             std::span<const ItemFlags> flags);

FlaggedItems find_flagged(const Team& team, const SharedGraph& shared, const NameRange& names, const Ranges& ranges,
                          std::span<const ItemFlags> flags);

// A stretch of all report cards, in order of first appearance. If there are few, the first process has all of them.
std::vector<AnnotatorReport> report_annotators(const Team& team, const Comparisons& rows, const RowTrust& trust,
                                               const Numbering& numbering);

// Counts how the ranking has all rows, and gives the first process the least credible of those it goes against.
std::vector<DoubtfulRow> find_doubtful(const Team& team, const Comparisons& rows, const RowTrust& trust,
                                       std::uint64_t rows_before, Confidences& counts);

}  // namespace pdrank::distributed
