#include "pdrank/data/read_report.hpp"

#include <algorithm>

namespace pdrank {

void count_skipped(ReadReport& report, const std::string& reason, std::uint64_t rows) {
  const auto counted = std::ranges::find(
      report.skipped, reason, [](const auto& entry) -> auto& { return entry.first; });
  if (counted == report.skipped.end())
    report.skipped.emplace_back(reason, rows);
  else
    counted->second += rows;
}

void show_skipped(ReadReport& report, const std::string& error) {
  constexpr std::size_t kShown = 5;
  if (report.first_skipped.size() < kShown) report.first_skipped.push_back(error);
}

void add(ReadReport& report, const ReadReport& more) {
  report.rows += more.rows;
  for (const auto& [reason, rows] : more.skipped) count_skipped(report, reason, rows);
  for (const std::string& error : more.first_skipped) show_skipped(report, error);
  for (const std::string& note : more.notes)
    if (std::ranges::find(report.notes, note) == report.notes.end()) report.notes.push_back(note);
}

}  // namespace pdrank
