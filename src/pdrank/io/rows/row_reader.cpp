#include "pdrank/io/rows/row_reader.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <utility>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"
#include "pdrank/io/recognise/time_text.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank::io {
namespace {

double parse_weight(std::string_view text) {
  const std::optional<double> weight = parse_finite(text);
  if (!weight || *weight < kMinWeight || *weight > kMaxWeight)
    throw RowError("bad weight", fmt::format("bad weight {} (expected a number from 1e-9 to 1e9)", quoted(text)));
  return *weight;
}

bool parse_tie(std::string_view text) {
  if (text.empty() || text == "0") return false;
  if (text == "1") return true;
  const std::string word = folded(text);
  if (word == "true" || word == "yes") return true;
  if (word == "false" || word == "no") return false;
  throw RowError("bad tie value",
                 fmt::format("bad tie value {} (expected 1, 0, true, false, yes or no)", quoted(text)));
}

double parse_moment(std::string_view text) {
  if (text.empty()) return kNoTime;
  const std::optional<double> time = parse_time(text);
  if (!time)
    throw RowError("bad time",
                   fmt::format("bad time {} (expected a number or a date such as 2024-05-01 12:30:00)", quoted(text)));
  return *time;
}

// A file of pairs to ask about is often used before all of them are answered.
std::string way_out(const RowError& error) {
  if (error.reason() != kNoAnswer) return {};
  return fmt::format("; {} leaves out rows without one", option_named("skip_bad_rows"));
}

}  // namespace

void RowReader::read_all() {
  block_.clear();
  const std::size_t names_before = layout_.format.names.size(), recognised_before = layout_.recognised;
  const std::unique_ptr<TableReader> table = read_table(layout_.format, block_.source);
  try {
    while (read_row(*table)) ++block_.report.rows;
  } catch (const InputError&) {
    block_.failure = std::current_exception();
  }
  layout_.format.names = table->names();
  if (layout_.format.names.size() != names_before || layout_.recognised != recognised_before)
    block_.layout_after = std::move(layout_);
}

// False behind the last row that counts.
bool RowReader::read_row(TableReader& table) {
  try {
    if (!table.next()) return false;
    if (!layout_.columns || table.names().size() != layout_.recognised) {
      layout_.format.names = table.names();
      layout_.recognise(table.line(), options_.columns);
    }
    if (layout_.columns->shape == RowShape::ranking)
      add_ranking(table);
    else
      add_pair(table);
  } catch (const RowError& row_error) {
    const std::uint64_t line = row_error.line() == 0 ? table.line() : row_error.line();
    if (options_.skip_bad_rows) {
      count_skipped(block_.report, row_error.reason(), 1);
      show_skipped(block_.report, InputError(table.path(), line, row_error.what()).what());
      return true;
    }
    block_.failure = std::make_exception_ptr(InputError(table.path(), line, row_error.what() + way_out(row_error)));
    block_.failed_row = table.line();
    return false;
  }
  return true;
}

// Everything is checked before the first name is kept: a row left out leaves no item behind.
void RowReader::add_pair(const TableReader& table) {
  const Columns& columns = *layout_.columns;
  const std::string_view first = item_name(table, columns.first);
  const std::string_view second = item_name(table, columns.second);
  if (first == second) refuse_same_item(columns.shape == RowShape::pair ? "the two items" : "winner and loser", first);
  Verdict verdict = Verdict::first;
  if (parse_tie(read(table, Extra::tie)))
    verdict = Verdict::tie;
  else if (columns.shape == RowShape::pair)
    verdict = layout_.verdict.read(table.field(columns.verdict), first, second);
  if (verdict == Verdict::tie || verdict == Verdict::both_bad) note_tie(first, second);
  add_row(table, 2).tie = verdict == Verdict::both_bad ? Outcome::both_bad : Outcome::tie;
  add_item(first, verdict == Verdict::second ? 1 : 0);
  add_item(second, verdict == Verdict::first ? 1 : 0);
}

void RowReader::add_ranking(const TableReader& table) {
  split_ranking(table.field(layout_.columns->first), ranked_);
  for (std::size_t k = 1; k < ranked_.size(); ++k)
    if (ranked_[k].place == ranked_[k - 1].place) note_tie(ranked_[k - 1].item, ranked_[k].item);
  add_row(table, ranked_.size());
  for (const RankedItem& ranked : ranked_) add_item(ranked.item, ranked.place);
}

BlockRow& RowReader::add_row(const TableReader& table, std::size_t items) {
  const std::string_view weight = read(table, Extra::weight), annotator = read(table, Extra::annotator);
  BlockRow row;
  row.weight = weight.data() == nullptr ? 1 : parse_weight(weight);
  row.time = parse_moment(read(table, Extra::time));
  row.items = static_cast<std::uint32_t>(items);
  row.number = static_cast<std::uint32_t>(block_.report.rows + 1);
  row.line = static_cast<std::uint32_t>(table.line() - block_.source.line);
  if (!annotator.empty()) {
    row.annotator = static_cast<std::uint32_t>(block_.annotators.names.size());
    block_.annotators.names.emplace_back(annotator);
  }
  block_.has_weights |= row.weight != 1;
  block_.has_times |= !std::isnan(row.time);
  block_.comparisons += row.comparisons();
  return block_.rows.emplace_back(row);
}

void RowReader::add_item(std::string_view name, std::uint32_t place) {
  block_.items.names.emplace_back(name);
  block_.places.push_back(place);
}

void RowReader::note_tie(std::string_view first, std::string_view second) {
  if (options_.refuse_ties)
    throw RowError("tie", fmt::format("{} and {} are tied, and ties are refused", quoted(first), quoted(second)));
  block_.has_ties = true;
}

// The field, with a null pointer where the row has no such column.
std::string_view RowReader::read(const TableReader& table, Extra what) const {
  const auto column = layout_.columns->of(what);
  return column ? table.field(*column) : std::string_view();
}

}  // namespace pdrank::io
