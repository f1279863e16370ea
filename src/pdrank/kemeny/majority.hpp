// The majority graph: of every pair of items, by how much the answers one way outweigh those the other way.
//
// An order contradicts an answer if it puts the loser above the winner. Of a pair, every order contradicts the smaller
// side at least; what it can still choose is the arc from the item with more wins to the other, of the weight
// |c_ij - c_ji|. The order with the least contradicted weight (Kemeny 1959) is therefore the one that leaves the
// lightest set of arcs pointing upwards: a minimum feedback arc set of this graph. docs/MATH.md, section 14.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pdrank/core/ids.hpp"
#include "pdrank/data/graph.hpp"

namespace pdrank {

using ArcId = EdgeId;

struct MajorityGraph {
  double unavoidable = 0;                // what every order contradicts: the smaller side of each pair
  std::vector<std::uint32_t> first_out;  // arcs from node i: first_out[i] .. first_out[i + 1] - 1
  std::vector<std::uint32_t> from, to;   // arc -> node; arcs are sorted by both
  std::vector<double> weight;            // arc -> |c_ij - c_ji|, above 0
  std::vector<std::uint32_t> first_in;   // arcs to node i: in_arc[first_in[i]] .., sorted by where they come from
  std::vector<ArcId> in_arc;

  std::uint32_t node_count() const { return static_cast<std::uint32_t>(first_out.size() - 1); }
  ArcId arc_count() const { return static_cast<ArcId>(from.size()); }
  std::span<const ArcId> arcs_to(std::uint32_t node) const {
    return std::span(in_arc).subspan(first_in[node], first_in[node + std::size_t{1}] - first_in[node]);
  }
};

// Pairs with as many answers one way as the other have no arc.
MajorityGraph majorities(const ComparisonGraph& graph);
// The same with other numbers for the nodes, so that what is found does not depend on how they were numbered.
MajorityGraph majorities(const ComparisonGraph& graph, std::span<const std::uint32_t> number);

// Weight of the answers that the order contradicts. `rank` by node, the least is the best; of answers about two items
// with the same rank, half are contradicted: no order of the two does better on average, and one does not worse.
double contradicted_weight(const MajorityGraph& graph, std::span<const std::uint32_t> rank);

// A strong part of two nodes or more: only inside of these arcs contradict each other.
struct StrongPart {
  MajorityGraph graph;              // `unavoidable` is 0: it is the whole graph's
  std::vector<std::uint32_t> node;  // node of the part -> node of the whole, by `rank`
};

// The strong parts, and all parts, those of one node too, in an order in which no arc leads upwards.
struct StrongParts {
  std::vector<StrongPart> parts;          // largest first
  std::vector<std::uint32_t> part_of;     // node -> part; numbers from parts.size() on are of one node
  std::vector<std::uint32_t> part_order;  // parts, best first
};

// Where arcs leave it open which part comes first, it is the one whose nodes have the smaller mean of `rank`.
StrongParts strong_parts(const MajorityGraph& graph, std::span<const std::uint32_t> rank);

// The largest power of ten, or half of one, of which all weights are multiples: weights of orders then differ by so
// much at least. 0 if there is none.
double weight_unit(std::span<const double> weights);

}  // namespace pdrank
