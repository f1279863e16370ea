#include "pdrank/io/tables/column_table.hpp"

#include "pdrank/io/text.hpp"

namespace pdrank::io {

ColumnTable::ColumnTable(const TableFormat& format, TableBlock& block)
    : TableReader(format, block), block_(block), next_(block.begin) {
  fields_.resize(names().size());
  std::size_t most_made = 0;
  for (std::size_t position = 0; position < block.batch->columns.size(); ++position) {
    const TableColumn* column = block.batch->columns[position].get();
    if (column == nullptr) continue;
    const ByteKinds kinds = column->kinds(block.begin, block.end);
    used_.push_back({column, position, !kinds.nul && !kinds.non_ascii});
    most_made += column->most_made();
  }
  made_.reserve((block.end - block.begin) * most_made);
}

bool ColumnTable::next() {
  if (next_ == block_.end) return false;
  for (const Used& used : used_) {
    const std::string_view text = used.column->text(next_, made_);
    // Missing is empty, as in files; a field without data() would be a key that a row does not have.
    fields_[used.position] = text.data() == nullptr ? "" : used.is_plain ? text : checked(text);
  }
  line_ = block_.line + (next_++ - block_.begin);
  return true;
}

std::string_view ColumnTable::checked(std::string_view text) {
  const ByteKinds kinds = scan_bytes(text);
  if (kinds.nul) return kNulByte;
  if (kinds.non_ascii && find_invalid_utf8(text) != std::string_view::npos) return kNotUtf8;
  return text;
}

}  // namespace pdrank::io
