#include "pdrank/io/rows/read_outcome.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/io/recognise/column_names.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank {
namespace {

constexpr std::size_t kUnusedColumnsShown = 8;

std::string unused_sentence(const std::vector<std::string>& columns) {
  std::vector<std::string> names;
  for (const std::string& name : columns) names.push_back(shortened(name));
  return fmt::format("Column{} not used: {}.", names.size() == 1 ? "" : "s",
                     first_few(names, names.size(), kUnusedColumnsShown));
}

std::string find_time(const std::vector<std::string>& columns) {
  const auto names_time = [](const std::string& column) {
    return std::ranges::find(io::kTimeNames, io::folded(column)) != io::kTimeNames.end();
  };
  const auto found = std::ranges::find_if(columns, names_time);
  return found == columns.end() ? std::string() : *found;
}

}  // namespace

void add_unused(ReadOutcome& outcome, const std::string& column) {
  std::vector<std::string>& all = outcome.unused_columns;
  if (std::ranges::find(all, column) == all.end()) all.push_back(column);
}

void add(ReadOutcome& outcome, const ReadOutcome& more) {
  add(outcome.report, more.report);
  outcome.comparisons += more.comparisons;
  for (const std::string& column : more.unused_columns) add_unused(outcome, column);
  if (outcome.empty_path.empty()) {
    outcome.empty_path = more.empty_path;
    outcome.empty_reason = more.empty_reason;
  }
  if (outcome.first_skipped_path.empty()) outcome.first_skipped_path = more.first_skipped_path;
}

ReadReport finish_report(ReadOutcome outcome, bool may_be_empty) {
  ReadReport& report = outcome.report;
  if (!outcome.unused_columns.empty()) add_note(report, unused_sentence(outcome.unused_columns));
  report.time_column = find_time(outcome.unused_columns);
  if (outcome.comparisons > 0 || (report.rows == 0 && may_be_empty)) return std::move(report);
  if (report.rows == 0) throw InputError(outcome.empty_path, 0, outcome.empty_reason);
  throw InputError(
      outcome.first_skipped_path, 0,
      fmt::format("no usable comparison (rows skipped: {}; the first: {})", report.rows, report.first_skipped.front()));
}

std::string packed(const ReadOutcome& outcome) {
  const ReadReport& report = outcome.report;
  std::string bytes;
  nlohmann::json::to_cbor(nlohmann::json::array({report.rows, report.skipped, report.first_skipped, report.notes,
                                                 outcome.comparisons, outcome.unused_columns, outcome.empty_path,
                                                 outcome.empty_reason, outcome.first_skipped_path}),
                          bytes);
  return bytes;
}

ReadOutcome unpacked(std::string_view bytes) {
  const nlohmann::json values = nlohmann::json::from_cbor(bytes);
  ReadOutcome outcome;
  values.at(0).get_to(outcome.report.rows);
  values.at(1).get_to(outcome.report.skipped);
  values.at(2).get_to(outcome.report.first_skipped);
  values.at(3).get_to(outcome.report.notes);
  values.at(4).get_to(outcome.comparisons);
  values.at(5).get_to(outcome.unused_columns);
  values.at(6).get_to(outcome.empty_path);
  values.at(7).get_to(outcome.empty_reason);
  values.at(8).get_to(outcome.first_skipped_path);
  return outcome;
}

}  // namespace pdrank
