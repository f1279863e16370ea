#include "pdrank/io/rows/row_block.hpp"

#include <fmt/format.h>

#include <utility>

#include "pdrank/core/errors.hpp"
#include "pdrank/io/recognise/column_spec.hpp"

namespace pdrank::io {

ReadRules::ReadRules(const ReadOptions& given) : options(given) {
  if (options.max_comparisons > kMaxComparisons)
    throw InvalidArgument("max_comparisons", fmt::format("{}", options.max_comparisons),
                          fmt::format("it must be at most {}", kMaxComparisons));
  if (options.block_bytes == 0) throw InvalidArgument("block_bytes", "0", "it must be at least 1");
  if (!options.time.empty()) options.columns += (options.columns.empty() ? "time=" : ",time=") + options.time;
  if (!options.columns.empty()) parse_column_spec(options.columns);
  for (const std::string& text : options.where) where.push_back(parse_condition(text));
}

void Layout::recognise(std::uint64_t line, const ReadRules& rules) {
  Columns found = recognise_columns(format, line, rules.options.columns);
  if (columns) {
    const Columns later = std::exchange(found, *columns);
    for (std::size_t k = 0; k < kExtras; ++k)
      if (!found.extra[k]) found.extra[k] = later.extra[k];
    if (!columns->of(Extra::first)) found.first_kind = later.first_kind;
  }
  found.context.clear(), found.where.clear();
  for (const std::string& name : rules.options.context) found.context.push_back(find_asked(format, line, found, name));
  for (const Condition& one : rules.where) found.where.push_back(find_column(format, line, found, one.column));
  columns = found;
  recognised = format.names.size();
  is_plain = found.shape == RowShape::winner_loser && !found.of(Extra::tie) && !found.of(Extra::first) &&
             !found.of(Extra::share) && !found.of(Extra::grade);
  if (found.shape != RowShape::pair || found.verdict_kind > VerdictKind::outcome) return;
  // Without a header the first line's fields are no names.
  const auto name = [&](std::size_t column) { return found.names_are_data ? "" : format.names[column]; };
  verdict = VerdictReader(found.verdict_kind, name(found.first), name(found.second));
}

void RowBlock::clear() {
  rows.clear();
  items.names.clear();
  annotators.names.clear();
  for (NameColumn& column : context) column.names.clear();
  for (NameColumn& column : sets) column.names.clear();
  places.clear();
  measures.clear();
  header.clear();
  has_weights = has_ties = has_times = has_sides = has_shares = has_grades = false;
  left_out_values.clear();
  comparisons = 0;
  report = {};
  layout_after.reset();
  failure = nullptr;
  failed_row = 0;
}

}  // namespace pdrank::io
