// The finished cells of a grid, line by line in a file that only grows.
#pragma once

#include <cstddef>
#include <fstream>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace pdrank::reproduce {

class CellFile {
 public:
  struct Cell {
    std::string point;
    std::size_t trial = 0;
    std::vector<double> numbers;
  };

  // Reads what is there, takes away a torn last line, and opens the file for more; makes it, with its folder, if there
  // is none. InputError, and the file stays as it is, if it begins otherwise than `settings` and `columns` make it, if
  // a line is damaged, and if it cannot be written or is no regular file.
  CellFile(const std::string& path, const std::string& settings, const std::vector<std::string>& columns);

  const std::vector<Cell>& found() const { return found_; }

  // Writes a line and sees it through; may be called from any thread.
  void append(const Cell& cell);

 private:
  void read(std::string_view text);
  void write(std::string_view text);

  std::string path_;
  std::vector<Cell> found_;
  std::mutex mutex_;
  std::ofstream out_;
};

}  // namespace pdrank::reproduce
