#include "pdrank/core/next_reading.hpp"

#include <gtest/gtest.h>

namespace pdrank {
namespace {

NextResult with(const Outlook& outlook, std::size_t pairs = 10) {
  NextResult result;
  result.comparisons = 1;
  result.pairs.resize(pairs);
  result.outlook = outlook;
  return result;
}

TEST(NextReading, Sentences) {
  EXPECT_EQ(outlook_sentences(with({0.9, 0.624, 0.8126, 0.84, "A", 4, 120})),
            (std::vector<std::string>{"Settled: 62 % of all pairs have an order that is at least 90 % sure.",
                                      "Expected Kendall tau with the truth: 0.81 now, 0.84 after these 10 answers.",
                                      "Top: 'A' and 3 others cannot be told apart; it would take about 120 answers "
                                      "about 'A' against each of them."}));
  EXPECT_TRUE(outlook_sentences(NextResult()).empty());
}

TEST(NextReading, WithoutAnswersThereIsNoTop) {
  NextResult nothing = with({0.9, 0, 0, 0.1, "A", 4, 20});
  nothing.comparisons = 0;
  EXPECT_EQ(outlook_sentences(nothing).size(), 2u);
}

TEST(NextReading, OneOfAKind) {
  const auto sentences = outlook_sentences(with({0.9, 0, 0, 0, "A", 2, 1}, 1));
  EXPECT_EQ(sentences[1], "Expected Kendall tau with the truth: 0.00 now, 0.00 after this answer.");
  EXPECT_EQ(sentences[2],
            "Top: 'A' and 1 other cannot be told apart; it would take about 1 answer about 'A' against the other.");
  EXPECT_EQ(outlook_sentences(with({0.9, 0, 0.5, 0.5, "A", 2, {}}, 0))[1],
            "Expected Kendall tau with the truth: 0.50 now.");
}

TEST(NextReading, AlmostIsNotAll) {
  EXPECT_EQ(outlook_sentences(with({0.95, 0.9999, 1, 1, "A", 1, {}}))[0],
            "Settled: 99 % of all pairs have an order that is at least 95 % sure.");
  EXPECT_EQ(outlook_sentences(with({0.95, 1, 1, 1, "A", 1, {}}))[0],
            "Settled: every pair has an order that is at least 95 % sure; more answers would only confirm it.");
  EXPECT_EQ(outlook_sentences(with({0.9, 0, -1e-9, -0.25, "A", 1, {}}))[1],
            "Expected Kendall tau with the truth: 0.00 now, -0.25 after these 10 answers.");
}

TEST(NextReading, Top) {
  EXPECT_EQ(outlook_sentences(with({0.9, 1, 1, 1, "A", 1, {}}))[2],
            "Top: 'A' is at least 90 % sure to stand above each of the others.");
  EXPECT_EQ(outlook_sentences(with({0.9, 1, 1, 1, "A", 3, Outlook::kMostAnswers}))[2],
            "Top: 'A' and 2 others cannot be told apart; it would take more than 1,000,000 answers about 'A' against "
            "each of them.");
  EXPECT_EQ(outlook_sentences(with({0.9, 1, 1, 1, "A", 3, {}}))[2], "Top: 'A' and 2 others cannot be told apart.");
}

}  // namespace
}  // namespace pdrank
