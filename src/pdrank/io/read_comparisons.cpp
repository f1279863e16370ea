#include "pdrank/io/read_comparisons.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/parallel.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/io/column_spec.hpp"
#include "pdrank/io/row_adder.hpp"
#include "pdrank/io/row_reader.hpp"
#include "pdrank/io/table_file.hpp"

namespace pdrank {
namespace {

using io::RowBlock;

constexpr std::size_t kBlocksAtOnce = 16;  // enough for that many threads
constexpr std::size_t kUnusedColumnsShown = 8;

void validate(const std::vector<std::string>& paths, const ReadOptions& options) {
  if (paths.empty()) throw InvalidArgument("paths", "empty", "at least one file is needed");
  if (options.max_comparisons > kMaxComparisons)
    throw InvalidArgument("max_comparisons", fmt::format("{}", options.max_comparisons),
                          fmt::format("it must be at most {}", kMaxComparisons));
  if (options.block_bytes == 0) throw InvalidArgument("block_bytes", "0", "it must be at least 1");
  if (!options.columns.empty()) io::parse_column_spec(options.columns);
}

class ComparisonReader {
 public:
  ComparisonReader(const ReadOptions& options, Observer* observer)
      : options_(options), observer_(observer), adder_(comparisons_, options.max_comparisons), blocks_(kBlocksAtOnce) {}

  void read(const std::string& path) {
    io::TableFile file(path, observer_, options_.block_bytes);
    if (file.is_empty()) return note_empty(path, "the file is empty");
    const std::uint64_t rows_before = comparisons_.report.rows;
    size_before_ = comparisons_.size();
    layout_ = {.format = file.format()};
    if (!layout_.format.is_keyed) recognise(file);
    read_blocks(file);
    if (layout_.columns) collect_unused();
    if (comparisons_.report.rows == rows_before) note_empty(path, "no data rows after the header");
  }

  Comparisons finish() {
    note_unused();
    if (!comparisons_.empty()) return std::move(comparisons_);
    if (comparisons_.report.rows == 0) throw InputError(empty_path_, 0, empty_reason_);
    throw InputError(first_skipped_path_, 0,
                     fmt::format("no usable comparison (rows skipped: {}; the first: {})", comparisons_.report.rows,
                                 comparisons_.report.first_skipped.front()));
  }

 private:
  void recognise(io::TableFile& file) {
    layout_.recognise(file.names_line(), options_.columns);
    if (!layout_.columns->names_are_data) return;
    file.take_names_as_row();
    if (!options_.columns.empty()) return;  // the caller said so
    const io::TableFormat& format = layout_.format;
    comparisons_.report.notes.push_back(
        fmt::format("{} has no header with known names: its first line was taken as data. If that is a header, use "
                    "--columns winner={},loser={}.",
                    format.path, format.names[layout_.columns->first], format.names[layout_.columns->second]));
  }

  // A few blocks at a time: their rows are read side by side, then added one block after the other. The first block is
  // alone, because from it JSON Lines learns the columns.
  void read_blocks(io::TableFile& file) {
    std::size_t at_once = 1;
    while (const std::size_t count = fill_blocks(file, at_once)) {
      parallel_for(count, [&](std::size_t k) { read_rows(blocks_[k]); });
      make_room(count, file.share_read());
      add_blocks(file, count);
      at_once = blocks_.size();
    }
    file.check_end();
  }

  std::size_t fill_blocks(io::TableFile& file, std::size_t at_most) {
    std::size_t count = 0;
    while (count < at_most && file.next(blocks_[count].text)) ++count;
    return count;
  }

  void read_rows(RowBlock& block) const noexcept {
    try {
      io::RowReader(layout_, options_, block).read_all();
      adder_.find_ids(block);
    } catch (...) {
      block.clear();
      block.failure = std::current_exception();
    }
  }

  // A block that brings new columns changes how those behind it are to be read: they are read again.
  void add_blocks(io::TableFile& file, std::size_t count) {
    bool layout_changed = false;
    for (std::size_t k = 0; k < count; ++k) {
      if (layout_changed) read_rows(blocks_[k]);
      if (blocks_[k].layout_after) {
        layout_ = std::move(*blocks_[k].layout_after);
        layout_changed = true;
      }
      add_block(file, blocks_[k]);
    }
  }

  void add_block(io::TableFile& file, RowBlock& block) {
    if (!block.rows.empty()) adder_.add(layout_.format.path, layout_.columns->shape, block, comparisons_.report.rows);
    add_report(block.report);
    if (block.failed_row != 0) file.check_rest(block.failed_row);
    if (block.failure) std::rethrow_exception(block.failure);
  }

  void add_report(const ReadReport& report) {
    if (comparisons_.report.first_skipped.empty()) first_skipped_path_ = layout_.format.path;
    for (const std::string& error : report.first_skipped) io::show_skipped(comparisons_.report, error);
    for (const auto& [reason, rows] : report.skipped) io::count_skipped(comparisons_.report, reason, rows);
    comparisons_.report.rows += report.rows;
  }

  // For all of the file, going by what there is of it so far; but not for many times that, should the rest be
  // different.
  void make_room(std::size_t blocks, double share_read) {
    constexpr double kMargin = 1.02, kMostTimes = 4;
    std::uint64_t needed = comparisons_.size();
    for (std::size_t k = 0; k < blocks; ++k) needed += blocks_[k].comparisons;
    if (needed <= comparisons_.capacity() || needed > options_.max_comparisons || share_read == 0) return;
    const auto before = static_cast<double>(size_before_), now = static_cast<double>(needed);
    const double expected = before + kMargin * (now - before) / share_read;
    comparisons_.reserve(static_cast<std::size_t>(
        std::min({expected, kMostTimes * now, static_cast<double>(options_.max_comparisons)})));
  }

  void collect_unused() {
    for (const std::string& name : io::unused_columns(layout_.format, *layout_.columns))
      if (std::find(unused_.begin(), unused_.end(), name) == unused_.end()) unused_.push_back(name);
  }

  void note_unused() {
    if (unused_.empty()) return;
    std::vector<std::string> names;
    for (const std::string& name : unused_) names.push_back(shortened(name));
    comparisons_.report.notes.push_back(fmt::format("Column{} not used: {}.", unused_.size() == 1 ? "" : "s",
                                                    first_few(names, names.size(), kUnusedColumnsShown)));
  }

  void note_empty(const std::string& path, const std::string& reason) {
    if (!empty_path_.empty()) return;
    empty_path_ = io::shown_path(path);
    empty_reason_ = reason;
  }

  const ReadOptions& options_;
  Observer* observer_;
  Comparisons comparisons_;
  io::RowAdder adder_;
  std::vector<RowBlock> blocks_;
  io::Layout layout_;                // of the current file, up to where it has been added
  std::size_t size_before_ = 0;      // comparisons of the files before
  std::vector<std::string> unused_;  // columns of any file, each name once
  std::string empty_path_, empty_reason_, first_skipped_path_;
};

}  // namespace

Comparisons read_comparisons(const std::vector<std::string>& paths, const ReadOptions& options, Observer* observer) {
  validate(paths, options);
  ComparisonReader reader(options, observer);
  for (const std::string& path : paths) reader.read(path);
  return reader.finish();
}

Comparisons read_comparisons(const std::string& path, const ReadOptions& options, Observer* observer) {
  return read_comparisons(std::vector<std::string>{path}, options, observer);
}

}  // namespace pdrank
