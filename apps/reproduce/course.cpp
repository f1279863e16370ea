#include "reproduce/course.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace pdrank::reproduce {

double place_of(double goal, std::span<const double> places, std::span<const double> values) {
  double place = 0, value = 0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (values[k] >= goal) return place + (places[k] - place) * (goal - value) / (values[k] - value);
    place = places[k];
    value = values[k];
  }
  return kNone;
}

std::vector<double> isotonic(std::span<const double> values) {
  struct Pool {
    double sum;
    std::size_t count;
    double mean() const { return sum / static_cast<double>(count); }
  };
  std::vector<Pool> pools;
  for (const double value : values) {
    pools.push_back({value, 1});
    while (pools.size() > 1 && pools[pools.size() - 2].mean() >= pools.back().mean()) {
      const Pool last = pools.back();
      pools.pop_back();
      pools.back() = {pools.back().sum + last.sum, pools.back().count + last.count};
    }
  }
  std::vector<double> smooth;
  for (const Pool& pool : pools) smooth.insert(smooth.end(), pool.count, pool.mean());
  return smooth;
}

Costs Course::at(double level) const {
  const double place = place_of(level, answers, isotonic(tau));
  if (std::isnan(place)) return {};
  const auto after = static_cast<std::size_t>(std::ranges::lower_bound(answers, place) - answers.begin());
  const double before = after == 0 ? 0 : answers[after - 1], from = after == 0 ? 0 : seconds[after - 1];
  return {place, from + (seconds[after] - from) * (place - before) / (answers[after] - before)};
}

Judged less_time(const Course& pdrank, const Course& other, std::span<const double> levels) {
  std::string faster, slower;
  for (const double level : levels) {
    const double own = pdrank.at(level).seconds, others = other.at(level).seconds;
    if (std::isnan(own) && std::isnan(others)) continue;
    std::string& list = std::isnan(others) || own < others ? faster : slower;
    list += fmt::format("{}{:g}", list.empty() ? "" : ", ", level);
  }
  if (faster.empty() && slower.empty()) return {ClaimState::not_measured, "cannot be told: neither gets that far"};
  if (slower.empty()) return {ClaimState::holds, fmt::format("holds (at {})", faster)};
  if (faster.empty()) return {ClaimState::does_not_hold, fmt::format("does not hold (at {})", slower)};
  return {ClaimState::in_part, fmt::format("holds in part (at {}, not at {})", faster, slower)};
}

Judged fewer_answers(const Course& active, const Course& pdrank, double level) {
  const double own = active.at(level).answers, others = pdrank.at(level).answers;
  if (std::isnan(own) && std::isnan(others)) return {ClaimState::not_measured, "cannot be told: neither gets that far"};
  const bool so = std::isnan(others) || own < others;
  return {if_so(so), so ? "holds" : "does not hold"};
}

}  // namespace pdrank::reproduce
