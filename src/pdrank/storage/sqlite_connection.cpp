#include "pdrank/storage/sqlite_connection.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

namespace pdrank::storage {
namespace {

constexpr int kLongestWaitMs = 10'000;  // for another program that is writing

constexpr Dialect kSqliteDialect = {
    .prelude = "",
    .number = "INTEGER",
    .id = "INTEGER PRIMARY KEY",
    .bytes = "BLOB",
    .table_end = " STRICT",
    .name = "name",
    .secret = "lower(hex(randomblob(32)))",
    .all_tables = "SELECT name FROM sqlite_master",
    .count_on = "",
};

// SQLite's own way to wait sleeps up to 100 ms a time, and so hardly ever finds a gap between another program's writes.
int wait_a_little(void*, int times_before) {
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return times_before < kLongestWaitMs ? 1 : 0;
}

std::string system_message(int error) { return std::generic_category().message(error); }

class SqliteRow final : public Row {
 public:
  explicit SqliteRow(sqlite3_stmt* statement) : statement_(statement) {}

  bool is_null(int column) const override { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }
  std::int64_t integer(int column) const override { return sqlite3_column_int64(statement_, column); }
  std::string_view text(int column) const override {
    const void* bytes = sqlite3_column_blob(statement_, column);
    return {static_cast<const char*>(bytes), static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
  }

 private:
  sqlite3_stmt* statement_;
};

// Statements are kept; one that was not run to its end would keep the database from moving on.
class Reset {
 public:
  explicit Reset(sqlite3_stmt* statement) : statement_(statement) {}
  ~Reset() {
    sqlite3_reset(statement_);
    sqlite3_clear_bindings(statement_);
  }
  Reset(const Reset&) = delete;
  Reset& operator=(const Reset&) = delete;

 private:
  sqlite3_stmt* statement_;
};

}  // namespace

void SqliteConnection::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }
void SqliteConnection::Close::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

SqliteConnection::SqliteConnection(const std::string& path) : path_(path) {
  open();
  sqlite3_busy_handler(database_.get(), wait_a_little, nullptr);
  // A commit is on disk when it returns, and so is the end of the rollback journal by which a new file becomes one with
  // a write-ahead log: should that journal come back after a power cut, it would undo the file (EXTRA). What stands in
  // the schema of a strange file is not run. Of what is removed no bytes stay in the file.
  run_script(
      "PRAGMA synchronous = EXTRA; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA secure_delete = ON;");
}

// Links to vote by are in the file, so that nobody else may read it; SQLite gives the files beside it the same mode.
void SqliteConnection::open() {
  constexpr int kMode = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  const bool is_new = !std::filesystem::exists(path_);
  refuse_short_file();
  sqlite3* database = nullptr;
  const int code = sqlite3_open_v2(path_.c_str(), &database, kMode, nullptr);
  database_.reset(database);
  check(code);
  if (is_new) ::chmod(path_.c_str(), S_IRUSR | S_IWUSR);
  if (sqlite3_db_readonly(database, "main") != 0) throw StoreError(fmt::format("{}: it may not be written to", path_));
}

// SQLite takes a file that is shorter than its smallest page for an empty one, and would write over it.
void SqliteConnection::refuse_short_file() const {
  constexpr off_t kSmallestPage = 512;
  struct stat status {};
  const bool is_file = ::stat(path_.c_str(), &status) == 0 && S_ISREG(status.st_mode);
  if (is_file && status.st_size > 0 && status.st_size < kSmallestPage) fail(SQLITE_NOTADB);
}

const Dialect& SqliteConnection::dialect() const { return kSqliteDialect; }

void SqliteConnection::run_script(const char* statements) {
  check(sqlite3_exec(database_.get(), statements, nullptr, nullptr, nullptr));
}

void SqliteConnection::run(std::string_view statement, const Values& values,
                           const std::function<void(const Row&)>& take) {
  sqlite3_stmt* prepared_statement = prepared(statement);
  const Reset at_end(prepared_statement);
  bind(prepared_statement, values);
  const SqliteRow row(prepared_statement);
  while (step(prepared_statement)) take(row);
}

std::vector<std::optional<Id>> SqliteConnection::run_each(std::string_view statement, std::span<const Values> lists) {
  std::vector<std::optional<Id>> returned;
  returned.reserve(lists.size());
  for (const Values& values : lists) {
    returned.emplace_back();
    run(statement, values, [&](const Row& row) { returned.back() = row.integer(0); });
  }
  return returned;
}

// There is one writer at a time for the whole file, so that projects need not be told apart.
void SqliteConnection::begin(std::span<const Id>) { run_script("BEGIN IMMEDIATE"); }

void SqliteConnection::begin_reading() { run_script("BEGIN DEFERRED"); }

bool SqliteConnection::is_usable() { return sqlite3_get_autocommit(database_.get()) != 0; }

void SqliteConnection::watch_log(std::function<void(int)> after_commit) {
  after_commit_ = std::move(after_commit);
  const auto hook = [](void* self, sqlite3*, const char*, int pages) {
    static_cast<SqliteConnection*>(self)->after_commit_(pages);
    return SQLITE_OK;
  };
  sqlite3_wal_hook(database_.get(), hook, this);
}

void SqliteConnection::check_pages() {
  std::string found;
  run("PRAGMA quick_check(1)", {}, [&](const Row& row) { found = row.text(0); });
  if (found != "ok") throw StoreError(fmt::format("{}: the database is damaged: {}", path_, found));
}

// While another program does the same, SQLite answers that it is busy without waiting.
void SqliteConnection::use_write_ahead_log() {
  const auto change = [this] {
    return sqlite3_exec(database_.get(), "PRAGMA journal_mode = WAL", nullptr, nullptr, nullptr);
  };
  int code = change();
  for (int times = 0; (code & 0xff) == SQLITE_BUSY && wait_a_little(nullptr, times) != 0; ++times) code = change();
  check(code);
}

sqlite3_stmt* SqliteConnection::prepared(std::string_view text) {
  const auto known = statements_.find(text);
  if (known != statements_.end()) return known->second.get();
  sqlite3_stmt* statement = nullptr;
  check(sqlite3_prepare_v3(database_.get(), text.data(), static_cast<int>(text.size()), SQLITE_PREPARE_PERSISTENT,
                           &statement, nullptr));
  return statements_.emplace(text, Statement(statement)).first->second.get();
}

// The values outlive the statement's run, so that SQLite need not copy them (SQLITE_STATIC).
void SqliteConnection::bind(sqlite3_stmt* statement, const Values& values) const {
  for (std::size_t k = 0; k < values.size(); ++k) {
    const int place = static_cast<int>(k) + 1;
    if (const auto* number = std::get_if<std::int64_t>(&values[k]))
      check(sqlite3_bind_int64(statement, place, *number));
    else if (const auto* text = std::get_if<std::string_view>(&values[k]))
      check(sqlite3_bind_text64(statement, place, text->empty() ? "" : text->data(), text->size(), SQLITE_STATIC,
                                SQLITE_UTF8));
    else if (const auto* bytes = std::get_if<Bytes>(&values[k]))
      check(sqlite3_bind_blob64(statement, place, bytes->bytes.empty() ? "" : bytes->bytes.data(), bytes->bytes.size(),
                                SQLITE_STATIC));
    else
      check(sqlite3_bind_null(statement, place));
  }
}

bool SqliteConnection::step(sqlite3_stmt* statement) const {
  const int code = sqlite3_step(statement);
  if (code != SQLITE_ROW && code != SQLITE_DONE) fail(code);
  return code == SQLITE_ROW;
}

void SqliteConnection::check(int code) const {
  if (code != SQLITE_OK) fail(code);
}

void SqliteConnection::fail(int code) const {
  const char* message = database_ ? sqlite3_errmsg(database_.get()) : sqlite3_errstr(code);
  switch (code & 0xff) {
    case SQLITE_CONSTRAINT:
      throw ConstraintError(fmt::format("{}: {}", path_, message));
    case SQLITE_CANTOPEN:
      throw StoreError(fmt::format("{}: {}", path_, system_message(sqlite3_system_errno(database_.get()))));
    case SQLITE_NOTADB:
      throw StoreError(fmt::format("{}: it is not a store of votes (no SQLite database)", path_));
    case SQLITE_CORRUPT:
      throw StoreError(fmt::format("{}: the database is damaged: {}", path_, message));
    case SQLITE_BUSY:
      throw StoreError(fmt::format("{}: another program keeps the database from being used", path_));
    default:
      throw StoreError(fmt::format("{}: {}", path_, message));
  }
}

}  // namespace pdrank::storage
