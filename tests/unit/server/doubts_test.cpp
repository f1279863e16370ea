#include "pdrank/server/doubts.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "app.hpp"
#include "pdrank/core/random.hpp"
#include "pdrank/server/worker.hpp"

namespace pdrank::server {
namespace {

using nlohmann::json;

constexpr std::size_t kItems = 15, kHonest = 9, kVoters = kHonest + 3;

// All answer each of the pairs as coins do; the last three as one of them does.
void vote_as_one(App& app, const std::vector<std::string>& tokens, std::size_t pairs = kItems) {
  Random random(1);
  for (std::size_t a = 0; a < pairs; ++a)
    for (std::size_t b = a + 1; b < pairs; ++b) {
      const bool of_the_three = random.chance(0.5);
      for (std::size_t voter = 0; voter < tokens.size(); ++voter)
        app.store_vote(tokens[voter], fmt::format("{}-{}", a, b), std::string(1, static_cast<char>('A' + a)),
                       std::string(1, static_cast<char>('A' + b)),
                       (voter < kHonest ? random.chance(0.5) : of_the_three) ? "left" : "right");
    }
}

std::vector<json> alike(App& app) {
  std::vector<json> found;
  for (const json& doubt : app.json("GET", "/api/projects/1/doubts"))
    if (doubt["kind"] == "alike") found.push_back(doubt);
  return found;
}

TEST(Doubts, VotersWhoAnswerAsOneAreNamedWhicheverRankingIsShown) {
  App app;
  vote_as_one(app, app.make_project(kItems, kVoters));
  const std::string sentence =
      "Voter 10, Voter 11 and Voter 12 gave the same answer to 315 of 315 shared questions, more than the ranking "
      "explains: they may be one person, and their answers to a question count once";
  const auto is_named = [&] {
    const std::vector<json> found = alike(app);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0]["text"], sentence);
    EXPECT_EQ(found[0]["voters"], (json{10, 11, 12}));
    const json warnings = app.json("GET", "/api/projects/1")["warnings"];
    EXPECT_NE(std::ranges::find(warnings, json(sentence)), warnings.end());
  };
  EXPECT_TRUE(alike(app).empty()) << "nothing has been ranked";
  rank_quickly(app.project());
  is_named();
  app.json("POST", "/api/projects/1/voters", {{"names", {"Zoe"}}});  // a ranking that takes over what was learned
  rank_quickly(app.project());
  is_named();
  rank_thoroughly(app.project(), 1);
  is_named();
  rank_quickly(app.project());
  is_named();
}

TEST(Doubts, ThoseWhoAnswerForThemselvesAreNotAccused) {
  App app;
  std::vector<std::string> tokens = app.make_project(kItems, kHonest);
  vote_as_one(app, tokens);
  rank_quickly(app.project());
  rank_thoroughly(app.project(), 1);
  EXPECT_TRUE(alike(app).empty());
}

TEST(Doubts, FewAnswersAreNoEvidence) {
  App app;
  vote_as_one(app, app.make_project(kItems, kVoters), 4);
  rank_thoroughly(app.project(), 1);
  EXPECT_TRUE(alike(app).empty());
}

TEST(Doubts, VotersAreExcludedTogether) {
  App app;
  vote_as_one(app, app.make_project(kItems, kVoters));
  rank_thoroughly(app.project(), 1);
  const std::string voters = "/api/projects/1/voters";
  EXPECT_EQ(app.json("PATCH", voters, {{"ids", {10, 11, 12, 12}}, {"excluded", true}})["voters"], 3);
  EXPECT_TRUE(alike(app).empty()) << "at once, not only after the next ranking";
  app.open();
  const json list = app.json("GET", voters);
  for (std::size_t k = 0; k < kVoters; ++k) EXPECT_EQ(list[k]["excluded"], k >= kHonest) << k;
  EXPECT_EQ(app.json("PATCH", voters, {{"ids", {10, 11, 12}}, {"excluded", false}})["voters"], 3);
  EXPECT_EQ(app.refused("PATCH", voters, {{"ids", {1, 99}}, {"excluded", true}}).first, 404);
  EXPECT_EQ(app.refused("PATCH", voters, {{"ids", {1}}}).first, 400);
  EXPECT_EQ(app.refused("PATCH", voters, {{"ids", {"1"}}, {"excluded", true}}).first, 400);
  for (const json& voter : app.json("GET", voters)) EXPECT_EQ(voter["excluded"], false) << voter;
  EXPECT_EQ(app.json("PATCH", voters, {{"ids", json::array()}, {"excluded", true}})["voters"], 0);
}

}  // namespace
}  // namespace pdrank::server
