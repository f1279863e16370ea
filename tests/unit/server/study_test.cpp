// What a study adds: request by request.
#include "pdrank/server/study.hpp"

#include <gtest/gtest.h>

#include <set>

#include "app.hpp"
#include "pdrank/server/voter_summary.hpp"
#include "pdrank/server/worker.hpp"

namespace pdrank::server {
namespace {

using nlohmann::json;

void set_study(App& app, const json& study) { app.json("PATCH", "/api/projects/1", {{"study", study}}); }

json ballot(App& app, const std::string& token) { return app.json("GET", "/api/ballot", nullptr, token); }

// The names of the pair that a ballot asks about, left first.
std::pair<std::string, std::string> names(App& app, const json& pair) {
  const auto name = [&](const json& item) { return app.project().catalog()->find(item["id"])->name; };
  return {name(pair["left"]), name(pair["right"])};
}

// Answers the next pair; the earlier letter wins unless `answer` says otherwise. What was asked, and the ballot after.
struct Answered {
  std::pair<std::string, std::string> names;
  std::string question;
  json ballot;
};
Answered answer_next(App& app, const std::string& token, const std::string& answer = "", int duration_ms = 0) {
  static int count = 0;
  const json pair = ballot(app, token)["pair"];
  const auto [left, right] = names(app, pair);
  json body = {{"key", "n" + std::to_string(++count)},
               {"ticket", pair["ticket"]},
               {"answer", answer.empty() ? (left < right ? "left" : "right") : answer}};
  if (duration_ms > 0) body["duration_ms"] = duration_ms;
  return {{left, right}, pair["question"], app.json("POST", "/api/votes", body, token)};
}

json voter(App& app, std::size_t place) { return app.json("GET", "/api/projects/1/voters").at(place); }

TEST(Study, IsOffByDefault) {
  App app;
  const std::string token = app.make_project(3, 1).front();
  const json study = app.json("GET", "/api/projects/1")["study"];
  EXPECT_EQ(study["quota"], 0);
  EXPECT_EQ(study["more_questions"], json::array());
  const json first = ballot(app, token);
  EXPECT_EQ(first["accepted"], true);
  EXPECT_EQ(first["completion"], nullptr);
  EXPECT_EQ(first["pair"]["question"], "Which?");
  EXPECT_EQ(app.application->store().project(1)->study, "");
}

TEST(Study, IsKeptAndChangedFieldByField) {
  App app;
  app.make_project(3, 0);
  set_study(app, {{"quota", 5}, {"instructions", "Look *closely*."}, {"gold", {{{"winner", "A"}, {"loser", "B"}}}}});
  set_study(app, {{"goal", 7}});
  app.open();
  const json study = app.json("GET", "/api/projects/1")["study"];
  EXPECT_EQ(study["quota"], 5);
  EXPECT_EQ(study["goal"], 7);
  EXPECT_EQ(study["instructions"], "Look *closely*.");
  const json gold = {{{"winner", "A"}, {"loser", "B"}, {"question", 1}}};
  EXPECT_EQ(study["gold"], gold);
}

TEST(Study, WhatCannotBeIsRefused) {
  App app;
  app.make_project(3, 0);
  const auto status = [&](const json& study) {
    return app.refused("PATCH", "/api/projects/1", {{"study", study}}).first;
  };
  EXPECT_EQ(status("quota"), 400);
  EXPECT_EQ(status({{"quotas", 1}}), 400);
  EXPECT_EQ(status({{"quota", -1}}), 400);
  EXPECT_EQ(status({{"gold_every", 1}}), 400);
  EXPECT_EQ(status({{"gold_percent", 101}}), 400);
  EXPECT_EQ(status({{"gold", {{{"winner", "A"}, {"loser", "Z"}}}}}), 400);
  EXPECT_EQ(status({{"gold", {{{"winner", "A"}, {"loser", "A"}}}}}), 400);
  EXPECT_EQ(status({{"gold", {{{"winner", "A"}, {"loser", "B"}, {"question", 2}}}}}), 400);
  EXPECT_EQ(status({{"gold", {{{"winner", "A"}, {"loser", "B"}, {"question", 0}}}}}), 400);
  EXPECT_EQ(status({{"more_questions", {""}}}), 400);
  EXPECT_EQ(status({{"more_questions", {"a", "b", "c", "d", "e"}}}), 400);
  EXPECT_EQ(status({{"more_questions", {"Which?"}}}), 400) << "questions differ";
  EXPECT_EQ(status({{"completion_link", "javascript:alert(1)"}}), 400);
  EXPECT_EQ(status({{"completion_link", "https://example.org/?{WHO}"}}), 400);
  EXPECT_EQ(app.json("GET", "/api/projects/1")["study"]["quota"], 0) << "nothing was kept";
}

TEST(Study, NobodyAnswersBeforeAccepting) {
  App app;
  const std::string token = app.make_project(3, 1).front();
  set_study(app, {{"instructions", "Look."}, {"consent", "I am 18."}});
  const json before = ballot(app, token);
  EXPECT_EQ(before["accepted"], false);
  EXPECT_EQ(before["pair"], nullptr);
  EXPECT_EQ(before["consent"], "I am 18.");
  const json vote = {{"key", "k"}, {"ticket", app.ticket(token, "A", "B")}, {"answer", "left"}};
  EXPECT_EQ(app.refused("POST", "/api/votes", vote, token).first, 409);
  EXPECT_EQ(voter(app, 0)["consented_ms"], nullptr);
  const json after = app.json("POST", "/api/consent", nullptr, token);
  EXPECT_EQ(after["accepted"], true);
  EXPECT_FALSE(after["pair"].is_null());
  const json when = voter(app, 0)["consented_ms"];
  EXPECT_GT(when, 0);
  app.open();
  app.json("POST", "/api/consent", nullptr, token);
  EXPECT_EQ(voter(app, 0)["consented_ms"], when) << "the first time counts";
  app.vote(token, "k", "A", "B", "left");
}

TEST(Study, AQuotaEndsWithThanks) {
  App app;
  app.make_project(5, 0);
  set_study(app, {{"quota", 3},
                  {"thanks", "Thank *you*."},
                  {"completion_code", "C 1"},
                  {"completion_link", "https://example.org/done?cc={code}&who={PROLIFIC_PID}&v={voter}"}});
  const std::string link = app.json("PATCH", "/api/projects/1", {{"open_link", true}})["join_token"];
  const json parameters = {{"parameters", {{"PROLIFIC_PID", "a&b"}, {"STUDY_ID", "s"}}}};
  const std::string token = app.json("POST", "/api/join", parameters, link)["token"];
  EXPECT_EQ(app.json("POST", "/api/join", parameters, link)["token"], token) << "they go on where they were";
  EXPECT_EQ(ballot(app, token)["ahead"].size(), 2u) << "no more than are left";
  const std::string late = ballot(app, token)["ahead"][1]["ticket"];
  answer_next(app, token, "skip");
  for (int k = 0; k < 2; ++k) EXPECT_EQ(answer_next(app, token).ballot["completion"], nullptr);
  const json done = answer_next(app, token).ballot;
  EXPECT_EQ(done["pair"], nullptr);
  EXPECT_EQ(done["votes"], 3);
  EXPECT_EQ(done["completion"]["thanks"], "Thank *you*.");
  EXPECT_EQ(done["completion"]["code"], "C 1");
  EXPECT_EQ(done["completion"]["link"], "https://example.org/done?cc=C%201&who=a%26b&v=Voter%201");
  for (const auto& [left, right] : {std::pair("A", "B"), std::pair("A", "C"), std::pair("A", "D"), std::pair("A", "E")})
    EXPECT_EQ(app.refused("POST", "/api/votes",
                          {{"key", "late"}, {"ticket", app.ticket(token, left, right)}, {"answer", "tie"}}, token)
                  .first,
              409);
  app.json("PATCH", "/api/projects/1", {{"closed", true}});
  EXPECT_EQ(ballot(app, token)["completion"]["code"], "C 1") << "who was done stays done";
  EXPECT_EQ(voter(app, 0)["parameters"], parameters["parameters"]);
  const std::string table = app.ask("GET", "/api/projects/1/export?what=voters").body;
  EXPECT_NE(table.find("PROLIFIC_PID,STUDY_ID,SESSION_ID,workerId,assignmentId,hitId\nVoter 1,"), std::string::npos);
  EXPECT_NE(table.find(",a&b,s,,,,\n"), std::string::npos) << table;
}

TEST(Study, OnlyParametersThatAreKnownAreKept) {
  App app;
  app.make_project(2, 0);
  const std::string link = app.json("PATCH", "/api/projects/1", {{"open_link", true}})["join_token"];
  EXPECT_EQ(app.refused("POST", "/api/join", {{"parameters", {{"utm_source", "x"}}}}, link).first, 400);
  EXPECT_EQ(app.refused("POST", "/api/join", {{"parameters", {{"workerId", 7}}}}, link).first, 400);
  const json turk = {{"parameters", {{"workerId", "W"}, {"hitId", "H"}, {"assignmentId", "1"}}}};
  const json again = {{"parameters", {{"workerId", "W"}, {"hitId", "other"}, {"assignmentId", "2"}}}};
  EXPECT_NE(app.json("POST", "/api/join", turk, link)["token"], app.json("POST", "/api/join", again, link)["token"]);
  EXPECT_NE(app.json("POST", "/api/join", nullptr, link)["token"],
            app.json("POST", "/api/join", nullptr, link)["token"]);
}

TEST(Study, APairIsAskedNoMoreOnceEnoughHaveAnsweredIt) {
  App app;
  const std::vector<std::string> tokens = app.make_project(3, 3);
  set_study(app, {{"pair_quota", 2}});
  for (std::size_t k = 0; k < 2; ++k)
    for (int pair = 0; pair < 3; ++pair) answer_next(app, tokens[k]);
  EXPECT_EQ(ballot(app, tokens[2])["pair"], nullptr);
  app.json("POST", "/api/votes", {{"key", "u"}, {"answer", "undo"}}, tokens[0]);
  EXPECT_FALSE(ballot(app, tokens[2])["pair"].is_null()) << "what was undone does not count";
}

TEST(Study, GoldPairsRankNothingAndShowWhoIsCareless) {
  App app;
  const std::vector<std::string> tokens = app.make_project(6, 2);
  app.json("PATCH", "/api/projects/1/items/" + std::to_string(app.ids.at("F")), {{"disabled", true}});
  set_study(app, {{"gold", {{{"winner", "A"}, {"loser", "F"}}, {{"winner", "A"}, {"loser", "E"}}}}, {"gold_every", 3}});
  std::set<std::set<std::string>> seen;
  for (const std::string& token : tokens)
    while (!ballot(app, token)["pair"].is_null()) {
      const Answered asked = answer_next(app, token, token == tokens[0] ? "" : "tie");
      seen.insert({asked.names.first, asked.names.second});
    }
  EXPECT_TRUE(seen.contains({"A", "F"})) << "a disabled item may serve";
  EXPECT_FALSE(seen.contains({"B", "F"}));
  EXPECT_TRUE(seen.contains({"A", "E"}));
  const json careful = voter(app, 0), careless = voter(app, 1);
  EXPECT_EQ(careful["votes"], 11) << "9 pairs and 2 gold ones";
  EXPECT_EQ(careful["gold_answers"], 2);
  EXPECT_EQ(careful["gold_correct"], 2);
  EXPECT_EQ(careful["gold_low"], false);
  EXPECT_EQ(careless["gold_correct"], 0);
  EXPECT_EQ(careless["gold_low"], true);
  const json warnings = app.json("GET", "/api/projects/1")["warnings"];
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].get<std::string>().find("70 % of the gold pairs were answered correctly by Voter 2"),
            std::string::npos);
  EXPECT_EQ(app.json("GET", "/api/projects/1")["votes"], 18);
  EXPECT_EQ(app.comparisons().find("A,E"), std::string::npos);
  EXPECT_EQ(app.comparisons().find("E,A"), std::string::npos);
  EXPECT_NE(app.ask("GET", "/api/projects/1/export?what=votes").body.find(",question,gold\n"), std::string::npos);
  set_study(app, {{"gold", json::array()}});
  EXPECT_EQ(app.comparisons().find("E,A"), std::string::npos) << "it was a gold pair when it was answered";
  EXPECT_EQ(voter(app, 1)["gold_answers"], 2);
  app.json("PATCH", "/api/projects/1/voters/2", {{"excluded", true}});
  EXPECT_EQ(app.json("GET", "/api/projects/1")["warnings"], json::array());
}

TEST(Study, OneOfSoManyPairsIsAGoldOne) {
  App app;
  const std::vector<std::string> tokens = app.make_project(26, 4);
  json gold = json::array();
  for (char c = 'B'; c <= 'Z'; ++c) gold.push_back({{"winner", "A"}, {"loser", std::string(1, c)}});
  set_study(app, {{"gold", gold}, {"gold_every", 5}});
  std::set<std::string> places;
  for (const std::string& token : tokens) {
    std::string pattern;
    for (int k = 0; k < 20; ++k) {
      const auto [left, right] = answer_next(app, token).names;
      pattern += left == "A" || right == "A" ? 'g' : '.';
    }
    EXPECT_EQ(std::ranges::count(pattern, 'g'), 4) << pattern;
    places.insert(pattern);
  }
  EXPECT_GT(places.size(), 1u) << "nobody can count them out";
}

TEST(Study, AGoldPairGoesWithItsItem) {
  App app;
  app.make_project(4, 0);
  set_study(app, {{"gold", {{{"winner", "A"}, {"loser", "D"}}, {{"winner", "A"}, {"loser", "B"}}}}});
  app.json("DELETE", "/api/projects/1/items/" + std::to_string(app.ids.at("D")));
  app.json("POST", "/api/projects/1/items", {{"items", {{{"name", "E"}}}}});  // may have the id of D
  app.open();
  const json gold = {{{"winner", "A"}, {"loser", "B"}, {"question", 1}}};
  EXPECT_EQ(app.json("GET", "/api/projects/1")["study"]["gold"], gold);
}

TEST(Study, EachPairIsAskedWithEveryQuestion) {
  App app;
  const std::string token = app.make_project(3, 1).front();
  set_study(app, {{"more_questions", {"Whose?", "Why?"}}});
  std::vector<std::pair<std::string, std::string>> asked;
  for (int k = 0; k < 9; ++k) {
    if (k == 4) app.open();  // in the midst of a pair
    const Answered one = answer_next(app, token, k % 3 == 1 ? "tie" : "");
    EXPECT_EQ(one.question, std::vector<std::string>({"Which?", "Whose?", "Why?"})[static_cast<std::size_t>(k % 3)]);
    asked.push_back(one.names);
    EXPECT_EQ(asked[asked.size() - 1 - static_cast<std::size_t>(k % 3)], one.names) << "the sides stay";
  }
  EXPECT_EQ(ballot(app, token)["pair"], nullptr);
  EXPECT_EQ(ballot(app, token)["votes"], 9);
  app.json("POST", "/api/votes", {{"key", "u"}, {"answer", "undo"}}, token);
  EXPECT_EQ(answer_next(app, token).question, "Why?");
  EXPECT_EQ(app.refused("PATCH", "/api/projects/1", {{"study", {{"more_questions", {"Whose?"}}}}}).first, 409);
  EXPECT_EQ(app.json("PATCH", "/api/projects/1",
                     {{"study", {{"more_questions", {"Whose", "Why"}}}}})["study"]["more_questions"][1],
            "Why");
}

TEST(Study, EachQuestionHasItsRanking) {
  App app;
  const std::vector<std::string> tokens = app.make_project(4, 2);
  set_study(app, {{"more_questions", {"Worse?"}}});
  for (const std::string& token : tokens)
    while (!ballot(app, token)["pair"].is_null()) {
      const json pair = ballot(app, token)["pair"];
      const auto [left, right] = names(app, pair);
      const bool takes_left = (left < right) == (pair["question"] == "Which?");
      answer_next(app, token, takes_left ? "left" : "right");
    }
  rank_quickly(app.project());
  const auto first = [&](const std::string& query) {
    return app.json("GET", "/api/projects/1/ranking" + query)["items"][0]["item"];
  };
  EXPECT_EQ(first(""), "A");
  EXPECT_EQ(first("?question=1"), "A");
  EXPECT_EQ(first("?question=2"), "D");
  EXPECT_EQ(app.json("GET", "/api/projects/1/ranking?question=2")["votes"], 12);
  EXPECT_EQ(app.refused("GET", "/api/projects/1/ranking?question=3").first, 400);
  EXPECT_EQ(app.refused("GET", "/api/projects/1/ranking?question=0").first, 400);
  EXPECT_EQ(app.ask("GET", "/api/projects/1/export?what=ranking&question=2").body.substr(0, 9), "rank,item");
  const std::string comparisons = app.comparisons();
  EXPECT_TRUE(comparisons.starts_with("left,right,winner,annotator,duration_ms,question\n")) << comparisons;
  EXPECT_NE(comparisons.find(",Worse?\n"), std::string::npos);
  rank_thoroughly(app.project(), 1);
  EXPECT_EQ(app.ask("GET", "/api/projects/1/report?question=2").status, 200);
  EXPECT_FALSE(wants_ranking(app.project()));
}

TEST(Study, VotesOfAStudyAreReadBack) {
  App app;
  const std::string token = app.make_project(3, 1).front();
  const json study = {{"more_questions", {"Worse?"}}, {"gold", {{{"winner", "A"}, {"loser", "C"}}}}, {"gold_every", 2}};
  set_study(app, study);
  while (!ballot(app, token)["pair"].is_null()) answer_next(app, token, "", 1000);
  const std::string events = app.ask("GET", "/api/projects/1/export?what=votes&format=jsonl").body;
  const std::string comparisons = app.comparisons();
  app.json("POST", "/api/projects",
           {{"name", "Q"}, {"question", "Which?"}, {"study", {{"more_questions", {"Worse?"}}}}});
  EXPECT_EQ(app.ask("POST", "/api/projects/2/import?format=jsonl", events).status, 200);
  EXPECT_EQ(app.ask("GET", "/api/projects/2/export?what=comparisons").body, comparisons);
  EXPECT_EQ(app.json("GET", "/api/projects/2/voters")[0]["gold_correct"], 1);
  app.json("POST", "/api/projects", {{"name", "R"}, {"question", "Which?"}});
  EXPECT_EQ(app.ask("POST", "/api/projects/3/import?format=jsonl", events).status, 400) << "it has no such question";
}

TEST(Study, NobodyIsAskedAboutTheirOwnWork) {
  App app;
  app.make_project(4, 0);
  const std::string a = "/api/projects/1/items/" + std::to_string(app.ids.at("A"));
  EXPECT_EQ(app.json("PATCH", a, {{"authors", {"Ann", "Bob"}}})["authors"], json({"Ann", "Bob"}));
  const json voters = app.json("POST", "/api/projects/1/voters", {{"names", {"Bob", "Cid", "An"}}});
  app.open();
  const auto asked_about = [&](const std::string& token) {
    std::set<std::string> items;
    while (!ballot(app, token)["pair"].is_null()) {
      const auto [left, right] = answer_next(app, token).names;
      items.insert({left, right});
    }
    return items;
  };
  EXPECT_EQ(asked_about(voters[0]["token"]), (std::set<std::string>{"B", "C", "D"}));
  EXPECT_EQ(asked_about(voters[1]["token"]).size(), 4u);
  EXPECT_EQ(asked_about(voters[2]["token"]).size(), 4u);
  EXPECT_EQ(app.refused("PATCH", a, {{"authors", {"two\nlines"}}}).first, 400);
  EXPECT_EQ(app.json("PATCH", a, {{"authors", json::array()}})["authors"], json::array());
}

// The link of a study has no names, but it says who comes.
TEST(Study, NobodyWhoJoinsIsAskedAboutTheirOwnWork) {
  App app;
  app.make_project(4, 0);
  const std::string join = app.json("PATCH", "/api/projects/1", {{"open_link", true}})["join_token"];
  const auto item = [&](const char* name) { return "/api/projects/1/items/" + std::to_string(app.ids.at(name)); };
  app.json("PATCH", item("A"), {{"authors", {"5f1e"}}});
  app.json("PATCH", item("B"), {{"authors", {"worker 7", "Voter 3"}}});
  const auto asked_about = [&](const json& parameters) {
    const std::string token = app.json("POST", "/api/join", {{"parameters", parameters}}, join)["token"];
    std::set<std::string> items;
    while (!ballot(app, token)["pair"].is_null()) {
      const auto [left, right] = answer_next(app, token).names;
      items.insert({left, right});
    }
    return items;
  };
  EXPECT_EQ(asked_about({{"PROLIFIC_PID", "5f1e"}, {"STUDY_ID", "a7"}}), (std::set<std::string>{"B", "C", "D"}));
  EXPECT_EQ(asked_about({{"workerId", "worker 7"}}), (std::set<std::string>{"A", "C", "D"}));
  EXPECT_EQ(asked_about({{"STUDY_ID", "5f1e"}}), (std::set<std::string>{"A", "C", "D"})) << "it is Voter 3";
  EXPECT_EQ(asked_about({{"STUDY_ID", "5f1e"}}).size(), 4u) << "a study is no person";
  app.ask("DELETE", "/api/projects/1/voters/1?votes=keep");
  EXPECT_EQ(app.json("GET", "/api/projects/1/items")[0]["authors"], json::array()) << "nothing of them is left";
}

TEST(Study, SidesAreBalanced) {
  App app;
  const std::vector<std::string> tokens = app.make_project(6, 10);
  std::map<std::pair<std::string, std::string>, int> sides;
  std::map<std::string, int> lefts;
  for (const std::string& token : tokens)
    while (!ballot(app, token)["pair"].is_null()) {
      const auto shown = answer_next(app, token, "tie").names;
      ++sides[shown];
      ++lefts[shown.first];
      --lefts[shown.second];
    }
  for (const auto& [shown, count] : sides) EXPECT_EQ(count, 5) << shown.first << shown.second;
  for (const auto& [name, lean] : lefts) EXPECT_EQ(lean, 0) << name;
}

TEST(Study, AChosenSideAndTheTimesAreTold) {
  App app;
  const std::vector<std::string> tokens = app.make_project(8, 2);
  for (int k = 0; k < 25; ++k) answer_next(app, tokens[0], "left", 1000 * (k + 1));
  const json one = voter(app, 0);
  EXPECT_EQ(one["median_ms"], 13'000);
  EXPECT_EQ(one["left"], 25);
  EXPECT_EQ(one["right"], 0);
  EXPECT_EQ(voter(app, 1)["median_ms"], nullptr);
  const json warnings = app.json("GET", "/api/projects/1")["warnings"];
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_TRUE(warnings[0].get<std::string>().starts_with("The left side was chosen in 25 of 25 answers (100 %)"));
  const std::string table = app.ask("GET", "/api/projects/1/export?what=voters").body;
  EXPECT_NE(table.find("\nVoter 1,false,25,25,0,13000,"), std::string::npos) << table;
  for (int k = 0; k < 25; ++k) answer_next(app, tokens[1], "right");
  EXPECT_EQ(app.json("GET", "/api/projects/1")["warnings"], json::array());
}

// What a damaged store says, or a backup that somebody has made: beyond these numbers something would be divided by
// zero, or looked for where nothing is.
TEST(Study, NumbersThatCannotBeAreNotRead) {
  Study study;
  study.more_questions = {"Why?"};
  study.set_gold({{.winner = 1, .loser = 2, .question = 1}});
  const json good = json::parse(to_text(study));
  EXPECT_EQ(parse_study(good.dump()).questions(), 2u);
  for (const auto& [field, value] :
       std::vector<std::pair<const char*, json>>{{"gold_every", 0},
                                                 {"gold_percent", 101},
                                                 {"more_questions", json::array_t(9, "Why?")},
                                                 {"gold", {{1, 2, 2}}},
                                                 {"goal", 1e300},
                                                 {"quota", "x"}}) {
    json bad = good;
    bad[field] = value;
    EXPECT_THROW(parse_study(bad.dump()), storage::StoreError) << field;
  }
  for (const char* source : {"{", "[]", R"({"workerId": 1})"})
    EXPECT_THROW(source_of({.name = "V", .source = source}), storage::StoreError) << source;
}

}  // namespace
}  // namespace pdrank::server
