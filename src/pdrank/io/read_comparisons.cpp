#include "pdrank/io/read_comparisons.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/io/column_spec.hpp"
#include "pdrank/io/row_adder.hpp"
#include "pdrank/io/table_reader.hpp"

namespace pdrank {
namespace {

using io::Columns;
using io::RowError;
using io::TableReader;

constexpr std::size_t kFirstSkippedShown = 5;
constexpr std::size_t kUnusedColumnsShown = 8;

void validate(const std::vector<std::string>& paths, const ReadOptions& options) {
  if (paths.empty()) throw InvalidArgument("paths", "empty", "at least one file is needed");
  if (options.max_comparisons > kMaxComparisons)
    throw InvalidArgument("max_comparisons", fmt::format("{}", options.max_comparisons),
                          fmt::format("it must be at most {}", kMaxComparisons));
  if (!options.columns.empty()) io::parse_column_spec(options.columns);
}

class ComparisonReader {
 public:
  ComparisonReader(const ReadOptions& options, Observer* observer)
      : options_(options), observer_(observer), adder_(comparisons_, options) {}

  void read(const std::string& path) {
    const std::unique_ptr<TableReader> table = io::open_table(path, observer_);
    if (!table) return note_empty(path, "the file is empty");
    const std::uint64_t rows_before = comparisons_.report.rows;
    known_columns_.reset();
    if (!table->is_keyed()) recognise(*table);
    while (read_row(*table)) ++comparisons_.report.rows;
    if (known_columns_) collect_unused(*table);
    if (comparisons_.report.rows == rows_before) note_empty(path, "no data rows after the header");
  }

  Comparisons finish() {
    note_unused();
    if (!comparisons_.empty()) return std::move(comparisons_);
    if (comparisons_.report.rows == 0) throw InputError(empty_path_, 0, empty_reason_);
    throw InputError(first_skipped_path_, 0,
                     fmt::format("no usable comparison (rows skipped: {}; the first: {})", comparisons_.report.rows,
                                 comparisons_.report.first_skipped.front()));
  }

 private:
  bool read_row(TableReader& table) {
    try {
      if (!table.next()) return false;
      if (table.names().size() != known_columns_) recognise(table);
      adder_.add(table, next_row_number(table));
    } catch (const RowError& error) {
      skip_or_throw(table, error);
    }
    return true;
  }

  // The shape of the rows is settled by the first line; keys that only later rows have can add the optional columns.
  void recognise(TableReader& table) {
    Columns columns = io::recognise_columns(table, options_.columns);
    if (known_columns_) {
      const Columns& before = adder_.columns();
      const Columns found = columns;
      columns = before;
      if (!before.annotator) columns.annotator = found.annotator;
      if (!before.weight) columns.weight = found.weight;
      if (!before.tie) columns.tie = found.tie;
    }
    known_columns_ = table.names().size();
    adder_.set_columns(table, columns);
    if (!columns.names_are_data) return;
    table.take_names_as_row();
    if (!options_.columns.empty()) return;  // the caller said so
    comparisons_.report.notes.push_back(
        fmt::format("{} has no header with known names: its first line was taken as data. If that is a header, use "
                    "--columns winner={},loser={}.",
                    table.path(), table.names()[columns.first], table.names()[columns.second]));
  }

  std::uint32_t next_row_number(const TableReader& table) const {
    if (comparisons_.report.rows >= std::numeric_limits<std::uint32_t>::max())
      throw InputError(table.path(), table.line(), "more than 4294967295 data rows are not supported");
    return static_cast<std::uint32_t>(comparisons_.report.rows + 1);
  }

  void skip_or_throw(TableReader& table, const RowError& error) {
    const InputError full(table.path(), error.line() == 0 ? table.line() : error.line(), error.what());
    if (!options_.skip_bad_rows) {
      table.check_rest();
      throw full;
    }
    ReadReport& report = comparisons_.report;
    if (report.first_skipped.empty()) first_skipped_path_ = table.path();
    if (report.first_skipped.size() < kFirstSkippedShown) report.first_skipped.emplace_back(full.what());
    const auto counted = std::find_if(report.skipped.begin(), report.skipped.end(),
                                      [&](const auto& entry) { return entry.first == error.reason(); });
    if (counted == report.skipped.end())
      report.skipped.emplace_back(error.reason(), 1);
    else
      ++counted->second;
  }

  void collect_unused(const TableReader& table) {
    for (const std::string& name : io::unused_columns(table, adder_.columns()))
      if (std::find(unused_.begin(), unused_.end(), name) == unused_.end()) unused_.push_back(name);
  }

  void note_unused() {
    if (unused_.empty()) return;
    std::vector<std::string> names;
    for (const std::string& name : unused_) names.push_back(shortened(name));
    comparisons_.report.notes.push_back(fmt::format("Column{} not used: {}.", unused_.size() == 1 ? "" : "s",
                                                    first_few(names, names.size(), kUnusedColumnsShown)));
  }

  void note_empty(const std::string& path, const std::string& reason) {
    if (!empty_path_.empty()) return;
    empty_path_ = io::shown_path(path);
    empty_reason_ = reason;
  }

  const ReadOptions& options_;
  Observer* observer_;
  Comparisons comparisons_;
  io::RowAdder adder_;
  std::vector<std::string> unused_;           // columns of any file, each name once
  std::optional<std::size_t> known_columns_;  // names of the current file that were looked at
  std::string empty_path_, empty_reason_, first_skipped_path_;
};

}  // namespace

Comparisons read_comparisons(const std::vector<std::string>& paths, const ReadOptions& options, Observer* observer) {
  validate(paths, options);
  ComparisonReader reader(options, observer);
  for (const std::string& path : paths) reader.read(path);
  return reader.finish();
}

Comparisons read_comparisons(const std::string& path, const ReadOptions& options, Observer* observer) {
  return read_comparisons(std::vector<std::string>{path}, options, observer);
}

}  // namespace pdrank
