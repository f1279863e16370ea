// What can be removed, and what is then left.
#include <gtest/gtest.h>

#include "app.hpp"
#include "pdrank/server/worker.hpp"

namespace pdrank::server {
namespace {

using nlohmann::json;

const std::string kHead = "left,right,winner,annotator,duration_ms\n";

TEST(Removal, AnItemIsGoneWithItsVotes) {
  App app;
  const std::vector<std::string> voters = app.make_project(4, 2);
  app.vote(voters[0], "a", "A", "B", "left");
  app.vote(voters[0], "b", "C", "D", "left");
  app.vote(voters[1], "a", "B", "C", "left");
  rank_quickly(app.project());
  rank_thoroughly(app.project(), 1);
  const std::string ticket = app.ticket(voters[1], "C", "D");
  app.json("DELETE", "/api/projects/1/items/2");
  EXPECT_EQ(app.comparisons(), kHead + "C,D,left,Voter 1,\n");
  EXPECT_TRUE(app.json("GET", "/api/projects/1/ranking")["stale"]) << "though there are fewer votes than there were";
  rank_quickly(app.project());
  EXPECT_EQ(app.json("GET", "/api/projects/1/ranking")["votes"], 1);
  EXPECT_EQ(app.json("GET", "/api/projects/1")["votes"], 1);
  EXPECT_EQ(app.refused("DELETE", "/api/projects/1/items/2").first, 404);
  const json late = {{"key", "late"}, {"ticket", ticket}, {"answer", "left"}};
  EXPECT_EQ(app.refused("POST", "/api/votes", late, voters[1]).first, 409) << "ids may mean something else now";
  app.vote(voters[0], "b", "C", "D", "left");  // sent again, it is acknowledged again
  app.vote(voters[1], "c", "A", "C", "left");
  app.open();
  EXPECT_EQ(app.comparisons(), kHead + "C,D,left,Voter 1,\nA,C,left,Voter 2,\n");
}

TEST(Removal, AVoterIsGoneWithTheLink) {
  App app;
  const std::vector<std::string> voters = app.make_project(3, 2);
  app.vote(voters[0], "a", "A", "B", "left");
  app.vote(voters[1], "a", "B", "C", "left");
  app.json("DELETE", "/api/projects/1/voters/1");
  EXPECT_EQ(app.refused("GET", "/api/ballot", nullptr, voters[0]).first, 401);
  EXPECT_EQ(app.comparisons(), kHead + "B,C,left,Voter 2,\n");
  EXPECT_EQ(app.json("GET", "/api/projects/1/voters").size(), 1u);
  EXPECT_EQ(app.ask("GET", "/api/projects/1/export?what=votes").body.find("Voter 1"), std::string::npos);
  EXPECT_EQ(app.refused("DELETE", "/api/projects/1/voters/1").first, 404);
}

TEST(Removal, AProjectIsGoneWithAllOfIt) {
  App app;
  const std::vector<std::string> voters = app.make_project(3, 1);
  app.vote(voters[0], "a", "A", "B", "left");
  app.json("DELETE", "/api/projects/1");
  EXPECT_EQ(app.json("GET", "/api/projects"), json::array());
  EXPECT_EQ(app.refused("GET", "/api/projects/1").first, 404);
  EXPECT_EQ(app.refused("GET", "/api/ballot", nullptr, voters[0]).first, 401);
  app.open();
  EXPECT_EQ(app.json("GET", "/api/projects"), json::array());
}

TEST(Removal, AnImportIsGoneWithItsVotesAndMayComeOnce) {
  App app;
  const std::vector<std::string> voters = app.make_project(3, 1);
  app.vote(voters[0], "a", "A", "B", "left");
  const std::string file = "winner,loser,annotator\nA,C,Ann\nC,B,Ann\n";
  const auto import = [&](const std::string& query) { return app.ask("POST", "/api/projects/1/import" + query, file); };
  const json first = json::parse(import("").body);
  EXPECT_EQ(first["votes"], 2);
  EXPECT_EQ(import("").status, 409) << "the same file";
  EXPECT_EQ(app.json("GET", "/api/projects/1")["votes"], 3);
  EXPECT_EQ(import("?again=true").status, 200);
  EXPECT_EQ(app.json("GET", "/api/projects/1")["votes"], 5);
  const json list = app.json("GET", "/api/projects/1/imports");
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0]["id"], first["import"]);
  EXPECT_EQ(list[0]["votes"], 2);
  EXPECT_EQ(list[0]["whole"], true);
  for (const json& one : list) app.json("DELETE", "/api/projects/1/imports/" + one["id"].dump());
  EXPECT_EQ(app.comparisons(), kHead + "A,B,left,Voter 1,\n");
  EXPECT_EQ(app.refused("DELETE", "/api/projects/1/imports/1").first, 404);
  EXPECT_EQ(import("").status, 200) << "it may come again";
}

TEST(Removal, AnImportThatWasBrokenOffIsGoneAtTheNextStart) {
  App app;
  app.make_project(3, 1);
  storage::Store& store = app.application->store();
  const storage::Id broken = store.add_import(1, {.hash = "h"});
  store.add_votes(1, std::vector<storage::Vote>{{.voter = 1, .key = "k", .left = 1, .right = 2}}, broken);
  app.open();
  EXPECT_EQ(app.json("GET", "/api/projects/1/imports"), json::array());
  EXPECT_EQ(app.ask("GET", "/api/projects/1/export?what=votes&format=json").body.find("\"k\""), std::string::npos);
}

}  // namespace
}  // namespace pdrank::server
