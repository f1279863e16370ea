// Where there are too many items to ask about all of them, those that were asked about grow as one connected set: a
// place in a ranking means something only among items that are connected.
#pragma once

#include <vector>

#include "pdrank/core/random.hpp"
#include "pdrank/data/comparisons.hpp"
#include "pdrank/server/catalog.hpp"
#include "pdrank/server/vote_log.hpp"

namespace pdrank::server {

// At most `count` pairs of an item of the largest connected part of the data and one that is outside: first one of each
// other part, then items that nobody was asked about, in random order. Without data, a tree that grows pair by pair.
std::vector<Shown> growing_pairs(const Comparisons& data, const Catalog& catalog, std::size_t count, Random& random);

}  // namespace pdrank::server
