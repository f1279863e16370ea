// Answers to the goal by strategy and setting, beside random's.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reached.hpp"
#include "report.hpp"

namespace pdrank::bench::active {

inline constexpr double kGoal = 0.85;  // tau

// A strategy ranked by a method, in one setting.
struct Entry {
  std::string strategy, method;
  Reached reached;
};

// A setting.
struct Column {
  std::string title;
  std::uint64_t budget = 0;
  std::vector<Entry> entries;

  const Entry* find(std::string_view strategy, std::string_view method) const;
  // The answers in those of random pairs ranked by posterior; NaN where one of them does not reach the goal.
  Mean share_of_random(const Entry& entry) const;
};

// A line a strategy that is ranked by the method in any of the columns.
void show_answers(const Report& report, std::string title, std::span<const Column> columns, std::string_view method);

Json figures_of(const Column& column);

}  // namespace pdrank::bench::active
