// What is said when all rows are there.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "pdrank/core/words.hpp"
#include "pdrank/data/repeats.hpp"
#include "pdrank/data/same_names.hpp"
#include "pdrank/io/bytes/byte_source.hpp"
#include "pdrank/io/rows/read_outcome.hpp"

namespace pdrank {
namespace {

// Files with the same rows under different names.
void note_same_tables(const std::vector<ReadTable>& tables, Comparisons& rows) {
  std::vector<std::size_t> begin(tables.size(), 0);
  for (std::size_t k = 1; k < tables.size(); ++k) begin[k] = begin[k - 1] + tables[k - 1].comparisons;
  for (std::size_t k = 0; k < tables.size(); ++k) {
    const ReadTable& table = tables[k];
    for (std::size_t before = 0; before < k && table.comparisons >= kEnoughToRepeat; ++before) {
      const bool may_be =
          tables[before].comparisons == table.comparisons && !io::is_same_file(tables[before].path, table.path);
      if (!may_be || !same_rows(rows, begin[before], begin[k], table.comparisons)) continue;
      add_note(rows.report, fmt::format("{} and {} have the same {} comparisons, row by row, which count twice.",
                                        tables[before].path, table.path, grouped(table.comparisons)));
      break;
    }
  }
}

}  // namespace

std::vector<std::string> notes_on_files(const std::vector<std::string>& paths) {
  std::vector<std::string> notes;
  for (auto path = paths.begin(); path != paths.end(); ++path) {
    const auto before =
        std::find_if(paths.begin(), path, [&](const std::string& one) { return io::is_same_file(one, *path); });
    if (before == path) continue;
    notes.push_back(*before == *path
                        ? fmt::format("{} is given twice, and its answers count twice.", *path)
                        : fmt::format("{} and {} are the same file, whose answers count twice.", *before, *path));
  }
  return notes;
}

Comparisons finish_rows(Comparisons rows, ReadOutcome outcome, const std::vector<std::string>& paths,
                        const ReadOptions& options) {
  const std::vector<ReadTable> tables = outcome.tables;
  rows.report = finish_report(std::move(outcome), options);
  const std::size_t said_before = rows.report.notes.size();
  for (const std::string& note : notes_on_files(paths)) add_note(rows.report, note);
  note_same_tables(tables, rows);
  if (rows.report.notes.size() == said_before)  // files that are there twice say it better
    if (const std::string note = repeats_note(rows); !note.empty()) add_note(rows.report, note);
  if (const std::string note = missing_names_note(rows); !note.empty()) add_note(rows.report, note);
  if (const std::string note = single_names_note(rows); !note.empty()) add_note(rows.report, note);
  const std::vector<Spellings> names = same_names(rows);
  if (names.empty()) return rows;
  if (options.merge_names) return with_merged_names(rows, names);
  add_note(rows.report, same_names_note(rows, names));
  return rows;
}

}  // namespace pdrank
