// What there is to say once everything has been read, be it by one reader or by several that each read a share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pdrank/data/read_report.hpp"

namespace pdrank {

struct ReadOutcome {
  ReadReport report;  // but for the note on unused columns
  std::uint64_t comparisons = 0;
  std::vector<std::string> unused_columns;  // of any table, each name once
  std::string empty_path, empty_reason;     // the first table without a row, and what is to be said about it
  std::string first_skipped_path;           // where the first skipped row is, if there is one
};

void add_unused(ReadOutcome& outcome, const std::string& column);

// Adds that of the share behind it.
void add(ReadOutcome& outcome, const ReadOutcome& more);

// The report on all of it, with all notes. Throws InputError if there is not a single comparison, unless there may be
// no rows.
ReadReport finish_report(ReadOutcome outcome, bool may_be_empty);

// As bytes, to be sent to another process of the same program, and back.
std::string packed(const ReadOutcome& outcome);
ReadOutcome unpacked(std::string_view bytes);

}  // namespace pdrank
