#include "pdrank/io/line_reader.hpp"

#include <algorithm>
#include <cstring>

#include "pdrank/core/errors.hpp"

namespace pdrank::io {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

}  // namespace

LineReader::LineReader(const std::string& path, Observer* observer, std::size_t block_bytes)
    : path_(shown_path(path)), observer_(observer), source_(path, block_bytes), block_bytes_(block_bytes) {}

bool LineReader::next() {
  if (line_ == 0) skip_byte_order_mark();
  begin_ = next_;
  line_ = next_line_;
  const bool ended_by_break = find_line_end();
  if (stop_ - begin_ > kMaxRecordBytes) throw InputError(path_, line_, "line is longer than 1 MiB");
  return ended_by_break || stop_ > begin_;
}

LineReader::Joined LineReader::join() {
  const std::size_t size_before = stop_ - begin_;
  const bool ended_by_break = find_line_end();
  if (stop_ - begin_ > kMaxRecordBytes) return Joined::too_long;
  return ended_by_break || stop_ - begin_ > size_before + 1 ? Joined::yes : Joined::at_end;
}

std::string_view LineReader::text() const {
  std::string_view text(buffer_.data() + begin_, stop_ - begin_);
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

// Sets stop_ and next_ for the line at next_, and counts it. False if the input ended without a line break. Gives up,
// with stop_ beyond the limit, as soon as the record is too long.
bool LineReader::find_line_end() {
  while (true) {
    if (const void* found =
            filled_ > scanned_ ? std::memchr(buffer_.data() + scanned_, '\n', filled_ - scanned_) : nullptr) {
      stop_ = static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.data());
      next_ = scanned_ = stop_ + 1;
      ++next_line_;
      return true;
    }
    scanned_ = filled_;
    if (filled_ - begin_ > kMaxRecordBytes || !read_more()) {
      stop_ = next_ = filled_;
      return false;
    }
  }
}

// Another block behind the bytes from begin_ on, which may move to the front. False at the end of the input.
bool LineReader::read_more() {
  if (buffer_.size() - filled_ < block_bytes_) {
    std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
              buffer_.begin() + static_cast<std::ptrdiff_t>(filled_), buffer_.begin());
    stop_ -= std::min(stop_, begin_);
    next_ -= begin_;
    scanned_ -= begin_;
    filled_ -= begin_;
    begin_ = 0;
    // Room for as much again, so that a long record is moved a few times only.
    if (buffer_.size() < 2 * filled_ + block_bytes_) buffer_.resize(2 * filled_ + block_bytes_);
  }
  std::size_t got = 0;
  try {
    got = source_.read(buffer_.data() + filled_, block_bytes_);
  } catch (const BrokenInput& broken) {
    throw InputError(path_, next_line_, broken.what());
  }
  filled_ += got;
  if (got == 0) return false;
  if (observer_ != nullptr) {
    observer_->on_progress({.stage = "reading", .done = source_.bytes_consumed(), .total = source_.bytes_total()});
    if (observer_->stop_requested()) throw Stopped();
  }
  return true;
}

void LineReader::check_rest() {
  try {
    source_.check_rest();
  } catch (const BrokenInput& broken) {
    throw InputError(path_, line_, broken.what());
  }
}

void LineReader::skip_byte_order_mark() {
  while (filled_ < kByteOrderMark.size() && read_more()) {
  }
  if (std::string_view(buffer_.data(), filled_).starts_with(kByteOrderMark)) next_ = scanned_ = kByteOrderMark.size();
}

}  // namespace pdrank::io
