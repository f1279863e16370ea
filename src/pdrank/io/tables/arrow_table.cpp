#include "pdrank/io/tables/arrow_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "pdrank/core/errors.hpp"
#include "pdrank/io/tables/arrow_columns.hpp"

namespace pdrank {
namespace {

[[noreturn]] void refuse(const std::string& reason) { throw InputError(kTablePath, 0, reason); }

// One of Arrow's structures, released when it is no longer needed.
template <class Structure>
class Owned {
 public:
  Owned() = default;
  explicit Owned(Structure& from) : structure_(std::exchange(from, {})) {}
  Owned(Owned&& other) noexcept : Owned(other.structure_) {}
  ~Owned() {
    if (structure_.release != nullptr) structure_.release(&structure_);
  }

  bool is_released() const { return structure_.release == nullptr; }
  Structure* get() { return &structure_; }
  Structure* operator->() { return &structure_; }
  Structure& operator*() { return structure_; }

 private:
  Structure structure_{};
};

std::string on_one_line(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return text;
}

// Throws what a stream says about its failure.
void check(int code, ArrowArrayStream& stream) {
  if (code == 0) return;
  const char* said = stream.get_last_error(&stream);
  refuse(fmt::format("its stream failed: {}", on_one_line(said == nullptr ? std::strerror(code) : said)));
}

Owned<ArrowSchema> schema_of(ArrowArrayStream& stream) {
  Owned<ArrowSchema> schema;
  check(stream.get_schema(&stream, schema.get()), stream);
  return schema;
}

template <class Structure>
Owned<Structure> take_over(Structure& structure) {
  Owned<Structure> owned(structure);
  if (owned.is_released()) throw InvalidArgument("table", "released", "a stream or array can be read only once");
  return owned;
}

std::vector<std::string> column_names(const ArrowSchema& schema) {
  if (std::string_view(schema.format) != "+s") refuse("it has no columns, but is one itself");
  std::vector<std::string> names;
  for (std::int64_t k = 0; k < schema.n_children; ++k) {
    const char* name = schema.children[k]->name;
    names.emplace_back(name == nullptr ? "" : name);
  }
  return names;
}

void check_batch(const ArrowArray& array, std::size_t columns) {
  if (static_cast<std::size_t>(array.n_children) != columns)
    refuse(fmt::format("a batch has {} columns, but there are {} names", array.n_children, columns));
  if (io::has_null_rows(array)) refuse("a row is null as a whole");
}

std::unique_ptr<TableColumn> make_column(const ArrowSchema& schema, const ArrowArray& array, std::size_t first) {
  std::unique_ptr<TableColumn> column = io::arrow_column(schema, array, first);
  if (column == nullptr)
    refuse(fmt::format("column {} is of type {}; text, numbers or booleans are needed",
                       io::quoted(schema.name == nullptr ? "" : schema.name), io::arrow_type(schema)));
  return column;
}

}  // namespace

struct ArrowTable::Source {
  Owned<ArrowArrayStream> stream = {};
  Owned<ArrowSchema> schema;
  Owned<ArrowArray> only_batch = {};  // where there is no stream

  // Released at the end.
  Owned<ArrowArray> next() {
    if (stream.is_released()) return std::move(only_batch);
    Owned<ArrowArray> batch;
    check(stream->get_next(stream.get(), batch.get()), *stream);
    return batch;
  }
};

ArrowTable::ArrowTable(ArrowArrayStream& stream, std::uint64_t row_count) : row_count_(row_count) {
  Owned<ArrowArrayStream> owned = take_over(stream);
  Owned<ArrowSchema> schema = schema_of(*owned);
  names_ = column_names(*schema);
  source_.reset(new Source{.stream = std::move(owned), .schema = std::move(schema)});
}

ArrowTable::ArrowTable(ArrowSchema& schema, ArrowArray& array) : row_count_(static_cast<std::uint64_t>(array.length)) {
  Owned<ArrowArray> batch(array);
  Owned<ArrowSchema> owned = take_over(schema);
  names_ = column_names(*owned);
  source_.reset(new Source{.schema = std::move(owned), .only_batch = take_over(*batch)});
}

ArrowTable::~ArrowTable() = default;

std::unique_ptr<TableBatch> ArrowTable::next(const std::vector<std::size_t>& used) {
  auto array = std::make_shared<Owned<ArrowArray>>(source_->next());
  while (!array->is_released() && (*array)->length == 0) array = std::make_shared<Owned<ArrowArray>>(source_->next());
  if (array->is_released()) return nullptr;
  const ArrowArray& rows = **array;
  check_batch(rows, names_.size());
  auto batch = std::make_unique<TableBatch>();
  batch->rows = static_cast<std::size_t>(rows.length);
  batch->owner = array;
  batch->columns.resize(names_.size());
  for (const std::size_t k : used)
    batch->columns[k] =
        make_column(*source_->schema->children[k], *rows.children[k], static_cast<std::size_t>(rows.offset));
  return batch;
}

}  // namespace pdrank
