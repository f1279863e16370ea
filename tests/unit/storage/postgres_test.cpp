// What is special about a store at a PostgreSQL server.
#include "pdrank/storage/postgres_connection.hpp"

#include "unit/storage/store_fixture.hpp"

namespace pdrank::test {
namespace {

class PostgresServer : public testing::Test {
 protected:
  void SetUp() override {
    if (cluster_ == nullptr) GTEST_SKIP() << "PostgreSQL is not installed (/usr/lib/postgresql/*/bin)";
    cluster_->run("DROP SCHEMA IF EXISTS pdrank CASCADE");
  }

  PostgresCluster* cluster_ = PostgresCluster::instance();
};

TEST_F(PostgresServer, ThatIsAwayIsSaidOnceAndFoundAgain) {
  const std::unique_ptr<Store> store = open_store(cluster_->address());
  const Id project = store->add_project({.name = "P", .question = ""});
  store->add_items(project, std::vector<Item>{{.name = "A"}, {.name = "B"}});
  store->add_voters(project, std::vector<Voter>{{.name = "V"}});
  const auto add = [&](const std::string& key) {
    return store->add_vote(project, {.voter = 1, .key = key, .left = 1, .right = 2});
  };
  EXPECT_EQ(add("before").stored, Stored::stored);
  cluster_->stop();
  for (int times = 0; times < 2; ++times) {
    const std::string message = message_of<StoreError>([&] { add("while it is away"); });
    EXPECT_TRUE(message.starts_with("PostgreSQL: ")) << message;
    EXPECT_NE(message.find("Is the server running"), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    EXPECT_NE(message_of<StoreError>([&] { store->items(project); }), "");
  }
  cluster_->start();
  EXPECT_EQ(add("after").stored, Stored::stored);
  EXPECT_EQ(add("before").stored, Stored::repeated);
  EXPECT_EQ(store->votes(project, 0, 10).size(), 2u);
}

TEST_F(PostgresServer, WhoseConnectionsBreakIsConnectedToAgain) {
  const std::unique_ptr<Store> store = open_store(cluster_->address());
  const Id project = store->add_project({.name = "P", .question = ""});
  std::vector<std::thread> readers;
  for (int k = 0; k < 8; ++k)
    readers.emplace_back([&] {
      for (int times = 0; times < 20; ++times) store->projects();
    });
  for (std::thread& reader : readers) reader.join();
  cluster_->stop();
  cluster_->start();
  for (int times = 0; times < 10; ++times) EXPECT_EQ(store->project(project)->name, "P") << "no stale one is used";
}

TEST_F(PostgresServer, ThatCannotBeReachedIsNamedWithoutThePassword) {
  const std::string message =
      message_of<StoreError>([] { open_store("postgres://me:secret@127.0.0.1:1/votes?connect_timeout=2"); });
  EXPECT_TRUE(message.starts_with("PostgreSQL: connection to server at \"127.0.0.1\", port 1 failed: ")) << message;
  EXPECT_EQ(message.find("secret"), std::string::npos);
  EXPECT_EQ(message.find('\n'), std::string::npos);
  EXPECT_TRUE(message_of<StoreError>([] { open_store("postgresql://%zz"); }).starts_with("PostgreSQL: "));
}

TEST_F(PostgresServer, OfAnotherEncodingIsRefused) {
  cluster_->run("CREATE DATABASE old ENCODING 'LATIN1' TEMPLATE template0 LOCALE 'C'");
  EXPECT_EQ(message_of<StoreError>([&] { open_store(cluster_->address("old")); }),
            "PostgreSQL: the database has encoding LATIN1, but one of UTF8 is needed");
  cluster_->run("DROP DATABASE old");
}

TEST_F(PostgresServer, WithANewerStoreIsRefused) {
  open_store(cluster_->address());
  cluster_->run("UPDATE pdrank.store_version SET version = 99");
  EXPECT_EQ(message_of<StoreError>([&] { open_store(cluster_->address()); }),
            "PostgreSQL: a newer pdrank made this store of version 99, and this one knows versions up to 6: use the "
            "newer one");
  cluster_->run("DROP SCHEMA pdrank CASCADE; CREATE SCHEMA pdrank; CREATE TABLE pdrank.bookmark (url TEXT)");
  EXPECT_EQ(message_of<StoreError>([&] { open_store(cluster_->address()); }),
            "PostgreSQL: it has the tables of another program, and is no store of votes");
}

TEST_F(PostgresServer, LeavesTheTablesOfOthersAlone) {
  cluster_->run("CREATE TABLE public.vote (url TEXT); INSERT INTO public.vote VALUES ('x')");
  EXPECT_TRUE(open_store(cluster_->address())->votes(1, 0, 10).empty());
  cluster_->run("DROP TABLE public.vote");
}

// A transaction that has taken its number and is not committed keeps a later one from being seen before it.
TEST_F(PostgresServer, SeesNoVoteBeforeAnEarlierOne) {
  const std::unique_ptr<Store> store = open_store(cluster_->address());
  const Id project = store->add_project({.name = "P", .question = ""});
  store->add_items(project, std::vector<Item>{{.name = "A"}, {.name = "B"}});
  store->add_voters(project, std::vector<Voter>{{.name = "V"}});
  PostgresConnection slow(cluster_->address());
  slow.begin({&project, 1});
  slow.run_script(
      "INSERT INTO vote (project, voter, key, left_item, right_item, answer, time_ms) "
      "VALUES (1, 1, 'slow', 1, 2, 'tie', 0)");
  std::thread quick([&] { store->add_vote(project, {.voter = 1, .key = "quick", .left = 1, .right = 2}); });
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_TRUE(store->votes(project, 0, 10).empty());
  slow.run_script("COMMIT");
  quick.join();
  const std::vector<Vote> votes = store->votes(project, 0, 10);
  ASSERT_EQ(votes.size(), 2u);
  EXPECT_EQ(votes[0].key, "slow");
  EXPECT_EQ(votes[1].key, "quick");
}

}  // namespace
}  // namespace pdrank::test
