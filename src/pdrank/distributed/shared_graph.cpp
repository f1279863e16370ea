#include "pdrank/distributed/shared_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

#include "pdrank/core/errors.hpp"

namespace pdrank::distributed {
namespace {

// A set of numbers below a bound, and the place of each among them: a bit a number.
class NumberSet {
 public:
  explicit NumberSet(std::uint32_t bound) : bits_(bound / 64 + 1, 0), before_(bits_.size()) {}
  void add(std::uint32_t number) { bits_[number / 64] |= std::uint64_t{1} << number % 64; }

  // All numbers of a range, if nearly all of them are there: copies of a whole range are sent without being picked out.
  void round_up(std::uint32_t first, std::uint32_t end) {
    std::uint64_t there = 0;
    for_each_word(first, end, [&](std::uint64_t& word, std::uint64_t mask) {
      there += static_cast<std::uint64_t>(std::popcount(word & mask));
    });
    if (static_cast<double>(there) >= kNearlyAll * (end - first))
      for_each_word(first, end, [](std::uint64_t& word, std::uint64_t mask) { word |= mask; });
  }

  // The numbers, ascending. From now on place_of() may be asked.
  std::vector<std::uint32_t> list() {
    std::vector<std::uint32_t> numbers;
    for (std::size_t word = 0; word < bits_.size(); ++word) {
      before_[word] = static_cast<std::uint32_t>(numbers.size());
      for (std::uint64_t rest = bits_[word]; rest != 0; rest &= rest - 1)
        numbers.push_back(static_cast<std::uint32_t>(64 * word) + static_cast<std::uint32_t>(std::countr_zero(rest)));
    }
    return numbers;
  }
  std::uint32_t place_of(std::uint32_t number) const {
    const std::uint64_t below = bits_[number / 64] & ((std::uint64_t{1} << number % 64) - 1);
    return before_[number / 64] + static_cast<std::uint32_t>(std::popcount(below));
  }

 private:
  static constexpr double kNearlyAll = 0.9;

  // visit(word, mask): the words that have bits of the range, and which those are.
  template <class Visit>
  void for_each_word(std::uint32_t first, std::uint32_t end, const Visit& visit) {
    for (std::uint32_t at = first, next; at < end; at = next) {
      next = std::min(end, at / 64 * 64 + 64);
      const std::uint64_t low = ~std::uint64_t{0} << at % 64, high = ~std::uint64_t{0} >> (63 - (next - 1) % 64);
      visit(bits_[at / 64], low & high);
    }
  }

  std::vector<std::uint64_t> bits_;
  std::vector<std::uint32_t> before_;
};

// Edges of local nodes, in the order of a ComparisonGraph, equal ones added up.
void sort_and_merge(std::vector<SentEdge>& edges, SharedGraph& shared) {
  ComparisonGraph& graph = shared.graph;
  const std::size_t nodes = graph.item.size();
  std::vector<std::uint32_t> next(nodes + 1, 0);
  for (const SentEdge& edge : edges) ++next[edge.winner + std::size_t{1}];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<std::uint32_t> order(edges.size());
  for (std::uint32_t k = 0; k < edges.size(); ++k) order[next[edges[k].winner]++] = k;
  // next[node] is now where the node's edges end.
  graph.first_edge.assign(nodes + 1, 0);
  graph.winner.reserve(edges.size());
  graph.loser.reserve(edges.size());
  graph.count.reserve(edges.size());
  for (std::size_t node = 0, begin = 0; node < nodes; ++node) {
    const auto first = order.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = order.begin() + static_cast<std::ptrdiff_t>(next[node]);
    std::sort(first, last, [&](std::uint32_t a, std::uint32_t b) {
      return edges[a].loser != edges[b].loser ? edges[a].loser < edges[b].loser : a < b;
    });
    for (auto at = first; at != last; ++at) {
      const SentEdge& edge = edges[*at];
      if (graph.loser.size() > graph.first_edge[node] && graph.loser.back() == edge.loser) {
        graph.count.back() += edge.count;
        shared.strict.back() |= edge.strict;
        continue;
      }
      graph.winner.push_back(edge.winner);
      graph.loser.push_back(edge.loser);
      graph.count.push_back(edge.count);
      shared.strict.push_back(edge.strict);
    }
    graph.first_edge[node + 1] = graph.edge_count();
    begin = next[node];
  }
}

}  // namespace

std::size_t keeper_of(const Ranges& ranges, std::uint32_t a, std::uint32_t b) {
  const bool lower = ((a ^ b) & 1u) == 0;
  return ranges.owner(lower ? std::min(a, b) : std::max(a, b));
}

MergedRows::MergedRows(const Comparisons& rows, MergedComparisons merged, std::span<const std::uint32_t> number)
    : graph_(std::move(merged.graph)), strict_(graph_.edge_count(), 0), number_(number) {
  for (std::size_t n = 0; n < rows.size(); ++n) {
    const EdgeId edge = merged.edge_of[n];
    if (edge == kNoEdge) continue;
    if (!rows.tie(n)) strict_[edge] = 1;
  }
}

void MergedRows::operator()(std::vector<SentEdge>& edges) {
  for (; next_ < graph_.edge_count() && edges.size() < kHandful; ++next_)
    edges.push_back(sent_edge(number_[graph_.item[graph_.winner[next_]]], number_[graph_.item[graph_.loser[next_]]],
                              graph_.count[next_], strict_[next_]));
}

void detail::check_room(const Team& team, std::uint64_t edges) {
  constexpr std::uint64_t kMostEdges = std::numeric_limits<EdgeId>::max() - 1;
  if (team.any(edges > kMostEdges))
    throw InputError("input", 0, fmt::format("a process has more than {} pairs: take more processes", kMostEdges));
}

SharedGraph detail::assemble(const Team& team, const Ranges& ranges, std::vector<SentEdge> edges) {
  const std::uint32_t first = ranges.first(team.rank()), end = ranges.end(team.rank());
  const auto is_own = [&](std::uint32_t number) { return number >= first && number < end; };
  NumberSet copied(ranges.total());
  for (const SentEdge& edge : edges) {
    if (!is_own(edge.winner)) copied.add(edge.winner);
    if (!is_own(edge.loser)) copied.add(edge.loser);
  }
  for (std::size_t rank = 0; rank < team.size(); ++rank)
    if (rank != team.rank()) copied.round_up(ranges.first(rank), ranges.end(rank));
  SharedGraph shared;
  shared.own = end - first;
  shared.graph.item.resize(shared.own);
  std::iota(shared.graph.item.begin(), shared.graph.item.end(), first);
  const std::vector<std::uint32_t> copies = copied.list();
  for (const std::uint32_t number : copies) {
    const std::size_t home = ranges.owner(number);
    shared.copies.push_back({static_cast<std::uint32_t>(home), number - ranges.first(home)});
    shared.graph.item.push_back(number);
  }
  const auto node_of = [&](std::uint32_t number) {
    return is_own(number) ? number - first : shared.own + copied.place_of(number);
  };
  for (SentEdge& edge : edges) {
    edge.winner = node_of(edge.winner) & 0x7fffffffu;
    edge.loser = node_of(edge.loser) & 0x3fffffffu;
  }
  sort_and_merge(edges, shared);
  return shared;
}

SharedGraph restricted(const Team& team, const SharedGraph& whole, std::span<const std::uint8_t> keep) {
  SharedGraph part;
  std::vector<std::uint32_t> node_of(whole.graph.node_count(), 0);
  for (std::uint32_t node = 0; node < whole.graph.node_count(); ++node) {
    if (node == whole.own) part.own = part.graph.node_count();
    node_of[node] = part.graph.node_count();
    if (!keep[node]) continue;
    part.graph.item.push_back(whole.graph.item[node]);
    if (node < whole.own && !whole.place_in_data.empty()) part.place_in_data.push_back(whole.place_in_data[node]);
  }
  if (whole.own == whole.graph.node_count()) part.own = part.graph.node_count();
  part.graph.first_edge = {0};
  for (std::uint32_t node = 0; node < whole.graph.node_count(); ++node) {
    if (!keep[node]) continue;
    for (EdgeId e = whole.graph.first_edge[node]; e < whole.graph.first_edge[node + std::size_t{1}]; ++e) {
      if (!keep[whole.graph.loser[e]]) continue;
      part.graph.winner.push_back(node_of[node]);
      part.graph.loser.push_back(node_of[whole.graph.loser[e]]);
      part.graph.count.push_back(whole.graph.count[e]);
      part.strict.push_back(whole.strict[e]);
    }
    part.graph.first_edge.push_back(part.graph.edge_count());
  }
  // Copies ask at home for their new places.
  std::vector<std::vector<std::uint32_t>> asked(team.size());
  for (std::size_t k = 0; k < whole.copies.size(); ++k)
    if (keep[whole.own + k]) asked[whole.copies[k].rank].push_back(whole.copies[k].index);
  const Received<std::uint32_t> wanted = team.exchange(asked);
  std::vector<std::vector<std::uint32_t>> answers(team.size());
  for (std::size_t rank = 0; rank < team.size(); ++rank)
    for (const std::uint32_t index : wanted.from(rank)) answers[rank].push_back(node_of[index]);
  const Received<std::uint32_t> places = team.exchange(answers);
  std::vector<std::size_t> next(places.first.begin(), places.first.end() - 1);
  for (std::size_t k = 0; k < whole.copies.size(); ++k)
    if (keep[whole.own + k]) part.copies.push_back({whole.copies[k].rank, places.values[next[whole.copies[k].rank]++]});
  return part;
}

}  // namespace pdrank::distributed
