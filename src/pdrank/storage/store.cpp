#include "pdrank/storage/store.hpp"

#include <filesystem>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/utf8.hpp"
#include "pdrank/storage/copy.hpp"
#include "pdrank/storage/postgres_connection.hpp"
#include "pdrank/storage/schema.hpp"
#include "pdrank/storage/sql_store.hpp"
#include "pdrank/storage/sqlite_checkpointer.hpp"
#include "pdrank/storage/sqlite_connection.hpp"

namespace pdrank::storage {
namespace {

constexpr std::size_t kMostConnections = 8;  // of each kind, where there may be several

// A strange file is refused before anything in it is changed.
std::unique_ptr<Store> open_file(const std::string& path) {
  SqliteConnection first(path);
  first.check_pages();
  check_schema(first);
  first.use_write_ahead_log();
  make_schema(first);
  const auto checkpointer = std::make_shared<SqliteCheckpointer>(path);
  const auto connect = [path, checkpointer] {
    auto connection = std::make_unique<SqliteConnection>(path);
    connection->watch_log([checkpointer](int pages) { checkpointer->see_log(pages); });
    return connection;
  };
  return std::make_unique<SqlStore>(connect, 1, kMostConnections, [checkpointer] { checkpointer->wait(); });
}

std::unique_ptr<Store> open_database(const std::string& address) {
  const auto connect = [address] { return std::make_unique<PostgresConnection>(address); };
  make_schema(*connect());
  return std::make_unique<SqlStore>(connect, kMostConnections, kMostConnections, [] {});
}

bool is_database(const std::string& address) {
  return address.starts_with("postgres://") || address.starts_with("postgresql://");
}

std::unique_ptr<Connection> connect_to(const std::string& address) {
  if (is_database(address)) return std::make_unique<PostgresConnection>(address);
  return std::make_unique<SqliteConnection>(std::filesystem::absolute(address).string());
}

std::unique_ptr<SqliteConnection> open_backup(const std::string& file) {
  if (!std::filesystem::exists(file)) throw StoreError(file + ": there is no such file");
  auto backup = std::make_unique<SqliteConnection>(std::filesystem::absolute(file).string());
  backup->check_pages();
  if (version_of(*backup) == 0) throw StoreError(file + ": it is not a store of votes");
  return backup;
}

void copy_into_file(Connection& from, const std::string& file) {
  if (version_of(from) != kSchemaVersion)
    throw StoreError("the store is not of this version: let pdrank serve open it once");
  SqliteConnection to(file);
  make_schema(to);
  Transaction writing(to, {});
  const Transaction reading = Transaction::reading(from);
  copy_rows(from, to);
  writing.commit();
}

// All or nothing: copy(name) makes a file of another name, which gets its own when it is whole.
template <class Copy>
void make_whole_file(const std::string& file, Copy&& copy) {
  const std::string part = file + ".part";
  std::error_code error;
  std::filesystem::remove(part, error);  // of one that was killed
  try {
    copy(part);
    std::filesystem::rename(part, file, error);
    if (error) throw StoreError(file + ": " + error.message());
  } catch (...) {
    std::filesystem::remove(part, error);
    throw;
  }
}

}  // namespace

// An absolute path stays right if the working folder is changed, and is never one of the names, such as ":memory:",
// that mean something else to SQLite.
std::unique_ptr<Store> open_store(const std::string& address) {
  if (is_database(address)) return open_database(address);
  if (address.empty() || address.find('\0') != std::string::npos || address.find("://") != std::string::npos)
    throw InvalidArgument("store", pdrank::quoted(address.substr(0, address.find("://"))),
                          "it must be the path of a file or postgres://...");
  return open_file(std::filesystem::absolute(address).string());
}

void copy_store(const std::string& address, const std::string& file) {
  if (!is_database(address) && !std::filesystem::exists(address))
    throw StoreError(address + ": there is no such store");
  if (std::filesystem::exists(file)) throw StoreError(file + ": it is there already, and is not written over");
  const std::string path = std::filesystem::absolute(file).string();
  if (is_database(address)) {
    PostgresConnection from(address);
    make_whole_file(path, [&](const std::string& part) { copy_into_file(from, part); });
    return;
  }
  SqliteConnection from(std::filesystem::absolute(address).string());
  check_schema(from);
  make_whole_file(path, [&](const std::string& part) { from.run("VACUUM INTO $1", {part}, [](const Row&) {}); });
}

void check_backup(const std::string& file) { open_backup(file); }

// What the steps make of an older version is rolled back when all has been read.
void fill_store(const std::string& address, const std::string& file) {
  const std::unique_ptr<SqliteConnection> backup = open_backup(file);
  SqliteConnection& from = *backup;
  const Transaction unchanged(from, {});
  take_steps(from);
  open_store(address);  // so that the tables are there
  const std::unique_ptr<Connection> to = connect_to(address);
  constexpr Id kNoProject = 0;
  Transaction transaction(*to, {&kNoProject, 1});
  bool has_projects = false;
  to->run("SELECT id FROM project", {}, [&](const Row&) { has_projects = true; });
  if (has_projects) throw StoreError("there are projects in the store already: a backup goes into an empty one");
  copy_rows(from, *to);
  transaction.commit();
}

}  // namespace pdrank::storage
