// Results as text: exact columns, quoting, valid JSON, and that what is written can be read back.
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"
#include "pdrank/io/write/csv_line.hpp"
#include "pdrank/io/write/write_data.hpp"
#include "pdrank/io/write/write_result.hpp"
#include "support/text_of.hpp"
#include "unit/io/test_files.hpp"

namespace pdrank::test {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

RankResult example() {
  RankResult result;
  result.method = "pdrank";
  result.options = {{"gamma", "0.5"}, {"ties", "half"}, {"epsilon", ""}, {"big", "18446744073709551615"},
                    {"x", "1e999"},   {"y", "nan"},     {"z", "+1"}};
  result.seed = 18446744073709551615u;
  result.data.rows = 3;
  result.data.skipped = {{"bad weight", 2}};
  result.data.first_skipped = {"v.csv:3: bad weight 'x'"};
  result.graph.component_sizes = {2, 1};
  result.graph.bridges = 12;
  result.graph.bridge_pairs = {{"c|_", "a,\"b\"", 1, 2.5}};
  result.convergence = {Termination::round_limit, "stopped at 10 rounds",  10, 12345, 0.1, kInfinity, 2,
                        {7, 5'000'000'000},       {{1, {}, 0.5, -3, 0, 4}}};
  result.ranking = {{1, 0, "a,\"b\"", 0.1, 1, 2, 3, 2, 0.5, 0.5, 1, 0.25, {}, {}, {}},
                    {2, 1, "c|_\n", -1e-20, {}, {}, 3, 1, 2, 0, 1, {}, {}, {}, {}}};
  result.ranking[1].flags = {"winless", "few"};
  result.annotators = {{"x", 3, 0.75, 0.5, kNaN, "random"}};
  result.notes = {"one \"note\""};
  return result;
}

TEST(Write, RankingCsv) {
  EXPECT_EQ(text_of(write_ranking_csv, example()),
            "rank,item,score,rank_low,rank_high,comparisons,wins,losses,ties,component,score_low,score_high,tier,"
            "above_next,flags,standard_error,first,rank_without,both_bad,infit,outfit,grade,grade_probability\n"
            "1,\"a,\"\"b\"\"\",0.1,1,2,3,2,0.5,0.5,1,,,,,,0.25,,,0,,,,\n"
            "2,\"c|_\n\",-1e-20,,,3,1,2,0,1,,,,,winless few,,,,0,,,,\n");
}

TEST(Write, AnnotatorsCsv) {
  EXPECT_EQ(text_of(write_annotators_csv, example()),
            "annotator,comparisons,reliability,reliability_low,reliability_high,flag,answers,expected_right,"
            "found_right,order_effect,order_effect_low,order_effect_high,infit,outfit,agreement\n"
            "x,3,0.75,0.5,,random,,,,,,,,,\n");
}

TEST(Write, ConfidenceCsv) {
  Comparisons data;
  const ItemId a = data.items.intern("a"), b = data.items.intern(" b");
  data.add({a, b, data.annotators.intern("w,1"), 2}, 1);
  data.add({b, a, kNoAnnotator, 1, Outcome::tie}, 4);
  RankResult result;
  result.confidence = {.answer_of = {0, Confidences::kNoAnswer},
                       .standing = {Standing::with},
                       .weight = {0.25},
                       .probability_correct = {1.0 / 3}};
  EXPECT_EQ(text_of(write_confidence_csv, result, data),
            "row,winner,loser,annotator,weight,probability_correct\n"
            "1,a,\" b\",\"w,1\",0.25,0.3333333333333333\n4,\" b\",a,,,\n");
  result.confidence.answer_of.pop_back();
  StringSink sink;
  EXPECT_THROW(write_confidence_csv(result, data, sink), InvalidArgument);
}

TEST(Write, Markdown) {
  const std::string head =
      "| rank | item | score | rank range | comparisons | wins | losses | ties | component | score range | tier |\n"
      "|---:|:---|---:|:---:|---:|---:|---:|---:|---:|:---:|---:|\n| 1 | a,\"b\" | 0.1 | 1-2 | 3 | 2 | 0.5 | 0.5 | 1 | "
      " |  |\n";
  EXPECT_EQ(text_of(write_ranking_markdown, example()),
            head + "| 2 | c\\|\\_  | -1e-20 |  | 3 | 1 | 2 | 0 | 1 |  |  |\n");
}

TEST(Write, JsonSpellsOptionsAndLeavesNamesAsTheyAre) {
  RankResult result;
  const std::string name = "\uFDD0gamma\uFDD1";
  result.ranking.resize(1);
  result.ranking[0].item = name;
  result.notes = {option_named("gamma") + " of " + name};
  const auto json = nlohmann::json::parse(text_of(write_result_json, result));
  EXPECT_EQ(json["ranking"][0]["item"], name);
  EXPECT_EQ(json["notes"][0], "gamma of " + name);
}

TEST(Write, Json) {
  const std::string text = text_of(write_result_json, example());
  const auto json = nlohmann::ordered_json::parse(text);
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  EXPECT_EQ(keys, (std::vector<std::string>{"schema_version", "method", "chosen_because", "options", "seed", "data",
                                            "graph", "convergence", "figures", "notes", "ranking", "annotators"}));
  EXPECT_EQ(json["schema_version"], 2);
  EXPECT_EQ(json["options"].dump(),
            R"({"gamma":0.5,"ties":"half","epsilon":null,"big":18446744073709551615,"x":"1e999","y":"nan","z":"+1"})");
  EXPECT_EQ(json["seed"], 18446744073709551615u);
  EXPECT_EQ(json["data"]["skipped"].dump(), R"([{"reason":"bad weight","rows":2}])");
  EXPECT_EQ(json["graph"]["component_sizes"].dump(), "[2,1]");
  EXPECT_EQ(
      json["convergence"].dump(),
      R"({"status":"round_limit","message":"stopped at 10 rounds","rounds":10,"iterations":12345,"objective":0.1,)"
      R"("kkt_residual":null,"passes":7,"edge_bytes":5000000000,"trace":[{"round":1,"objective":-3,"score_change":null,)"
      R"("weight_change":0.5,"kkt_residual":0,"iterations":4}],"seconds":2})");
  EXPECT_EQ(
      json["ranking"][0].dump(),
      R"({"rank":1,"item":"a,\"b\"","score":0.1,"rank_low":1,"rank_high":2,"comparisons":3,"wins":2,"losses":0.5,)"
      R"("ties":0.5,"component":1,"score_low":null,"score_high":null,"tier":null,"above_next":null,"flags":[],)"
      R"("standard_error":0.25,"first":null,"rank_without":null,"both_bad":0,"infit":null,"outfit":null,)"
      R"("grade":"","grade_probability":null})");
  EXPECT_EQ(json["ranking"][1]["flags"].dump(), R"(["winless","few"])");
  EXPECT_EQ(json["graph"]["bridges"], 12);
  EXPECT_EQ(json["graph"]["bridge_pairs"].dump(),
            R"([{"item":"c|_","other":"a,\"b\"","hanging":1,"comparisons":2.5}])");
  EXPECT_TRUE(json["ranking"][1]["standard_error"].is_null());
  EXPECT_TRUE(json["ranking"][1]["rank_low"].is_null());
  EXPECT_TRUE(json["annotators"][0]["reliability_high"].is_null());
  EXPECT_EQ(json["notes"][0], "one \"note\"");
  EXPECT_TRUE(nlohmann::json::accept(text_of(write_result_json, RankResult())));
  EXPECT_TRUE(nlohmann::json::accept(text_of(write_summary_json, RankResult())));
}

TEST(Write, JsonSummaryIsAllButTheLongLists) {
  auto whole = nlohmann::ordered_json::parse(text_of(write_result_json, example()));
  const auto summary = nlohmann::ordered_json::parse(text_of(write_summary_json, example()));
  EXPECT_EQ(whole.erase("ranking") + whole.erase("annotators"), 2u);
  EXPECT_EQ(summary, whole);
}

TEST(Write, JsonIsValidForAnyName) {
  RankResult result;
  for (const std::string& name : {std::string("\0\x01\x1f\x7f", 4), std::string("\u4e2d\U0001f600\u2028"),
                                  std::string("\xff\xc3"), std::string("</script>\\\"")})
    result.ranking.emplace_back().item = name;
  const std::string text = text_of(write_result_json, result);
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json["ranking"][1]["item"], result.ranking[1].item);
  EXPECT_EQ(json["ranking"][3]["item"], result.ranking[3].item);
}

class RoundTrip : public IoTest {};

TEST_F(RoundTrip, Comparisons) {
  Comparisons data;
  const std::vector<std::string> names = {"plain", " blank", "tab\t", "a,b",          "q\"q", "\"",     "line\nbreak",
                                          "cr\r",  "\r\n",   " ",     "\u00e9\u4e2d", "{x",   "winner", "a;b;c;d"};
  for (std::size_t k = 0; k + 1 < names.size(); ++k) {
    const ItemId winner = data.items.intern(names[k]), loser = data.items.intern(names[k + 1]);
    const AnnotatorId annotator = k % 3 == 0 ? kNoAnnotator : data.annotators.intern(names[k]);
    data.add({.winner = winner,
              .loser = loser,
              .annotator = annotator,
              .weight = k % 4 == 0 ? 1 : 0.1 * static_cast<double>(k),
              .outcome = tie_if(k % 5 == 0),
              .first = static_cast<Side>(k % 3),
              .share = k % 5 != 0 && k % 2 == 0 ? 0.75 : 1,
              .grade = k % 5 == 1 ? 2.5 : 1});
  }
  const std::string text = text_of([&](Sink& sink) { write_comparisons_csv(data, sink); });
  EXPECT_TRUE(text.starts_with("winner,loser,annotator,weight,tie,first,winner_share,winner_grade\n"));
  const Comparisons again = read_comparisons(file("v.csv", text));
  EXPECT_EQ(dump(again), dump(data));
  for (std::size_t n = 0; n < data.size(); ++n) EXPECT_EQ(again.first(n), data.first(n));
}

TEST_F(RoundTrip, PlainComparisonsHaveTwoColumns) {
  Comparisons data;
  data.add({data.items.intern("a"), data.items.intern("b")});
  EXPECT_EQ(text_of([&](Sink& sink) { write_comparisons_csv(data, sink); }), "winner,loser\na,b\n");
}

TEST_F(RoundTrip, Scores) {
  const std::vector<ItemScore> scores = {{"a,b", 0.1}, {"c", 1.0 / 3}, {" d", -1e300}, {"e", 5e-324}, {"f", 3}};
  const std::string text = text_of(write_scores_csv, scores);
  const std::vector<ItemScore> back = read_scores(file("t.csv", text));
  ASSERT_EQ(back.size(), scores.size());
  for (std::size_t k = 0; k < scores.size(); ++k) {
    EXPECT_EQ(back[k].item, scores[k].item);
    EXPECT_EQ(back[k].score, scores[k].score);
  }
  EXPECT_TRUE(text.ends_with("f,3\n"));
}

TEST_F(RoundTrip, RankingCsvIsAScoreFile) {
  const std::string text = text_of(write_ranking_csv, example());
  const auto scores = read_scores(file("ranking.csv", text));
  EXPECT_EQ(scores.at(1).item, "c|_\n");
  EXPECT_EQ(scores.at(1).score, -1e-20);
}

}  // namespace
}  // namespace pdrank::test
