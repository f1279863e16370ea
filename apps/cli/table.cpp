#include "table.hpp"

#include <algorithm>

#include "terminal.hpp"

namespace pdrank::cli {
namespace {

constexpr std::size_t kGap = 2;

// With the gaps between columns; a column without width is not there.
std::size_t total_width(const std::vector<std::size_t>& widths) {
  std::size_t total = 0;
  for (const std::size_t width : widths)
    if (width > 0) total += width + kGap;
  return total - std::min(total, kGap);
}

}  // namespace

std::vector<std::size_t> Table::column_widths(std::size_t width) const {
  std::vector<std::size_t> widths;
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    widths.push_back(display_width(columns_[k].title));
    for (const auto& row : rows_) widths[k] = std::max(widths[k], display_width(row[k]));
  }
  leave_out(widths, width);
  shorten(widths, width);
  return widths;
}

void Table::leave_out(std::vector<std::size_t>& widths, std::size_t width) const {
  std::size_t total = total_width(widths);
  for (std::size_t k = 0; k < columns_.size(); ++k)
    if (columns_[k].fit == Fit::shortens) total -= widths[k] - std::min(widths[k], columns_[k].narrowest);
  for (std::size_t k = columns_.size(); k-- > 0 && total > width;) {
    if (columns_[k].fit != Fit::leaves) continue;
    total -= widths[k] + kGap;
    widths[k] = 0;
  }
}

void Table::shorten(std::vector<std::size_t>& widths, std::size_t width) const {
  for (std::size_t total = total_width(widths); total > width; --total) {
    std::size_t widest = columns_.size();
    for (std::size_t k = 0; k < columns_.size(); ++k)
      if (columns_[k].fit == Fit::shortens && widths[k] > columns_[k].narrowest &&
          (widest == columns_.size() || widths[k] > widths[widest]))
        widest = k;
    if (widest == columns_.size()) return;
    --widths[widest];
  }
}

void Table::append_line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths,
                        std::string& text) const {
  std::string line;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    if (widths[k] == 0) continue;
    const std::string cell =
        columns_[k].fit == Fit::shortens ? fitted_name(cells[k], widths[k]) : fitted(cells[k], widths[k]);
    const std::string padding(widths[k] - std::min(widths[k], display_width(cell)), ' ');
    if (!line.empty()) line.append(kGap, ' ');
    line += columns_[k].align == Align::left ? cell + padding : padding + cell;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  text += line + '\n';
}

bool Table::fits(std::size_t width) const { return total_width(column_widths(width)) <= width; }

std::string Table::stacked(std::size_t width) const {
  std::string text;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t k = 0; k < row.size(); ++k)
      if (!row[k].empty()) line += (line.empty() ? "" : ", ") + columns_[k].title + ' ' + row[k];
    text += wrapped(line, width, "  ");
  }
  return text;
}

std::string Table::text(std::size_t width) const {
  const std::vector<std::size_t> widths = column_widths(width);
  if (total_width(widths) > width) return stacked(width);
  std::vector<std::string> titles;
  for (const Column& column : columns_) titles.push_back(column.title);
  std::string text;
  append_line(titles, widths, text);
  for (const auto& row : rows_) append_line(row, widths, text);
  return text;
}

}  // namespace pdrank::cli
