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

double parse_share(std::string_view text) {
  const std::optional<double> share = parse_finite(text);
  if (!share || *share < 0.5 || *share > 1)
    throw RowError("bad share",
                   fmt::format("bad share {} (expected the part of the answer that goes to the winner, from 0.5 to 1)",
                               quoted(text)));
  return *share;
}

double parse_grade(std::string_view text) {
  const std::optional<double> number = parse_finite(text);
  const double grade = std::abs(number.value_or(0));
  if (grade < kMinGrade || grade > kMaxGrade)
    throw RowError("bad grade",
                   fmt::format("bad grade {} (expected how clear the win is, a number other than 0)", quoted(text)));
  return grade;
}

// Whether a flag says that the winner stood first.
std::optional<bool> parse_flag(std::string_view text) {
  if (text == "1") return true;
  if (text == "0") return false;
  const std::string word = folded(text);
  if (word == "true" || word == "yes" || word == "left" || word == "first" || word == "winner") return true;
  if (word == "false" || word == "no" || word == "right" || word == "second" || word == "loser") return false;
  return std::nullopt;
}

// Who stood first. A flag is not taken for an item, nor an item for a flag, where the text could be both.
Side parse_first(std::string_view text, FirstKind kind, std::string_view winner, std::string_view loser) {
  if (text.empty()) return Side::unknown;
  std::optional<Side> by_name, by_flag;
  if (text == winner) by_name = Side::winner;
  if (text == loser) by_name = Side::loser;
  if (kind == FirstKind::home) {
    const std::optional<double> home = parse_finite(text);
    if (home == 1.0) by_flag = Side::winner;
    if (home == -1.0) by_flag = Side::loser;
    if (home == 0.0) by_flag = Side::unknown;
  } else if (const std::optional<bool> flag = parse_flag(text)) {
    by_flag = *flag ? Side::winner : Side::loser;
  }
  if (kind == FirstKind::item && by_name) return *by_name;
  if (kind == FirstKind::any && by_name && by_flag && *by_name != *by_flag)
    throw RowError("ambiguous side", fmt::format("{} is one of the two items, but could also be a flag", quoted(text)));
  if (by_flag && kind != FirstKind::item) return *by_flag;
  if (by_name && kind != FirstKind::flag) return *by_name;
  throw RowError("bad side",
                 fmt::format("bad side {} (expected {}; {} first= leaves the column out)", quoted(text),
                             kind == FirstKind::home   ? "1, -1 or 0: the winner, the loser or neither was at home"
                             : kind == FirstKind::item ? "the item that stood first, one of the two"
                                                       : "1 or 0, true or false: whether the winner stood first",
                             option_named("columns")));
}

}  // namespace

void RowReader::read_all() {
  block_.clear();
  block_.context.resize(rules_.options.context.size());
  block_.left_out_values.resize(rules_.where.size());
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
      layout_.recognise(table.line(), rules_);
    }
    if (!is_wanted(table)) return true;
    if (layout_.columns->shape == RowShape::ranking)
      add_ranking(table);
    else
      add_pair(table);
  } catch (const RowError& row_error) {
    const std::uint64_t line = row_error.line() == 0 ? table.line() : row_error.line();
    if (rules_.options.skip_bad_rows) {
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

bool RowReader::is_wanted(const TableReader& table) {
  for (std::size_t k = 0; k < rules_.where.size(); ++k) {
    const std::string_view value = asked_for(table, layout_.columns->where[k]);
    if (rules_.where[k].holds(value)) continue;
    ++block_.report.left_out;
    block_.left_out_values[k].add(value, 1);
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
  const Judgement judgement = judge(table, first, second);
  const Side side = side_of(table, first, second);
  if (judgement.tie()) note_tie(first, second);
  BlockRow& row = add_row(table, 2);
  row.tie = judgement.verdict == Verdict::both_bad ? Outcome::both_bad : Outcome::tie;
  row.share = judgement.share;
  row.grade = judgement.grade;
  row.first = side;
  block_.has_shares |= row.share != 1;
  block_.has_grades |= row.grade != 1;
  block_.has_sides |= row.first != Side::unknown;
  add_item(first, judgement.verdict == Verdict::second ? 1 : 0);
  add_item(second, judgement.verdict == Verdict::first ? 1 : 0);
}

Judgement RowReader::judge(const TableReader& table, std::string_view first, std::string_view second) {
  const Columns& columns = *layout_.columns;
  if (parse_tie(read(table, Extra::tie))) return {.verdict = Verdict::tie};
  Judgement judgement;
  if (columns.shape == RowShape::pair) judgement = layout_.verdict.read(table.field(columns.verdict), first, second);
  if (judgement.tie()) return judgement;
  const std::string_view share = read(table, Extra::share), grade = read(table, Extra::grade);
  if (!share.empty()) judgement.share = parse_share(share);
  if (judgement.share == 0.5) return {.verdict = Verdict::tie};
  if (!grade.empty()) judgement.grade = parse_grade(grade);
  return judgement;
}

// Of two items with a verdict, the first stands first; `winner` stands for the first item.
Side RowReader::side_of(const TableReader& table, std::string_view first, std::string_view second) const {
  const Columns& columns = *layout_.columns;
  if (columns.shape == RowShape::pair) return Side::winner;
  if (!columns.of(Extra::first)) return Side::unknown;
  return parse_first(read(table, Extra::first), columns.first_kind, first, second);
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
  for (std::size_t k = 0; k < block_.context.size(); ++k)
    block_.context[k].names.emplace_back(asked_for(table, layout_.columns->context[k]));
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
  if (rules_.options.refuse_ties)
    throw RowError("tie", fmt::format("{} and {} are tied, and ties are refused", quoted(first), quoted(second)));
  block_.has_ties = true;
}

// The field, with a null pointer where the row has no such column.
std::string_view RowReader::read(const TableReader& table, Extra what) const {
  return asked_for(table, layout_.columns->of(what));
}

std::string_view RowReader::asked_for(const TableReader& table, const std::optional<std::size_t>& column) const {
  return column ? table.field(*column) : std::string_view();
}

}  // namespace pdrank::io
