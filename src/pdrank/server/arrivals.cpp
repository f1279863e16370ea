#include "pdrank/server/arrivals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "pdrank/core/words.hpp"

namespace pdrank::server {
namespace {

constexpr std::size_t kManyOfOneAddress = 5;
constexpr std::size_t kManyAtOnce = 20;
constexpr std::int64_t kAtOnceMs = 10'000;

using Times = std::vector<std::int64_t>;  // when they came

std::string span_in_words(std::int64_t ms) {
  const auto seconds = static_cast<std::uint64_t>((ms + 999) / 1000);
  if (seconds < 120) return plural(std::max<std::uint64_t>(seconds, 1), "second", "seconds");
  if (seconds < 7200) return plural(seconds / 60, "minute", "minutes");
  return plural(seconds / 3600, "hour", "hours");
}

// The most that came within the time.
std::size_t most_at_once(const Times& sorted) {
  std::size_t most = 0;
  for (std::size_t first = 0, end = 0; first < sorted.size(); ++first) {
    while (end < sorted.size() && sorted[end] - sorted[first] <= kAtOnceMs) ++end;
    most = std::max(most, end - first);
  }
  return most;
}

}  // namespace

std::vector<std::string> doubts_about(std::span<const storage::Voter> voters) {
  std::map<std::string, Times> by_address;
  Times others;  // of addresses that few came from
  for (const storage::Voter& voter : voters)
    if (voter.joined_ms > 0 && !voter.excluded) by_address[voter.joined_from].push_back(voter.joined_ms);
  std::vector<std::string> doubts;
  for (const auto& [address, times] : by_address) {
    if (times.size() < kManyOfOneAddress) {
      others.insert(others.end(), times.begin(), times.end());
      continue;
    }
    const auto [first, last] = std::ranges::minmax(times);
    doubts.push_back(fmt::format("{} voters joined by the open link from one address within {}: they may be one person",
                                 grouped(times.size()), span_in_words(last - first)));
  }
  std::ranges::sort(others);
  if (const std::size_t most = most_at_once(others); most >= kManyAtOnce)
    doubts.push_back(fmt::format("{} voters joined by the open link within {}: look at what they answered",
                                 grouped(most), span_in_words(kAtOnceMs)));
  return doubts;
}

}  // namespace pdrank::server
