// A comparison graph shared out over processes: each has the items of a range of numbers for its own, and those pairs,
// with the answers both ways, that one of their two items gives to it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pdrank/data/comparisons.hpp"
#include "pdrank/data/graph.hpp"
#include "pdrank/distributed/halo.hpp"
#include "pdrank/distributed/numbering.hpp"
#include "pdrank/distributed/team.hpp"

namespace pdrank::distributed {

// An edge on its way to the process that will have it. Items are numbers over all processes.
struct SentEdge {
  std::uint32_t winner : 31, strict : 1;  // strict: of some comparison that is no tie
  std::uint32_t loser;
  double count;
};

inline SentEdge sent_edge(std::uint32_t winner, std::uint32_t loser, double count, unsigned strict) {
  return {winner & 0x7fffffffu, strict & 1u, loser, count};
}

inline constexpr std::size_t kHandful = std::size_t{1} << 20;  // edges that are sent at a time

struct SharedGraph {
  // Own nodes come first, in the order of their numbers, then copies of others', likewise. graph.item is the number of
  // a node's item.
  ComparisonGraph graph;
  std::vector<std::uint8_t> strict;  // by edge, as above
  std::vector<Home> copies;          // where each copy is at home
  std::uint32_t own = 0;             // nodes
  // By own node its place in the data's order of items, if that is not the order of the numbers (partition.hpp).
  std::vector<std::uint32_t> place_in_data = {};

  std::uint32_t place(std::uint32_t node) const {
    return place_in_data.empty() ? graph.item[node] : place_in_data[node];
  }
};

// The process that has a pair: one of the owners of its two items, either about as often.
std::size_t keeper_of(const Ranges& ranges, std::uint32_t a, std::uint32_t b);

// Sends every process's edges, `next(edges)` giving a handful at a time until it gives none, to those that will have
// them, and merges there. Nodes are all numbers of a process's range, and the copies it needs.
template <class Next>
SharedGraph share_out(const Team& team, const Ranges& ranges, Next&& next);

// What is merged of one process's rows, a handful at a time.
class MergedRows {
 public:
  // `edge_of` and the graph are those of the rows; `number` is that of each item.
  MergedRows(const Comparisons& rows, MergedComparisons merged, std::span<const std::uint32_t> number);
  void operator()(std::vector<SentEdge>& edges);

 private:
  ComparisonGraph graph_;
  std::vector<std::uint8_t> strict_;  // by edge
  std::span<const std::uint32_t> number_;
  EdgeId next_ = 0;
};

// The nodes with keep[node] != 0 (own ones and copies alike) and the edges between them; numbers stay.
SharedGraph restricted(const Team& team, const SharedGraph& whole, std::span<const std::uint8_t> keep);

namespace detail {
// Throws InputError, for all alike, if one process has more edges than it can number.
void check_room(const Team& team, std::uint64_t edges);
SharedGraph assemble(const Team& team, const Ranges& ranges, std::vector<SentEdge> edges);
}  // namespace detail

template <class Next>
SharedGraph share_out(const Team& team, const Ranges& ranges, Next&& next) {
  std::vector<SentEdge> handful, received;
  std::vector<std::vector<SentEdge>> to(team.size());
  while (true) {
    handful.clear();
    next(handful);
    if (!team.any(!handful.empty())) break;
    for (auto& part : to) part.clear();
    for (const SentEdge& edge : handful) to[keeper_of(ranges, edge.winner, edge.loser)].push_back(edge);
    const Received<SentEdge> came = team.exchange(to);
    received.insert(received.end(), came.values.begin(), came.values.end());
  }
  detail::check_room(team, received.size());
  to = {};
  handful = {};
  return detail::assemble(team, ranges, std::move(received));
}

}  // namespace pdrank::distributed
