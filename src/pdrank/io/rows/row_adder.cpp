#include "pdrank/io/rows/row_adder.hpp"

#include <fmt/format.h>

#include <limits>
#include <span>

#include "pdrank/core/errors.hpp"

namespace pdrank::io {
namespace {

void find_ids(NameColumn& column, const ItemIndex& index) {
  column.ids.resize(column.names.size());
  index.find(column.names, column.ids);
}

void intern_unknown(NameColumn& column, ItemIndex& index) {
  for (std::size_t k = 0; k < column.ids.size(); ++k)
    if (column.ids[k] == ItemIndex::kUnknown) column.ids[k] = index.intern(column.names[k]);
}

AnnotatorId annotator_of(const RowBlock& block, const BlockRow& row) {
  return row.annotator == ItemIndex::kUnknown ? kNoAnnotator : block.annotators.ids[row.annotator];
}

Side turned(Side side) {
  if (side == Side::unknown) return side;
  return side == Side::winner ? Side::loser : Side::winner;
}

}  // namespace

RowAdder::RowAdder(Comparisons& comparisons, const ReadOptions& options)
    : comparisons_(comparisons), max_comparisons_(options.max_comparisons) {
  for (const std::string& name : options.context) {
    comparisons_.add_context(name);
    columns_.context.emplace_back(kAtOnce);
  }
  columns_.winner.resize(kAtOnce), columns_.loser.resize(kAtOnce), columns_.row.resize(kAtOnce);
  for_each_optional([](const char*, auto, auto& column) { column.resize(kAtOnce); }, columns_);
}

void RowAdder::find_ids(RowBlock& block) const {
  io::find_ids(block.items, comparisons_.items);
  io::find_ids(block.annotators, comparisons_.annotators);
  for (std::size_t k = 0; k < block.context.size(); ++k) io::find_ids(block.context[k], comparisons_.context[k].values);
}

void RowAdder::add(const std::string& path, RowShape shape, RowBlock& block, std::uint64_t rows_before) {
  check_room(path, shape, block, rows_before);
  intern_unknown(block.items, comparisons_.items);
  intern_unknown(block.annotators, comparisons_.annotators);
  for (std::size_t k = 0; k < block.context.size(); ++k)
    intern_unknown(block.context[k], comparisons_.context[k].values);
  if (shape == RowShape::placed)
    rankings_.add(block, rows_before);
  else
    add_rows(block, rows_before);
}

std::vector<RowError> RowAdder::end_table(const std::string& path) {
  std::vector<RowError> bad;
  RowBlock rankings = rankings_.finish(comparisons_.items, bad);
  check_room(path, RowShape::ranking, rankings, 0);
  add_rows(rankings, 0);
  return bad;
}

void RowAdder::add_rows(const RowBlock& block, std::uint64_t rows_before) {
  std::size_t first_item = 0;
  for (std::size_t k = 0; k < block.rows.size(); ++k) {
    add_row(block, k, first_item, static_cast<std::uint32_t>(rows_before + block.rows[k].number));
    first_item += block.rows[k].items;
  }
  hand_over(block);
}

void RowAdder::check_room(const std::string& path, RowShape shape, const RowBlock& block,
                          std::uint64_t rows_before) const {
  constexpr std::uint64_t kMaxRows = std::numeric_limits<std::uint32_t>::max();
  std::uint64_t all = comparisons_.size();
  if (rows_before + block.report.rows < kMaxRows && all + block.comparisons <= max_comparisons_) return;
  for (const BlockRow& row : block.rows) {
    const std::uint64_t line = block.source.line + row.line, count = row.comparisons();
    all += count;
    if (rows_before + row.number > kMaxRows)
      throw InputError(path, line, fmt::format("more than {} data rows are not supported", kMaxRows));
    if (all > max_comparisons_ && (shape != RowShape::ranking || row.items < 3))
      throw InputError(path, line, fmt::format("more than {} comparisons in all are not supported", max_comparisons_));
    if (all > max_comparisons_)
      throw InputError(
          path, line,
          fmt::format("ranking of {} items makes {} comparisons, {} in all; more than {} are not supported", row.items,
                      count, all, max_comparisons_));
  }
}

// `first` is the first of the row's items in the block.
void RowAdder::add_row(const RowBlock& block, std::size_t position, std::size_t first, std::uint32_t number) {
  const BlockRow& row = block.rows[position];
  const AnnotatorId annotator = annotator_of(block, row);
  const ItemId* ids = &block.items.ids[first];
  const std::uint32_t* places = &block.places[first];
  for (std::uint32_t one = 0; one < row.items; ++one) {
    for (std::uint32_t other = one + 1; other < row.items; ++other) {
      if (row.is_open && places[one] == places[other]) continue;
      if (filled_ == kAtOnce) hand_over(block);
      const bool other_won = places[other] < places[one];
      columns_.winner[filled_] = ids[other_won ? other : one];
      columns_.loser[filled_] = ids[other_won ? one : other];
      columns_.annotator[filled_] = annotator;
      columns_.weight[filled_] = row.weight;
      columns_.outcome[filled_] = places[one] == places[other] ? row.tie : Outcome::win;
      columns_.first[filled_] = other_won ? turned(row.first) : row.first;
      columns_.time[filled_] = row.time;
      columns_.share[filled_] = row.share;
      columns_.grade[filled_] = row.grade;
      for (std::size_t k = 0; k < block.context.size(); ++k)
        columns_.context[k][filled_] = block.context[k].ids[position];
      columns_.row[filled_] = number;
      ++filled_;
    }
  }
}

// Columns that have the default in every row of the block are left out.
void RowAdder::hand_over(const RowBlock& block) {
  const auto filled = [this](const auto& column, bool is_needed = true) {
    return std::span(column).first(is_needed ? filled_ : 0);
  };
  ComparisonColumns columns{.winner = filled(columns_.winner),
                            .loser = filled(columns_.loser),
                            .annotator = filled(columns_.annotator, !block.annotators.names.empty()),
                            .weight = filled(columns_.weight, block.has_weights),
                            .outcome = filled(columns_.outcome, block.has_ties),
                            .first = filled(columns_.first, block.has_sides),
                            .time = filled(columns_.time, block.has_times),
                            .share = filled(columns_.share, block.has_shares),
                            .grade = filled(columns_.grade, block.has_grades),
                            .row = filled(columns_.row)};
  for (const std::vector<std::uint32_t>& ids : columns_.context) columns.context.push_back(filled(ids));
  comparisons_.append(columns);
  filled_ = 0;
}

}  // namespace pdrank::io
