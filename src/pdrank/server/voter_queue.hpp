// What a voter is asked next, in its order.
#pragma once

#include <deque>

#include "pdrank/core/random.hpp"
#include "pdrank/server/next_pair.hpp"
#include "pdrank/server/vote_log.hpp"

namespace pdrank::server {

// Brings the queue of a voter up to `wanted` pairs, as far as there are any: what was undone last, the questions that
// are left of the pair answered last, what was queued before and may still be asked, then new pairs, a gold one among
// every so many. `sources` has its study and log.
void refill(std::deque<Shown>& queue, std::size_t wanted, const PairSources& sources, Random& random);

}  // namespace pdrank::server
