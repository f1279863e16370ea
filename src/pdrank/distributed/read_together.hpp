// Files to rows by all processes: each reads its share, and keeps that, or gets the shares of all others too.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/data/comparisons.hpp"
#include "pdrank/distributed/team.hpp"
#include "pdrank/io/rows/read_comparisons.hpp"

namespace pdrank::distributed {

struct OwnRows {
  Comparisons rows;          // with ids and row numbers of their own
  std::uint64_t before = 0;  // data rows in the shares before
  ReadReport report;         // on the shares of all
};

// Throws, for all processes alike, as read_comparisons does.
OwnRows read_own_rows(const Team& team, const std::vector<std::string>& files, const ReadOptions& options,
                      Observer& observer);

// The rows of all processes, with the ids and row numbers that one has which reads everything.
Comparisons gather_rows(const Team& team, OwnRows own);

}  // namespace pdrank::distributed
