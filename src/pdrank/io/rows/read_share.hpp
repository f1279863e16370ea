// Files to Comparisons by several processes that all see the same files: each reads its share, and the shares put one
// after the other are what read_comparisons() reads. Nothing here knows how the processes talk to each other:
//
//   const std::vector<FilePiece> pieces = plan_share(paths, number, of);
//   const std::vector<ShareScan> scans = ..;  // scan_share(paths, pieces, options) of every share, in order
//   ShareRead share = read_share(paths, pieces, std::span(scans).first(number), options);
//   ReadOutcome all = ..;                     // that of every share, add()ed in order
//   share.data.report = finish_report(all, options);
//
// All rows of a share come before those of the next, and errors have the file, line and words of read_comparisons().
// What that would report is the error of the lowest share that fails; those behind it may fail as well, or not.
//
// What differs:
//  - max_comparisons, and the limit of 32 bits for row numbers, are those of a share.
//  - A key of JSON Lines that is not in the first MiB of its file is known to a share only from its own rows on. That
//    matters if there are two such keys for the same thing, say worker and judge: a share takes the one it sees first.
//    Such keys are also not counted together with those of other shares against the limit of 4096.
//  - Files that change while they are read, and disks that fail, may show anything.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "pdrank/data/comparisons.hpp"
#include "pdrank/io/bytes/byte_source.hpp"
#include "pdrank/io/bytes/state_map.hpp"
#include "pdrank/io/rows/read_comparisons.hpp"
#include "pdrank/io/rows/read_outcome.hpp"

namespace pdrank {

// The records of a file that begin in a range of its bytes.
struct FilePiece {
  std::size_t file = 0;  // which of the paths
  std::uint64_t begin = 0, end = io::kEndOfFile;

  friend bool operator==(const FilePiece&, const FilePiece&) = default;
};

// What share `number`, from 0, of so many reads: pieces in the order of the files, all but the first from the beginning
// of their file and all but the last to its end. Plain files are cut into shares of about equal bytes; a compressed one
// goes whole to one share. Where a path is stdin ("-") or no regular file, share 0 reads everything. A file that cannot
// be opened is in the share whose reading says so. Throws InvalidArgument without paths or if there is no such share.
std::vector<FilePiece> plan_share(const std::vector<std::string>& paths, std::uint32_t number, std::uint32_t of);

// What those who read behind a share have to know of it: how the records of its last file go on. Trivially copyable, to
// be sent as bytes.
struct ShareScan {
  static constexpr std::uint64_t kNoFile = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t file = kNoFile;  // the one whose end the share does not read
  std::uint64_t line_breaks = 0;
  io::StateMap states = {};
};

// Looks through the bytes of that last piece, which takes a small part of the time of reading it. A file that cannot be
// read is no error here. Throws Stopped if the observer says so, InvalidArgument for wrong options.
ShareScan scan_share(const std::vector<std::string>& paths, const std::vector<FilePiece>& pieces,
                     const ReadOptions& options = {}, Observer* observer = nullptr);

struct ShareRead {
  Comparisons data;     // with ids, row numbers from 1 and a report of its own; others add outcome.report.rows of the
                        // shares before to its row numbers
  ReadOutcome outcome;  // of this share
};

// `before` has the scans of all shares before this one, in order. Throws as read_comparisons() does, but not for want
// of comparisons, of which finish_report() tells.
ShareRead read_share(const std::vector<std::string>& paths, const std::vector<FilePiece>& pieces,
                     std::span<const ShareScan> before, const ReadOptions& options = {}, Observer* observer = nullptr);

}  // namespace pdrank
