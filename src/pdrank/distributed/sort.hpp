// Sorting over all processes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "pdrank/distributed/team.hpp"

namespace pdrank::distributed {

// Everyone's values in ascending order: the lowest are with the first process, each has about as many as the others.
// By samples (Frazer and McKellar 1970). Values must differ, or equal ones may make shares uneven.
template <Sendable T>
std::vector<T> sorted_together(const Team& team, std::vector<T> values) {
  constexpr std::size_t kSamples = 256;  // a process, more of those that have more values
  std::sort(values.begin(), values.end());
  if (team.size() == 1) return values;
  std::vector<T> samples;
  const std::size_t all = team.sum(std::uint64_t{values.size()});
  const std::size_t count = std::min(values.size(), (kSamples * team.size() * values.size() + all) / (all + 1));
  for (std::size_t k = 0; k < count; ++k) samples.push_back(values[k * values.size() / count]);
  samples = team.gather(std::span<const T>(samples)).values;
  std::sort(samples.begin(), samples.end());
  std::vector<std::vector<T>> to(team.size());
  auto from = values.begin();
  for (std::size_t k = 0; k < team.size(); ++k) {
    const bool last = k + 1 == team.size() || samples.empty();
    const auto until =
        last ? values.end() : std::lower_bound(from, values.end(), samples[(k + 1) * samples.size() / team.size()]);
    to[k].assign(from, until);
    from = until;
  }
  values = {};
  std::vector<T> received = team.exchange(to).values;
  std::sort(received.begin(), received.end());
  return received;
}

}  // namespace pdrank::distributed
