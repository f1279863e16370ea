// What is derived from the votes, step by step and by the threads.
#include "pdrank/server/worker.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include "app.hpp"
#include "pdrank/core/random.hpp"
#include "pdrank/io/rows/read_comparisons.hpp"
#include "pdrank/io/write/sink.hpp"
#include "pdrank/io/write/write_result.hpp"
#include "pdrank/methods/rank.hpp"
#include "pdrank/server/growth.hpp"

namespace pdrank::server {
namespace {

using nlohmann::json;

// Votes of three voters about six items, most of them by the alphabet; some undone.
void fill(App& app, const std::vector<std::string>& voters, std::uint64_t seed, int votes) {
  Random random(seed);
  for (int n = 0; n < votes; ++n) {
    const std::string token = voters[random.below(voters.size())];
    const char left = static_cast<char>('A' + random.below(6));
    char right = left;
    while (right == left) right = static_cast<char>('A' + random.below(6));
    const char* answer = random.chance(0.1)                     ? "tie"
                         : random.chance(0.1)                   ? "skip"
                         : (left < right) != random.chance(0.2) ? "left"
                                                                : "right";
    const std::string key = std::to_string(seed) + "-" + std::to_string(n);
    std::this_thread::sleep_for(std::chrono::milliseconds(3));  // not too fast for a voter
    app.store_vote(token, key, std::string(1, left), std::string(1, right), answer);
    if (random.chance(0.1))
      app.json("POST", "/api/votes", {{"key", "u" + key}, {"answer", "undo"}, {"undoes", key}}, token);
  }
}

Comparisons read(const std::string& csv) {
  const std::filesystem::path path = std::filesystem::path(testing::TempDir()) / "worker_test_comparisons.csv";
  std::ofstream(path) << csv;
  Comparisons data = read_comparisons(path.string());
  std::filesystem::remove(path);
  return data;
}

std::string ranking_csv(const RankResult& result) {
  StringSink sink;
  write_ranking_csv(result, sink);
  return sink.text;
}

TEST(Worker, TheRankingIsThatOfTheExportedComparisons) {
  App app;
  const std::vector<std::string> voters = app.make_project(6, 3);
  const auto check = [&](const char* when) {
    rank_quickly(app.project());
    const json quick = app.json("GET", "/api/projects/1/ranking");
    EXPECT_EQ(quick["method"], "posterior") << when;
    rank_thoroughly(app.project(), 1);
    const std::string expected = ranking_csv(rank(read(app.comparisons())));
    EXPECT_EQ(app.ask("GET", "/api/projects/1/export?what=ranking").body, expected) << when;
    EXPECT_FALSE(app.json("GET", "/api/projects/1/ranking")["stale"]);
  };
  fill(app, voters, 1, 60);
  check("at first");
  fill(app, voters, 2, 20);
  check("with more votes");
  app.json("PATCH", "/api/projects/1/voters/2", {{"excluded", true}});
  check("without a voter");
  app.json("PATCH", "/api/projects/1/items/4", {{"disabled", true}});
  check("without an item");
  app.json("PATCH", "/api/projects/1/items/1", {{"name", "new name"}});
  check("with another name");
  app.json("PATCH", "/api/projects/1/voters/2", {{"excluded", false}});
  check("with the voter again");
  app.open();
  check("after a restart");
}

// With what was learned from the votes before: nearly the ranking from scratch, ranges included.
TEST(Worker, TheQuickRankingHardlyDependsOnItsPast) {
  App app;
  const std::vector<std::string> voters = app.make_project(6, 12);
  fill(app, voters, 1, 200);
  for (std::uint64_t seed = 2; seed <= 6; ++seed) {
    fill(app, voters, seed, 10);
    rank_quickly(app.project());
    const RankResult warm = app.project().boards[0].quick.get()->result;
    const RankResult cold = rank(read(app.comparisons()));
    ASSERT_EQ(warm.ranking.size(), cold.ranking.size());
    for (const Place& place : warm.ranking) {
      const auto same = std::ranges::find(cold.ranking, place.item, &Place::item);
      ASSERT_NE(same, cold.ranking.end());
      EXPECT_NEAR(place.score, same->score, 0.5 * *same->standard_error);
      EXPECT_LE(*place.rank_low, same->rank);
      EXPECT_GE(*place.rank_high, same->rank);
    }
  }
}

TEST(Worker, AnEmptyProjectHasAnEmptyRanking) {
  App app;
  app.make_project(2, 1);
  rank_quickly(app.project());
  rank_thoroughly(app.project(), 1);
  const json ranking = app.json("GET", "/api/projects/1/ranking");
  EXPECT_EQ(ranking["votes"], 0);
  EXPECT_EQ(ranking["total"], 0);
  EXPECT_FALSE(ranking["stale"]);
  EXPECT_EQ(app.ask("GET", "/api/projects/1/report").status, 409);
}

TEST(Worker, ARankingIsStaleAsSoonAsSomethingComes) {
  App app;
  const std::string voter = app.make_project(3, 1).front();
  app.vote(voter, "a", "A", "B", "left");
  EXPECT_TRUE(app.json("GET", "/api/projects/1/ranking")["stale"]);
  rank_quickly(app.project());
  const Response first = app.ask("GET", "/api/projects/1/ranking");
  std::string tag;
  for (const auto& [name, value] : first.headers)
    if (name == "ETag") tag = value;
  EXPECT_EQ(app.ask("GET", "/api/projects/1/ranking", "", kSecret, {{"if-none-match", tag}}).status, 304);
  app.vote(voter, "b", "B", "C", "left");
  EXPECT_EQ(app.ask("GET", "/api/projects/1/ranking", "", kSecret, {{"if-none-match", tag}}).status, 200);
  EXPECT_TRUE(app.json("GET", "/api/projects/1/ranking")["stale"]);
}

TEST(Worker, PagesOfTheRanking) {
  App app;
  const std::vector<std::string> voters = app.make_project(6, 3);
  fill(app, voters, 1, 50);
  rank_thoroughly(app.project(), 1);
  const json all = app.json("GET", "/api/projects/1/ranking");
  const json some = app.json("GET", "/api/projects/1/ranking?offset=2&limit=3");
  EXPECT_EQ(all["total"], 6);
  EXPECT_EQ(some["total"], 6);
  ASSERT_EQ(some["items"].size(), 3u);
  EXPECT_EQ(some["items"][0], all["items"][2]);
  EXPECT_EQ(app.json("GET", "/api/projects/1/ranking?search=c")["items"][0]["item"], "C");
  EXPECT_EQ(app.json("GET", "/api/projects/1/ranking?search=zzz")["total"], 0);
  for (const char* query : {"?limit=1001", "?limit=-1", "?limit=x", "?offset=1.5"})
    EXPECT_EQ(app.refused("GET", std::string("/api/projects/1/ranking") + query).first, 400) << query;
}

TEST(Worker, TheStockIsPairsOfEnabledItems) {
  App app;
  const std::vector<std::string> voters = app.make_project(6, 3);
  EXPECT_TRUE(wants_stock(app.project()));
  fill(app, voters, 1, 20);
  app.json("PATCH", "/api/projects/1/items/2", {{"disabled", true}});
  fill_stock(app.project(), 1, 1);
  const std::shared_ptr<const Stock> stock = app.project().stock.get();
  EXPECT_EQ(stock->pairs.size(), 10u) << "all pairs of five";
  for (const Shown& pair : stock->pairs) {
    EXPECT_NE(pair.left, 2);
    EXPECT_NE(pair.right, 2);
  }
  EXPECT_FALSE(wants_stock(app.project()));
  app.json("PATCH", "/api/projects/1/items/2", {{"disabled", false}});
  EXPECT_TRUE(wants_stock(app.project()));
  fill_stock(app.project(), 1, 1);
  EXPECT_FALSE(wants_stock(app.project()));
  fill(app, voters, 2, 20);
  rank_quickly(app.project());
  EXPECT_TRUE(wants_stock(app.project())) << "it is chosen by answers of before";
}

// 3,000 items and a few hundred answers: what was asked about hangs together.
TEST(Worker, ManyItemsGrowAsOneConnectedSet) {
  App app;
  app.make_project(1, 1);
  json items = json::array();
  for (int k = 0; k < 2999; ++k) items.push_back({{"name", "item " + std::to_string(k)}});
  app.json("POST", "/api/projects/1/items", {{"items", items}});
  EXPECT_EQ(app.json("GET", "/api/projects/1")["never_asked"], 3000);
  Random random(1);
  int answers = 0;
  for (std::uint64_t round = 1; round <= 8; ++round) {
    fill_stock(app.project(), 1, round);
    const std::vector<Shown> pairs = app.project().stock.get()->pairs;
    ASSERT_GE(pairs.size(), 50u);
    for (std::size_t k = 0; k < 50; ++k, ++answers)
      app.application->store().add_vote(1,
                                        {.voter = 1,
                                         .key = "k" + std::to_string(answers),
                                         .left = pairs[k].left,
                                         .right = pairs[k].right,
                                         .answer = random.chance(0.5) ? storage::Answer::left : storage::Answer::tie});
    app.project().log.follow();
  }
  rank_quickly(app.project());
  const json ranking = app.json("GET", "/api/projects/1/ranking");
  EXPECT_EQ(ranking["votes"], 400);
  EXPECT_EQ(ranking["components"], 1);
  EXPECT_GT(ranking["total"], 100);
  EXPECT_EQ(app.json("GET", "/api/projects/1")["never_asked"], 3000 - ranking["total"].get<int>());
}

TEST(Worker, PartsOfManyItemsAreBroughtTogether) {
  std::vector<storage::Item> items;
  for (storage::Id id = 1; id <= 8; ++id) items.push_back({.id = id, .name = std::to_string(id)});
  const Catalog catalog(std::move(items));
  Random random(1);
  const std::vector<Shown> pairs = growing_pairs(read("winner,loser\n1,2\n2,3\n4,5\n"), catalog, 10, random);
  ASSERT_EQ(pairs.size(), 4u) << "the other part, and three items";
  for (const Shown& pair : pairs) EXPECT_LE(pair.left, 3) << "the largest part";
  EXPECT_TRUE(pairs[0].right == 4 || pairs[0].right == 5);
  std::set<storage::Id> seen;
  for (const Shown& pair : growing_pairs(Comparisons(), catalog, 5, random)) {
    EXPECT_TRUE(seen.empty() || seen.contains(pair.left));
    seen.insert({pair.left, pair.right});
  }
  EXPECT_EQ(seen.size(), 6u);
}

TEST(Worker, VotersAreReportedOn) {
  App app;
  const std::vector<std::string> voters = app.make_project(8, 4);
  for (std::size_t v = 0; v < voters.size(); ++v)
    for (char left = 'A'; left < 'H'; ++left)
      for (char right = static_cast<char>(left + 1); right <= 'H'; ++right) {
        app.vote(voters[v], {left, right}, std::string(1, left), std::string(1, right), v == 3 ? "right" : "left");
      }
  rank_thoroughly(app.project(), 1);
  const json list = app.json("GET", "/api/projects/1/voters");
  EXPECT_EQ(list[3]["flag"], "adversary");
  EXPECT_LT(list[3]["reliability"], 0.2);
  EXPECT_EQ(list[0]["flag"], "");
  EXPECT_GT(list[0]["reliability"], 0.9);
  EXPECT_EQ(list[0]["votes"], 28);
}

// The threads do the steps by themselves, and end when they should.
TEST(Worker, ThreadsFollowTheVotes) {
  App app;
  const std::vector<std::string> voters = app.make_project(6, 3);
  Worker worker({.projects = [&] { return app.application->projects(); }, .on_trouble = {}});
  fill(app, voters, 1, 30);
  worker.wake();
  const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(180);
  json ranking;
  do {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    ranking = app.json("GET", "/api/projects/1/ranking");
  } while ((ranking["stale"] || !ranking["thorough"]) && std::chrono::steady_clock::now() < patience);
  EXPECT_EQ(app.ask("GET", "/api/projects/1/export?what=ranking").body, ranking_csv(rank(read(app.comparisons()))));
}

}  // namespace
}  // namespace pdrank::server
