// The merged comparison graph: equal comparisons (same winner, same loser) become one directed edge with a count.
// The weight of a comparison in PD-Rank depends on the pair and its direction alone, so nothing is lost (paper,
// "Approximation", last paragraph).
#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "pdrank/core/choices.hpp"
#include "pdrank/core/ids.hpp"
#include "pdrank/data/comparisons.hpp"

namespace pdrank {

struct ComparisonGraph {
  std::vector<ItemId> item;               // node -> item of the data; nodes count 0 .. node_count() - 1
  std::vector<std::uint32_t> first_edge;  // edges won by node i: first_edge[i] .. first_edge[i + 1] - 1
  std::vector<std::uint32_t> winner;      // edge -> node; edges are sorted by winner, then loser
  std::vector<std::uint32_t> loser;       // edge -> node
  std::vector<double> count;              // edge -> summed weight of its comparisons (c_n)

  std::uint32_t node_count() const { return static_cast<std::uint32_t>(item.size()); }
  EdgeId edge_count() const { return static_cast<EdgeId>(winner.size()); }

  // The edge from one node to the other, or kNoEdge.
  EdgeId find_edge(std::uint32_t winner_node, std::uint32_t loser_node) const;
};

struct MergedComparisons {
  ComparisonGraph graph;
  std::vector<EdgeId>
      edge_of;  // comparison -> its edge; kNoEdge where it was left out. A tie or soft answer: the edge winner -> loser
};

// Every pair in both directions, with counts of 1.
ComparisonGraph both_directions(const ComparisonGraph& graph);

// For every edge the edge the other way, or kNoEdge where all answers about the pair agree.
std::vector<EdgeId> reverse_edges(const ComparisonGraph& graph);

// For every edge the share of the pair's comparisons that it holds: c_ij / (c_ij + c_ji).
std::vector<double> win_shares(const ComparisonGraph& graph);
double win_share(const ComparisonGraph& graph, EdgeId edge);  // of one edge

// A comparison counts for the edge winner -> loser; a tie a half each way, a soft answer of share s so much and the
// rest the other way. Every item of the data is a node, also one that has lost all its comparisons to TieRule::drop.
// TieRule::error throws InvalidArgument at the first tie.
MergedComparisons merge(const Comparisons& data, TieRule ties);

// An edge of what one source says: an annotator, or several who are taken together.
struct SourcedEdge {
  std::uint32_t source = 0, winner = 0, loser = 0;  // winner and loser are nodes
  double count = 0;

  auto key() const { return std::tie(source, winner, loser); }
};

// The comparisons that have an edge, merged for each source on its own and sorted by key. `source_of` has the source of
// each annotator; comparisons without an annotator are of the source `others`.
std::vector<SourcedEdge> merge_by_source(const Comparisons& data, const MergedComparisons& merged,
                                         std::span<const std::uint32_t> source_of, std::uint32_t others);
// Each annotator a source; comparisons without an annotator are of the one after the last.
std::vector<SourcedEdge> merge_by_source(const Comparisons& data, const MergedComparisons& merged);

// The part of the graph on the nodes with keep[node] != 0; comparisons with an end outside are left out.
MergedComparisons restrict_to(const MergedComparisons& merged, std::span<const std::uint8_t> keep);

}  // namespace pdrank
