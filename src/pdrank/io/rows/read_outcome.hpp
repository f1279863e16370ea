// What there is to say once everything has been read, be it by one reader or by several that each read a share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pdrank/data/read_report.hpp"
#include "pdrank/io/rows/read_comparisons.hpp"
#include "pdrank/io/rows/value_counts.hpp"

namespace pdrank {

// A column that was asked for, and that no row of a table has.
struct AbsentColumn {
  std::string path, name, reason;
};

struct ReadOutcome {
  ReadReport report;  // but for the note on unused columns
  std::uint64_t comparisons = 0;
  std::uint64_t without_answers = 0;             // rows that count nothing: their weight is 0, or not given
  std::vector<std::string> unused_columns;       // of any table, each name once
  std::string first_path;                        // the first table
  std::string empty_path, empty_reason;          // the first table without a row, and what is to be said about it
  std::string first_skipped_path;                // where the first skipped row is, if there is one
  std::vector<std::string> asked_for;            // columns of the context and of conditions that some table has
  std::vector<AbsentColumn> absent;              // those that a table of JSON Lines does not have
  std::vector<io::ValueCounts> left_out_values;  // by condition: of the rows that it left out
};

// Adds a name that is not there already.
void add_once(std::vector<std::string>& names, const std::string& name);

// Adds that of the share behind it.
void add(ReadOutcome& outcome, const ReadOutcome& more);

// The report on all of it, with all notes. Throws InputError if no table has a column that was asked for, and if there
// is not a single comparison, unless there may be no rows.
ReadReport finish_report(ReadOutcome outcome, const ReadOptions& options);

// As bytes, to be sent to another process of the same program, and back.
std::string packed(const ReadOutcome& outcome);
ReadOutcome unpacked(std::string_view bytes);

}  // namespace pdrank
