#include "table.hpp"

#include <algorithm>
#include <numeric>

#include "terminal.hpp"

namespace pdrank::cli {
namespace {

constexpr std::size_t kGap = 2;
constexpr std::size_t kNarrowest = 8;  // a column that gives way keeps at least this much

}  // namespace

std::vector<std::size_t> Table::column_widths(std::size_t width) const {
  std::vector<std::size_t> widths;
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    widths.push_back(display_width(columns_[k].title));
    for (const auto& row : rows_) widths[k] = std::max(widths[k], display_width(row[k]));
  }
  std::size_t total = std::accumulate(widths.begin(), widths.end(), kGap * (columns_.size() - 1));
  while (total > width) {  // shorten the widest column that may give way
    std::size_t widest = columns_.size();
    for (std::size_t k = 0; k < columns_.size(); ++k)
      if (columns_[k].align == Align::left && widths[k] > kNarrowest &&
          (widest == columns_.size() || widths[k] > widths[widest]))
        widest = k;
    if (widest == columns_.size()) break;
    --widths[widest];
    --total;
  }
  return widths;
}

void Table::append_line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths,
                        std::string& text) const {
  std::string line;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const std::string cell = fitted(cells[k], widths[k]);
    const std::string padding(widths[k] - std::min(widths[k], display_width(cell)), ' ');
    if (k > 0) line.append(kGap, ' ');
    line += columns_[k].align == Align::left ? cell + padding : padding + cell;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  text += line + '\n';
}

std::string Table::text(std::size_t width) const {
  const std::vector<std::size_t> widths = column_widths(width);
  std::vector<std::string> titles;
  for (const Column& column : columns_) titles.push_back(column.title);
  std::string text;
  append_line(titles, widths, text);
  for (const auto& row : rows_) append_line(row, widths, text);
  return text;
}

}  // namespace pdrank::cli
