#include "pdrank/io/bytes/block_reader.hpp"

#include <algorithm>

#include "pdrank/core/errors.hpp"
#include "pdrank/io/bytes/foreign_format.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank::io {

BlockReader::BlockReader(const std::string& path, Observer* observer, std::size_t block_bytes)
    : path_(shown_path(path)), observer_(observer), source_(path, block_bytes), block_bytes_(block_bytes) {}

void BlockReader::drop_byte_order_mark() {
  if (offset_ > 0) return;
  while (pending().size() < kByteOrderMark.size() && read_more()) {
  }
  if (pending().starts_with(kByteOrderMark)) drop(kByteOrderMark.size());
}

void BlockReader::skip_lines(std::uint64_t count) {
  drop_byte_order_mark();
  while (count > 0) {
    const std::size_t line_break = pending().find('\n');
    const bool is_whole = line_break != std::string_view::npos;
    drop(is_whole ? line_break + 1 : pending().size());
    if (is_whole) ++line_, --count;
    if (begin_ == end_) begin_ = end_ = 0;
    if (!is_whole && !read_more()) return;
  }
}

std::vector<std::string_view> BlockReader::first_lines(std::size_t count) {
  const auto breaks = [this] { return count_line_breaks(pending()); };
  while (breaks() < count && pending().size() <= kMaxRecordBytes && read_more()) {
  }
  std::vector<std::string_view> lines;
  for (std::string_view rest = pending(); lines.size() < count && !rest.empty();) {
    const std::size_t size = std::min(rest.find('\n'), rest.size());
    if (size > kMaxRecordBytes) break;
    lines.push_back(rest.substr(0, size));
    rest.remove_prefix(std::min(size + 1, rest.size()));
  }
  return lines;
}

void BlockReader::drop_lines(std::size_t count) {
  for (; count > 0; --count, ++line_) {
    const std::size_t line_break = pending().find('\n');
    drop(line_break == std::string_view::npos ? pending().size() : line_break + 1);
  }
}

std::string_view BlockReader::first_line() {
  drop_byte_order_mark();
  while (true) {
    const std::size_t line_break = pending().find('\n');
    const bool is_whole = line_break != std::string_view::npos;
    if (!is_whole && pending().size() <= kMaxRecordBytes && read_more()) continue;
    if (!is_whole && !failure_.empty()) return {};
    const std::string_view line = pending().substr(0, line_break);
    if (line.size() > kMaxRecordBytes || !trimmed(line).empty()) return line;
    if (!is_whole) return {};
    drop(line_break + 1);
    ++line_;
  }
}

void BlockReader::expect_array() {
  array_.emplace();
  array_->rewrite({buffer_.data() + begin_, end_ - begin_});
  line_ = 1;
}

void BlockReader::drop(std::size_t size) {
  begin_ += size;
  offset_ += size;
}

void BlockReader::go_to(std::uint64_t offset, std::uint64_t line, RecordState state) {
  begin_ = end_ = 0;
  offset_ = start_offset_ = offset;
  line_ = line;
  ended_ = false;
  failure_.clear();
  try {
    source_.go_to(offset);
  } catch (const BrokenInput& broken) {
    failure_ = broken.what();
  }
  find_record(state);
}

// Drops what is left of the record that is going on.
void BlockReader::find_record(RecordState state) {
  while (state != RecordState::record_start && offset_ < stop_ && read_more()) {
    const std::size_t size = std::min(record_end(pending(), delimiter_, state), pending().size());
    const std::string_view rest = pending().substr(0, size);
    state = state_after(state, rest, delimiter_);
    line_ += count_line_breaks(rest);
    drop(size);
    if (begin_ == end_) begin_ = end_ = 0;
  }
}

bool BlockReader::next(TableBlock& block) {
  if (offset_ >= stop_) return false;
  while (pending().size() < block_bytes_ && read_more()) {
  }
  std::size_t size = whole_records_pending();
  while (size == 0 && pending().size() <= kMaxRecordBytes && read_more()) size = whole_records_pending();
  if (size == 0 && failure_.empty()) {
    size = pending().size();
    ended_ = true;
  }
  if (size == 0) return false;
  hand_over(size, block);
  const auto [done, total] = bytes_read();
  if (observer_ != nullptr) observer_->on_progress({.stage = "reading", .done = done, .total = total});
  return true;
}

// Of the records that begin before the stop.
std::size_t BlockReader::whole_records_pending() const {
  const std::size_t size = whole_records(pending(), delimiter_);
  if (size <= stop_ - offset_) return size;
  const auto before = static_cast<std::size_t>(stop_ - offset_);
  const RecordState state = state_after(RecordState::record_start, pending().substr(0, before), delimiter_);
  if (state == RecordState::record_start) return before;
  return before + record_end(pending().substr(before), delimiter_, state);
}

// The block gets the buffer, and the reader the block's old one with what is left over.
void BlockReader::hand_over(std::size_t size, TableBlock& block) {
  const std::string_view rest = pending().substr(size);
  block.text = pending().substr(0, size);
  block.line = line_;
  line_ += count_line_breaks(block.text);
  offset_ += size;
  block.buffer.swap(buffer_);
  if (buffer_.size() < rest.size()) buffer_.resize(rest.size());
  std::copy(rest.begin(), rest.end(), buffer_.begin());
  begin_ = 0;
  end_ = rest.size();
}

// Up to another block behind what is pending. False at the end of the input, or where it breaks off.
bool BlockReader::read_more() {
  if (ended_ || !failure_.empty()) return false;
  if (buffer_.size() < end_ + block_bytes_) buffer_.resize(end_ + block_bytes_);
  try {
    const std::size_t got = source_.read(buffer_.data() + end_, block_bytes_);
    ended_ = got == 0;
    if (array_) array_->rewrite({buffer_.data() + end_, got});
    end_ += got;
  } catch (const BrokenInput& broken) {
    failure_ = broken.what();
  }
  if (observer_ != nullptr && observer_->stop_requested()) throw Stopped();
  return !ended_ && failure_.empty();
}

void BlockReader::check_end() const {
  if (!failure_.empty()) throw InputError(path_, line_ + count_line_breaks(pending()), with_file(failure_, path_));
}

void BlockReader::check_rest(std::uint64_t line) {
  if (!failure_.empty() && source_.has_check_sums()) throw InputError(path_, line, failure_);
  try {
    source_.check_rest();
  } catch (const BrokenInput& broken) {
    throw InputError(path_, line, broken.what());
  }
}

BlockReader::Bytes BlockReader::bytes_read() const {
  const std::uint64_t done = source_.bytes_consumed() - start_offset_;
  const std::uint64_t stop = std::max(start_offset_, std::min(stop_, source_.bytes_total()));
  const std::uint64_t total = stop - start_offset_;
  return {.done = total > 0 ? std::min(done, total) : done, .total = total};
}

double BlockReader::share_read() const {
  const auto [done, total] = bytes_read();
  return total > 0 ? std::min(1.0, static_cast<double>(done) / static_cast<double>(total)) : 0;
}

}  // namespace pdrank::io
