// SQLite: one file, written by one connection at a time and read by others meanwhile (its write-ahead log).
#pragma once

#include <sqlite3.h>

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "pdrank/storage/sql.hpp"

namespace pdrank::storage {

class SqliteConnection final : public Connection {
 public:
  explicit SqliteConnection(const std::string& path);  // absolute; if nothing is there, an empty file is made

  const Dialect& dialect() const override;
  std::string name() const override { return path_; }
  void run_script(const char* statements) override;
  void run(std::string_view statement, const Values& values, const std::function<void(const Row&)>& take) override;
  std::vector<std::optional<Id>> run_each(std::string_view statement, std::span<const Values> lists) override;
  void begin(std::span<const Id> projects) override;
  void begin_reading() override;
  bool is_usable() override;

  // Calls after_commit(pages of the log) instead of SQLite's own checkpoints.
  void watch_log(std::function<void(int)> after_commit);
  void check_pages();          // throws StoreError if the file is damaged
  void use_write_ahead_log();  // for the file, so for all that open it from then on

 private:
  struct Close {
    void operator()(sqlite3* database) const;
    void operator()(sqlite3_stmt* statement) const;
  };
  using Statement = std::unique_ptr<sqlite3_stmt, Close>;

  void open();
  void refuse_short_file() const;
  sqlite3_stmt* prepared(std::string_view text);
  void bind(sqlite3_stmt* statement, const Values& values) const;
  bool step(sqlite3_stmt* statement) const;  // whether there is a row
  void check(int code) const;                // throws unless it is SQLITE_OK
  [[noreturn]] void fail(int code) const;

  std::string path_;
  std::function<void(int)> after_commit_;
  std::unique_ptr<sqlite3, Close> database_;
  std::map<std::string, Statement, std::less<>> statements_;
};

}  // namespace pdrank::storage
