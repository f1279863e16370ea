#include "pdrank/report/report_json.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "pdrank/core/errors.hpp"
#include "pdrank/methods/rank.hpp"
#include "pdrank/report/columns.hpp"
#include "pdrank/report/report_page.hpp"
#include "pdrank/report/static_page.hpp"
#include "support/rows.hpp"

namespace pdrank {
namespace {

using nlohmann::json;

json report_of(const RankResult& result, const Comparisons& data) {
  StringSink sink;
  write_report_json(result, data, {.title = "votes.csv", .command = "pdrank rank votes.csv", .files = {"votes.csv"}},
                    sink);
  return json::parse(sink.text);
}

json value_of(const json& column, std::size_t row) { return column.is_array() ? column.at(row) : column; }

double sum_to(const json& steps, std::size_t row) {
  double sum = 0;
  for (std::size_t k = 0; k <= row; ++k) sum += value_of(steps, k).get<double>();
  return sum;
}

Comparisons later_items_are_better() {
  return zoo::from_rows(3, {{.winner = 2, .loser = 1}, {.winner = 2, .loser = 0}, {.winner = 1, .loser = 0}});
}

TEST(ReportColumns, Numbers) {
  EXPECT_EQ(number_text(3), "3");
  EXPECT_EQ(number_text(-12345678), "-12345678");
  EXPECT_EQ(number_text(0.123456789), "0.123457");
  EXPECT_EQ(number_text(1e300), "1e+300");
  EXPECT_EQ(number_text(kNone), "null");
  EXPECT_EQ(number_text(20.27650001, kAllDigits), "20.27650001");  // with six, the page would show 20.276
}

TEST(ReportJson, HasTheRanking) {
  Random random(3);
  zoo::Rows rows = zoo::strong_rows(25, 200, 3, random);
  rows.push_back({.winner = 25, .loser = 26});
  const Comparisons data = zoo::from_rows(27, rows);
  const RankResult result = rank(data, {.method = "bradley-terry", .bootstrap = 50, .threads = 1});
  const json ranking = report_of(result, data)["ranking"];
  ASSERT_EQ(ranking["count"], result.ranking.size());
  for (std::size_t k = 0; k < result.ranking.size(); ++k) {
    const Place& place = result.ranking[k];
    EXPECT_EQ(ranking["item"][k], place.item);
    EXPECT_EQ(sum_to(ranking["rank"], k), place.rank);
    EXPECT_EQ(place.rank - value_of(ranking["up"], k).get<double>(), *place.rank_low);
    EXPECT_EQ(place.rank + value_of(ranking["down"], k).get<double>(), *place.rank_high);
    EXPECT_EQ(sum_to(ranking["tier"], k), *place.tier);
    EXPECT_EQ(value_of(ranking["part"], k), place.component);
    EXPECT_EQ(value_of(ranking["wins"], k), place.wins);
    EXPECT_NEAR(value_of(ranking["score"], k).get<double>(), place.score, 1e-5 * std::abs(place.score));
    const bool few = std::ranges::find(place.flags, "few") != place.flags.end();
    EXPECT_EQ((value_of(ranking["flags"], k).get<unsigned>() >> 3 & 1u) != 0, few);
  }
}

// The note that begins as the check on noise does goes on where it says something new.
TEST(ReportJson, SaysHowNoisyAnswersAreOnce) {
  const Comparisons data = zoo::from_rows(2, {{.winner = 0, .loser = 1}});
  RankResult result = rank(data, {.method = "borda", .threads = 1});
  result.figures = {{"noise", 0.05}, {"noise_low", 0.02}, {"noise_high", 0.08}};
  const std::string said = "About 5 % (2-8 %) of the answers are plain mistakes.";
  result.notes = {"Before.", said + " Mistakes aside, the better one wins."};
  const json report = report_of(result, data);
  EXPECT_EQ(report["notes"], (json{"Before.", "Mistakes aside, the better one wins."}));
  const auto noise = std::ranges::find_if(report["checks"], [](const json& check) { return check["name"] == "noise"; });
  ASSERT_NE(noise, report["checks"].end());
  EXPECT_TRUE((*noise)["text"].get<std::string>().starts_with(said));
}

TEST(ReportJson, HasFitReliabilityAndCalibrationOfAMethodWithALaw) {
  Random random(3);
  const Comparisons data = zoo::from_rows(25, zoo::strong_rows(25, 400, 3, random));
  const RankResult result = rank(data, {.method = "bradley-terry", .threads = 1});
  const json report = report_of(result, data), ranking = report["ranking"];
  for (std::size_t k = 0; k < result.ranking.size(); ++k) {
    const Place& place = result.ranking[k];
    EXPECT_NEAR(value_of(ranking["infit"], k).get<double>(), *place.infit, 1e-3 * *place.infit);
    EXPECT_NEAR(value_of(ranking["outfit"], k).get<double>(), *place.outfit, 1e-3 * *place.outfit);
    for (const char* side : {"below", "above"})
      EXPECT_NEAR(value_of(ranking[side], k).get<double>(), kNormal90 * *place.standard_error, 1e-3);
  }
  EXPECT_NEAR(report["reliability"]["ssr"].get<double>(), *result.reliability.ssr, 1e-12);
  EXPECT_EQ(report["reliability"]["curve"].size(), result.reliability.curve.size());
  const json& calibration = report["calibration"];
  double answers = 0;
  for (std::size_t k = 0; k < calibration["count"].get<std::size_t>(); ++k) {
    answers += value_of(calibration["answers"], k).get<double>();
    EXPECT_GE(value_of(calibration["predicted"], k).get<double>(), 0.5) << "by the item that is expected to win";
  }
  EXPECT_EQ(answers, static_cast<double>(data.size()));
  EXPECT_TRUE(report["score_meaning"].get<std::string>().starts_with("The score is in log-odds"));
}

TEST(ReportJson, HasGradesFromTheBestOn) {
  const Comparisons data = later_items_are_better();
  RankResult result = rank(data, {.method = "borda", .threads = 1});
  EXPECT_TRUE(report_of(result, data)["grades"].empty());
  result.ranking[0].grade = "B", result.ranking[0].grade_probability = 0.75;
  result.ranking[1].grade = "C", result.ranking[1].grade_probability = 0.5;
  const json report = report_of(result, data);
  EXPECT_EQ(report["grades"], (json{"B", "C"}));
  EXPECT_EQ(report["graded"]["grade"], (json{0, 1, -1}));
  EXPECT_EQ(report["graded"]["probability"], (json{0.75, 0.5, nullptr}));
}

TEST(ReportJson, HasTheCertificateInWords) {
  const Comparisons data = later_items_are_better();
  RankResult result = rank(data, {.method = "borda", .threads = 1});
  result.certificate = Certificate{.answers = 600, .contradicted = 114, .at_least = 112};
  EXPECT_EQ(report_of(result, data)["certificate"],
            (json{{"answers", 600.0},
                  {"contradicted", 114.0},
                  {"at_least", 112.0},
                  {"best_found", nullptr},
                  {"undecided", 0.0},
                  {"meaning", "The ranking contradicts 114 of 600 answers; no order contradicts fewer than 112."}}));
  result.certificate.reset();
  EXPECT_EQ(report_of(result, data)["certificate"], nullptr);
}

TEST(ReportJson, HasWhatWouldChangeIt) {
  const Comparisons data = later_items_are_better();
  RankResult result = rank(data, {.method = "borda", .threads = 1});
  EXPECT_EQ(report_of(result, data)["fragility"], nullptr);
  result.fragility = Fragility{
      .question = "first", .answers = 1, .of = 9, .before = "a", .after = "b", .removed = {}, .meaning = "So."};
  EXPECT_EQ(report_of(result, data)["fragility"]["meaning"], "So.");
}

TEST(ReportJson, HasCurvesByPlaceInTheRanking) {
  const Comparisons data = later_items_are_better();
  RankResult result = rank(data, {.method = "borda", .threads = 1});
  result.curves = {{"item-0", "2020-01-01", -1, -2, 0, 0},
                   {"item-0", "2021-01-01", -0.5, -2, 1, 0},
                   {"item-2", "2020-01-01", 1, 0.5, 2, 2}};
  const json curves = report_of(result, data)["curves"];
  EXPECT_EQ(curves["item"], (json{0, 2, 2}));
  EXPECT_EQ(curves["time"], (json{"2020-01-01", "2020-01-01", "2021-01-01"}));
  EXPECT_EQ(curves["score"], (json{1, -1, -0.5}));
  EXPECT_EQ(curves["low"], (json{0.5, -2, -2}));
  EXPECT_EQ(curves["high"], (json{2, 0, 1}));
}

TEST(ReportJson, HasEffectsInsteadOfTheirNotes) {
  const Comparisons data = zoo::from_rows(2, {{.winner = 0, .loser = 1}});
  RankResult result = rank(data, {.method = "borda", .threads = 1});
  result.effects = {{"order", 0.5, 0.25, 0.75, 4.0, true, "The first is chosen more often."},
                    {"length", -0.5, kNone, kNone, std::nullopt, false, "Length does not matter.", 154.0}};
  result.notes = {"Before.", "The first is chosen more often.", "Between.", "Length does not matter."};
  const json report = report_of(result, data);
  EXPECT_EQ(report["notes"], (json{"Before.", "Between."}));
  ASSERT_EQ(report["effects"].size(), 2u);
  EXPECT_EQ(report["effects"][0], (json{{"name", "order"},
                                        {"estimate", 0.5},
                                        {"low", 0.25},
                                        {"high", 0.75},
                                        {"evidence", 4.0},
                                        {"used", true},
                                        {"meaning", "The first is chosen more often."},
                                        {"unit", nullptr}}));
  EXPECT_EQ(report["effects"][1]["used"], false);
  EXPECT_EQ(report["effects"][1]["low"], nullptr);
  EXPECT_EQ(report["effects"][1]["unit"], 154.0);
}

TEST(ReportJson, HasBoardsByPlaceInTheRanking) {
  const Comparisons data = later_items_are_better();
  RankResult result = rank(data, {.method = "borda", .threads = 1});
  // value, rank, item, score, its range, range of ranks, differs, id
  result.boards = {{"", 1, "item-0", 1.5, 0, 0, 1, 2, "higher", 0},
                   {"", 2, "item-2", -1.5, 0, 0, 1, 2, "", 2},
                   {"German", 1, "item-2", 0, -2, 0, 1, 1, "", 2},
                   {"German", 2, "item-1", 0, 0, 2, 2, 3, "", 1},
                   {"German", 3, "item-0", 0, 0, 0, 2, 3, "lower", 0}};
  const json boards = report_of(result, data)["boards"], lines = boards["lines"];
  EXPECT_EQ(boards["count"], 2);
  EXPECT_EQ(boards["value"], (json{"", "German"}));
  EXPECT_EQ(boards["places"], (json{2, 3}));
  ASSERT_EQ(lines["count"], 5);
  EXPECT_EQ(lines["item"], (json{2, 0, 0, 1, 2}));
  EXPECT_EQ(lines["rank"], (json{1, 1, -1, 1, 1})) << "steps";
  EXPECT_EQ(lines["rank_low"], (json{1, 1, 1, 2, 2}));
  EXPECT_EQ(lines["rank_high"], (json{2, 2, 1, 3, 3}));
  EXPECT_EQ(lines["score"], (json{1.5, -1.5, 0, 0, 0}));
  EXPECT_EQ(lines["score_low"], (json{0, 0, -2, 0, 0}));
  EXPECT_EQ(lines["score_high"], (json{0, 0, 0, 2, 0}));
  EXPECT_EQ(lines["differs"], (json{1, 0, 0, 0, -1}));
}

TEST(ReportJson, HasTheRankWithoutControls) {
  const Comparisons data = later_items_are_better();
  RankResult result = rank(data, {.method = "borda", .threads = 1});
  for (Place& place : result.ranking) place.rank_without = place.id + 1;
  EXPECT_EQ(report_of(result, data)["ranking"]["rank_without"], (json{3, 2, 1}));
}

TEST(ReportJson, LeavesOutWhatThereIsNot) {
  Random random(3);
  const Comparisons data = zoo::from_rows(5, zoo::strong_rows(5, 40, 3, random));
  const json report = report_of(rank(data, {.method = "borda", .threads = 1}), data);
  EXPECT_FALSE(report["ranking"].contains("up"));
  EXPECT_FALSE(report["ranking"].contains("standard_error"));
  EXPECT_FALSE(report["ranking"].contains("rank_without"));
  EXPECT_FALSE(report["ranking"].contains("below"));
  EXPECT_FALSE(report["ranking"].contains("infit"));
  EXPECT_FALSE(report.contains("graded"));
  EXPECT_EQ(report["calibration"], nullptr);
  EXPECT_EQ(report["curves"]["count"], 0);
  EXPECT_EQ(report["reliability"]["ssr"], nullptr);
  EXPECT_TRUE(report["effects"].empty());
  EXPECT_EQ(report["boards"]["count"], 0);
  EXPECT_EQ(report["doubtful"]["count"], 0);
  EXPECT_EQ(report["annotators"]["count"], 0);
  EXPECT_EQ(report["convergence"]["trace"]["count"], 0);
  EXPECT_FALSE(report.dump().find("seconds") != std::string::npos) << "no clock";
}

TEST(ReportJson, RowsBehindACellAreCapped) {
  zoo::Rows rows;
  for (int k = 0; k < 80; ++k) rows.push_back({.winner = 0, .loser = 1});
  rows.push_back({.winner = 1, .loser = 2});
  const Comparisons data = zoo::from_rows(3, rows);
  const json matrix = report_of(rank(data, {.method = "borda", .threads = 1}), data)["matrices"][0];
  EXPECT_EQ(matrix["kind"], "items");
  EXPECT_EQ(matrix["cells"]["count"], 2);
  EXPECT_EQ(matrix["cells"]["comparisons"], (json{80, 1}));
  EXPECT_EQ(matrix["cells"]["shown"], (json{50, 1}));
  EXPECT_EQ(matrix["answers"]["count"], 51);
  EXPECT_EQ(matrix["answers"]["row"][49], 50);
  EXPECT_EQ(matrix["answers"]["row"][50], 81);
}

TEST(ReportJson, ManyItemsGiveGroupsAndASample) {
  Random random(6);
  const Comparisons data = zoo::from_rows(100, zoo::strong_rows(100, 500, 3, random));
  const json matrices = report_of(rank(data, {.method = "borda", .threads = 1}), data)["matrices"];
  ASSERT_EQ(matrices.size(), 2u);
  EXPECT_EQ(matrices[0]["kind"], "groups");
  EXPECT_EQ(matrices[1]["kind"], "sample");
  for (const json& matrix : matrices) EXPECT_EQ(matrix["groups"]["count"], 60);
}

TEST(ReportJson, OtherDataAreRefused) {
  const Comparisons data = zoo::from_rows(2, {{.winner = 0, .loser = 1}}),
                    other = zoo::from_rows(2, {{.winner = 0, .loser = 1}, {.winner = 0, .loser = 1}});
  StringSink sink;
  EXPECT_THROW(write_report_json(rank(data, {.method = "borda"}), other, {}, sink), InvalidArgument);
}

TEST(StaticPage, TextIsWrittenSoThatNoneOfItIsHtml) {
  EXPECT_EQ(html_text("a<b>&\"'"), "a&lt;b&gt;&amp;&quot;&#39;");
  EXPECT_EQ(html_text("\xc3\xbc \xff\x01|"), "\xc3\xbc \xef\xbf\xbd\xef\xbf\xbd|");
}

TEST(StaticPage, HasTheVerdictAndTheFirstTwentyPlaces) {
  Random random(3);
  const Comparisons data = zoo::from_rows(25, zoo::strong_rows(25, 200, 3, random));
  const RankResult result = rank(data, {.method = "borda", .threads = 1});
  StringSink sink;
  write_static_page(result, {.title = "votes <1>"}, sink);
  const std::string& page = sink.text;
  EXPECT_NE(page.find("Ranking of votes &lt;1&gt;"), page.npos);
  EXPECT_NE(page.find("<h1>" + result.ranking[0].item + " comes first</h1>"), page.npos);
  EXPECT_NE(page.find("<td>" + result.ranking[19].item + "</td>"), page.npos);
  EXPECT_EQ(page.find("<td>" + result.ranking[20].item + "</td>"), page.npos);
  EXPECT_NE(page.find("The first 20 of 25 items."), page.npos);
}

// What a name may hold to get out of the place it was put in.
TEST(ReportPage, NamesStayWhereTheyAre) {
  if (report_template().empty()) GTEST_SKIP() << "built without the page";
  const std::vector<std::string> names = {"</script><script>alert(1)</script>",
                                          "<!--<script>",
                                          "]]>",
                                          "&lt;\"'\\",
                                          "a\xe2\x80\xa8"
                                          "b\xe2\x80\xa9"
                                          "c",
                                          "\xff\xfe",
                                          std::string("nul\0nul", 7),
                                          "@@pdrank-report@@"};
  Comparisons data;
  for (const std::string& name : names) data.items.intern(name);
  for (ItemId k = 0; k + 1 < names.size(); ++k) data.add({.winner = k, .loser = k + 1});
  const RankResult result = rank(data, {.method = "borda", .threads = 1});
  StringSink sink;
  write_report(result, data, {.title = names[0], .command = names[1], .files = {names[0]}, .version = "1"}, sink);
  const std::string_view page = sink.text, start = "<script id=\"report\" type=\"application/json\">";
  const std::size_t begin = page.find(start) + start.size(), end = page.find("</script>", begin);
  ASSERT_NE(end, page.npos);
  const std::string_view inside = page.substr(begin, end - begin);
  EXPECT_EQ(inside.find_first_of("<>&"), inside.npos);
  const json report = json::parse(inside);
  EXPECT_EQ(report["title"], names[0]);
  ASSERT_EQ(report["ranking"]["item"].size(), names.size());
  std::vector<std::string> found = report["ranking"]["item"];
  for (const std::string& name : names) {
    const std::string expected = name == "\xff\xfe" ? "\xef\xbf\xbd\xef\xbf\xbd" : name;
    EXPECT_NE(std::ranges::find(found, expected), found.end()) << name;
  }
  const std::size_t table = page.find("<tbody>"), table_end = page.find("</tbody>");
  const std::string_view rows = page.substr(table, table_end - table);
  for (const std::string& name : names) EXPECT_NE(rows.find(html_text(name)), rows.npos) << name;
  EXPECT_EQ(rows.find("<script"), rows.npos);
  EXPECT_EQ(rows.find("<!--"), rows.npos);
  const std::string_view whole = report_template(), rest = whole.substr(whole.find("@@pdrank-report@@") + 17);
  EXPECT_TRUE(page.ends_with(rest)) << "nothing else is touched";
}

}  // namespace
}  // namespace pdrank
