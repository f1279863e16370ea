#include "pdrank/metrics/evaluate.hpp"

#include <gtest/gtest.h>

#include "pdrank/core/errors.hpp"
#include "pdrank/metrics/spearman.hpp"
#include "pdrank/metrics/top_k.hpp"

namespace pdrank {
namespace {

const MatchedScores kMatched{
    .ranking = {3, 1, 2, 5, 4}, .truth = {1, 2, 3, 4, 5}, .only_in_ranking = 7, .only_in_truth = 1};

TEST(Evaluate, IsWhatTheMeasuresSay) {
  const Evaluation found = evaluate(kMatched, 2);
  EXPECT_EQ(found.items, 5u);
  EXPECT_EQ(found.only_in_ranking, 7u);
  EXPECT_EQ(found.only_in_truth, 1u);
  EXPECT_DOUBLE_EQ(found.kendall.tau_a, 0.4) << "3 of 10 pairs are turned round";
  EXPECT_EQ(found.spearman, spearman_rho(kMatched.ranking, kMatched.truth));
  EXPECT_EQ(found.top_k, 2u);
  EXPECT_EQ(found.top_k_overlap, 2);
}

TEST(Evaluate, TakesNoMoreThanThereAre) {
  EXPECT_EQ(evaluate(kMatched, 100).top_k, 5u);
  EXPECT_EQ(evaluate(kMatched, 100).top_k_overlap, 5);
}

TEST(Evaluate, RefusesWhatCannotBeMeasured) {
  EXPECT_THROW(evaluate(kMatched, 0), InvalidArgument);
  EXPECT_THROW(evaluate({.ranking = {1}, .truth = {1}}, 1), InvalidArgument);
}

}  // namespace
}  // namespace pdrank
