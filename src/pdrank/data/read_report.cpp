#include "pdrank/data/read_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pdrank/core/words.hpp"

namespace pdrank {

void add_note(ReadReport& report, const std::string& note) {
  if (std::ranges::find(report.notes, note) == report.notes.end()) report.notes.push_back(note);
}

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

std::string skipped_sentence(const ReadReport& report) {
  std::uint64_t all = 0;
  std::string reasons;
  for (const auto& [reason, rows] : report.skipped) {
    all += rows;
    reasons += fmt::format("{}{} ({})", reasons.empty() ? "" : ", ", reason, grouped(rows));
  }
  if (all == 0) return {};
  return fmt::format("{} skipped: {}; the first: {}.", plural(all, "row was", "rows were"), reasons,
                     report.first_skipped.front());
}

void add(ReadReport& report, const ReadReport& more) {
  report.rows += more.rows;
  report.left_out += more.left_out;
  for (const auto& [reason, rows] : more.skipped) count_skipped(report, reason, rows);
  for (const std::string& error : more.first_skipped) show_skipped(report, error);
  for (const std::string& note : more.notes) add_note(report, note);
}

}  // namespace pdrank
