// Files to Comparisons: CSV, TSV, JSON Lines, plain or compressed, in any of the known layouts; and tables in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "pdrank/core/ids.hpp"
#include "pdrank/core/observer.hpp"
#include "pdrank/core/option_table.hpp"
#include "pdrank/data/comparisons.hpp"

namespace pdrank {

class DataTable;

struct ReadOptions {
  // What the columns mean: "winner=a,loser=b", "left=a,right=b,label=c" (or winner=c, outcome=c) or "ranking=a", each
  // with annotator=, weight=, tie=, time=, share= and grade= if wished, the first also with first=. A column is given
  // by its header name, or by its 1-based number; a file read by numbers alone has no header, unless its first line
  // calls these columns by their usual names. Empty: the columns are recognised. Of annotator, weight and tie, those
  // not given are still recognised; "weight=" leaves it out.
  std::string columns = "";
  std::string time = "";                            // the column that says when answers were given
  std::string delimiter = "";                       // between the fields of a file: a character, or its name (tab);
                                                    // empty: it is recognised
  std::uint64_t skip_lines = 0;                     // lines at the beginning of every file that are not read
  std::vector<std::string> where = {};              // conditions on rows, such as "language=English" (condition.hpp);
                                                    // rows that do not meet them all are left out and counted
  std::vector<std::string> context = {};            // columns to keep, by name or number: Comparisons::context
  bool merge_names = false;                         // same_names() are one item, by their most frequent name
  bool skip_bad_rows = false;                       // leave out rows that cannot be used instead of throwing
  bool refuse_ties = false;                         // a tie is a row that cannot be used
  bool may_be_empty = false;                        // no rows at all are no error
  std::uint64_t max_comparisons = kMaxComparisons;  // more than this is an error; at most kMaxComparisons
  std::size_t block_bytes = std::size_t{1} << 18;   // read by one thread at a time, 32 bytes a row of a table in
                                                    // memory; does not change the result

  static OptionTable<ReadOptions> table();
};

// Reads the files one after the other; row numbers count on. "-" is stdin. Fills Comparisons::report.
// Works on the threads of the current ThreadScope.
// Throws InputError for a file or row that cannot be used, for a column of `where` or `context` that is not there, for
// conditions that no row meets, and for files without a single comparison (but may_be_empty),
// InvalidArgument for wrong options, Stopped if the observer says so (stage "reading", bytes of the current file).
Comparisons read_comparisons(const std::vector<std::string>& paths, const ReadOptions& options = {},
                             Observer* observer = nullptr);
Comparisons read_comparisons(const std::string& path, const ReadOptions& options = {}, Observer* observer = nullptr);

// Reads a table in memory (table.hpp) to its end, by the same rules: what files say on a line, it says in a row. Its
// names are never taken for data, and in `columns` a number may be a name. Errors call it "table" and give the 1-based
// row; progress counts rows.
Comparisons read_comparisons(DataTable& table, const ReadOptions& options = {}, Observer* observer = nullptr);

}  // namespace pdrank
