// The next pair for a voter, in a moment: from the stock that the worker keeps, or else by chance.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pdrank/core/random.hpp"
#include "pdrank/server/catalog.hpp"
#include "pdrank/server/study.hpp"
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
  const Stock* stock;                       // null: none yet
  const Order* ranking;                     // null: none yet
  const Study* study = nullptr;             // null: nothing is special
  const VoteLog* log = nullptr;             // null: nothing has been answered
  storage::Id voter = 0;                    // who is asked
  std::span<const std::string> names = {};  // of the voter, as lists of authors may have them
};

// Whether both items are there to be asked about, and none is the voter's own work.
bool may_be_shown(const PairSources& sources, const Shown& pair);
// Whether enough voters have answered it.
bool is_full(const PairSources& sources, const Shown& pair);
// The pair with its items on the sides that they were on less often: this pair's, then each item's, then by chance.
Shown on_balanced_sides(const PairSources& sources, Shown pair, Random& random);

// A pair of enabled items that is neither answered nor queued, sides balanced: of the stock if there is one, else
// neighbours in the ranking, else any. None if there is none left to ask this voter, or none was found in a number of
// steps that does not grow with items or votes.
std::optional<Shown> choose_pair(const PairSources& sources, const std::deque<Shown>& queue, const PairSet& answered,
                                 Random& random);

}  // namespace pdrank::server
