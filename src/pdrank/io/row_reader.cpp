#include "pdrank/io/row_reader.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "pdrank/core/errors.hpp"
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
    const InputError error(table.path(), row_error.line() == 0 ? table.line() : row_error.line(), row_error.what());
    if (options_.skip_bad_rows) {
      count_skipped(block_.report, row_error.reason(), 1);
      show_skipped(block_.report, error.what());
      return true;
    }
    block_.failure = std::make_exception_ptr(error);
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
  const double weight = read_weight(table);
  Verdict verdict = Verdict::first;
  if (read_tie(table))
    verdict = Verdict::tie;
  else if (columns.shape == RowShape::pair)
    verdict = layout_.verdict.read(table.field(columns.verdict), first, second);
  if (verdict == Verdict::tie) note_tie(first, second);
  add_row(table, weight, read_annotator(table), 2);
  add_item(first, verdict == Verdict::second ? 1 : 0);
  add_item(second, verdict == Verdict::first ? 1 : 0);
}

void RowReader::add_ranking(const TableReader& table) {
  split_ranking(table.field(layout_.columns->first), ranked_);
  for (std::size_t k = 1; k < ranked_.size(); ++k)
    if (ranked_[k].place == ranked_[k - 1].place) note_tie(ranked_[k - 1].item, ranked_[k].item);
  add_row(table, read_weight(table), read_annotator(table), ranked_.size());
  for (const RankedItem& ranked : ranked_) add_item(ranked.item, ranked.place);
}

void RowReader::add_row(const TableReader& table, double weight, std::string_view annotator, std::size_t items) {
  BlockRow& row = block_.rows.emplace_back();
  row.weight = weight;
  block_.has_weights |= weight != 1;
  row.items = static_cast<std::uint32_t>(items);
  row.number = static_cast<std::uint32_t>(block_.report.rows + 1);
  row.line = static_cast<std::uint32_t>(table.line() - block_.source.line);
  block_.comparisons += row.comparisons();
  if (annotator.empty()) return;
  row.annotator = static_cast<std::uint32_t>(block_.annotators.names.size());
  block_.annotators.names.emplace_back(annotator);
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

bool RowReader::read_tie(const TableReader& table) const {
  const auto column = layout_.columns->tie;
  return column && parse_tie(table.field(*column));
}

double RowReader::read_weight(const TableReader& table) const {
  const auto column = layout_.columns->weight;
  if (!column) return 1;
  const std::string_view text = table.field(*column);
  const bool is_absent = text.data() == nullptr;
  return is_absent ? 1 : parse_weight(text);
}

std::string_view RowReader::read_annotator(const TableReader& table) const {
  const auto column = layout_.columns->annotator;
  return column ? table.field(*column) : std::string_view();
}

}  // namespace pdrank::io
