// A graph that every process of a test knows, shared out to them.
#pragma once

#include <cstdint>
#include <vector>

#include "pdrank/distributed/shared_graph.hpp"

namespace pdrank::distributed {

struct Known {
  std::uint32_t items;
  std::vector<ItemId> winner, loser;

  void add(std::uint64_t from, std::uint64_t to) {
    winner.push_back(static_cast<ItemId>(from));
    loser.push_back(static_cast<ItemId>(to));
  }
};

// Each process gives every so manyth edge.
inline SharedGraph shared_out(const Team& team, const Ranges& ranges, const Known& known) {
  std::size_t next = team.rank();
  return share_out(team, ranges, [&](std::vector<SentEdge>& edges) {
    for (; next < known.winner.size() && edges.size() < 100'000; next += team.size())
      edges.push_back(
          {.winner = known.winner[next] & 0x7fffffffu, .strict = 1, .loser = known.loser[next], .count = 1});
  });
}

}  // namespace pdrank::distributed
