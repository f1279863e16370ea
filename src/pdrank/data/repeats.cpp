#include "pdrank/data/repeats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

#include "pdrank/core/random.hpp"
#include "pdrank/core/words.hpp"

namespace pdrank {
namespace {

constexpr double kFirstMoment = 1e8, kDay = 86400;  // in seconds; smaller numbers count something else

// A moment of an annotator, and what was answered then.
using Said = std::pair<std::uint64_t, std::uint64_t>;

// The answers whose moments are among one of `parts`, in order; those without a moment are left out.
std::vector<Said> moments(const Comparisons& data, std::uint64_t parts) {
  std::vector<Said> said;
  const ComparisonColumns columns = data.columns();
  for (std::size_t n = 0; n < data.size(); ++n) {
    const double time = columns.time[n];
    if (!(std::abs(time) >= kFirstMoment) || columns.annotator[n] == kNoAnnotator) continue;
    const std::uint64_t moment = mixed(std::bit_cast<std::uint64_t>(time) + mixed(columns.annotator[n]));
    if (moment % parts != 0 || std::fmod(time, kDay) == 0) continue;
    std::uint64_t answer = mixed((std::uint64_t{columns.winner[n]} << 32) | columns.loser[n]);
    answer += static_cast<std::uint64_t>(data.outcome(n)) * 3 + static_cast<std::uint64_t>(data.first(n));
    answer = mixed(answer + std::bit_cast<std::uint64_t>(data.share(n)));
    answer = mixed(answer + std::bit_cast<std::uint64_t>(data.grade(n)));
    said.emplace_back(moment, answer);
  }
  std::ranges::sort(said);
  return said;
}

// The same rows over and over again are made so, not saved twice.
bool has_period_below(const Comparisons& data, std::size_t half) {
  for (std::size_t period = 1; period <= half / 2; ++period)
    if (half % period == 0 && same_rows(data, 0, period, half - period)) return true;
  return false;
}

}  // namespace

bool same_rows(const Comparisons& data, std::size_t begin, std::size_t other, std::size_t count) {
  const ComparisonColumns columns = data.columns();
  const auto same = [&](const auto& column) {
    if (column.empty()) return true;
    const auto first = column.subspan(begin, count), second = column.subspan(other, count);
    return std::ranges::equal(first, second, [](auto one, auto two) {
      return one == two || (one != one && two != two);  // both without a time
    });
  };
  bool all = same(columns.winner) && same(columns.loser);
  for_each_optional([&](const char*, auto, const auto& column) { all = all && same(column); }, columns);
  return all;
}

std::uint64_t count_repeats(const Comparisons& data) {
  constexpr std::size_t kSample = 1 << 16;
  constexpr double kTellsApart = 0.95;
  if (data.columns().time.empty() || !data.has_annotators()) return 0;
  const auto count = [](const std::vector<Said>& said) {
    std::uint64_t repeats = 0;
    for (std::size_t k = 1; k < said.size(); ++k) repeats += said[k] == said[k - 1];
    return repeats;
  };
  const std::vector<Said> sample = moments(data, 1 + data.size() / kSample);
  if (count(sample) == 0) return 0;
  const std::vector<Said> said = moments(data, 1);
  const std::uint64_t repeats = count(said);
  std::uint64_t at_different_moments = said.empty() ? 0 : 1;
  for (std::size_t k = 1; k < said.size(); ++k) at_different_moments += said[k].first != said[k - 1].first;
  const auto different = static_cast<double>(said.size() - repeats);
  return static_cast<double>(at_different_moments) < kTellsApart * different ? 0 : repeats;
}

std::string repeats_note(const Comparisons& data) {
  const std::size_t half = data.size() / 2;
  if (data.size() % 2 == 0 && half >= kEnoughToRepeat && same_rows(data, 0, half, half) &&
      !has_period_below(data, half))
    return fmt::format(
        "The second half of the comparisons repeats the first, row by row: {} count twice. If they were put together "
        "twice, leave one half out.",
        grouped(half));
  if (const std::uint64_t repeats = count_repeats(data); repeats > 0)
    return fmt::format(
        "{} an earlier one: the same annotator gave the same answer at the same moment. If they were saved twice, "
        "leave them out.",
        plural(repeats, "comparison repeats", "comparisons repeat"));
  return {};
}

}  // namespace pdrank
