// The next pair for a voter, in a moment: from the stock that the worker keeps, or else by chance.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "pdrank/core/random.hpp"
#include "pdrank/server/catalog.hpp"
#include "pdrank/server/vote_log.hpp"

namespace pdrank::server {

// Pairs worth asking about, best first, as an active strategy has chosen them. Voters who come at the same time are
// handed different ones.
struct Stock {
  std::vector<Shown> pairs = {};
  std::uint64_t answers = 0;  // that it was chosen by
  std::size_t items = 0;      // that it was chosen from
  mutable std::atomic<std::size_t> next = 0;
};

// Items by id, best first, those of the largest part in front.
using Order = std::vector<storage::Id>;

struct PairSources {
  const Catalog& catalog;
  const Stock* stock;    // null: none yet
  const Order* ranking;  // null: none yet
};

// A pair of enabled items that is neither answered nor queued, sides at random: of the stock if there is one, else
// neighbours in the ranking, else any. None if there is none left to ask this voter, or none was found in a number of
// steps that does not grow with items or votes.
std::optional<Shown> choose_pair(const PairSources& sources, const std::deque<Shown>& queue,
                                 const AnsweredPairs& answered, Random& random);

}  // namespace pdrank::server
