#include "pdrank/io/bytes/line_reader.hpp"

#include "pdrank/core/errors.hpp"

namespace pdrank::io {

bool LineReader::next() {
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

// Sets text_, stop_ and next_ for the line at next_, and counts it. False if the block ended without a line break.
bool LineReader::find_line_end() {
  const std::size_t found = block_.find('\n', next_);
  const bool ended_by_break = found != std::string_view::npos;
  stop_ = ended_by_break ? found : block_.size();
  next_ = ended_by_break ? stop_ + 1 : stop_;
  next_line_ += ended_by_break ? 1 : 0;
  text_ = block_.substr(begin_, stop_ - begin_);
  if (text_.ends_with('\r')) text_.remove_suffix(1);
  return ended_by_break;
}

}  // namespace pdrank::io
