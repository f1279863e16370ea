// PostgreSQL by libpq. The tables are in a schema of their own, `pdrank`.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "pdrank/storage/libpq.hpp"
#include "pdrank/storage/sql.hpp"

namespace pdrank::storage {

class PostgresConnection final : public Connection {
 public:
  explicit PostgresConnection(const std::string& address);  // postgres://...; waits some seconds for an answer

  const Dialect& dialect() const override;
  std::string name() const override { return "PostgreSQL"; }  // the address may have a password in it
  void run_script(const char* statements) override;
  void run(std::string_view statement, const Values& values, const std::function<void(const Row&)>& take) override;
  std::vector<std::optional<Id>> run_each(std::string_view statement, std::span<const Values> lists) override;
  void begin(std::span<const Id> projects) override;
  void begin_reading() override;
  bool is_usable() override;

 private:
  struct Close {
    void operator()(PGconn* connection) const { Libpq::get().finish(connection); }
    void operator()(PGresult* result) const { Libpq::get().clear(result); }
  };
  using Result = std::unique_ptr<PGresult, Close>;

  void check_encoding();
  const std::string& prepared(std::string_view text);
  void check(const Result& result) const;  // throws unless the statement did what it should
  void send_all(const std::string& name, std::span<const Values> lists);
  std::vector<Result> receive(std::size_t count);
  [[noreturn]] void fail() const;

  std::unique_ptr<PGconn, Close> connection_;
  std::map<std::string, std::string, std::less<>> statements_;  // text -> name at the server
};

}  // namespace pdrank::storage
