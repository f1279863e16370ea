#include "pdrank/io/rows/read_outcome.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/io/recognise/column_names.hpp"
#include "pdrank/io/recognise/column_spec.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank::io {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ValueCounts, counts)
}

namespace pdrank {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(AbsentColumn, path, name, reason)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LikelyColumn, role, name)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReadTable, path, comparisons)

namespace {

// visit(part) for everything in an outcome.
template <class Outcome, class Visit>
void for_each_part(Outcome& outcome, Visit&& visit) {
  visit(outcome.report.rows);
  visit(outcome.report.left_out);
  visit(outcome.report.skipped);
  visit(outcome.report.first_skipped);
  visit(outcome.report.notes);
  visit(outcome.comparisons);
  visit(outcome.without_answers);
  visit(outcome.unused_columns);
  visit(outcome.likely);
  visit(outcome.tables);
  visit(outcome.first_path);
  visit(outcome.empty_path);
  visit(outcome.empty_reason);
  visit(outcome.first_skipped_path);
  visit(outcome.asked_for);
  visit(outcome.absent);
  visit(outcome.left_out_values);
}

constexpr std::size_t kUnusedColumnsShown = 8;

std::string unused_sentence(const std::vector<std::string>& columns) {
  std::vector<std::string> names;
  for (const std::string& name : columns) names.push_back(shortened(name));
  return fmt::format("Column{} not used: {}.", names.size() == 1 ? "" : "s",
                     first_few(names, names.size(), kUnusedColumnsShown));
}

std::string likely_sentence(const LikelyColumn& column) {
  const auto likely = std::ranges::find(io::kLikelyColumns, column.role, [](const io::LikelyNames& names) {
    return io::kExtraColumns[static_cast<std::size_t>(names.what)].role;
  });
  return fmt::format(" If {} says {}, {} {} reads it.", shortened(column.name), likely->meaning,
                     option_named("columns"), io::shown_spec(fmt::format("{}={}", column.role, column.name)));
}

// Of several shares of a table, the last knows most of its columns.
void check_asked_for(const ReadOutcome& outcome) {
  const auto is_missing = [&](const AbsentColumn& absent) {
    return std::ranges::find(outcome.asked_for, absent.name) == outcome.asked_for.end();
  };
  const auto first = std::ranges::find_if(outcome.absent, is_missing);
  if (first == outcome.absent.end()) return;
  const auto last = std::find_if(outcome.absent.rbegin(), outcome.absent.rend(), [&](const AbsentColumn& absent) {
    return absent.path == first->path && absent.name == first->name;
  });
  throw InputError(last->path, 0, last->reason);
}

std::string conditions(std::span<const std::string> where) {
  return fmt::format("{} {}", option_named("where"), fmt::join(where, " and "));
}

// No row is left: what the rows have instead. Those that met the first conditions are the ones to look at.
[[noreturn]] void refuse_all_left_out(const ReadOutcome& outcome, const ReadOptions& options) {
  std::size_t last = 0;
  for (std::size_t k = 0; k < outcome.left_out_values.size(); ++k)
    if (!outcome.left_out_values[k].counts.empty()) last = k;
  const std::span before = std::span(options.where).first(last);
  throw InputError(outcome.first_path, 0,
                   fmt::format("no row has {}{}; the most frequent values are {}", options.where[last],
                               before.empty() ? "" : fmt::format(" among those with {}", fmt::join(before, " and ")),
                               outcome.left_out_values[last].most_frequent()));
}

}  // namespace

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

void add_table(std::vector<ReadTable>& tables, const ReadTable& table) {
  if (!tables.empty() && tables.back().path == table.path)
    tables.back().comparisons += table.comparisons;
  else
    tables.push_back(table);
}

void add(ReadOutcome& outcome, const ReadOutcome& more) {
  add(outcome.report, more.report);
  outcome.comparisons += more.comparisons;
  outcome.without_answers += more.without_answers;
  for (const std::string& column : more.unused_columns) add_once(outcome.unused_columns, column);
  for (const LikelyColumn& column : more.likely)
    if (std::ranges::find(outcome.likely, column.role, &LikelyColumn::role) == outcome.likely.end())
      outcome.likely.push_back(column);
  for (const ReadTable& table : more.tables) add_table(outcome.tables, table);
  for (const std::string& column : more.asked_for) add_once(outcome.asked_for, column);
  outcome.absent.insert(outcome.absent.end(), more.absent.begin(), more.absent.end());
  outcome.left_out_values.resize(std::max(outcome.left_out_values.size(), more.left_out_values.size()));
  for (std::size_t k = 0; k < more.left_out_values.size(); ++k) outcome.left_out_values[k].add(more.left_out_values[k]);
  if (outcome.first_path.empty()) outcome.first_path = more.first_path;
  if (outcome.empty_path.empty()) {
    outcome.empty_path = more.empty_path;
    outcome.empty_reason = more.empty_reason;
  }
  if (outcome.first_skipped_path.empty()) outcome.first_skipped_path = more.first_skipped_path;
}

ReadReport finish_report(ReadOutcome outcome, const ReadOptions& options) {
  ReadReport& report = outcome.report;
  check_asked_for(outcome);
  if (!outcome.unused_columns.empty()) {
    std::string note = unused_sentence(outcome.unused_columns);
    for (const LikelyColumn& column : outcome.likely) note += likely_sentence(column);
    add_note(report, note);
  }
  if (report.left_out > 0)
    add_note(report,
             fmt::format("{} of {} {} left out by {}.", grouped(report.left_out), plural(report.rows, "row", "rows"),
                         report.left_out == 1 ? "was" : "were", conditions(options.where)));
  for (std::size_t k = 0; k < outcome.left_out_values.size(); ++k)
    if (outcome.left_out_values[k].counts.empty())
      add_note(report, fmt::format("{} leaves out no row.", conditions({&options.where[k], 1})));
  if (outcome.without_answers > 0)
    add_note(report, fmt::format("{} of {} {} no answers: {} 0 or empty.", grouped(outcome.without_answers),
                                 plural(report.rows, "row", "rows"), outcome.without_answers == 1 ? "has" : "have",
                                 outcome.without_answers == 1 ? "its count is" : "their counts are"));
  if (outcome.comparisons > 0 || (report.rows == 0 && options.may_be_empty)) return std::move(report);
  if (report.rows == 0) throw InputError(outcome.empty_path, 0, outcome.empty_reason);
  if (report.first_skipped.empty() && outcome.without_answers > 0)
    throw InputError(outcome.first_path, 0, "no row has an answer: all counts are 0 or empty");
  if (report.first_skipped.empty() && report.left_out < report.rows)
    throw InputError(outcome.first_path, 0, "no ranking has two items, so there is nothing to compare");
  if (report.first_skipped.empty()) refuse_all_left_out(outcome, options);
  throw InputError(outcome.first_skipped_path, 0,
                   fmt::format("no usable comparison (rows skipped: {}; the first: {})", report.rows - report.left_out,
                               report.first_skipped.front()));
}

std::string packed(const ReadOutcome& outcome) {
  nlohmann::json values = nlohmann::json::array();
  for_each_part(outcome, [&](const auto& part) { values.push_back(part); });
  std::string bytes;
  nlohmann::json::to_cbor(values, bytes);
  return bytes;
}

ReadOutcome unpacked(std::string_view bytes) {
  const nlohmann::json values = nlohmann::json::from_cbor(bytes);
  ReadOutcome outcome;
  std::size_t next = 0;
  for_each_part(outcome, [&](auto& part) { values.at(next++).get_to(part); });
  return outcome;
}

}  // namespace pdrank
