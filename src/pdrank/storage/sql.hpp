// What the store asks of a database: statements with parameters, rows, transactions. The statements are such that
// SQLite and PostgreSQL both take them; their parameters are $1, $2, .. in the order in which they first stand there.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "pdrank/storage/store.hpp"

namespace pdrank::storage {

// A rule of the schema was broken: a name twice, or a reference to nothing.
class ConstraintError : public StoreError {
 public:
  using StoreError::StoreError;
};

struct Bytes {
  std::string_view bytes;
};
using Value = std::variant<std::monostate, std::int64_t, std::string_view, Bytes>;  // monostate: NULL
using Values = std::vector<Value>;                                                  // they look at what they are given

class Row {
 public:
  virtual ~Row() = default;
  virtual bool is_null(int column) const = 0;
  virtual std::int64_t integer(int column) const = 0;   // 0 for NULL
  virtual std::string_view text(int column) const = 0;  // or bytes; empty for NULL; gone with the row
};

// Where the two databases differ in making tables.
struct Dialect {
  std::string_view prelude;     // before the first table
  std::string_view number;      // the type of 64-bit integers
  std::string_view id;          // a number that the database gives, as a primary key
  std::string_view bytes;       // the type of bytes
  std::string_view table_end;   // after the closing bracket of a table
  std::string_view name;        // of a column `name` of any length, as indexes take it
  std::string_view secret;      // makes a random text that nobody can guess
  std::string_view all_tables;  // the query for the names of the tables that are there
  std::string_view count_on;    // after rows with ids of their own came into {table}: those it gives are higher
};

// Used by one thread at a time. All functions throw StoreError.
class Connection {
 public:
  virtual ~Connection() = default;

  virtual const Dialect& dialect() const = 0;
  virtual std::string name() const = 0;                 // of the database, as messages have it
  virtual void run_script(const char* statements) = 0;  // without parameters or rows
  virtual void run(std::string_view statement, const Values& values, const std::function<void(const Row&)>& take) = 0;

  // The statement once for each list of values; of each the integer that it returned, if it returned a row. After a
  // throw the transaction can only be rolled back.
  virtual std::vector<std::optional<Id>> run_each(std::string_view statement, std::span<const Values> lists) = 0;

  // Begins a transaction. None that named one of these projects runs beside it, here or elsewhere: what it writes is
  // seen after all that they wrote, or before.
  virtual void begin(std::span<const Id> projects) = 0;

  // Begins a transaction that only reads, and sees all as it is at its first statement.
  virtual void begin_reading() = 0;

  // Whether it is worth keeping: connected, and in no transaction.
  virtual bool is_usable() = 0;
};

// Rolled back unless committed.
class Transaction {
 public:
  Transaction(Connection& connection, std::span<const Id> projects);
  // One that only reads.
  static Transaction reading(Connection& connection);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit();

 private:
  explicit Transaction(Connection& connection) : connection_(connection) {}  // which has begun one

  Connection& connection_;
  bool is_open_ = true;
};

}  // namespace pdrank::storage
