// Values that other processes have, by number.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "pdrank/distributed/numbering.hpp"
#include "pdrank/distributed/team.hpp"

namespace pdrank::distributed {

// The values of these numbers, which should differ; each process has those of its range.
template <Sendable T>
std::vector<T> fetch(const Team& team, const Ranges& ranges, std::span<const std::uint32_t> numbers,
                     std::span<const T> values) {
  std::vector<std::vector<std::uint32_t>> asked(team.size());
  for (const std::uint32_t number : numbers) asked[ranges.owner(number)].push_back(number);
  const Received<std::uint32_t> wanted = team.exchange(asked);
  std::vector<std::vector<T>> answers(team.size());
  for (std::size_t rank = 0; rank < team.size(); ++rank)
    for (const std::uint32_t number : wanted.from(rank))
      answers[rank].push_back(values[number - ranges.first(team.rank())]);
  const Received<T> came = team.exchange(answers);
  std::vector<std::size_t> next(came.first.begin(), came.first.end() - 1);
  std::vector<T> found;
  found.reserve(numbers.size());
  for (const std::uint32_t number : numbers) found.push_back(came.values[next[ranges.owner(number)]++]);
  return found;
}

// The same for numbers of which many are equal.
template <Sendable T>
std::vector<T> fetch_repeated(const Team& team, const Ranges& ranges, std::span<const std::uint32_t> numbers,
                              std::span<const T> values) {
  std::vector<std::uint32_t> distinct(numbers.begin(), numbers.end());
  std::ranges::sort(distinct);
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  const std::vector<T> found = fetch(team, ranges, distinct, values);
  std::vector<T> all;
  all.reserve(numbers.size());
  for (const std::uint32_t number : numbers)
    all.push_back(found[static_cast<std::size_t>(std::ranges::lower_bound(distinct, number) - distinct.begin())]);
  return all;
}

}  // namespace pdrank::distributed
