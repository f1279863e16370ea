// A table in memory, as read_comparisons() takes it: named columns whose fields have a text, batch after batch of rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pdrank/io/text.hpp"

namespace pdrank {

inline constexpr const char* kTablePath = "table";  // what errors call it

// One column of a batch. Read by several threads at once.
class TableColumn {
 public:
  virtual ~TableColumn() = default;

  // A row's field, spelled as a CSV file of the table would have it; empty if it is missing. Text that is not there yet
  // is added to `made`, which has room for most_made() bytes a row.
  virtual std::string_view text(std::size_t row, std::string& made) const = 0;
  virtual std::size_t most_made() const { return 0; }

  // What there is in the fields of the rows begin .. end - 1; made text is plain.
  virtual io::ByteKinds kinds(std::size_t, std::size_t) const { return {}; }
};

struct TableBatch {
  std::size_t rows = 0;
  std::shared_ptr<const void> owner;                  // of what the columns point to
  std::vector<std::unique_ptr<TableColumn>> columns;  // as the names are; null for those not asked for
};

class DataTable {
 public:
  virtual ~DataTable() = default;

  virtual const std::vector<std::string>& names() const = 0;
  // 0 where it is not known before the end.
  virtual std::uint64_t row_count() const { return 0; }

  // The next rows, one at least, of the columns `used`, positions in names(); null behind the last. What was handed out
  // is not kept.
  // Throws InputError if there is no text for a column of its type.
  virtual std::unique_ptr<TableBatch> next(const std::vector<std::size_t>& used) = 0;
};

}  // namespace pdrank
