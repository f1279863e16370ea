// A table of strings: what callers have who do not have Arrow.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pdrank/io/tables/table.hpp"

namespace pdrank {

// Strings one behind the other. A missing one is empty.
class TextColumn {
 public:
  void add(std::string_view text) {
    bytes_ += text;
    ends_.push_back(bytes_.size());
  }

  std::size_t size() const { return ends_.size(); }
  std::string_view operator[](std::size_t row) const { return between(row, row + 1); }
  // The texts of the rows begin .. end - 1 together.
  std::string_view between(std::size_t begin, std::size_t end) const {
    const std::uint64_t first = begin == 0 ? 0 : ends_[begin - 1], last = end == 0 ? 0 : ends_[end - 1];
    return std::string_view(bytes_).substr(first, last - first);
  }

 private:
  std::string bytes_;
  std::vector<std::uint64_t> ends_;
};

class TextTable : public DataTable {
 public:
  // Throws InvalidArgument unless there is a column for every name and all are equally long.
  TextTable(std::vector<std::string> names, std::vector<TextColumn> columns);

  const std::vector<std::string>& names() const override { return names_; }
  std::uint64_t row_count() const override { return row_count_; }
  std::unique_ptr<TableBatch> next(const std::vector<std::size_t>& used) override;

 private:
  std::vector<std::string> names_;
  std::size_t row_count_;
  std::shared_ptr<const std::vector<TextColumn>> columns_;  // null: handed out
};

}  // namespace pdrank
