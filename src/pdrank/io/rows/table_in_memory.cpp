// A table in memory as a source of blocks: ranges of rows of its batches.
#include <algorithm>
#include <exception>
#include <utility>

#include "pdrank/core/errors.hpp"
#include "pdrank/io/rows/comparison_reader.hpp"
#include "pdrank/io/rows/read_comparisons.hpp"
#include "pdrank/io/rows/read_outcome.hpp"
#include "pdrank/io/tables/table.hpp"
#include "pdrank/io/tables/table_source.hpp"

namespace pdrank {
namespace {

constexpr std::size_t kBytesARow = 32;  // of files of comparisons, about

class TableInMemory : public io::TableSource {
 public:
  TableInMemory(DataTable& table, Observer* observer, std::size_t block_bytes)
      : table_(table),
        observer_(observer),
        rows_at_once_(std::max<std::size_t>(1, block_bytes / kBytesARow)),
        format_{.path = kTablePath, .in_memory = true, .names = table.names()} {}

  const io::TableFormat& format() const override { return format_; }
  void use(const std::vector<std::size_t>& columns) override { used_ = columns; }

  bool next(io::TableBlock& block) override {
    if (batch_ == nullptr && !next_batch()) return false;
    block.batch = batch_;
    block.begin = next_;
    block.end = next_ = std::min(batch_->rows, next_ + rows_at_once_);
    block.line = rows_ + 1;
    rows_ += block.end - block.begin;
    if (next_ == batch_->rows) batch_.reset();
    if (observer_ != nullptr) observer_->on_progress({.stage = "reading", .done = rows_, .total = table_.row_count()});
    if (observer_ != nullptr && observer_->stop_requested()) throw Stopped();
    return true;
  }

  void check_end() const override {
    if (failure_) std::rethrow_exception(failure_);
  }

  double share_read() const override {
    const auto all = static_cast<double>(table_.row_count());
    return all > 0 ? std::min(1.0, static_cast<double>(rows_) / all) : 0;
  }

 private:
  // A table that breaks off has rows before, which may be wrong too: they come first.
  bool next_batch() {
    if (ended_) return false;
    try {
      batch_ = table_.next(used_);
    } catch (const InputError&) {
      failure_ = std::current_exception();
    }
    next_ = 0;
    ended_ = batch_ == nullptr;
    return !ended_;
  }

  DataTable& table_;
  Observer* observer_;
  std::size_t rows_at_once_;
  io::TableFormat format_;
  std::vector<std::size_t> used_;
  std::shared_ptr<const TableBatch> batch_;  // null: to be asked for
  std::size_t next_ = 0;                     // row of it
  std::uint64_t rows_ = 0;                   // handed out
  bool ended_ = false;
  std::exception_ptr failure_;  // why there is no more
};

}  // namespace

Comparisons read_comparisons(DataTable& table, const ReadOptions& options, Observer* observer) {
  io::ComparisonReader reader(options);
  TableInMemory source(table, observer, options.block_bytes);
  reader.read(source);
  ShareRead all = reader.finish();
  return finish_rows(std::move(all.data), std::move(all.outcome), {}, options);
}

}  // namespace pdrank
