#include "pdrank/storage/copy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <deque>

namespace pdrank::storage {
namespace {

enum class Type { number, text, bytes };

struct Column {
  std::string_view name;
  Type type;
};

struct StoredTable {
  std::string_view name;
  Id at_once;  // rows
  std::vector<Column> columns;
};

// What the steps of schema.cpp have made, each table behind those that it refers to; the first column is the id.
const std::array<StoredTable, 6>& tables() {
  using enum Type;
  static const std::array<StoredTable, 6> all = {
      {{"project",
        1000,
        {{"id", number},
         {"name", text},
         {"question", text},
         {"join_secret", text},
         {"strategy", text},
         {"closed", number},
         {"created_ms", number},
         {"removals", number},
         {"study", text},
         {"archived", number},
         {"results_secret", text}}},
       {"item",
        1000,
        {{"id", number},
         {"project", number},
         {"name", text},
         {"kind", text},
         {"content", text},
         {"disabled", number},
         {"authors", text},
         {"alt", text}}},
       {"voter",
        1000,
        {{"id", number},
         {"project", number},
         {"name", text},
         {"secret", text},
         {"excluded", number},
         {"joined_ms", number},
         {"joined_from", text},
         {"consented_ms", number},
         {"source", text}}},
       {"import",
        1000,
        {{"id", number},
         {"project", number},
         {"hash", text},
         {"made_ms", number},
         {"votes", number},
         {"is_whole", number}}},
       {"vote",
        5000,
        {{"id", number},
         {"project", number},
         {"voter", number},
         {"key", text},
         {"left_item", number},
         {"right_item", number},
         {"answer", text},
         {"undoes", text},
         {"time_ms", number},
         {"duration_ms", number},
         {"import", number},
         {"question", number},
         {"gold", text}}},
       {"file", 4, {{"id", number}, {"project", number}, {"type", text}, {"bytes", bytes}}}}};
  return all;
}

// Rows that outlive their statement.
class Rows {
 public:
  explicit Rows(const std::vector<Column>& columns) : columns_(columns) {}

  void add(const Row& row) {
    Values& values = lists_.emplace_back();
    for (std::size_t k = 0; k < columns_.size(); ++k) values.push_back(value_of(row, k));
    last_ = row.integer(0);
  }

  const std::vector<Values>& lists() const { return lists_; }
  Id last() const { return last_; }

 private:
  Value value_of(const Row& row, std::size_t k) {
    const int column = static_cast<int>(k);
    if (row.is_null(column)) return {};
    if (columns_[k].type == Type::number) return row.integer(column);
    const std::string_view text = texts_.emplace_back(row.text(column));
    return columns_[k].type == Type::bytes ? Value(Bytes{text}) : Value(text);
  }

  const std::vector<Column>& columns_;
  std::deque<std::string> texts_;
  std::vector<Values> lists_;
  Id last_ = 0;
};

void copy_table(Connection& from, Connection& to, const StoredTable& table) {
  std::vector<std::string_view> names;
  std::vector<std::string> places;
  for (const Column& column : table.columns) {
    names.push_back(column.name);
    places.push_back(fmt::format("${}", places.size() + 1));
  }
  const std::string select =
      fmt::format("SELECT {} FROM {} WHERE id > $1 ORDER BY id LIMIT $2", fmt::join(names, ", "), table.name);
  const std::string insert = fmt::format("INSERT INTO {} ({}) VALUES ({}) RETURNING id", table.name,
                                         fmt::join(names, ", "), fmt::join(places, ", "));
  for (Id last = 0, count = table.at_once; count == table.at_once;) {
    Rows rows(table.columns);
    from.run(select, {last, table.at_once}, [&](const Row& row) { rows.add(row); });
    to.run_each(insert, rows.lists());
    last = rows.last();
    count = static_cast<Id>(rows.lists().size());
  }
  if (!to.dialect().count_on.empty())
    to.run_script(fmt::format(fmt::runtime(to.dialect().count_on), fmt::arg("table", table.name)).c_str());
}

}  // namespace

void copy_rows(Connection& from, Connection& to) {
  for (const StoredTable& table : tables()) copy_table(from, to, table);
  std::string secret;
  from.run("SELECT secret FROM store_secret", {}, [&](const Row& row) { secret = row.text(0); });
  to.run("UPDATE store_secret SET secret = $1", {std::string_view(secret)}, [](const Row&) {});
}

}  // namespace pdrank::storage
