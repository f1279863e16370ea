#include "pdrank/io/rows/comparison_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"
#include "pdrank/core/parallel.hpp"
#include "pdrank/io/rows/row_reader.hpp"

namespace pdrank::io {
namespace {

constexpr std::size_t kBlocksAtOnce = 16;  // enough for that many threads

}  // namespace

ComparisonReader::ComparisonReader(const ReadOptions& options)
    : rules_(options), adder_(comparisons_, rules_.options), blocks_(kBlocksAtOnce) {}

void ComparisonReader::read(TableSource& source) {
  layout_ = {.format = source.format()};
  if (outcome_.first_path.empty()) outcome_.first_path = layout_.format.path;
  if (source.is_empty()) return note_empty("the file is empty");
  const std::uint64_t rows_before = outcome_.report.rows;
  size_before_ = comparisons_.size();
  if (layout_.format.is_keyed)
    learn_keys(source);
  else
    recognise(source);
  read_blocks(source);
  if (layout_.columns && layout_.columns->shape == RowShape::placed) end_rankings(source);
  add_table(outcome_.tables, {layout_.format.path, comparisons_.size() - size_before_});
  if (layout_.columns) collect_unused(), collect_absent();
  if (outcome_.report.rows == rows_before)
    note_empty(layout_.format.in_memory ? "it has no rows" : "no data rows after the header");
}

void ComparisonReader::end_rankings(const TableSource& source) {
  const std::string& path = layout_.format.path;
  if (source.is_part()) throw InputError(path, 0, "rankings with a row for every item are read by one process alone");
  for (const RowError& error : adder_.end_table(path)) {
    const InputError shown(path, error.line(), error.what());
    if (!rules_.options.skip_bad_rows) throw shown;
    ReadReport report;
    count_skipped(report, error.reason(), 1);
    show_skipped(report, shown.what());
    add_report(report);
  }
}

ShareRead ComparisonReader::finish() {
  outcome_.comparisons = comparisons_.size();
  comparisons_.report = outcome_.report;
  return {std::move(comparisons_), std::move(outcome_)};
}

void ComparisonReader::recognise(TableSource& source) {
  layout_.recognise(source.names_line(), rules_);
  if (layout_.columns->names_are_data) source.take_names_as_row();
  if (layout_.columns->in_order) note_in_order();
  if (source.titles() > 0) note_titles(source);
  source.use(used_columns(layout_.format, *layout_.columns));
}

void ComparisonReader::note_in_order() {
  const TableFormat& format = layout_.format;
  const std::string &first = format.names[layout_.columns->first], &second = format.names[layout_.columns->second];
  add_note(
      outcome_.report,
      format.in_memory
          ? fmt::format("{} has no columns with known names: {} was taken for the winner and {} for the loser. If that "
                        "is wrong, name them with {}.",
                        format.path, quoted(first), quoted(second), option_named("columns"))
          : fmt::format("{} has no header with known names: its first line was taken as data. If that is a header, use "
                        "{} winner={},loser={}.",
                        format.path, option_named("columns"), first, second));
}

void ComparisonReader::note_titles(const TableSource& source) {
  add_note(outcome_.report,
           fmt::format("The names of the columns of {} are on line {}: the {} above {} skipped.", layout_.format.path,
                       source.names_line(), source.titles() == 1 ? "line" : fmt::format("{} lines", source.titles()),
                       source.titles() == 1 ? "was" : "were"));
}

// What is wrong with these rows is for others to say, who read them; but it ends the reading here too.
void ComparisonReader::learn_keys(TableSource& source) {
  RowBlock& block = blocks_.front();
  while (source.next_before(block.source)) {
    RowReader(layout_, rules_, block).read_all();
    if (block.failure) std::rethrow_exception(block.failure);
    if (block.layout_after) layout_ = std::move(*block.layout_after);
  }
}

// A few blocks at a time: their rows are read side by side, then added one block after the other. The first block is
// alone, because from it JSON Lines learns the columns.
void ComparisonReader::read_blocks(TableSource& source) {
  std::size_t at_once = 1;
  while (const std::size_t count = fill_blocks(source, at_once)) {
    parallel_for(count, [&](std::size_t k) { read_rows(blocks_[k]); });
    make_room(count, source.share_read());
    add_blocks(source, count);
    at_once = blocks_.size();
  }
  source.check_end();
}

std::size_t ComparisonReader::fill_blocks(TableSource& source, std::size_t at_most) {
  std::size_t count = 0;
  while (count < at_most && source.next(blocks_[count].source)) ++count;
  return count;
}

void ComparisonReader::read_rows(RowBlock& block) const noexcept {
  try {
    RowReader(layout_, rules_, block).read_all();
    adder_.find_ids(block);
  } catch (...) {
    block.clear();
    block.failure = std::current_exception();
  }
}

// A block that brings new columns changes how those behind it are to be read: they are read again.
void ComparisonReader::add_blocks(TableSource& source, std::size_t count) {
  bool layout_changed = false;
  for (std::size_t k = 0; k < count; ++k) {
    if (layout_changed) read_rows(blocks_[k]);
    if (blocks_[k].layout_after) {
      layout_ = std::move(*blocks_[k].layout_after);
      layout_changed = true;
    }
    add_block(source, blocks_[k]);
    blocks_[k].source.batch.reset();  // the last block of a batch lets go of it
  }
}

void ComparisonReader::add_block(TableSource& source, RowBlock& block) {
  if (!block.rows.empty()) adder_.add(layout_.format.path, layout_.columns->shape, block, outcome_.report.rows);
  add_report(block.report);
  outcome_.without_answers += block.without_answers;
  outcome_.left_out_values.resize(rules_.where.size());
  for (std::size_t k = 0; k < block.left_out_values.size(); ++k)
    outcome_.left_out_values[k].add(block.left_out_values[k]);
  if (block.failed_row != 0) source.check_rest(block.failed_row);
  if (block.failure) std::rethrow_exception(block.failure);
}

void ComparisonReader::add_report(const ReadReport& report) {
  if (outcome_.report.first_skipped.empty() && !report.first_skipped.empty())
    outcome_.first_skipped_path = layout_.format.path;
  add(outcome_.report, report);
}

// For all of the table, going by what there is of it so far; but not for many times that, should the rest be
// different.
void ComparisonReader::make_room(std::size_t blocks, double share_read) {
  constexpr double kMargin = 1.02, kMostTimes = 4;
  std::uint64_t needed = comparisons_.size();
  for (std::size_t k = 0; k < blocks; ++k) needed += blocks_[k].comparisons;
  if (needed <= comparisons_.capacity() || needed > rules_.options.max_comparisons || share_read == 0) return;
  const auto before = static_cast<double>(size_before_), now = static_cast<double>(needed);
  const double expected = before + kMargin * (now - before) / share_read;
  comparisons_.reserve(static_cast<std::size_t>(
      std::min({expected, kMostTimes * now, static_cast<double>(rules_.options.max_comparisons)})));
}

// Keys of broken rows behind the last that could be read do not count.
void ComparisonReader::collect_unused() {
  TableFormat known = layout_.format;
  known.names.resize(layout_.recognised);
  for (const std::string& name : unused_columns(known, *layout_.columns)) {
    add_once(outcome_.unused_columns, name);
    const std::string role = likely_role(name, *layout_.columns, rules_.options.columns);
    const auto is_told = [&](const LikelyColumn& likely) { return likely.role == role; };
    if (!role.empty() && std::ranges::none_of(outcome_.likely, is_told)) outcome_.likely.push_back({role, name});
  }
}

// Keys that were asked for, and that no row of the table has.
void ComparisonReader::collect_absent() {
  const auto collect = [this](const std::string& name, bool is_there) {
    if (is_there)
      add_once(outcome_.asked_for, name);
    else
      outcome_.absent.push_back({layout_.format.path, name, no_column(name, layout_.format.names)});
  };
  for (std::size_t k = 0; k < layout_.columns->context.size(); ++k)
    collect(rules_.options.context[k], layout_.columns->context[k].is_there());
  for (std::size_t k = 0; k < layout_.columns->where.size(); ++k)
    collect(rules_.where[k].column, layout_.columns->where[k].has_value());
}

void ComparisonReader::note_empty(const std::string& reason) {
  if (!outcome_.empty_path.empty()) return;
  outcome_.empty_path = layout_.format.path;
  outcome_.empty_reason = reason;
}

}  // namespace pdrank::io
