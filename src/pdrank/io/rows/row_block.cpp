#include "pdrank/io/rows/row_block.hpp"

#include <utility>

namespace pdrank::io {

void Layout::recognise(std::uint64_t line, const std::string& spec) {
  Columns found = recognise_columns(format, line, spec);
  if (columns) {
    const Columns later = std::exchange(found, *columns);
    for (std::size_t k = 0; k < kExtras; ++k)
      if (!found.extra[k]) found.extra[k] = later.extra[k];
  }
  columns = found;
  recognised = format.names.size();
  if (found.shape != RowShape::pair) return;
  // Without a header the first line's fields are no names.
  const auto name = [&](std::size_t column) { return found.names_are_data ? "" : format.names[column]; };
  verdict = VerdictReader(found.verdict_kind, name(found.first), name(found.second));
}

void RowBlock::clear() {
  rows.clear();
  items.names.clear();
  annotators.names.clear();
  places.clear();
  has_weights = has_ties = has_times = false;
  comparisons = 0;
  report = {};
  layout_after.reset();
  failure = nullptr;
  failed_row = 0;
}

}  // namespace pdrank::io
