// Voters who answer all the time: each has a connection of its own, asks for a pair, and answers one after the other.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace pdrank::load {

struct LoadOptions {
  int port = 0;
  std::vector<std::string> tokens = {};  // one voter each
  double rate = 0;                       // votes a second of all together, at most; 0: as fast as they are answered
  double seconds = 10;
  std::uint64_t seed = 1;
};

struct LoadReport {
  double seconds = 0;                   // from the first vote until the last answer
  std::uint64_t votes = 0;              // acknowledged
  std::map<int, std::uint64_t> others;  // other answers than 200, by status
  // In ms, ascending. A vote's is from when it was due, so that one that waits for the one before it counts as waiting.
  std::vector<double> vote_ms, pair_ms;
  std::vector<std::pair<double, std::uint64_t>>
      acknowledged;  // by time (s, the system's monotonic clock): votes so far
};

LoadReport run_load(const LoadOptions& options);

}  // namespace pdrank::load
