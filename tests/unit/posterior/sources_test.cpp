#include "pdrank/posterior/sources.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/binomial_bound.hpp"
#include "support/sourced_answers.hpp"

namespace pdrank {
namespace {

SourcesLearned learn(const Answers& answers, const Model& model) {
  const std::vector<std::uint32_t> alike(answers.sources, 0);
  const Answers grouped = by_class(answers, alike, 1);
  Propagation fit(grouped, 1);
  EXPECT_TRUE(fit.run(model, 1e-3, 200));
  return learn_sources(answers, fit, model, alike, {});
}

const Model kModel{{{1, 0, 1.5}}, {0.03}};

TEST(Sources, StraysAreFound) {
  std::vector<double> flip(20, 0.03);
  flip[3] = 0.97;  // against
  flip[8] = 0.5;   // a coin
  const SourcesLearned learned = learn(zoo::sourced_answers(20, 5, flip, 80, 1), kModel);
  for (std::size_t source = 0; source < flip.size(); ++source) {
    const SourceQuality& quality = learned.quality[source];
    EXPECT_EQ(quality.answers, 80);
    EXPECT_LE(quality.flip.low, quality.flip.mean);
    EXPECT_GE(quality.flip.high, quality.flip.mean);
    const bool stray = source == 3 || source == 8;
    EXPECT_EQ(quality.flip.alike < 0.5, stray) << source;
    EXPECT_EQ(quality.p_value < 0.05 / 20, stray) << source << ": the rule of flags";
    EXPECT_EQ(quality.flip.against > 0.95, source == 3) << source;
    EXPECT_EQ(learned.class_of_source[source] != 0, stray) << source;
    if (stray) {
      EXPECT_NEAR(quality.flip.mean, flip[source], 0.15);
      EXPECT_LT(quality.found_right, quality.expected_right);
      EXPECT_NEAR(learned.flip[learned.class_of_source[source]], quality.flip.mean, 0.01);
    }
  }
  EXPECT_LE(learned.flip[0], 0.06) << "that of most, strays left out";
  EXPECT_GT(learned.stray_share, 0.04);
  EXPECT_LT(learned.stray_share, 0.2);
}

// p-values of sources that are like most: each below t with a probability of about t or less. Of 400, so many as the
// binomial law has.
TEST(Sources, PValuesAreThoseOfTheNull) {
  int below_tenth = 0, below_hundredth = 0, sources = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const SourcesLearned learned = learn(zoo::sourced_answers(20, 5, std::vector<double>(50, 0.03), 25, seed), kModel);
    for (const SourceQuality& quality : learned.quality) {
      ++sources;
      below_tenth += quality.p_value < 0.1;
      below_hundredth += quality.p_value < 0.01;
      EXPECT_GE(quality.p_value, 0);
      EXPECT_LE(quality.p_value, 1);
    }
  }
  const auto n = static_cast<std::uint64_t>(sources);
  EXPECT_LE(below_tenth, 0.1 * sources + testing::binomial_bound(n, 0.1));
  EXPECT_LE(below_hundredth, 0.01 * sources + testing::binomial_bound(n, 0.01));
  EXPECT_GE(below_tenth, 0.01 * sources) << "a test that never rejects would find nobody";
}

TEST(Sources, ThoseWhoAreAlikeShareAClass) {
  const SourcesLearned learned = learn(zoo::sourced_answers(15, 5, std::vector<double>(30, 0.03), 40, 9), kModel);
  // Some are shown to be a little better or worse than they are.
  EXPECT_LE(std::ranges::count_if(learned.class_of_source, [](std::uint32_t one) { return one != 0; }), 10);
  for (const SourceQuality& quality : learned.quality) EXPECT_NEAR(quality.flip.mean, learned.flip[0], 0.05);
  EXPECT_LT(learned.stray_share, 0.05);
}

// Two who disagree: as likely the one as the other, so nobody is turned round.
TEST(Sources, TwoWhoDisagree) {
  std::vector<AnswerRow> rows;
  for (std::uint32_t a = 0; a < 6; ++a)
    for (std::uint32_t b = a + 1; b < 6; ++b) {
      rows.push_back({a, b, 0, 4, 0, 0});
      rows.push_back({a, b, 1, 0, 4, 0});
    }
  const SourcesLearned learned = learn(make_answers(std::move(rows), 6, 2), kModel);
  for (std::size_t source = 0; source < 2; ++source) EXPECT_LE(learned.flip[learned.class_of_source[source]], 0.51);
  EXPECT_NEAR(learned.quality[0].flip.mean, learned.quality[1].flip.mean, 0.02);
}

TEST(Sources, WithoutAnswersNothingIsKnown) {
  const Answers answers = make_answers({{0, 1, 0, 1, 0, 0}, {0, 1, 2, 1, 0, 0}}, 2, 3);
  const SourcesLearned learned = learn(answers, kModel);
  EXPECT_EQ(learned.quality[1].answers, 0);
  EXPECT_EQ(learned.quality[1].p_value, 1);
  EXPECT_EQ(learned.class_of_source[1], 0u);
}

// Where many are against, a good one is not held for bad: what is right is by the ranking, not by the worst of a crowd.
TEST(Sources, ManyAdversaries) {
  std::vector<double> flip(10, 0.05);
  for (std::size_t source = 0; source < 4; ++source) flip[source] = 0.9;
  const SourcesLearned learned = learn(zoo::sourced_answers(20, 60, flip, 60, 11), {{{1, 0, 4}}, {0.3}});
  for (std::size_t source = 4; source < 10; ++source) {
    EXPECT_GT(learned.quality[source].found_right, 30) << source;
    EXPECT_GT(learned.quality[source].p_value, 0.05 / 10) << source;
  }
}

// A row of n answers is n rows of one, as far as what each of them says of the others.
TEST(Sources, ExpectedRightIsByTheLawOfMost) {
  const SourcesLearned learned = learn(zoo::sourced_answers(10, 8, std::vector<double>(10, 0.03), 100, 10), kModel);
  double expected = 0, found = 0;
  for (const SourceQuality& quality : learned.quality) {
    expected += quality.expected_right;
    found += quality.found_right;
    EXPECT_GE(quality.expected_right, quality.answers / 2);
    EXPECT_LE(quality.expected_right, quality.answers);
  }
  EXPECT_NEAR(found, expected, testing::binomial_bound(1000, expected / 1000));
}

}  // namespace
}  // namespace pdrank
