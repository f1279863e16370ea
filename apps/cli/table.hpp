// A plain table for people, no wider than the terminal: where it has too little room even for the columns that stay,
// every row is a paragraph.
#pragma once

#include <string>
#include <vector>

namespace pdrank::cli {

class Table {
 public:
  enum class Align { left, right };

  // What a column does when the table is too wide for the terminal. Those that leave do so one by one, the last first,
  // where shorter columns do not help.
  enum class Fit { stays, shortens, leaves };

  // Left-aligned columns shorten and others stay, if nothing else is said.
  void add_column(std::string title, Align align) {
    add_column(std::move(title), align, align == Align::left ? Fit::shortens : Fit::stays);
  }
  // `narrowest` is the least width that makes sense, for a column that shortens.
  void add_column(std::string title, Align align, Fit fit, std::size_t narrowest = 8) {
    columns_.push_back({std::move(title), align, fit, narrowest});
  }
  void add_row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  std::string text(std::size_t width) const;

  // Whether it can be a table in so little room.
  bool fits(std::size_t width) const;

 private:
  struct Column {
    std::string title;
    Align align;
    Fit fit;
    std::size_t narrowest;
  };

  // Of the columns that stay in the table; 0 for those that left.
  std::vector<std::size_t> column_widths(std::size_t width) const;
  // Takes out columns that leave, as far as the others at their shortest need it; then shortens what is too wide.
  void leave_out(std::vector<std::size_t>& widths, std::size_t width) const;
  void shorten(std::vector<std::size_t>& widths, std::size_t width) const;
  // "rank 1, item A, score 2.5"
  std::string stacked(std::size_t width) const;
  void append_line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths,
                   std::string& text) const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace pdrank::cli
