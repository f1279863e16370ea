#include "pdrank/io/rows/read_share.hpp"

#include <type_traits>

#include "pdrank/io/rows/comparison_reader.hpp"
#include "pdrank/io/tables/table_file.hpp"

namespace pdrank {
namespace {

static_assert(std::is_trivially_copyable_v<ShareScan>);

io::FilePart part_of(const FilePiece& piece, std::span<const ShareScan> before) {
  io::FilePart part{.begin = piece.begin, .end = piece.end};
  for (const ShareScan& scan : before) {
    if (scan.file != piece.file) continue;
    part.state = scan.states(part.state);
    part.line += scan.line_breaks;
  }
  return part;
}

bool is_whole(const FilePiece& piece) { return piece.begin == 0 && piece.end == io::kEndOfFile; }

}  // namespace

ShareRead read_share(const std::vector<std::string>& paths, const std::vector<FilePiece>& pieces,
                     std::span<const ShareScan> before, const ReadOptions& options, Observer* observer) {
  io::ComparisonReader reader(options);
  const io::TextRules text = io::ReadRules(options).text();
  for (const FilePiece& piece : pieces) {
    io::TableFile file(paths[piece.file], text, observer, options.block_bytes);
    if (!is_whole(piece)) file.narrow(part_of(piece, before));
    reader.read(file);
  }
  return reader.finish();
}

}  // namespace pdrank
