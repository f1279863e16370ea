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

// A column that is not used and, by its name, may say more about the answers.
struct LikelyColumn {
  std::string role, name;  // as the option `columns` has them
};

// A table and how many comparisons it has.
struct ReadTable {
  std::string path;
  std::uint64_t comparisons = 0;
};

struct ReadOutcome {
  ReadReport report;  // but for the note on unused columns
  std::uint64_t comparisons = 0;
  std::uint64_t without_answers = 0;             // rows that count nothing: their weight is 0, or not given
  std::vector<std::string> unused_columns;       // of any table, each name once
  std::vector<LikelyColumn> likely;              // of these, one a role
  std::vector<ReadTable> tables;                 // one after the other
  std::string first_path;                        // the first table
  std::string empty_path, empty_reason;          // the first table without a row, and what is to be said about it
  std::string first_skipped_path;                // where the first skipped row is, if there is one
  std::vector<std::string> asked_for;            // columns of the context and of conditions that some table has
  std::vector<AbsentColumn> absent;              // those that a table of JSON Lines does not have
  std::vector<io::ValueCounts> left_out_values;  // by condition: of the rows that it left out
};

// Adds a name that is not there already.
void add_once(std::vector<std::string>& names, const std::string& name);

// Adds a table; the rest of the last one is not counted by itself.
void add_table(std::vector<ReadTable>& tables, const ReadTable& table);

// Adds that of the share behind it.
void add(ReadOutcome& outcome, const ReadOutcome& more);

// The report on all of it, with all notes. Throws InputError if no table has a column that was asked for, and if there
// is not a single comparison, unless there may be no rows.
ReadReport finish_report(ReadOutcome outcome, const ReadOptions& options);

// What is said by those who have all rows, too: about files and rows that are there twice, and about names, which are
// merged if that is asked for. `paths` are those of the files. Throws as finish_report() does.
Comparisons finish_rows(Comparisons rows, ReadOutcome outcome, const std::vector<std::string>& paths,
                        const ReadOptions& options);

// What there is to say about the files themselves: those that are given more than once.
std::vector<std::string> notes_on_files(const std::vector<std::string>& paths);

// As bytes, to be sent to another process of the same program, and back.
std::string packed(const ReadOutcome& outcome);
ReadOutcome unpacked(std::string_view bytes);

}  // namespace pdrank
