// What an admin does beside running a vote: erasing voters, archiving, links, results, and when to stop.
#include <gtest/gtest.h>

#include "app.hpp"
#include "pdrank/server/settled.hpp"
#include "pdrank/server/worker.hpp"

namespace pdrank::server {
namespace {

using nlohmann::json;

TEST(Erasure, KeepsTheVotesOfSomebodyWhomNobodyKnows) {
  App app;
  const std::vector<std::string> voters = app.make_project(4, 2);
  app.json("PATCH", "/api/projects/1", {{"open_link", true}});
  const std::string join = app.json("GET", "/api/projects/1")["join_token"];
  const json sent = {{"parameters", {{"PROLIFIC_PID", "abc"}, {"STUDY_ID", "s"}}}};
  const std::string token = app.json("POST", "/api/join", sent, join)["token"];
  const std::string path = "/api/projects/1/voters/" + std::to_string(parse_token(token)->voter);
  app.json("PATCH", path, {{"name", "Ann"}});
  app.json("PATCH", "/api/projects/1/items/4", {{"authors", {"Bob", "Ann", "Cid"}}});
  app.vote(voters[0], "a", "A", "B", "left");
  app.vote(token, "b", "B", "C", "right");
  rank_thoroughly(app.project(), 1);
  const json before = app.json("GET", "/api/projects/1/ranking");

  EXPECT_EQ(app.refused("DELETE", path + "?votes=some").first, 400);
  app.json("DELETE", path + "?votes=keep");
  for (const char* what : {"votes", "comparisons", "voters", "links"}) {
    const std::string text = app.ask("GET", std::string("/api/projects/1/export?what=") + what + "&format=json").body;
    for (const char* trace : {"Ann", "abc"}) EXPECT_EQ(text.find(trace), std::string::npos) << what << ' ' << trace;
  }
  EXPECT_EQ(app.json("GET", "/api/projects/1/items")[3]["authors"], (json{"Bob", "Cid"}));
  EXPECT_EQ(app.refused("GET", "/api/ballot", nullptr, token).first, 401) << "the link is nobody's";
  const json voter = app.json("GET", "/api/projects/1/voters")[2];
  EXPECT_EQ(voter["name"], "Anonymous 4");
  EXPECT_EQ(voter["votes"], 1);
  for (const char* field : {"joined_ms", "consented_ms"}) EXPECT_TRUE(voter[field].is_null()) << field;
  EXPECT_EQ(voter["joined_from"], "");
  EXPECT_NE(app.json("POST", "/api/join", sent, join)["token"], token) << "comes again as somebody new";
  rank_thoroughly(app.project(), 1);
  const json after = app.json("GET", "/api/projects/1/ranking");
  EXPECT_EQ(after["votes"], 2);
  EXPECT_EQ(after["items"], before["items"]);
  app.open();
  EXPECT_EQ(app.json("GET", "/api/projects/1")["votes"], 2);
}

TEST(Erasure, WithoutVotesAlsoLeavesTheAuthors) {
  App app;
  app.make_project(3, 1);
  app.json("PATCH", "/api/projects/1/items/1", {{"authors", {"Voter 1"}}});
  app.json("DELETE", "/api/projects/1/voters/1?votes=remove");
  EXPECT_EQ(app.json("GET", "/api/projects/1/items")[0]["authors"], json::array());
  EXPECT_EQ(app.json("GET", "/api/projects/1/voters"), json::array());
}

TEST(Archive, ClosesTheVoteAndKeepsAll) {
  App app;
  const std::vector<std::string> voters = app.make_project(3, 1);
  app.vote(voters[0], "a", "A", "B", "left");
  EXPECT_EQ(app.json("GET", "/api/projects/1")["archived"], false);
  const json archived = app.json("PATCH", "/api/projects/1", {{"archived", true}});
  EXPECT_EQ(archived["archived"], true);
  EXPECT_EQ(archived["closed"], true);
  EXPECT_EQ(app.json("GET", "/api/ballot", nullptr, voters[0])["project"]["closed"], true);
  EXPECT_EQ(app.refused("PATCH", "/api/projects/1", {{"closed", false}}).first, 409);
  EXPECT_EQ(app.refused("PATCH", "/api/projects/1", {{"closed", false}, {"name", "X"}}).first, 409);
  app.open();
  EXPECT_EQ(app.json("GET", "/api/projects/1")["archived"], true);
  EXPECT_EQ(app.json("GET", "/api/projects/1")["votes"], 1);
  EXPECT_EQ(app.json("PATCH", "/api/projects/1", {{"archived", false}, {"closed", false}})["closed"], false);
  app.vote(voters[0], "b", "B", "C", "left");
}

TEST(Links, AreOfThoseWhoMayVote) {
  App app;
  const std::vector<std::string> voters = app.make_project(2, 3);
  app.json("PATCH", "/api/projects/1/voters/2", {{"excluded", true}});
  EXPECT_EQ(app.ask("GET", "/api/projects/1/export?what=links").body,
            "voter,votes,link\nVoter 1,0,http://127.0.0.1:8080/#vote=" + voters[0] +
                "\nVoter 3,0,http://127.0.0.1:8080/#vote=" + voters[2] + "\n");
}

TEST(Results, AreOffUntilThereIsALink) {
  App app;
  const std::vector<std::string> voters = app.make_project(3, 1);
  EXPECT_TRUE(app.json("GET", "/api/projects/1")["results_token"].is_null());
  const std::string token = app.json("PATCH", "/api/projects/1", {{"results_link", true}})["results_token"];
  EXPECT_EQ(app.json("PATCH", "/api/projects/1", {{"results_link", true}})["results_token"], token) << "it stays";
  EXPECT_EQ(app.json("GET", "/api/results", nullptr, token)["places"], 0);
  for (const std::string& wrong : {voters[0], kSecret, std::string(), token + "x", "j" + token.substr(1)})
    EXPECT_EQ(app.ask("GET", "/api/results", "", wrong).status, 401) << wrong;
  for (const char* path : {"/api/ballot", "/api/projects/1"}) EXPECT_EQ(app.ask("GET", path, "", token).status, 401);
  EXPECT_EQ(app.ask("POST", "/api/join", "", token).status, 401);
  app.json("PATCH", "/api/projects/1", {{"results_link", false}});
  EXPECT_EQ(app.ask("GET", "/api/results", "", token).status, 401);
  EXPECT_NE(app.json("PATCH", "/api/projects/1", {{"results_link", true}})["results_token"], token) << "a new one";
}

TEST(Results, HaveThePlacesAndNothingOfVoters) {
  App app;
  const std::vector<std::string> voters = app.make_project(3, 1);
  app.vote(voters[0], "a", "C", "B", "left");
  app.vote(voters[0], "b", "B", "A", "left");
  rank_thoroughly(app.project(), 1);
  const std::string token = app.json("PATCH", "/api/projects/1", {{"results_link", true}})["results_token"];
  const json results = app.json("GET", "/api/results", nullptr, token);
  EXPECT_EQ(results["project"], (json{{"name", "P"}, {"closed", false}}));
  EXPECT_EQ(results["questions"], json{"Which?"});
  EXPECT_EQ(results["votes"], 2);
  EXPECT_EQ(results["places"], 3);
  EXPECT_EQ(results["items"][0]["item"], "C");
  EXPECT_EQ(results["items"][0]["rank"], 1);
  EXPECT_EQ(results["items"][0]["picture"], "");
  EXPECT_EQ(results.dump().find("Voter"), std::string::npos);
  EXPECT_EQ(app.json("GET", "/api/results?search=b&limit=1", nullptr, token)["total"], 1);
  EXPECT_EQ(app.ask("GET", "/api/results?question=2", "", token).status, 400);
}

TEST(Settled, IsToldWithTheRanking) {
  App app;
  const std::vector<std::string> voters = app.make_project(3, 8);
  EXPECT_TRUE(app.json("GET", "/api/projects/1/ranking")["settled"].is_null()) << "nothing was voted";
  const auto answer = [&](std::size_t voter, const std::string& key, std::string winner, std::string loser, bool left) {
    if (!left) std::swap(winner, loser);
    app.store_vote(voters[voter], key, winner, loser, left ? "left" : "right");
  };
  for (std::size_t k = 0; k < 32; ++k) {
    answer(k % 8, "x" + std::to_string(k), "A", "B", k / 8 % 2 == 0);
    const bool first = k % 2 == 0;
    answer(k % 8, "y" + std::to_string(k), first ? "B" : "C", first ? "C" : "B", k / 8 % 2 == 0);
  }
  for (const bool thorough : {false, true}) {
    if (thorough)
      rank_thoroughly(app.project(), 1);
    else
      rank_quickly(app.project());
    const json settled = app.json("GET", "/api/projects/1/ranking")["settled"];
    EXPECT_EQ(settled["leader"], "A");
    EXPECT_GT(settled["first"], .9);
    EXPECT_EQ(settled["neighbours"], .5) << "A is above B, and B beside C";
    EXPECT_GT(settled["ssr"], 0);
    EXPECT_GT(settled["curve"].size(), 1u);
    EXPECT_NE(settled["advice"][0].get<std::string>().find("you can stop: 'A'"), std::string::npos);
  }
}

RankResult made_up(double first, std::optional<double> ssr, std::optional<double> more) {
  RankResult result;
  Place& leader = result.ranking.emplace_back();
  leader.item = "A";
  leader.first = first;
  result.reliability.ssr = ssr;
  result.reliability.more_for_80 = result.reliability.more_for_90 = more;
  return result;
}

TEST(Settled, SaysWhetherToGoOn) {
  const auto advice = [](const RankResult& result) { return settled_json(result)["advice"]; };
  EXPECT_EQ(
      advice(made_up(.55, .5, 1234.5)),
      (json{"The best item is still open: 'A' is first, and is the best with a probability of 55 %.",
            "The reliability of the scores is 0.50. It takes about 1,300 more answers to reach 0.8, which is enough "
            "to tell groups of items apart."}));
  EXPECT_EQ(
      advice(made_up(.9999, .85, 7))[0],
      "If you only want to know the best item, you can stop: 'A' is the best with a probability of more than 99 %.");
  EXPECT_EQ(
      advice(made_up(.9999, .85, 7))[1],
      "The reliability of the scores is 0.85, enough to tell groups of items apart. It takes about 7 more answers "
      "to reach 0.9, which is enough to tell single items apart.");
  EXPECT_EQ(advice(made_up(1, .93, 0))[1],
            "The reliability of the scores is 0.93: the whole order is as settled as studies usually ask for. You can "
            "stop.");
  EXPECT_EQ(
      advice(made_up(1, .4, std::nullopt))[1],
      "The reliability of the scores is 0.40. More answers alone do not lead to 0.8, which is enough to tell groups "
      "of items apart: the answers disagree too much.");
  EXPECT_EQ(advice(made_up(1, std::nullopt, 0)).size(), 1u);
}

}  // namespace
}  // namespace pdrank::server
