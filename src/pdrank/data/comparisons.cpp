#include "pdrank/data/comparisons.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pdrank/core/errors.hpp"

namespace pdrank {
namespace {

// Appends to a column that exists only once a value differs from the default.
template <class T>
void append(std::vector<T>& column, std::size_t size, T value, T default_value) {
  if (column.empty()) {
    if (value == default_value) return;
    column.assign(size, default_value);
  }
  column.push_back(value);
}

}  // namespace

void Comparisons::add(const Comparison& comparison, std::uint32_t row) {
  const std::size_t n = size();
  if (comparison.winner >= items.size() || comparison.loser >= items.size())
    throw InvalidArgument("item", fmt::format("{}", std::max(comparison.winner, comparison.loser)),
                          fmt::format("there are {} items", items.size()));
  if (comparison.winner == comparison.loser)
    throw InvalidArgument("loser", fmt::format("'{}'", items.name(comparison.loser)), "so is the winner");
  if (comparison.annotator != kNoAnnotator && comparison.annotator >= annotators.size())
    throw InvalidArgument("annotator", fmt::format("{}", comparison.annotator),
                          fmt::format("there are {} annotators", annotators.size()));
  if (!(comparison.weight >= kMinWeight && comparison.weight <= kMaxWeight))
    throw InvalidArgument("weight", fmt::format("{}", comparison.weight),
                          fmt::format("must be between {} and {}", kMinWeight, kMaxWeight));
  if (n >= kMaxComparisons)
    throw InvalidArgument("comparisons", fmt::format("{}", n + 1), fmt::format("the limit is {}", kMaxComparisons));
  if (!row_.empty() || row != n + 1) {
    if (row_.empty())
      for (std::uint32_t k = 1; k <= n; ++k) row_.push_back(k);
    row_.push_back(row);
  }
  append(annotator_, n, comparison.annotator, kNoAnnotator);
  append(weight_, n, comparison.weight, 1.0);
  append<std::uint8_t>(tie_, n, comparison.tie ? 1 : 0, 0);
  winner_.push_back(comparison.winner);
  loser_.push_back(comparison.loser);
}

Comparisons repeat(const Comparisons& data, std::span<const std::uint32_t> times) {
  Comparisons repeated;
  for (ItemId item = 0; item < data.items.size(); ++item) repeated.items.intern(data.items.name(item));
  for (AnnotatorId id = 0; id < data.annotators.size(); ++id) repeated.annotators.intern(data.annotators.name(id));
  for (std::size_t n = 0; n < data.size(); ++n)
    for (std::uint32_t k = 0; k < times[n]; ++k)
      repeated.add({data.winner(n), data.loser(n), data.annotator(n), data.weight(n), data.tie(n)}, data.row(n));
  return repeated;
}

Comparisons select(const Comparisons& data, std::span<const std::uint8_t> keep) {
  std::vector<std::uint32_t> times(keep.size());
  std::ranges::transform(keep, times.begin(), [](std::uint8_t kept) { return kept != 0; });
  return repeat(data, times);
}

}  // namespace pdrank
