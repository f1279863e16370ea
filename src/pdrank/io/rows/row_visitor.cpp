#include "pdrank/io/rows/row_visitor.hpp"

#include <memory>

#include "pdrank/core/errors.hpp"
#include "pdrank/io/tables/table_file.hpp"

namespace pdrank::io {
namespace {

class Visit {
 public:
  Visit(const std::string& path, const RowVisitor& visitor) : visitor_(visitor), file_(path), format_(file_.format()) {
    if (file_.is_empty()) throw InputError(format_.path, 0, "the file is empty");
    if (format_.is_keyed) return;
    if (visitor_.recognise(format_, file_.names_line())) file_.take_names_as_row();
    is_recognised_ = true;
  }

  std::uint64_t all() {
    for (TableBlock block; file_.next(block);) {
      const std::unique_ptr<TableReader> table = read_table(format_, block);
      visit(*table);
      format_ = table->format();
    }
    file_.check_end();
    return rows_;
  }

 private:
  void visit(TableReader& table) {
    try {
      for (; table.next(); ++rows_) {
        if (!is_recognised_) visitor_.recognise(table.format(), table.line());
        is_recognised_ = true;
        visitor_.visit(table);
      }
    } catch (const RowError& error) {
      throw InputError(table.path(), error.line() == 0 ? table.line() : error.line(), error.what());
    }
  }

  const RowVisitor& visitor_;
  TableFile file_;
  TableFormat format_;
  bool is_recognised_ = false;
  std::uint64_t rows_ = 0;
};

}  // namespace

std::uint64_t visit_rows(const std::string& path, const RowVisitor& visitor) { return Visit(path, visitor).all(); }

}  // namespace pdrank::io
