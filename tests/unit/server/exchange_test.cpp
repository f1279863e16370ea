// Import and export.
#include <gtest/gtest.h>
#include <zlib.h>

#include "app.hpp"

namespace pdrank::server {
namespace {

using nlohmann::json;

json import_text(App& app, const std::string& text, const std::string& query = "") {
  const Response response = app.ask("POST", "/api/projects/1/import" + query, text);
  EXPECT_EQ(response.status, 200) << response.body;
  return json::parse(response.body);
}

std::string refused_import(App& app, const std::string& text, const std::string& query = "") {
  const Response response = app.ask("POST", "/api/projects/1/import" + query, text);
  EXPECT_EQ(response.status, 400) << response.body;
  return json::parse(response.body)["error"];
}

TEST(Import, EveryLayoutBecomesVotes) {
  const std::string header = "left,right,winner,annotator,duration_ms\n";
  const std::vector<std::tuple<std::string, std::string, std::string>> files = {
      {"winner,loser,annotator\nA,X,Ann\n", "", "A,X,left,Ann,\n"},
      {"left,right,winner\nA,X,right\nA,X,tie\n", "", "A,X,right,import,\nA,X,tie,import,\n"},
      {"A\tX\n", "?format=tsv", "A,X,left,import,\n"},
      {"{\"winner\": \"A\", \"loser\": \"X\", \"judge\": \"J\"}\n", "?format=jsonl", "A,X,left,J,\n"},
      {"{\"model_a\": \"A\", \"model_b\": \"X\", \"winner\": \"model_b\"}\n", "", "A,X,right,import,\n"},
      {"ranking,user\nA>X=Y,U\n", "", "A,X,left,U,\nY,A,right,U,\nX,Y,tie,U,\n"},
      {"winner,loser,weight\nA,X,3\n", "", "A,X,left,import,\nX,A,right,import,\nA,X,left,import,\n"},
      {"good;bad\nA;X\n", "?columns=winner=good,loser=bad", "A,X,left,import,\n"},
  };
  for (const auto& [text, query, expected] : files) {
    App app;
    app.make_project(1, 1);
    import_text(app, text, query);
    EXPECT_EQ(app.comparisons(), header + expected) << text;
  }
}

TEST(Import, SaysWhatWasMade) {
  App app;
  app.make_project(2, 1);
  const json first = import_text(app, "winner,loser,annotator\nA,X,Ann\nX,B,Voter 1\nA,X,\n");
  EXPECT_EQ(first["items"], 1);
  EXPECT_EQ(first["voters"], 2) << "Ann, and the one of answers without a name";
  EXPECT_EQ(first["votes"], 3);
  EXPECT_EQ(first["skipped"], 0);
  EXPECT_EQ(import_text(app, "winner,loser,annotator\nA,X,Ann\n")["items"], 0);
  const json partly = import_text(app, "winner,loser\nA,X\nA,A\nB\n", "?skip_bad_rows=true");
  EXPECT_EQ(partly["votes"], 1);
  EXPECT_EQ(partly["skipped"], 2);
}

TEST(Import, RefusesAllOfABadFile) {
  App app;
  app.make_project(2, 1);
  EXPECT_EQ(refused_import(app, "winner,loser\nA,X\nA,A\n"), "line 3: winner and loser are the same item 'A'");
  EXPECT_NE(refused_import(app, "winner,loser,weight\nA,X,0.5\n").find("row 1"), std::string::npos);
  refused_import(app, "");
  refused_import(app, std::string("\0\1\2\3", 4));
  refused_import(app, "winner,loser\n\"A\nB\",X\n");
  refused_import(app, "winner,loser\nA,X\n", "?format=xlsx");
  refused_import(app, "winner,loser\nA,X\n", "?columns=nonsense");
  refused_import(app, "winner,loser\nA,X\n", "?skip_bad_rows=perhaps");
  EXPECT_EQ(app.json("GET", "/api/projects/1/items").size(), 2u) << "nothing was made";
  EXPECT_EQ(app.json("GET", "/api/projects/1/voters").size(), 1u);
}

// What is exported comes back as it was, whatever the names.
TEST(Export, ReadsBackAsItWas) {
  const std::vector<std::string> names = {
      "left", "right", "tie",  "a",    "A, \"b\"",     "  x ", "<script>alert(1)</script>",
      "Left", "LEFT",  "=1+1", "';--", "Ä\xe2\x9c\x93"};
  App app;
  app.make_project(0 + 1, 1);
  json items = json::array();
  for (const std::string& name : names)
    if (name != "A") items.push_back({{"name", name}});
  for (const json& item : app.json("POST", "/api/projects/1/items", {{"items", items}}))
    app.ids[item["name"]] = item["id"];
  const std::string voter = app.json("POST", "/api/projects/1/voters", {{"names", {"left, \"right\""}}})[0]["token"];
  int n = 0;
  const char* answers[] = {"left", "right", "tie"};
  for (std::size_t one = 0; one < names.size(); ++one)
    for (std::size_t other = one + 1; other < names.size() && n < 45; ++other, ++n) {
      const auto [left, right] = n % 2 ? std::pair(one, other) : std::pair(other, one);
      app.vote(voter, "k" + std::to_string(n), names[left], names[right], answers[n % 3]);
    }
  const auto rows = [](App& from) {
    return json::parse(from.ask("GET", "/api/projects/1/export?what=comparisons&format=json").body);
  };
  const json expected = rows(app);
  EXPECT_EQ(expected.size(), 45u);
  for (const char* format : {"csv", "tsv", "jsonl"}) {
    App other;
    other.make_project(1, 1);
    const json made = import_text(other, app.ask("GET", std::string("/api/projects/1/export?format=") + format).body,
                                  std::string("?format=") + format);
    EXPECT_EQ(made["notes"], json::array()) << "all of its own is known";
    EXPECT_EQ(rows(other), expected) << format;
  }
}

TEST(Export, HasEveryEventAsGiven) {
  App app;
  const std::vector<std::string> voters = app.make_project(3, 2);
  app.vote(voters[0], "a", "A", "B", "left");
  app.vote(voters[1], "a", "C", "B", "skip");
  app.json("POST", "/api/votes", {{"key", "u"}, {"answer", "undo"}}, voters[0]);
  const json events = json::parse(app.ask("GET", "/api/projects/1/export?what=votes&format=json").body);
  ASSERT_EQ(events.size(), 3u);
  EXPECT_EQ(events[0]["left"], "A");
  EXPECT_EQ(events[1]["answer"], "skip");
  EXPECT_EQ(events[1]["voter"], "Voter 2");
  EXPECT_EQ(events[2]["undoes"], "a");
  EXPECT_LT(events[0]["id"], events[1]["id"]);
  for (const char* query : {"?what=all", "?format=xml"})
    EXPECT_EQ(app.ask("GET", std::string("/api/projects/1/export") + query).status, 400);
}

// Undone and skipped ones too, so that undoing and asking go on where they were.
TEST(Export, OfTheVotesCanBeImportedAgain) {
  App app;
  const std::vector<std::string> voters = app.make_project(4, 2);
  app.vote(voters[0], "a", "A", "B", "left");
  app.vote(voters[1], "a", "C", "B", "skip");
  app.json("POST", "/api/votes", {{"key", "u"}, {"answer", "undo"}}, voters[0]);
  app.vote(voters[0], "b", "A", "D", "tie");
  const auto events = [](App& from) {
    json list = json::parse(from.ask("GET", "/api/projects/1/export?what=votes&format=json").body);
    for (json& event : list)
      for (const char* name : {"id", "key", "undoes"}) event.erase(name);
    return list;
  };
  const std::string exported = app.ask("GET", "/api/projects/1/export?what=votes&format=jsonl").body;
  App other;
  other.make_project(1, 1);
  const json made = import_text(other, exported, "?format=jsonl");
  EXPECT_EQ(made["votes"], 4);
  EXPECT_EQ(made["items"], 3) << "A is there";
  EXPECT_EQ(events(other), events(app));
  EXPECT_EQ(other.comparisons(), app.comparisons());
  EXPECT_EQ(import_text(other, exported, "?format=jsonl&again=true")["votes"], 4) << "beside what is there";
  const std::string broken = exported + "{\"key\": \"x\", \"answer\": \"undo\", \"undoes\": \"none\"}\n";
  EXPECT_EQ(refused_import(other, broken, "?format=jsonl"), "line 5: this is no vote as an export has it");
}

TEST(Export, HasHowLongAPairWasInSight) {
  App app;
  const std::string voter = app.make_project(3, 1).front();
  const json vote = {{"key", "a"}, {"ticket", app.ticket(voter, "A", "B")}, {"answer", "left"}, {"duration_ms", 1500}};
  app.json("POST", "/api/votes", vote, voter);
  app.vote(voter, "b", "B", "C", "tie");
  EXPECT_EQ(app.comparisons(), "left,right,winner,annotator,duration_ms\nA,B,left,Voter 1,1500\nB,C,tie,Voter 1,\n");
  const json events = json::parse(app.ask("GET", "/api/projects/1/export?what=votes&format=json").body);
  EXPECT_EQ(events[0]["duration_ms"], 1500);
  EXPECT_TRUE(events[1].value("duration_ms", json()).is_null());
  for (const json& wrong : {json(-1), json("1"), json(1.5), json(1e300)}) {
    json bad = vote;
    bad["key"] = "c";
    bad["duration_ms"] = wrong;
    EXPECT_EQ(app.refused("POST", "/api/votes", bad, voter).first, 400) << wrong;
  }
}

TEST(Import, UnpacksGzip) {
  const std::string text = "winner,loser\nA,X\n";
  std::string packed(200, '\0');
  z_stream stream{};
  ASSERT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  ASSERT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  App app;
  app.make_project(1, 1);
  EXPECT_EQ(import_text(app, packed)["votes"], 1);
}

// A vote as an export has it, and something else in one of its fields.
std::string event(const std::string& key, const std::string& answer, const std::string& field,
                  const std::string& value) {
  std::string line = "{\"key\": \"" + key + "\", \"answer\": \"" + answer +
                     "\", \"voter\": \"V\", \"left\": \"A\", \"right\": \"B\", \"time_ms\": 1, ";
  if (field != "undoes") line += "\"undoes\": null, ";
  return line + "\"" + field + "\": " + value + "}\n";
}

// A field that is not looked at may hold anything.
TEST(Import, VotesThatAreNestedDeeplyAreReadOrRefused) {
  App app;
  app.make_project(2, 1);
  constexpr std::size_t kDeep = 1'000'000;
  const std::string deep = std::string(kDeep, '[') + std::string(kDeep, ']');
  for (const char* field : {"duration_ms", "else"}) import_text(app, event("k", "left", field, deep));
  for (const char* field : {"question", "gold"}) EXPECT_NE(refused_import(app, event("k", "left", field, deep)), "");
}

TEST(Import, TimesAreWholeNumbers) {
  App app;
  app.make_project(2, 1);
  for (const char* time : {"1e300", "-1", "0.5", "99999999999999999999"})
    EXPECT_NE(refused_import(app, event("k", "left", "duration_ms", time)), "") << time;
  EXPECT_EQ(import_text(app, event("k", "left", "duration_ms", "7"))["votes"], 1);
}

// Else the first one could not be removed, for the second refers to it.
TEST(Import, AnUndoCannotBeUndone) {
  App app;
  app.make_project(2, 1);
  const std::string vote = event("k", "left", "duration_ms", "5"), undo = event("u", "undo", "undoes", "\"k\"");
  EXPECT_EQ(refused_import(app, vote + undo + event("w", "undo", "undoes", "\"u\"")),
            "line 3: this is no vote as an export has it");
  EXPECT_EQ(import_text(app, vote + undo)["votes"], 2);
  EXPECT_EQ(app.ask("DELETE", "/api/projects/1/items/1").status, 200);
}

TEST(Import, NamesThatAreNoTextAreRefused) {
  App app;
  app.make_project(2, 1);
  for (const char* text :
       {"winner,loser\n\xff,B\n", "winner,loser\nA,A\xff\n\xc3", "\xff\xfe,x\nA,B\n", "winner,\xff\nA,B\n"})
    EXPECT_NE(refused_import(app, text), "") << text;
}

}  // namespace
}  // namespace pdrank::server
