#include "pdrank/io/rows/value_counts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "pdrank/core/words.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank::io {

void ValueCounts::add(std::string_view value, std::uint64_t times) {
  constexpr std::size_t kMostValues = 1000;
  const auto found = counts.find(value);
  if (found != counts.end())
    found->second += times;
  else if (counts.size() < kMostValues)
    counts.emplace(value, times);
}

void ValueCounts::add(const ValueCounts& more) {
  for (const auto& [value, times] : more.counts) add(value, times);
}

std::string ValueCounts::most_frequent() const {
  constexpr std::size_t kShown = 6;
  std::vector<std::pair<std::string, std::uint64_t>> values(counts.begin(), counts.end());
  std::ranges::stable_sort(values, std::greater(), &std::pair<std::string, std::uint64_t>::second);
  std::vector<std::string> shown;
  for (const auto& [value, times] : values) shown.push_back(fmt::format("{} ({})", io::quoted(value), grouped(times)));
  return first_few(shown, shown.size(), kShown);
}

}  // namespace pdrank::io
