// What is special about a store in a file.
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "pdrank/storage/schema.hpp"
#include "pdrank/storage/sqlite_checkpointer.hpp"
#include "pdrank/storage/sqlite_connection.hpp"
#include "unit/storage/store_fixture.hpp"

namespace pdrank::test {
namespace {

class SqliteFile : public FolderTest {
 protected:
  std::string refusal(const std::string& address) const {
    std::string message = message_of<StoreError>([&] { open_store(address); });
    const std::string folder = folder_.string() + "/";
    for (std::size_t at = message.find(folder); at != std::string::npos; at = message.find(folder))
      message.erase(at, folder.size());
    return message;
  }

  void write(const std::string& name, std::string_view text) const { std::ofstream(path(name)) << text; }
  std::string content(const std::string& name) const {
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  // A store with one project, one voter and two items.
  Id make_store(const std::string& name) const {
    const std::unique_ptr<Store> store = open_store(path(name));
    const Id project = store->add_project({.name = "P", .question = ""});
    store->add_items(project, std::vector<Item>{{.name = "A"}, {.name = "B"}});
    store->add_voters(project, std::vector<Voter>{{.name = "V"}});
    return project;
  }

  void run(const std::string& name, const char* statements) const {
    SqliteConnection(path(name)).run_script(statements);
  }
  std::string answer(const std::string& name, std::string_view query) const {
    std::string text;
    SqliteConnection(path(name)).run(query, {}, [&](const Row& row) { text += row.text(0); });
    return text;
  }
};

TEST_F(SqliteFile, IsForItsOwnerAlone) {
  const std::unique_ptr<Store> store = open_store(path("votes.db"));
  store->add_project({.name = "P", .question = ""});
  for (const char* name : {"votes.db", "votes.db-wal", "votes.db-shm"}) {
    struct stat status {};
    ASSERT_EQ(::stat(path(name).c_str(), &status), 0) << name;
    EXPECT_EQ(status.st_mode & 0777, 0600u) << name;
  }
}

TEST_F(SqliteFile, IsOneFileWhenClosed) {
  make_store("votes.db");
  EXPECT_TRUE(std::filesystem::exists(path("votes.db")));
  EXPECT_FALSE(std::filesystem::exists(path("votes.db-wal")));
  EXPECT_EQ(answer("votes.db", "PRAGMA journal_mode"), "wal");
}

TEST_F(SqliteFile, MayBeEmptyBefore) {
  write("votes.db", "");
  make_store("votes.db");
  EXPECT_EQ(open_store(path("votes.db"))->projects().size(), 1u);
}

TEST_F(SqliteFile, OfAnyNameIsAFile) {
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder_);
  for (const char* name : {":memory:", "file:votes.db?mode=memory", "a b'\"%.db", "\xc3\xa9", "postgres", "-"})
    open_store(name)->add_project({.name = name, .question = ""});
  std::filesystem::current_path(before);
  for (const char* name : {":memory:", "file:votes.db?mode=memory", "a b'\"%.db", "\xc3\xa9", "postgres", "-"}) {
    EXPECT_TRUE(std::filesystem::exists(path(name))) << name;
    EXPECT_EQ(open_store(path(name))->projects().front().name, name);
  }
}

TEST_F(SqliteFile, StaysTheSameWhenTheWorkingFolderChanges) {
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder_);
  const std::unique_ptr<Store> store = open_store("votes.db");
  std::filesystem::current_path(before);
  const Id project = store->add_project({.name = "P", .question = ""});
  EXPECT_EQ(store->project(project)->name, "P");
  EXPECT_TRUE(std::filesystem::exists(path("votes.db")));
}

TEST_F(SqliteFile, WhereNoneCanBeIsRefused) {
  EXPECT_EQ(refusal(path("nowhere/votes.db")), "nowhere/votes.db: No such file or directory");
  std::filesystem::create_directory(path("folder"));
  EXPECT_EQ(refusal(path("folder")), "folder: Is a directory");
  write("file", "");
  EXPECT_EQ(refusal(path("file/votes.db")), "file/votes.db: Not a directory");
}

TEST(Address, OfNothingKnownIsRefused) {
  const std::string rule = ", but it must be the path of a file or postgres://...";
  EXPECT_EQ(message_of<InvalidArgument>([] { open_store(""); }), "store is ''" + rule);
  EXPECT_EQ(message_of<InvalidArgument>([] { open_store("mysql://me:secret@host/x"); }), "store is 'mysql'" + rule)
      << "without the password";
}

TEST_F(SqliteFile, OfAnotherKindIsRefusedAndLeftAlone) {
  for (const std::size_t length : {1u, 20u, 511u, 512u, 600u, 5'000u}) {
    const std::string text(length, 'x');
    write("votes.csv", text);
    EXPECT_EQ(refusal(path("votes.csv")), "votes.csv: it is not a store of votes (no SQLite database)") << length;
    EXPECT_EQ(content("votes.csv"), text);
  }
}

TEST_F(SqliteFile, OfAnotherProgramIsRefusedAndLeftAlone) {
  run("other.db", "CREATE TABLE bookmark (url TEXT)");
  const std::string before = content("other.db");
  EXPECT_EQ(refusal(path("other.db")), "other.db: it has the tables of another program, and is no store of votes");
  EXPECT_EQ(content("other.db"), before);
}

TEST_F(SqliteFile, OfANewerVersionIsRefused) {
  make_store("votes.db");
  run("votes.db", "UPDATE store_version SET version = 99");
  const std::string before = content("votes.db");
  EXPECT_EQ(
      refusal(path("votes.db")),
      "votes.db: a newer pdrank made this store of version 99, and this one knows versions up to 6: use the newer "
      "one");
  EXPECT_EQ(content("votes.db"), before);
  run("votes.db", "DELETE FROM store_version");
  EXPECT_EQ(refusal(path("votes.db")), "votes.db: the store is damaged: it has no version");
}

TEST_F(SqliteFile, WithoutItsSecretIsRefused) {
  make_store("votes.db");
  run("votes.db", "DELETE FROM store_secret");
  EXPECT_THROW(open_store(path("votes.db"))->secret(), StoreError);
}

TEST_F(SqliteFile, ThatIsDamagedIsRefused) {
  const Id project = make_store("votes.db");
  {
    const std::unique_ptr<Store> store = open_store(path("votes.db"));
    std::vector<Item> items;
    for (int k = 0; k < 2'000; ++k) items.push_back({.name = std::to_string(k), .content = std::string(50, 'x')});
    store->add_items(project, items);
  }
  const std::string whole = content("votes.db");
  constexpr std::size_t kPage = 4096;
  ASSERT_GT(whole.size(), 20 * kPage);
  for (const std::size_t page : {1u, 8u, 15u}) {
    std::string damaged = whole;
    damaged.replace(page * kPage, kPage, kPage, '\xa5');
    write("damaged.db", damaged);
    EXPECT_TRUE(refusal(path("damaged.db")).starts_with("damaged.db: the database is damaged: ")) << page;
  }
  write("short.db", whole.substr(0, whole.size() / 2));
  EXPECT_TRUE(refusal(path("short.db")).starts_with("short.db: the database is damaged: "));
}

// As after a crash: what is in the log and not in the file yet.
TEST_F(SqliteFile, IsWholeAgainAfterACrash) {
  make_store("votes.db");
  const std::unique_ptr<Store> store = open_store(path("votes.db"));
  const Vote vote = {.voter = 1, .key = "k", .left = 1, .right = 2};
  EXPECT_EQ(store->add_vote(1, vote).stored, Stored::stored);
  const auto copy = [&](const char* from, const char* to) { std::filesystem::copy_file(path(from), path(to)); };
  copy("votes.db", "crashed.db");
  copy("votes.db-wal", "crashed.db-wal");
  const std::unique_ptr<Store> after = open_store(path("crashed.db"));
  EXPECT_EQ(after->votes(1, 0, 10).size(), 1u);
  EXPECT_EQ(after->add_vote(1, vote).stored, Stored::repeated);

  copy("votes.db", "torn.db");
  std::string log = content("votes.db-wal");
  write("torn.db-wal", log.substr(0, log.size() - 100));
  EXPECT_EQ(open_store(path("torn.db"))->votes(1, 0, 10).size(), 0u) << "the last commit is not whole: as if not made";
}

TEST_F(SqliteFile, MayBeWrittenByTwoPrograms) {
  const Id project = make_store("votes.db");
  const auto write_votes = [&](const std::string& who) {
    const std::unique_ptr<Store> store = open_store(path("votes.db"));
    for (int k = 0; k < 100; ++k)
      if (store->add_vote(project, {.voter = 1, .key = who + std::to_string(k), .left = 1, .right = 2}).stored !=
          Stored::stored)
        return false;
    return true;
  };
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) ::_exit(write_votes("child") ? 0 : 1);
  EXPECT_TRUE(write_votes("parent"));
  int status = 1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(open_store(path("votes.db"))->votes(project, 0, 1'000).size(), 200u);
}

// What was logged is moved into the file, so that the log begins anew though it is written to without a pause.
TEST_F(SqliteFile, HasALogThatDoesNotGrowForEver) {
  SqliteConnection connection(path("votes.db"));
  connection.use_write_ahead_log();
  make_schema(connection);
  connection.run_script(
      "INSERT INTO project (id, name, question, join_secret, strategy, closed, created_ms) "
      "VALUES (1, 'P', '', '', 'auto', 0, 0)");
  SqliteCheckpointer checkpointer(path("votes.db"));
  int pages = 0, most = 0;
  connection.watch_log([&](int now) {
    pages = now;
    checkpointer.see_log(now);
  });
  const std::string bytes(1'000'000, 'x');
  constexpr int kPatient = 100, kMostFiles = 500;  // many times what makes a long log
  int files = 0;
  for (; files < kMostFiles && pages >= most; ++files) {
    most = pages;
    if (files > kPatient) std::this_thread::sleep_for(std::chrono::milliseconds(50));  // for the checkpointer's turn
    connection.run("INSERT INTO file (project, type, bytes) VALUES (1, 'x', $1)", {Bytes{bytes}}, [](const Row&) {});
  }
  EXPECT_LT(files, kMostFiles);
  EXPECT_GT(most, 1'000) << "it is not moved at every commit";
  std::int64_t kept = 0;
  connection.run("SELECT sum(length(bytes)) FROM file", {}, [&](const Row& row) { kept = row.integer(0); });
  EXPECT_EQ(kept, files * std::ssize(bytes));
}

TEST_F(SqliteFile, SaysSoWhenThereIsNoRoom) {
  SqliteConnection connection(path("votes.db"));
  make_schema(connection);
  connection.run_script("PRAGMA max_page_count = 30");
  const std::string name(200'000, 'x');
  const Values values = {name, "", "", "auto", std::int64_t{0}, std::int64_t{0}};
  const auto add = [&] {
    Transaction transaction(connection, {});
    connection.run(
        "INSERT INTO project (name, question, join_secret, strategy, closed, created_ms) "
        "VALUES ($1, $2, $3, $4, $5, $6)",
        values, [](const Row&) {});
    transaction.commit();
  };
  EXPECT_EQ(message_of<StoreError>(add), path("votes.db") + ": database or disk is full");
  EXPECT_TRUE(connection.is_usable()) << "the transaction was rolled back";
}

}  // namespace
}  // namespace pdrank::test
