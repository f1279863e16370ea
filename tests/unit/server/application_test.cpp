// The application as its clients see it, request by request.
#include "pdrank/server/application.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <thread>

#include "app.hpp"
#include "pdrank/server/clock.hpp"
#include "pdrank/server/tokens.hpp"

namespace pdrank::server {
namespace {

using nlohmann::json;

TEST(Application, EveryRouteAsksForItsToken) {
  App app;
  const std::string voter = app.make_project(2, 1).front();
  const std::string link = app.json("PATCH", "/api/projects/1", {{"open_link", true}})["join_token"];
  std::string wrong_secret = voter;
  wrong_secret.back() = wrong_secret.back() == 'A' ? 'B' : 'A';
  for (const Route& route : routes()) {
    if (route.access == Access::anyone) continue;
    std::string path(route.path);
    for (const char* name : {"{project}", "{item}", "{voter}", "{import}"})
      if (const auto at = path.find(name); at != std::string::npos) path.replace(at, std::string(name).size(), "1");
    for (const std::string& token : {std::string(), std::string("x"), wrong_secret, kSecret + "x", kSecret.substr(1)})
      EXPECT_EQ(app.ask(std::string(route.method), path, "{}", token).status, 401) << route.path << ' ' << token;
    if (route.access != Access::voter) {
      EXPECT_EQ(app.ask(std::string(route.method), path, "{}", voter).status, 401) << route.path;
    }
    if (route.access != Access::join) {
      EXPECT_EQ(app.ask(std::string(route.method), path, "{}", link).status, 401) << route.path;
    }
    if (route.access != Access::admin) {
      EXPECT_EQ(app.ask(std::string(route.method), path, "{}", kSecret).status, 401) << route.path;
    }
  }
}

TEST(Application, TokensAreOfOneProjectAndVoter) {
  App app;
  const std::vector<std::string> tokens = app.make_project(2, 2);
  const Token first = *parse_token(tokens[0]), second = *parse_token(tokens[1]);
  EXPECT_EQ(app.ask("GET", "/api/ballot", "", to_text(Token{1, second.voter, first.secret})).status, 401);
  app.json("POST", "/api/projects", {{"name", "Other"}});
  EXPECT_EQ(app.ask("GET", "/api/ballot", "", to_text(Token{2, first.voter, first.secret})).status, 401);
  EXPECT_EQ(app.ask("GET", "/api/ballot", "", to_text(Token{3, first.voter, first.secret})).status, 401);
  EXPECT_EQ(app.ask("GET", "/api/ballot", "", tokens[0]).status, 200);
}

TEST(Application, IsKnownByItsOwnNameAlone) {
  App app;
  EXPECT_EQ(app.ask("GET", "/api/health").status, 200);
  for (const char* host : {"evil.example", "evil.example:8080", "127.0.0.1.evil.example", ""})
    EXPECT_EQ(app.ask("GET", "/api/health", "", "", {{"host", host}}).status, 403) << host;
}

TEST(Application, ProjectsAreMadeAndChanged) {
  App app;
  const json made = app.json("POST", "/api/projects", {{"name", "P <1>"}, {"question", "Which?"}});
  EXPECT_EQ(made["name"], "P <1>");
  EXPECT_EQ(made["strategy"], "auto");
  EXPECT_EQ(made["join_token"], nullptr);
  EXPECT_EQ(app.json("PATCH", "/api/projects/1", {{"question", "Why?"}, {"strategy", "random"}})["question"], "Why?");
  const std::string link = app.json("PATCH", "/api/projects/1", {{"open_link", true}})["join_token"];
  EXPECT_EQ(app.json("PATCH", "/api/projects/1", {{"open_link", true}})["join_token"], link) << "it stays";
  EXPECT_EQ(app.json("PATCH", "/api/projects/1", {{"open_link", false}})["join_token"], nullptr);
  EXPECT_EQ(app.ask("POST", "/api/join", "", link).status, 401);
  EXPECT_EQ(app.refused("POST", "/api/projects", {{"question", "?"}}).first, 400);
  EXPECT_EQ(app.refused("PATCH", "/api/projects/1", {{"strategy", "none"}}).first, 400);
  EXPECT_EQ(app.refused("GET", "/api/projects/2").first, 404);
  app.open();
  const json list = app.json("GET", "/api/projects");
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list[0]["question"], "Why?");
  EXPECT_EQ(list[0]["strategy"], "random");
}

TEST(Application, ItemsAreAddedAllOrNone) {
  App app;
  app.make_project(2, 1);
  const auto add = [&](const json& items) { return app.refused("POST", "/api/projects/1/items", {{"items", items}}); };
  EXPECT_EQ(add({{{"name", "C"}}, {{"name", "A"}}}).first, 409);
  EXPECT_EQ(add({{{"name", "C"}}, {{"name", "C"}}}).first, 409);
  EXPECT_EQ(add({{{"name", "C"}}, {{"name", ""}}}).first, 400);
  EXPECT_EQ(add(json::array()).first, 400);
  EXPECT_EQ(add({{{"name", "C"}, {"kind", "svg"}}}).first, 400);
  for (const char* content :
       {"", "javascript:alert(1)", "data:image/svg+xml,<svg>", "//x/y.png", "file:1", "https://x/ y",
        "https://x/\"onerror=\"", "file:1/0000000000000000000000000000000000000000000000000000000000000000"})
    EXPECT_EQ(add({{{"name", "C"}, {"kind", "image"}, {"content", content}}}).first, 400) << content;
  EXPECT_EQ(app.json("GET", "/api/projects/1/items").size(), 2u);
  const json image = app.json("POST", "/api/projects/1/items",
                              {{"items", {{{"name", "C"}, {"kind", "image"}, {"content", "https://x/y.png"}}}}});
  EXPECT_EQ(image[0]["url"], "https://x/y.png");
  EXPECT_EQ(app.refused("PATCH", "/api/projects/1/items/1", {{"name", "B"}}).first, 409);
  EXPECT_EQ(app.refused("PATCH", "/api/projects/1/items/99", {{"name", "Z"}}).first, 404);
  EXPECT_EQ(
      app.json("PATCH", "/api/projects/1/items/1", {{"name", "A"}, {"content", "*hi*"}, {"kind", "markdown"}})["kind"],
      "markdown");
}

TEST(Application, UploadedImagesAreServedToThoseWhoKnowTheHash) {
  App app;
  app.make_project(0 + 1, 1);
  const std::string png("\x89PNG\r\n\x1a\n\0\0\0\0IEND\xae\x42\x60\x82", 20);
  const Response made = app.ask("POST", "/api/projects/1/files", png + "<script>alert(1)</script>");
  ASSERT_EQ(made.status, 201) << made.body;
  const json file = json::parse(made.body);
  const std::string url = file["url"];
  const Response served = app.ask("GET", url, "", "");
  EXPECT_EQ(served.status, 200);
  EXPECT_EQ(served.type, "image/png");
  EXPECT_EQ(served.body, png) << "without what stands behind it";
  std::string other = url;
  other.back() = other.back() == '0' ? '1' : '0';
  EXPECT_EQ(app.ask("GET", other, "", "").status, 404);
  EXPECT_EQ(app.ask("GET", "/files/1/2/" + url.substr(url.rfind('/') + 1), "", "").status, 404);
  EXPECT_EQ(app.ask("POST", "/api/projects/1/files", "<svg/>").status, 415);
  EXPECT_EQ(app.ask("POST", "/api/projects/1/files", png.substr(0, 15)).status, 415) << "a broken one";
  EXPECT_EQ(app.ask("POST", "/api/projects/1/files", png + std::string(kMostFileBytes, 'x')).status, 413);
  app.json("POST", "/api/projects/1/items",
           {{"items", {{{"name", "B"}, {"kind", "image"}, {"content", file["content"]}}}}});
  app.open();
  EXPECT_EQ(app.ask("GET", url, "", "").status, 200) << "also after a restart";
  EXPECT_EQ(app.json("GET", "/api/projects/1/items")[1]["url"], url);
}

TEST(Application, ABallotGoesOnUntilAllIsAnswered) {
  App app;
  const std::string voter = app.make_project(5, 1).front();
  std::set<std::pair<int, int>> asked;
  json ballot = app.json("GET", "/api/ballot", nullptr, voter);
  EXPECT_EQ(ballot, app.json("GET", "/api/ballot", nullptr, voter)) << "asking again changes nothing";
  EXPECT_EQ(ballot["ahead"].size(), 3u);
  for (int n = 0; n < 10; ++n) {
    ASSERT_FALSE(ballot["pair"].is_null()) << n;
    const int left = ballot["pair"]["left"]["id"], right = ballot["pair"]["right"]["id"];
    EXPECT_TRUE(asked.emplace(std::min(left, right), std::max(left, right)).second) << "the pair was asked before";
    const json next = ballot["ahead"].empty() ? json() : ballot["ahead"][0];
    const json vote = {
        {"key", "k" + std::to_string(n)}, {"ticket", ballot["pair"]["ticket"]}, {"answer", n % 3 ? "left" : "skip"}};
    ballot = app.json("POST", "/api/votes", vote, voter);
    EXPECT_EQ(ballot["pair"], next) << "as was said ahead";
    EXPECT_EQ(ballot, app.json("POST", "/api/votes", vote, voter)) << "sent again: the same answer";
  }
  EXPECT_TRUE(ballot["pair"].is_null());
  EXPECT_EQ(ballot["votes"], 6);
  EXPECT_EQ(app.json("GET", "/api/projects/1")["votes"], 6);
}

TEST(Application, VotesThatAreRefused) {
  App app;
  const std::string voter = app.make_project(3, 1).front();
  const auto status = [&](const json& body) { return app.refused("POST", "/api/votes", body, voter).first; };
  const json good = {{"key", "k"}, {"ticket", app.ticket(voter, "A", "B")}, {"answer", "left"}};
  const auto with = [&](const char* field, const json& value) {
    json body = good;
    body[field] = value;
    return body;
  };
  for (const json& body :
       {with("key", ""), with("key", std::string(65, 'k')), with("key", "a b"), with("key", "'; DROP TABLE votes;--"),
        with("key", 1), with("ticket", 1), with("ticket", nullptr), with("ticket", std::string(101, '1')),
        with("left", 1), json{{"key", "k"}, {"answer", "left"}}, with("answer", "both"), with("answer", nullptr),
        with("undoes", "k"), with("more", 1), with("answer", "undo"), json::array(), json("x"), json()})
    EXPECT_EQ(status(body), 400) << body;
  EXPECT_EQ(app.ask("POST", "/api/votes", std::string(5000, ' '), voter).status, 413);
  EXPECT_EQ(app.comparisons(), "left,right,winner,annotator,duration_ms\n");
  app.json("POST", "/api/votes", good, voter);
  EXPECT_EQ(status(with("answer", "right")), 409) << "the same key says something else";
  EXPECT_EQ(app.comparisons(), "left,right,winner,annotator,duration_ms\nA,B,left,Voter 1,\n");
}

TEST(Application, AVoteIsForAPairOfTheVotersBallotAndOnce) {
  App app;
  const std::vector<std::string> voters = app.make_project(4, 2);
  const auto status = [&](const std::string& key, const std::string& ticket) {
    return app.refused("POST", "/api/votes", {{"key", key}, {"ticket", ticket}, {"answer", "left"}}, voters[0]).first;
  };
  const std::string asked = app.json("GET", "/api/ballot", nullptr, voters[0])["pair"]["ticket"];
  const Shown pair = *pair_of_ticket(app.application->secret(), {1, 1}, asked);
  for (const std::string& forged :
       {std::string(), std::string("x"), std::string("1.2."), std::string("1.2"), asked + "x", asked.substr(1),
        asked.substr(0, asked.size() - 1), app.ticket(voters[1], "A", "B"),
        make_ticket("another store's secret", {1, 1}, pair), make_ticket(app.application->secret(), {2, 1}, pair)})
    EXPECT_EQ(status("forged", forged), 409) << forged;
  EXPECT_EQ(status("a", asked), 200);
  EXPECT_EQ(status("a", asked), 200) << "sent again, it is acknowledged again";
  EXPECT_EQ(status("b", asked), 409) << "another tab, or somebody who wants to vote twice";
  EXPECT_EQ(status("c", make_ticket(app.application->secret(), {1, 1}, {pair.right, pair.left})), 409);
  EXPECT_EQ(app.json("GET", "/api/projects/1")["votes"], 1);
  const json ahead = app.json("GET", "/api/ballot", nullptr, voters[0]);
  app.open();
  EXPECT_EQ(status("a", asked), 200) << "and after a restart";
  EXPECT_EQ(status("b", asked), 409);
  EXPECT_EQ(status("d", ahead["pair"]["ticket"]), 200) << "a page that was open meanwhile goes on";
  EXPECT_EQ(status("e", ahead["ahead"][1]["ticket"]), 200) << "in any order";
  app.json("POST", "/api/votes", {{"key", "u"}, {"answer", "undo"}, {"undoes", "a"}}, voters[0]);
  EXPECT_EQ(status("f", asked), 200) << "what was undone can be answered again";
  EXPECT_EQ(app.json("GET", "/api/projects/1")["votes"], 3);
}

TEST(Application, UndoTakesBackTheLatestOrANamedVote) {
  App app;
  const std::string voter = app.make_project(4, 1).front();
  app.vote(voter, "a", "A", "B", "left");
  app.vote(voter, "b", "C", "D", "tie");
  const json undo = {{"key", "u"}, {"answer", "undo"}};
  json ballot = app.json("POST", "/api/votes", undo, voter);
  EXPECT_EQ(ballot["pair"]["ticket"], app.ticket(voter, "C", "D"));
  EXPECT_EQ(ballot["undo_key"], "a");
  EXPECT_EQ(app.json("POST", "/api/votes", undo, voter), ballot) << "sent again, it undoes nothing else";
  EXPECT_EQ(app.comparisons(), "left,right,winner,annotator,duration_ms\nA,B,left,Voter 1,\n");
  app.open();
  EXPECT_EQ(app.json("POST", "/api/votes", undo, voter)["votes"], 1) << "nor after a restart";
  EXPECT_EQ(app.refused("POST", "/api/votes", {{"key", "w"}, {"answer", "undo"}, {"undoes", "b"}}, voter).first, 409);
  ballot = app.json("POST", "/api/votes", {{"key", "w"}, {"answer", "undo"}, {"undoes", "a"}}, voter);
  EXPECT_EQ(ballot["votes"], 0);
  EXPECT_FALSE(ballot["undoable"]);
  EXPECT_EQ(app.refused("POST", "/api/votes", {{"key", "x"}, {"answer", "undo"}}, voter).first, 409);
  const std::string votes = app.ask("GET", "/api/projects/1/export?what=votes").body;
  EXPECT_EQ(std::ranges::count(votes, '\n'), 1 + 4) << "what was voted stays";
}

TEST(Application, VotersAreToldNoNames) {
  App app;
  const std::string voter = app.make_project(0 + 1, 1).front();
  app.json("POST", "/api/projects/1/items",
           {{"items", {{{"name", "secret B"}, {"kind", "markdown"}, {"content", "*b*"}}}}});
  const json pair = app.json("GET", "/api/ballot", nullptr, voter)["pair"];
  EXPECT_EQ(pair.dump().find("secret"), std::string::npos) << pair;
  const bool is_left = pair["left"]["kind"] == "text";
  EXPECT_EQ(pair[is_left ? "left" : "right"]["content"], "A") << "unless it is all there is to show";
}

TEST(Application, AClosedVoteTakesNoAnswersUntilItIsOpenedAgain) {
  App app;
  const std::string voter = app.make_project(3, 1).front();
  app.json("PATCH", "/api/projects/1", {{"closed", true}, {"open_link", true}});
  const json ballot = app.json("GET", "/api/ballot", nullptr, voter);
  EXPECT_TRUE(ballot["project"]["closed"]);
  EXPECT_TRUE(ballot["pair"].is_null());
  const json vote = {{"key", "k"}, {"ticket", app.ticket(voter, "A", "B")}, {"answer", "left"}};
  EXPECT_EQ(app.refused("POST", "/api/votes", vote, voter).first, 409);
  EXPECT_EQ(app.ask("POST", "/api/projects/1/import", "A,B\n").status, 409);
  const std::string link = app.json("GET", "/api/projects/1")["join_token"];
  EXPECT_EQ(app.ask("POST", "/api/join", "", link).status, 409);
  app.json("PATCH", "/api/projects/1", {{"closed", false}});
  app.json("POST", "/api/votes", vote, voter);
}

TEST(Application, ExcludedVotersAndDisabledItemsDoNotCount) {
  App app;
  const std::vector<std::string> voters = app.make_project(3, 2);
  app.vote(voters[0], "a", "A", "B", "left");
  app.vote(voters[1], "a", "B", "A", "left");
  app.vote(voters[0], "b", "B", "C", "right");
  const std::string header = "left,right,winner,annotator,duration_ms\n";
  app.json("PATCH", "/api/projects/1/voters/2", {{"excluded", true}});
  EXPECT_EQ(app.comparisons(), header + "A,B,left,Voter 1,\nB,C,right,Voter 1,\n");
  EXPECT_EQ(app.refused("GET", "/api/ballot", nullptr, voters[1]).first, 403);
  const json late = {{"key", "z"}, {"ticket", app.ticket(voters[1], "B", "C")}, {"answer", "left"}};
  EXPECT_EQ(app.refused("POST", "/api/votes", late, voters[1]).first, 403);
  app.json("PATCH", "/api/projects/1/items/3", {{"disabled", true}});
  EXPECT_EQ(app.comparisons(), header + "A,B,left,Voter 1,\n");
  const json ballot = app.json("GET", "/api/ballot", nullptr, voters[0]);
  EXPECT_TRUE(ballot["pair"].is_null()) << "A and B are answered, C is disabled";
  app.json("PATCH", "/api/projects/1/voters/2", {{"excluded", false}, {"name", "Bob"}});
  app.json("PATCH", "/api/projects/1/items/3", {{"disabled", false}, {"name", "Cee"}});
  EXPECT_EQ(app.comparisons(), header + "A,B,left,Voter 1,\nB,A,left,Bob,\nB,Cee,right,Voter 1,\n");
}

TEST(Application, AnyoneMayJoinByTheLink) {
  App app;
  app.make_project(3, 1);
  const std::string link = app.json("PATCH", "/api/projects/1", {{"open_link", true}})["join_token"];
  std::set<std::string> tokens;
  int refused = 0;
  for (int k = 0; k < 60; ++k) {
    const Response response = app.ask("POST", "/api/join", "", link);
    if (response.status == 429)
      ++refused;
    else
      tokens.insert(json::parse(response.body)["token"].get<std::string>());
  }
  EXPECT_GT(refused, 0) << "not all at once";
  EXPECT_EQ(tokens.size() + static_cast<std::size_t>(refused), 60u);
  for (const std::string& token : tokens) EXPECT_EQ(app.ask("GET", "/api/ballot", "", token).status, 200);
  EXPECT_EQ(app.json("GET", "/api/projects/1")["voters"], tokens.size() + 1);
}

TEST(Application, JoiningIsSlowedByAddressAndABurstIsPointedOut) {
  App app;
  app.make_project(3, 1);
  const std::string link = app.json("PATCH", "/api/projects/1", {{"open_link", true}})["join_token"];
  EXPECT_EQ(app.json("GET", "/api/projects/1")["warnings"], json::array());
  const auto join_from = [&](const std::string& address) {
    Request request{.method = "POST", .path = "/api/join"};
    request.headers = {{"host", "127.0.0.1"}, {"authorization", "Bearer " + link}};
    request.address = address;
    return app.application->respond(request).status;
  };
  int taken = 0;
  const std::int64_t begin = steady_ms();
  for (int k = 0; k < 60; ++k) {
    taken += join_from("192.0.2.1") == 201;
    std::this_thread::sleep_for(std::chrono::milliseconds(60));  // slowly enough for the project
  }
  const double seconds = static_cast<double>(steady_ms() - begin) / 1000;
  EXPECT_LE(taken, kJoinsOfAddress.at_once + kJoinsOfAddress.per_second * seconds + 1) << "of sixty";
  EXPECT_EQ(join_from("192.0.2.2"), 201) << "others need not wait";
  const std::string warning = app.json("GET", "/api/projects/1")["warnings"][0];
  EXPECT_NE(warning.find("from one address"), std::string::npos) << warning;
  app.open();
  EXPECT_EQ(app.json("GET", "/api/projects/1")["warnings"].size(), 1u) << "also after a restart";
  const json voters = app.json("GET", "/api/projects/1/voters");
  EXPECT_EQ(voters[0]["joined_ms"], nullptr);
  EXPECT_EQ(voters[1]["joined_from"], voters[2]["joined_from"]);
  EXPECT_EQ(voters.dump().find("192.0.2"), std::string::npos) << "addresses are not kept";
  for (const json& voter : voters)
    app.json("PATCH", "/api/projects/1/voters/" + voter["id"].dump(), {{"excluded", true}});
  EXPECT_EQ(app.json("GET", "/api/projects/1")["warnings"], json::array());
}

TEST(Application, WrongSecretsHaveALimit) {
  App app;
  app.make_project(2, 1);
  int unauthorised = 0, too_many = 0;
  for (int k = 0; k < 1000; ++k) {
    const int status = app.ask("GET", "/api/projects", "", "wrong" + std::to_string(k)).status;
    unauthorised += status == 401;
    too_many += status == 429;
  }
  EXPECT_EQ(unauthorised + too_many, 1000);
  EXPECT_GT(too_many, 400);
  EXPECT_EQ(app.ask("GET", "/api/projects").status, 429) << "nobody could guess on meanwhile";
  Request request{.method = "GET", .path = "/api/projects"};
  request.headers = {{"host", "127.0.0.1"}, {"authorization", "Bearer " + kSecret}};
  request.address = "192.0.2.1";
  EXPECT_EQ(app.application->respond(request).status, 200) << "from elsewhere";
}

TEST(Application, ABallotIsNoLongerThanItSays) {
  App app;
  const std::string voter = app.make_project(8, 1).front();
  json ballot = app.json("GET", "/api/ballot", nullptr, voter);
  for (int k = 0; k < 12; ++k) {
    const std::string key = "k" + std::to_string(k);
    const json vote = {{"key", key}, {"ticket", ballot["pair"]["ticket"]}, {"answer", "tie"}};
    ballot = app.json("POST", "/api/votes", vote, voter);
  }
  for (int k = 0; k < 12; ++k) {
    ballot = app.json("POST", "/api/votes", {{"key", "u" + std::to_string(k)}, {"answer", "undo"}}, voter);
    EXPECT_LE(ballot["ahead"].size(), 3u);
  }
}

TEST(Application, NamesThatAreTakenAreSaidSo) {
  App app;
  app.make_project(2, 1);
  const auto items = [&](const json& list) { return app.refused("POST", "/api/projects/1/items", {{"items", list}}); };
  EXPECT_EQ(items({{{"name", "C"}}, {{"name", "A"}}}).second, "there is already an item named 'A'");
  EXPECT_EQ(items({{{"name", "C"}}, {{"name", "C"}}}).second, "'C' is in the list more than once: names must differ");
  EXPECT_EQ(app.refused("POST", "/api/projects/1/voters", {{"names", {"Voter 1"}}}).second,
            "there is already a voter named 'Voter 1'");
}

TEST(Application, VotersByNameOrCount) {
  App app;
  app.make_project(2, 1);
  EXPECT_EQ(app.json("POST", "/api/projects/1/voters", {{"names", {"Ann", "Voter 2"}}}).size(), 2u);
  EXPECT_EQ(app.json("POST", "/api/projects/1/voters", {{"count", 2}})[0]["name"], "Voter 4");
  for (const json& body : {json{{"names", {"Ann"}}}, json{{"names", {"X", "X"}}}})
    EXPECT_EQ(app.refused("POST", "/api/projects/1/voters", body).first, 409) << body;
  for (const json& body : {json::object(), json{{"count", 0}}, json{{"names", {1}}},
                           json{{"count", 1}, {"names", {"Y"}}}, json{{"count", 1'000'000}}})
    EXPECT_EQ(app.refused("POST", "/api/projects/1/voters", body).first, 400) << body;
  EXPECT_EQ(app.refused("PATCH", "/api/projects/1/voters/1", {{"name", "Ann"}}).first, 409);
  EXPECT_EQ(app.json("GET", "/api/projects/1/voters").size(), 5u);
}

TEST(Application, TroubleIsOneSentenceWithoutDetails) {
  App app;
  const Response response = app.application->guarded([]() -> Response { throw std::runtime_error("/secret/path"); });
  EXPECT_EQ(response.status, 500);
  EXPECT_EQ(response.body.find("/secret/path"), std::string::npos);
  const Response later =
      app.application->guarded([]() -> Response { throw storage::StoreError("/secret/path: gone"); });
  EXPECT_EQ(later.status, 503) << "it may be tried again";
  EXPECT_EQ(later.body.find("/secret/path"), std::string::npos);
}

TEST(Ballots, SayWhatPicturesShowAndNotWhatTheyAreCalled) {
  App app;
  app.json("POST", "/api/projects", {{"name", "P"}});
  const auto picture = [](const char* name, const char* file) {
    return json{{"name", name}, {"kind", "image"}, {"content", std::string("https://example.org/") + file}};
  };
  json first = picture("secret model one", "1.png");
  first["alt"] = "a hill";
  const json items =
      app.json("POST", "/api/projects/1/items", {{"items", {first, picture("secret model two", "2.png")}}});
  EXPECT_EQ(items[0]["alt"], "a hill");
  EXPECT_EQ(items[1]["alt"], "");
  const std::string token = app.json("POST", "/api/projects/1/voters", {{"count", 1}})[0]["token"];
  const Response ballot = app.ask("GET", "/api/ballot", "", token);
  EXPECT_EQ(ballot.body.find("secret"), std::string::npos) << ballot.body;
  const json pair = json::parse(ballot.body)["pair"];
  std::map<storage::Id, std::string> told;
  for (const char* side : {"left", "right"}) told[pair[side]["id"]] = pair[side]["alt"];
  EXPECT_EQ(told[items[0]["id"]], "a hill");
  EXPECT_EQ(told[items[1]["id"]], "");
  const std::string one = "/api/projects/1/items/" + std::to_string(items[0]["id"].get<int>());
  EXPECT_EQ(app.json("PATCH", one, {{"alt", "a hill in snow"}})["alt"], "a hill in snow");
  EXPECT_EQ(app.json("PATCH", one, {{"name", "other"}})["alt"], "a hill in snow");
  EXPECT_EQ(app.refused("PATCH", one, {{"alt", std::string(1001, 'x')}}).first, 400);
  app.json("PATCH", one, {{"kind", "text"}, {"content", "words"}});
  EXPECT_EQ(app.ask("GET", "/api/ballot", "", token).body.find("a hill"), std::string::npos);
}

}  // namespace
}  // namespace pdrank::server
