#include "pdrank/report/checks.hpp"
#include "pdrank/core/option_name.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "unit/report/made_up.hpp"

namespace pdrank {
namespace {

using made_up::annotator;
using made_up::find_check;
using made_up::good_result;

TEST(Checks, AllAreStatedWhenAllIsWell) {
  RankResult result = good_result(20);
  result.annotators = {annotator("a", 250), annotator("b", 250)};
  const std::vector<Check> checks = check_trust(result);
  std::vector<std::string_view> names;
  for (const Check& check : checks) {
    names.push_back(check.name);
    EXPECT_EQ(check.grade, Grade::good) << check.name << ": " << check.text;
    EXPECT_FALSE(check.title.empty() || check.text.empty()) << check.name;
  }
  EXPECT_EQ(names,
            (std::vector<std::string_view>{"connected", "enough", "noise", "annotators", "convergence", "rows"}));
}

TEST(Checks, Connected) {
  RankResult result = good_result(20);
  result.graph.components = 3;
  result.graph.largest_component = 17;
  EXPECT_EQ(find_check(result, "connected").grade, Grade::bad);
  EXPECT_EQ(find_check(result, "connected").title, "3 separate parts");
  result.graph.largest_component = 18;
  EXPECT_EQ(find_check(result, "connected").grade, Grade::warn) << "most items are in one part";
}

TEST(Checks, AWeakLinkIsNamed) {
  RankResult result = good_result(20);
  result.graph.bridge_pairs = {{.item = "x", .other = "y", .hanging = 3, .comparisons = 5}};
  EXPECT_EQ(find_check(result, "connected").grade, Grade::good) << "5 are not few";
  result.graph.bridge_pairs[0].comparisons = 1;
  const Check check = find_check(result, "connected");
  EXPECT_EQ(check.grade, Grade::warn);
  EXPECT_EQ(check.text, "One pair alone, x and y, with 1 comparison, links 3 items to the rest.");
  result.graph.bridge_pairs[0].hanging = 1;
  EXPECT_EQ(find_check(result, "connected").grade, Grade::good) << "one item alone is said to have few";
}

TEST(Checks, ItemsLeftOutAreSaid) {
  RankResult result = good_result(20);
  result.data.items = 23;
  EXPECT_EQ(find_check(result, "connected").grade, Grade::warn);
  EXPECT_NE(find_check(result, "connected").text.find("left out 3 items"), std::string::npos);
}

TEST(Checks, EnoughGoesByFewAndByRanges) {
  RankResult result = good_result(20);
  result.ranking[3].flags = {"few"};
  EXPECT_EQ(find_check(result, "enough").grade, Grade::warn);
  for (std::size_t k = 0; k < 11; ++k) result.ranking[k].flags = {"few"};
  EXPECT_EQ(find_check(result, "enough").grade, Grade::bad);

  for (const auto& [width, grade] :
       {std::pair{4u, Grade::good}, {5u, Grade::warn}, {10u, Grade::warn}, {11u, Grade::bad}}) {
    result = good_result(20);
    for (Place& place : result.ranking) {
      place.rank_low = 1;
      place.rank_high = width;
    }
    EXPECT_EQ(median_range(result), width);
    EXPECT_EQ(find_check(result, "enough").grade, grade) << width;
  }
}

// Of two items of which either may be the better one, nothing is settled.
TEST(Checks, ARangeOfAllPlacesIsNoPraise) {
  RankResult result = good_result(2);
  EXPECT_EQ(find_check(result, "enough").grade, Grade::good);
  for (Place& place : result.ranking) place.rank_low = 1, place.rank_high = 2;
  EXPECT_EQ(range_in_words(result), "at least half of all items may have any place");
  EXPECT_EQ(find_check(result, "enough").grade, Grade::warn);
  EXPECT_NE(find_check(result, "enough").text.find("At least half of all items may have any place."),
            std::string::npos);
  result = good_result(20);
  const auto with_width = [&](std::uint32_t width) {
    for (Place& place : result.ranking) place.rank_low = 1, place.rank_high = width;
    return range_in_words(result);
  };
  EXPECT_EQ(with_width(10), "half of all items have a range of 10 places or less");
  EXPECT_EQ(with_width(11), "half of all items have a range of 11 places or more");
  result = good_result(1);
  EXPECT_EQ(find_check(result, "enough").grade, Grade::good) << "one item has but one place";
}

// 20! = 2.43e18 orders: 61.08 answers that split them in half are not enough, 62 may be.
TEST(Checks, EnoughGoesByTheInformationThereIs) {
  RankResult result = good_result(20);
  const auto with_answers = [&](double answers) {
    for (Place& place : result.ranking) place.comparisons = 2 * answers / 20;
    return find_check(result, "enough");
  };
  EXPECT_EQ(with_answers(62).grade, Grade::good);
  EXPECT_EQ(with_answers(61).grade, Grade::warn);
  EXPECT_NE(with_answers(61).text.find("would take 62 answers; there are 61"), std::string::npos);
}

TEST(Checks, WithoutRangesItSaysWhoGivesThem) {
  RankResult result = good_result(20);
  result.method = "borda";
  for (Place& place : result.ranking) place.rank_low = place.rank_high = place.tier = std::nullopt;
  const Check check = find_check(result, "enough");
  EXPECT_EQ(check.grade, Grade::good);
  EXPECT_NE(plain(check.text).find("borda does not say how uncertain the places are: the method posterior does"),
            std::string::npos);
}

TEST(Checks, NoiseGoesByTheMethodsOwnFigures) {
  RankResult result = good_result(20);
  const auto grade_of = [&](Figures figures) {
    result.figures = std::move(figures);
    return find_check(result, "noise").grade;
  };
  EXPECT_EQ(grade_of({{"noise", 0.09}, {"noise_low", 0.05}, {"noise_high", 0.15}}), Grade::good);
  EXPECT_EQ(grade_of({{"noise", 0.11}, {"noise_low", 0.05}, {"noise_high", 0.2}}), Grade::warn);
  EXPECT_EQ(grade_of({{"noise", 0.3}, {"noise_low", 0.2}, {"noise_high", 0.4}}), Grade::bad);
  EXPECT_EQ(grade_of({{"noise", 0.2}, {"noise_low", 0.0}, {"noise_high", 0.4}}), Grade::open);
  EXPECT_EQ(grade_of({{"noise_level", 0.05}}), Grade::good);
  EXPECT_EQ(grade_of({{"noise_level", 0.3}}), Grade::bad);
  EXPECT_EQ(grade_of({{"noise_level", kNone}}), Grade::good);
  EXPECT_EQ(grade_of({{"held_out_log_loss", 0.5}}), Grade::good);
  EXPECT_EQ(grade_of({{"held_out_log_loss", 0.65}}), Grade::warn);
  EXPECT_EQ(grade_of({{"held_out_log_loss", 0.7}}), Grade::bad) << "worse than a coin";
  EXPECT_EQ(grade_of({}), Grade::good);
  EXPECT_NE(plain(find_check(result, "noise").text).find("the method posterior does"), std::string::npos);
}

TEST(Checks, NoiseGoesByAnswersAgainstTheRankingToo) {
  RankResult result = good_result(20);
  result.confidence.answers = {0, 76, 0, 24};
  EXPECT_EQ(find_check(result, "noise").grade, Grade::good);
  result.confidence.answers = {0, 75, 0, 25};
  EXPECT_EQ(find_check(result, "noise").grade, Grade::warn);
  EXPECT_NE(find_check(result, "noise").text.find("25 of 100 answers (25 %) go against"), std::string::npos);
  result.confidence.answers = {500, 50, 10, 40};
  EXPECT_EQ(find_check(result, "noise").grade, Grade::bad) << "those that took no part do not count";
}

TEST(Checks, Annotators) {
  RankResult result = good_result(20);
  EXPECT_EQ(find_check(result, "annotators").grade, Grade::open);
  result.annotators = {annotator("a", 100)};
  EXPECT_EQ(find_check(result, "annotators").title, "One annotator");
  result.annotators = {annotator("a", 100), annotator("b", 100), annotator("c", 20, "random"),
                       annotator("d", 20, "adversary")};
  const Check check = find_check(result, "annotators");
  EXPECT_EQ(check.grade, Grade::warn);
  EXPECT_EQ(check.title, "2 of 4 annotators are doubtful");
  EXPECT_EQ(check.text, "Against the ranking: d. As if at random: c. They gave 17 % of the answers.");
  result.annotators[2].comparisons = 60;
  EXPECT_EQ(find_check(result, "annotators").grade, Grade::bad) << "80 of 280 answers";
}

// One who stands out is named where that many honest annotators would hardly have one like it, and not otherwise.
TEST(Checks, WhoStandsOutWithoutAFlagIsNamed) {
  RankResult result = good_result(20);
  const auto with_one = [&](std::size_t annotators, double found) {
    result.annotators.assign(annotators, annotator("a", 25));
    for (AnnotatorReport& report : result.annotators)
      report.answers = 25, report.expected_right = report.found_right = 21;
    result.annotators.back() = annotator("Ms Ruiz", 25);
    result.annotators.back().answers = 25;
    result.annotators.back().expected_right = 21;
    result.annotators.back().found_right = found;
    const Check check = find_check(result, "annotators");
    EXPECT_EQ(check.grade, Grade::good);
    return check.text;
  };
  EXPECT_EQ(with_one(6, 12),
            "None of the 6 annotators clearly answers at random or against the ranking. Ms Ruiz stands out, though not "
            "enough to be sure: 12 of 25 answers right where 21 are usual.");
  EXPECT_EQ(with_one(6, 19), "None of the 6 annotators clearly answers at random or against the ranking.");
  EXPECT_EQ(with_one(300, 16), "None of the 300 annotators clearly answers at random or against the ranking.");
}

TEST(Checks, Convergence) {
  RankResult result = good_result(20);
  EXPECT_EQ(find_check(result, "convergence").text, "Method posterior: fitted in 20 rounds.");
  for (const Termination status : {Termination::round_limit, Termination::iteration_limit, Termination::stopped,
                                   Termination::numerical_trouble, Termination::not_run}) {
    result.convergence.status = status;
    EXPECT_EQ(find_check(result, "convergence").grade, Grade::bad) << name_of(status);
  }
}

TEST(Checks, Rows) {
  RankResult result = good_result(20);
  result.data.rows = 520;
  result.data.skipped = {{"bad weight", 15}, {"empty item name", 5}};
  const Check check = find_check(result, "rows");
  EXPECT_EQ(check.grade, Grade::warn);
  EXPECT_EQ(check.text, "500 of 520 rows took part. Skipped: bad weight (15) and empty item name (5).");
  result.data.rows = 600;
  result.data.skipped[0].second = 95;
  EXPECT_EQ(find_check(result, "rows").grade, Grade::bad);
  result.data.skipped.clear();
  result.data.ties_dropped = 100;
  EXPECT_EQ(find_check(result, "rows").grade, Grade::good) << "the caller has asked for it";
  EXPECT_EQ(plain(find_check(result, "rows").text),
            "500 of 600 rows took part. 100 ties were left out as asked (ties drop).");
}

}  // namespace
}  // namespace pdrank
