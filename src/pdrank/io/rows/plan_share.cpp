// Who reads which bytes.
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>

#include "pdrank/core/errors.hpp"
#include "pdrank/io/bytes/byte_source.hpp"
#include "pdrank/io/rows/read_share.hpp"

namespace pdrank {
namespace {

// How much longer than a plain byte a compressed one takes, about.
constexpr std::uint64_t kCompressedWeight = 5;

struct FileKind {
  std::uint64_t weight = 1;  // at least 1, so that every file begins in a share
  bool can_be_cut = false;
};

// Whether its beginning and end are there for everyone; also one that is not there at all, of which all can tell.
bool can_be_shared(const std::string& path) {
  struct stat status {};
  return path != "-" && (::stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode));
}

FileKind look_at(const std::string& path) {
  try {
    io::RawInput input(path, io::kBlockBytes);
    const std::uint64_t bytes = std::max<std::uint64_t>(1, input.bytes_total());
    if (io::is_compressed(input)) return {.weight = kCompressedWeight * bytes};
    // An array is rewritten from its beginning on.
    constexpr std::string_view kBlanks = " \t\r\n\xef\xbb\xbf";
    constexpr std::size_t kLookedAt = 4096;
    const std::string_view start = input.peek(kLookedAt);
    const std::size_t first = start.find_first_not_of(kBlanks);
    return {.weight = bytes, .can_be_cut = first == std::string_view::npos || start[first] != '['};
  } catch (const InputError&) {
  } catch (const io::BrokenInput&) {
  }
  return {};
}

// Where share `number` of what is `total` long begins.
std::uint64_t share_begin(std::uint64_t total, std::uint32_t number, std::uint32_t of) {
  return total / of * number + total % of * number / of;
}

std::vector<FilePiece> whole_files(std::size_t count) {
  std::vector<FilePiece> pieces(count);
  for (std::size_t k = 0; k < count; ++k) pieces[k].file = k;
  return pieces;
}

std::vector<FilePiece> cut_files(const std::vector<FileKind>& files, std::uint32_t number, std::uint32_t of) {
  std::uint64_t total = 0;
  for (const FileKind& file : files) total += file.weight;
  const std::uint64_t begin = share_begin(total, number, of), end = share_begin(total, number + 1, of);
  std::vector<FilePiece> pieces;
  std::uint64_t start = 0;
  for (std::size_t k = 0; k < files.size(); ++k) {
    const std::uint64_t stop = start + files[k].weight;
    const bool begins_here = begin <= start && start < end;
    const bool has_bytes_here = std::max(begin, start) < std::min(end, stop);
    if (begins_here && !files[k].can_be_cut) pieces.push_back({.file = k});
    if (has_bytes_here && files[k].can_be_cut)
      pieces.push_back(
          {.file = k, .begin = std::max(begin, start) - start, .end = stop <= end ? io::kEndOfFile : end - start});
    start = stop;
  }
  return pieces;
}

}  // namespace

std::vector<FilePiece> plan_share(const std::vector<std::string>& paths, std::uint32_t number, std::uint32_t of) {
  if (paths.empty()) throw InvalidArgument("paths", "empty", "at least one file is needed");
  if (number >= of) throw InvalidArgument("number", fmt::format("{}", number), fmt::format("it must be below {}", of));
  const bool is_alone = of == 1 || !std::ranges::all_of(paths, can_be_shared);
  if (is_alone) return whole_files(number == 0 ? paths.size() : 0);
  std::vector<FileKind> files;
  for (const std::string& path : paths) files.push_back(look_at(path));
  return cut_files(files, number, of);
}

}  // namespace pdrank
