#include "pdrank/io/rows/row_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"
#include "pdrank/core/parse_number.hpp"
#include "pdrank/io/bytes/foreign_format.hpp"
#include "pdrank/io/recognise/field_values.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank::io {
namespace {

// A file of pairs to ask about is often used before all of them are answered, and old spreadsheets write no UTF-8.
std::string way_out(const RowError& error, std::string_view path) {
  if (error.reason() != kNoAnswer) return way_to_utf8(error.what(), path);
  return fmt::format("; {} leaves out rows without one", option_named("skip_bad_rows"));
}

// Where best and worst are the numbers of items that were shown, and no item is a number itself: the items.
void take_numbers(const std::vector<std::string_view>& shown, std::string_view& best, std::string_view& worst) {
  const auto is_number = [](std::string_view text) { return parse_number<std::size_t>(text).has_value(); };
  if (!is_number(best) || !is_number(worst) || std::ranges::any_of(shown, is_number)) return;
  const std::size_t of_best = *parse_number<std::size_t>(best), of_worst = *parse_number<std::size_t>(worst);
  if (std::min(of_best, of_worst) < 1 || std::max(of_best, of_worst) > shown.size()) return;
  best = shown[of_best - 1];
  worst = shown[of_worst - 1];
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
      layout_.format.nested = table.format().nested;
      layout_.recognise(table.line(), rules_);
    }
    if (is_wanted(table) && has_answers(table)) add(table);
  } catch (const RowError& row_error) {
    const std::uint64_t line = row_error.line() == 0 ? table.line() : row_error.line();
    if (rules_.options.skip_bad_rows) {
      count_skipped(block_.report, row_error.reason(), 1);
      show_skipped(block_.report, InputError(table.path(), line, row_error.what()).what());
      return true;
    }
    block_.failure =
        std::make_exception_ptr(InputError(table.path(), line, row_error.what() + way_out(row_error, table.path())));
    block_.failed_row = table.line();
    return false;
  }
  return true;
}

void RowReader::add(const TableReader& table) {
  switch (layout_.columns->shape) {
    case RowShape::winner_loser:
    case RowShape::pair:
      return add_pair(table);
    case RowShape::ranking:
      return add_ranking(table);
    case RowShape::best_worst:
      return add_best_worst(table);
    case RowShape::placed:
      return add_placed(table);
    case RowShape::matrix:
      return add_wins(table);
    case RowShape::counted:
      return add_counts(table);
  }
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

// A row that stands for no answer, as tables of counts have them, is none.
bool RowReader::has_answers(const TableReader& table) {
  const std::string_view weight = read(table, Extra::weight);
  if (weight.data() == nullptr || !is_no_count(weight)) return true;
  ++block_.without_answers;
  return false;
}

// Everything is checked before the first name is kept: a row left out leaves no item behind.
void RowReader::add_pair(const TableReader& table) {
  const Columns& columns = *layout_.columns;
  const std::string_view first = item_name(table, columns.first);
  const std::string_view second = item_name(table, columns.second);
  if (first == second) refuse_same_item(columns.shape == RowShape::pair ? "the two items" : "winner and loser", first);
  if (!layout_.is_plain) return add_judged(table, first, second);
  add_row(table, 2);
  add_item(first, 0);
  add_item(second, 1);
}

void RowReader::add_judged(const TableReader& table, std::string_view first, std::string_view second) {
  const Judgement judgement = judge(table, first, second);
  const Side side = side_of(table, first, second);
  if (judgement.tie()) note_tie(first, second);
  BlockRow& row = add_row(table, 2, false, judgement.verdict == Verdict::second);
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
  if (parse_truth(read(table, Extra::tie), "tie value")) return {.verdict = Verdict::tie};
  Judgement judgement;
  if (columns.shape == RowShape::pair) judgement = read_verdict(table, first, second);
  if (judgement.tie()) return judgement;
  const std::string_view share = read(table, Extra::share), grade = read(table, Extra::grade);
  if (!share.empty()) judgement.share = parse_share(share);
  if (judgement.share == 0.5) return {.verdict = Verdict::tie};
  if (!grade.empty()) judgement.grade = parse_grade(grade);
  return judgement;
}

Judgement RowReader::read_verdict(const TableReader& table, std::string_view first, std::string_view second) {
  const Columns& columns = *layout_.columns;
  const std::string_view verdict = table.field(columns.verdict);
  if (columns.verdict_kind == VerdictKind::score_text) return judge_score_text(verdict);
  if (columns.verdict_kind == VerdictKind::scores) return judge_scores(verdict, table.field(columns.verdict_of_second));
  if (columns.verdict_kind == VerdictKind::flags)
    return judge_flags(verdict, table.field(columns.verdict_of_second), asked_for(table, columns.verdict_of_tie));
  return layout_.verdict.read(verdict, first, second);
}

// Of two items with a verdict, the first stands first, unless nobody is at home; `winner` stands for the first item.
Side RowReader::side_of(const TableReader& table, std::string_view first, std::string_view second) const {
  const Columns& columns = *layout_.columns;
  if (columns.shape == RowShape::pair)
    return parse_truth(read(table, Extra::neutral), "neutral value") ? Side::unknown : Side::winner;
  if (!columns.of(Extra::first)) return Side::unknown;
  return parse_first(read(table, Extra::first), columns.first_kind, first, second);
}

void RowReader::add_ranking(const TableReader& table) {
  const Columns& columns = *layout_.columns;
  if (columns.more.empty())
    split_ranking(table.field(columns.first), ranked_);
  else
    find_ranked(table, columns.more);
  for (std::size_t k = 1; k < ranked_.size(); ++k)
    if (ranked_[k].place == ranked_[k - 1].place) note_tie(ranked_[k - 1].item, ranked_[k].item);
  add_row(table, ranked_.size());
  for (const RankedItem& ranked : ranked_) add_item(ranked.item, ranked.place);
}

// A column for every place; whoever ranks only some items leaves the others empty.
void RowReader::find_ranked(const TableReader& table, const std::vector<std::size_t>& columns) {
  ranked_.clear();
  for (const std::size_t column : columns)
    if (const std::string_view item = table.field(column); !item.empty())
      ranked_.push_back({item, static_cast<std::uint32_t>(ranked_.size())});
  if (ranked_.empty()) throw RowError("bad ranking", "the ranking is empty");
  check_ranked(ranked_, ranked_[0].item);
}

// The best above all others, all others above the worst; nothing about the others among themselves.
void RowReader::add_best_worst(const TableReader& table) {
  const Columns& columns = *layout_.columns;
  std::string_view best = item_name(table, columns.first), worst = item_name(table, columns.second);
  if (best == worst) refuse_same_item("best and worst", best);
  find_shown(table);
  take_numbers(shown_, best, worst);
  for (const std::string_view item : {best, worst})
    if (std::ranges::find(shown_, item) == shown_.end())
      throw RowError("bad set", fmt::format("{} is not among the items that were shown", quoted(item)));
  add_row(table, shown_.size(), true);
  for (const std::string_view item : shown_) add_item(item, item == best ? 0 : item == worst ? 2 : 1);
}

// The items in their columns, or in a list.
void RowReader::find_shown(const TableReader& table) {
  constexpr std::string_view kSeparators = "|;,/";
  const std::vector<std::size_t>& columns = layout_.columns->more;
  shown_.clear();
  if (columns.size() == 1) {
    std::string_view rest = table.field(columns[0]);
    const std::size_t separator = rest.find_first_of(kSeparators);
    const char between = separator == std::string_view::npos ? '|' : rest[separator];
    for (bool is_last = false; !is_last;) {
      const std::size_t end = std::min(rest.find(between), rest.size());
      is_last = end == rest.size();
      shown_.push_back(trimmed(rest.substr(0, end)));
      rest.remove_prefix(is_last ? end : end + 1);
    }
  } else {
    for (const std::size_t column : columns) shown_.push_back(table.field(column));
  }
  std::erase(shown_, std::string_view());
  for (std::size_t k = 0; k < shown_.size(); ++k)
    if (std::find(shown_.begin(), shown_.begin() + static_cast<std::ptrdiff_t>(k), shown_[k]) !=
        shown_.begin() + static_cast<std::ptrdiff_t>(k))
      throw RowError("bad set", fmt::format("item {} was shown twice", quoted(shown_[k])));
}

// One item of a ranking, which others put together.
void RowReader::add_placed(const TableReader& table) {
  const Columns& columns = *layout_.columns;
  const bool is_rank = columns.verdict_kind == VerdictKind::rank;
  const std::string_view item = item_name(table, columns.first);
  const double measure = parse_score(table.field(columns.verdict), is_rank ? "rank" : "rating");
  block_.sets.resize(columns.more.size());
  add_row(table, 1);
  add_item(item, 0);
  block_.measures.push_back(is_rank ? measure : -measure);
  for (std::size_t k = 0; k < columns.more.size(); ++k) block_.sets[k].names.emplace_back(table.field(columns.more[k]));
}

// A row of a table of wins: every other item that its item has won against, as a row of its own.
void RowReader::add_wins(const TableReader& table) {
  const Columns& columns = *layout_.columns;
  const std::string_view item = item_name(table, columns.first);
  if (block_.header.empty()) block_.header = table.names();
  if (std::find(block_.header.begin() + 1, block_.header.end(), item) == block_.header.end())
    throw RowError("bad table of wins",
                   fmt::format("the table was taken for one of wins, with the same items in rows and columns, but {} "
                               "is not among the columns",
                               quoted(item)));
  std::vector<std::pair<std::size_t, double>> wins;
  for (const std::size_t column : columns.more) {
    const std::string_view text = table.field(column);
    if (block_.header[column] == item || is_no_count(text)) continue;
    wins.emplace_back(column, parse_count(text));
  }
  for (const auto& [column, weight] : wins) {
    BlockRow& row = add_row(table, 2);
    row.number += static_cast<std::uint32_t>(column - 1);
    row.weight = weight;
    block_.has_weights |= weight != 1;
    add_item(item, 0);
    add_item(block_.header[column], 1);
  }
  block_.report.rows += columns.more.size() - 1;
}

// How often each of two items has won, and how often neither has: a row of its own each, with the same number.
void RowReader::add_counts(const TableReader& table) {
  const Columns& columns = *layout_.columns;
  const std::string_view first = item_name(table, columns.first), second = item_name(table, columns.second);
  if (first == second) refuse_same_item("the two items", first);
  struct Count {
    std::string_view text;
    std::uint32_t first_place, second_place;
  };
  const std::array<Count, 3> counts = {Count{table.field(columns.verdict), 0, 1},
                                       Count{table.field(columns.verdict_of_second), 1, 0},
                                       Count{asked_for(table, columns.verdict_of_tie), 0, 0}};
  std::array<double, 3> weights{};
  for (std::size_t k = 0; k < counts.size(); ++k)
    if (!is_no_count(counts[k].text)) weights[k] = parse_count(counts[k].text);
  if (weights[2] > 0) note_tie(first, second);
  for (std::size_t k = 0; k < counts.size(); ++k) {
    if (weights[k] == 0) continue;
    BlockRow& row = add_row(table, 2, false, k == 1);
    row.weight = weights[k];
    block_.has_weights |= row.weight != 1;
    add_item(first, counts[k].first_place);
    add_item(second, counts[k].second_place);
  }
  if (weights == std::array<double, 3>{}) ++block_.without_answers;
}

std::string_view RowReader::asked_for(const TableReader& table, const AskedColumn& column, bool second_won) {
  using Of = AskedColumn::Of;
  const bool is_second = column.of != Of::row && (column.of == Of::winner) == second_won;
  if (!is_second || column.second || !column.first) return asked_for(table, is_second ? column.second : column.first);
  return table.field(*column.first).empty() ? std::string_view() : "0";
}

BlockRow& RowReader::add_row(const TableReader& table, std::size_t items, bool is_open, bool second_won) {
  const std::string_view weight = read(table, Extra::weight), annotator = read(table, Extra::annotator);
  BlockRow row;
  row.weight = weight.data() == nullptr ? 1 : parse_weight(weight);
  if (const std::string_view time = read(table, Extra::time); !time.empty()) row.time = parse_moment(time);
  row.items = static_cast<std::uint32_t>(items);
  row.is_open = is_open;
  row.number = static_cast<std::uint32_t>(block_.report.rows + 1);
  row.line = static_cast<std::uint32_t>(table.line() - block_.source.line);
  if (!annotator.empty()) {
    row.annotator = static_cast<std::uint32_t>(block_.annotators.names.size());
    block_.annotators.names.emplace_back(annotator);
  }
  for (std::size_t k = 0; k < block_.context.size(); ++k)
    block_.context[k].names.emplace_back(asked_for(table, layout_.columns->context[k], second_won));
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

}  // namespace pdrank::io
