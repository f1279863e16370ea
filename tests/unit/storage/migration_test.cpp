// Stores of older versions. version_1.db is a store that the program of that version made by `pdrank serve`: a project
// with items A, B, C and two voters, who voted and undid; packed in small pages afterwards.
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <thread>

#include "pdrank/storage/postgres_connection.hpp"
#include "pdrank/storage/schema.hpp"
#include "pdrank/storage/sqlite_connection.hpp"
#include "unit/storage/store_fixture.hpp"

namespace pdrank::test {
namespace {

class OldFile : public FolderTest {
 protected:
  OldFile() {
    const std::string made = PDRANK_SOURCE_DIR "/tests/unit/storage/version_1.db";
    std::filesystem::copy_file(made, path("votes.db"));
    std::filesystem::permissions(path("votes.db"), std::filesystem::perms::owner_write,
                                 std::filesystem::perm_options::add);
  }

  std::string content() const {
    std::ifstream file(path("votes.db"), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  void check_votes() const {
    const std::unique_ptr<Store> store = open_store(path("votes.db"));
    std::vector<Vote> votes = store->votes(1, 0, 100);
    ASSERT_EQ(votes.size(), 6u);
    const std::vector<Answer> answers = {Answer::left, Answer::right, Answer::tie,
                                         Answer::skip, Answer::undo,  Answer::left};
    for (std::size_t k = 0; k < votes.size(); ++k) {
      EXPECT_EQ(votes[k].key, "k" + std::to_string(k));
      EXPECT_EQ(votes[k].answer, answers[k]) << k;
      EXPECT_GT(votes[k].time_ms, 0) << k;
      EXPECT_EQ(votes[k].duration_ms, 0) << "not known";
      EXPECT_EQ(votes[k].question, 0) << k;
      EXPECT_FALSE(votes[k].gold) << k;
    }
    EXPECT_EQ(votes[4].undoes, "k2");
    EXPECT_EQ(store->items(1).size(), 3u);
    EXPECT_EQ(store->voters(1).size(), 2u);
    EXPECT_EQ(store->project(1)->study, "");
    EXPECT_EQ(store->items(1).front().authors, "");
    EXPECT_EQ(store->items(1).front().alt, "");
    EXPECT_EQ(store->voters(1).front().consented_ms, 0);
    const Vote vote{.voter = 1, .key = "new", .left = 1, .right = 2, .answer = Answer::tie, .duration_ms = 5};
    EXPECT_EQ(store->add_vote(1, vote).stored, Stored::stored);
    EXPECT_EQ(store->votes(1, 0, 100).back().duration_ms, 5);
  }
};

TEST_F(OldFile, IsBroughtUpToDateWithAllItHas) { check_votes(); }

TEST_F(OldFile, IsWholeAfterAKillInTheMidst) {
  const pid_t child = ::fork();
  if (child == 0) {
    try {
      SqliteConnection connection(path("votes.db"));
      connection.run_script("PRAGMA cache_size = 1");  // so that pages are written before the commit
      connection.begin({});
      connection.run_script(
          "UPDATE store_version SET version = 2; UPDATE vote SET time_ms = -1; UPDATE voter SET name = id;"
          "DROP INDEX vote_order; DROP INDEX voter_name;");
      ::raise(SIGKILL);
    } catch (...) {
      ::_exit(1);
    }
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status));
  check_votes();
}

TEST_F(OldFile, IsLeftAloneWhereAStepFails) {
  SqliteConnection(path("votes.db")).run_script("ALTER TABLE vote ADD COLUMN duration_ms INTEGER");
  const std::string before = content();
  EXPECT_TRUE(
      message_of<StoreError>([&] { open_store(path("votes.db")); }).ends_with("duplicate column name: duration_ms"));
  EXPECT_EQ(content(), before);
}

class OldStore : public StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    if (IsSkipped()) return;
    store_.reset();
    if (is_postgres()) PostgresCluster::instance()->run("DROP SCHEMA pdrank CASCADE");
    std::filesystem::remove(path("votes.db"));
    const std::unique_ptr<Connection> connection = connect();
    make_schema(*connection, 1);
    connection->run_script(
        "INSERT INTO project VALUES (1, 'P', '', '', 'auto', 0, 0);"
        "INSERT INTO item VALUES (1, 1, 'A', 'text', '', 0), (2, 1, 'B', 'text', '', 0);"
        "INSERT INTO voter VALUES (1, 1, 'V', '', 0);"
        "INSERT INTO vote VALUES (1, 1, 1, 'k', 1, 2, 'left', NULL, 7);");
  }

  std::unique_ptr<Connection> connect() const {
    if (is_postgres()) return std::make_unique<PostgresConnection>(address());
    return std::make_unique<SqliteConnection>(address());
  }
};
ON_BOTH(OldStore);

TEST_P(OldStore, MayBeOpenedByManyAtOnce) {
  std::vector<std::thread> threads;
  for (int k = 0; k < 4; ++k) threads.emplace_back([&] { EXPECT_EQ(open()->votes(1, 0, 10).size(), 1u); });
  for (std::thread& thread : threads) thread.join();
  const Vote expected{.id = 1, .voter = 1, .key = "k", .left = 1, .right = 2, .answer = Answer::left, .time_ms = 7};
  EXPECT_EQ(open()->votes(1, 0, 10).front(), expected);
}

TEST_P(OldStore, OfTheVersionBeforeTakesWhatAStudyAdds) {
  make_schema(*connect(), 3);
  connect()->run_script("DELETE FROM vote");  // whose id the database has not given
  const std::unique_ptr<Store> store = open();
  Project project = *store->project(1);
  EXPECT_EQ(project.study, "");
  project.study = "{}";
  store->change_project(project);
  const Vote vote{
      .voter = 1, .key = "g", .left = 1, .right = 2, .answer = Answer::tie, .question = 1, .gold = Answer::left};
  EXPECT_EQ(store->add_vote(1, vote).stored, Stored::stored);
  EXPECT_EQ(open()->votes(1, 0, 10).back().gold, Answer::left);
  EXPECT_EQ(open()->votes(1, 0, 10).back().question, 1);
  EXPECT_EQ(open()->project(1)->study, "{}");
}

TEST_P(OldStore, OfTheVersionBeforeTakesWhatPicturesShow) {
  make_schema(*connect(), 5);
  const std::unique_ptr<Store> store = open();
  Item item = store->items(1).front();
  EXPECT_EQ(item.alt, "");
  item.alt = "a hill";
  store->change_item(1, item);
  EXPECT_EQ(open()->items(1).front(), item);
}

// Two servers of one database, of which the older one has not been started again.
TEST_P(OldStore, AServerOfTheVersionBeforeGoesOnBesideOne) {
  const std::unique_ptr<Store> store = open();
  connect()->run_script(
      "UPDATE item SET name = 'Z', authors = 'Ann' WHERE id = 2;"
      "INSERT INTO item (id, project, name, kind, content, disabled, authors) VALUES (9, 1, 'C', 'text', '', 0, "
      "NULL);");
  ASSERT_EQ(store->items(1).size(), 3u);
  EXPECT_EQ(store->items(1).back().alt, "");
}

}  // namespace
}  // namespace pdrank::test
