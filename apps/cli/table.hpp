// A plain table for people, no wider than the terminal.
#pragma once

#include <string>
#include <vector>

namespace pdrank::cli {

class Table {
 public:
  enum class Align { left, right };

  // Left-aligned columns give way when the table is too wide for the terminal.
  void add_column(std::string title, Align align) { columns_.push_back({std::move(title), align}); }
  void add_row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  std::string text(std::size_t width) const;

 private:
  struct Column {
    std::string title;
    Align align;
  };

  std::vector<std::size_t> column_widths(std::size_t width) const;
  void append_line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths,
                   std::string& text) const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace pdrank::cli
