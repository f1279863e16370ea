#include "pdrank/server/arrivals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "pdrank/core/words.hpp"

namespace pdrank::server {
namespace {

constexpr std::size_t kManyOfOneAddress = 5;
constexpr std::size_t kManyAtOnce = 20;
constexpr std::int64_t kAtOnceMs = 10'000;

using Voters = std::vector<storage::Voter>;  // in the order in which they came

std::string span_in_words(std::int64_t ms) {
  const auto seconds = static_cast<std::uint64_t>((ms + 999) / 1000);
  if (seconds < 120) return plural(std::max<std::uint64_t>(seconds, 1), "second", "seconds");
  if (seconds < 7200) return plural(seconds / 60, "minute", "minutes");
  return plural(seconds / 3600, "hour", "hours");
}

// The most that came within the time.
Voters most_at_once(const Voters& voters) {
  std::size_t begin = 0, most = 0;
  for (std::size_t first = 0, end = 0; first < voters.size(); ++first) {
    while (end < voters.size() && voters[end].joined_ms - voters[first].joined_ms <= kAtOnceMs) ++end;
    if (end - first > most) begin = first, most = end - first;
  }
  return {voters.begin() + static_cast<std::ptrdiff_t>(begin),
          voters.begin() + static_cast<std::ptrdiff_t>(begin + most)};
}

}  // namespace

std::vector<Doubt> doubts_about_arrivals(std::vector<storage::Voter> voters) {
  std::erase_if(voters, [](const storage::Voter& voter) { return voter.joined_ms == 0 || voter.excluded; });
  std::ranges::sort(voters, {}, [](const storage::Voter& voter) { return std::pair(voter.joined_ms, voter.id); });
  std::map<std::string, Voters> by_address;
  for (storage::Voter& voter : voters) by_address[voter.joined_from].push_back(std::move(voter));
  Voters others;  // of addresses that few came from
  std::vector<Doubt> doubts;
  for (auto& [address, list] : by_address) {
    if (list.size() < kManyOfOneAddress) {
      others.insert(others.end(), list.begin(), list.end());
      continue;
    }
    doubts.push_back({DoubtKind::address,
                      fmt::format("{} voters joined by the open link from one address within {}: they may be one "
                                  "person ({})",
                                  grouped(list.size()), span_in_words(list.back().joined_ms - list.front().joined_ms),
                                  names_in_words(list)),
                      ids_of(list)});
  }
  std::ranges::sort(others, {}, [](const storage::Voter& voter) { return std::pair(voter.joined_ms, voter.id); });
  if (const Voters burst = most_at_once(others); burst.size() >= kManyAtOnce)
    doubts.push_back({DoubtKind::burst,
                      fmt::format("{} voters joined by the open link within {}: look at what they answered ({})",
                                  grouped(burst.size()), span_in_words(kAtOnceMs), names_in_words(burst)),
                      ids_of(burst)});
  return doubts;
}

}  // namespace pdrank::server
