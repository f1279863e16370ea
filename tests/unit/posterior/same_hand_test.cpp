#include "pdrank/posterior/same_hand.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "pdrank/core/random.hpp"
#include "pdrank/posterior/find_posterior.hpp"
#include "support/sourced_answers.hpp"

namespace pdrank {
namespace {

// `people` answer the same 105 questions about 15 nodes as coins do; those from `first_copy` on answer as source 0
// does, but in a share `differs` of the cases. Without `copies`, the same answers without theirs.
Answers coins(std::uint32_t people, std::uint32_t first_copy, double differs, std::uint64_t seed, bool copies = true) {
  Random random(seed);
  std::vector<AnswerRow> rows;
  for (std::uint32_t a = 0; a < 15; ++a)
    for (std::uint32_t b = a + 1; b < 15; ++b) {
      bool of_first = false;
      for (std::uint32_t source = 0; source < people; ++source) {
        bool won = random.chance(0.5);
        if (source == 0) of_first = won;
        if (source >= first_copy) won = of_first != random.chance(differs);
        if (copies || source < first_copy) rows.push_back({a, b, source, won ? 1.0f : 0.0f, won ? 0.0f : 1.0f, 0});
      }
    }
  return make_answers(std::move(rows), 15, copies ? people : first_copy);
}

std::vector<SameHand> find(const Answers& answers) {
  const std::vector<float> open(answers.rows(), 0.5f);
  return find_same_hands(answers, open, std::vector<double>(answers.sources, 0.02));
}

TEST(SameHand, CopiesAreFound) {
  for (const double differs : {0.0, 0.02}) {
    const std::vector<SameHand> hands = find(coins(12, 10, differs, 1));
    ASSERT_EQ(hands.size(), 1u);
    EXPECT_EQ(hands[0].sources, (std::vector<std::uint32_t>{0, 10, 11}));
    EXPECT_EQ(hands[0].shared, 3u * 105);
    EXPECT_GE(static_cast<double>(hands[0].agreed), 0.95 * 3 * 105);
  }
}

// That any two of those who answer on their own are joined has a probability of at most 0.01 a run; of 50 runs two have
// more than one with 0.09, three with 0.01.
TEST(SameHand, ThoseWhoAnswerOnTheirOwnAreNot) {
  int joined = 0;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) joined += !find(coins(8, 8, 0, seed)).empty();
  EXPECT_LE(joined, 2);
}

// Everybody is right about what is clear: agreeing there says nothing.
TEST(SameHand, AgreeingOnWhatIsClearSaysNothing) {
  std::vector<AnswerRow> rows;
  for (std::uint32_t a = 0; a < 10; ++a)
    for (std::uint32_t b = a + 1; b < 10; ++b)
      for (std::uint32_t source = 0; source < 6; ++source) rows.push_back({a, b, source, 1, 0, 0});
  const Answers answers = make_answers(std::move(rows), 10, 6);
  const std::vector<float> clear(answers.rows(), 0.999f);
  EXPECT_TRUE(find_same_hands(answers, clear, std::vector<double>(answers.sources, 0.01)).empty());
}

TEST(SameHand, FewQuestionsAreTooFew) {
  std::vector<AnswerRow> rows;
  for (std::uint32_t b = 1; b < 10; ++b)
    for (std::uint32_t source = 0; source < 2; ++source) rows.push_back({0, b, source, 1, 0, 0});
  EXPECT_TRUE(find(make_answers(std::move(rows), 10, 2)).empty());
}

// Sources without a name are many people.
TEST(SameHand, ThoseWithoutANameAreNobody) {
  Answers answers = coins(4, 3, 0, 2);
  ASSERT_EQ(find(answers).size(), 1u);
  answers.named = 3;
  EXPECT_TRUE(find(answers).empty());
}

TEST(SameHand, CountsOnce) {
  const Answers answers =
      make_answers({{0, 1, 0, 1, 0, 0}, {0, 1, 1, 1, 0, 0}, {0, 1, 2, 0, 2, 0}, {1, 2, 1, 1, 0, 0}}, 3, 3);
  const Answers once = count_once(answers, std::vector<SameHand>{{{0, 1}, 10, 10}});
  EXPECT_EQ(once.won, (std::vector<float>{0.5f, 0.5f, 0, 1})) << "two of one hand have half an answer each";
  EXPECT_EQ(once.lost, (std::vector<float>{0, 0, 2, 0}));
}

// Beside coins and adversaries, all who are honest agree with each other more than with everybody: they are no one
// hand.
TEST(SameHand, TheHonestAreNotOneHand) {
  std::vector<double> flip(20, 0.05);
  for (const std::size_t coin : {3u, 7u, 11u, 15u}) flip[coin] = 0.5;
  for (const std::size_t adversary : {5u, 18u}) flip[adversary] = 0.95;
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    PosteriorOptions options;
    options.draws = 32;
    const Answers answers = zoo::sourced_answers(12, 60, flip, 100, seed);
    EXPECT_TRUE(find_posterior(answers, options, nullptr).same_hands.empty()) << seed;
  }
}

// One person three times tells no more than once, and not much less: three with a third of the answers each say less of
// the annotators as a whole, on whose mistakes the ranges of scores depend much where nearly all may be mistakes. A
// deviation over 2,000 draws has a relative error of 1.6 %, and all scores have much of it in common.
TEST(SameHand, RangesAreNoNarrowerThanWithOneOfThem) {
  const auto deviation = [](const Answers& answers) {
    const Posterior posterior = find_posterior(answers, {.draws = 2000}, nullptr);
    double all = 0;
    for (std::size_t node = 0; node < answers.nodes; ++node) {
      double sum = 0, squares = 0;
      for (std::size_t k = 0; k < posterior.draws.count(); ++k) {
        const auto score = static_cast<double>(posterior.draws[k][node]);
        sum += score / 2000;
        squares += score * score / 2000;
      }
      all += std::sqrt(squares - sum * sum);
    }
    return std::pair(all, posterior.same_hands.size());
  };
  const auto [thrice, hands] = deviation(coins(12, 10, 0, 3));
  const auto [once, none] = deviation(coins(12, 10, 0, 3, false));
  EXPECT_EQ(hands, 1u);
  EXPECT_EQ(none, 0u);
  EXPECT_GT(thrice, 0.96 * once);
  EXPECT_LT(thrice, 2 * once);
}

}  // namespace
}  // namespace pdrank
