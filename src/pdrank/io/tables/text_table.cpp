#include "pdrank/io/tables/text_table.hpp"

#include <fmt/format.h>

#include <utility>

#include "pdrank/core/errors.hpp"

namespace pdrank {
namespace {

class OwnedText : public TableColumn {
 public:
  explicit OwnedText(const TextColumn& column) : column_(column) {}

  std::string_view text(std::size_t row, std::string&) const override { return column_[row]; }
  io::ByteKinds kinds(std::size_t begin, std::size_t end) const override {
    return io::scan_bytes(column_.between(begin, end));
  }

 private:
  const TextColumn& column_;
};

}  // namespace

TextTable::TextTable(std::vector<std::string> names, std::vector<TextColumn> columns)
    : names_(std::move(names)), row_count_(columns.empty() ? 0 : columns[0].size()) {
  if (names_.size() != columns.size())
    throw InvalidArgument("columns", fmt::format("{} columns", columns.size()),
                          fmt::format("there are {} names", names_.size()));
  for (std::size_t k = 0; k < columns.size(); ++k)
    if (columns[k].size() != row_count_)
      throw InvalidArgument("columns", fmt::format("{} rows of {}", columns[k].size(), io::quoted(names_[k])),
                            fmt::format("{} has {}", io::quoted(names_[0]), row_count_));
  if (row_count_ > 0) columns_ = std::make_shared<const std::vector<TextColumn>>(std::move(columns));
}

std::unique_ptr<TableBatch> TextTable::next(const std::vector<std::size_t>& used) {
  if (columns_ == nullptr) return nullptr;
  auto batch = std::make_unique<TableBatch>();
  batch->rows = row_count_;
  batch->columns.resize(names_.size());
  for (const std::size_t k : used) batch->columns[k] = std::make_unique<OwnedText>((*columns_)[k]);
  batch->owner = std::exchange(columns_, nullptr);
  return batch;
}

}  // namespace pdrank
