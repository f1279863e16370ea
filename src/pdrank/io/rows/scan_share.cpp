// How the records of a file go on behind a share, which the share finds out without knowing how they began.
#include <algorithm>
#include <optional>

#include "pdrank/core/errors.hpp"
#include "pdrank/io/rows/read_share.hpp"
#include "pdrank/io/rows/row_block.hpp"
#include "pdrank/io/tables/table_file.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank {
namespace {

// The bytes of a piece, block by block, but for a byte-order mark.
class PieceBytes {
 public:
  PieceBytes(const std::string& path, const FilePiece& piece, std::size_t block_bytes)
      : input_(path, block_bytes), offset_(piece.begin), end_(piece.end) {
    const bool is_marked = input_.peek(io::kByteOrderMark.size()).starts_with(io::kByteOrderMark);
    if (is_marked) offset_ = std::max<std::uint64_t>(offset_, io::kByteOrderMark.size());
    input_.go_to(offset_);
    block_.resize(std::min<std::uint64_t>(block_bytes, end_ - piece.begin));
  }

  // Empty at the end.
  std::string_view next() {
    if (offset_ >= end_) return {};
    const std::size_t size = input_.take(block_.data(), std::min<std::uint64_t>(block_.size(), end_ - offset_));
    offset_ += size;
    return {block_.data(), size};
  }
  std::uint64_t offset() const { return offset_; }  // behind what was handed out

 private:
  io::RawInput input_;
  std::uint64_t offset_, end_;
  std::vector<char> block_;
};

std::optional<char> delimiter_of(const io::TableFile& file) {
  const bool has_quotes = !file.is_empty() && !file.format().is_keyed;
  return has_quotes ? std::optional(file.format().delimiter) : std::nullopt;
}

ShareScan scan(const std::vector<std::string>& paths, const FilePiece& piece, const ReadOptions& options,
               Observer* observer) {
  ShareScan found{.file = piece.file};
  const io::TableFile file(paths[piece.file], io::ReadRules(options).text(), nullptr, options.block_bytes);
  io::StateScan states(delimiter_of(file));
  PieceBytes bytes(paths[piece.file], piece, options.block_bytes);
  for (std::string_view text = bytes.next(); !text.empty(); text = bytes.next()) {
    found.line_breaks += io::count_line_breaks(text);
    // Quotes in titles mean nothing.
    const std::uint64_t begin = bytes.offset() - text.size(), titles = std::max(begin, file.first_offset()) - begin;
    states.pass(text.substr(std::min<std::uint64_t>(titles, text.size())));
    if (observer != nullptr && observer->stop_requested()) throw Stopped();
  }
  found.states = states.map();
  return found;
}

}  // namespace

// Errors are for those to tell who read the file.
ShareScan scan_share(const std::vector<std::string>& paths, const std::vector<FilePiece>& pieces,
                     const ReadOptions& options, Observer* observer) {
  if (pieces.empty() || pieces.back().end == io::kEndOfFile) return {};
  try {
    return scan(paths, pieces.back(), options, observer);
  } catch (const InputError&) {
  } catch (const io::BrokenInput&) {
  }
  return {};
}

}  // namespace pdrank
