#include "pdrank/posterior/list_sums.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "pdrank/core/random.hpp"
#include "support/model_law.hpp"

namespace pdrank {
namespace {

using model_law::Real;

constexpr std::uint32_t kNodes = 6;

Answers rankings() {
  return make_answers({}, {{{2, 0, 1, 5}, {1, 2, 3, 4}, 1}, {{4, 3, 0, 2, 1}, {2, 3, 5}, 2}, {{5, 1, 0}, {3}, 1.5}},
                      kNodes, 1);
}

std::vector<Lanes> some_scores(double reach, Random& random) {
  std::vector<Lanes> x(kNodes);
  for (Lanes& lanes : x)
    for (float& score : lanes) score = static_cast<float>(random.uniform(-reach, reach));
  return x;
}

Real log_lists(const Answers& answers, const std::vector<Lanes>& x, std::size_t lane) {
  std::vector<Real> scores;
  for (const Lanes& lanes : x) scores.push_back(lanes[lane]);
  Real sum = 0;
  for (const RankedList& list : answers.lists) sum += model_law::log_list(list, scores);
  return sum;
}

// Against the whole law in extended precision, for steps from one end of the scores to the other; where the score that
// moves is all there is in a sum, too.
TEST(ListSums, AMoveIsTheDifferenceOfTwoLaws) {
  const Answers answers = rankings();
  const ListSums lists(answers);
  Random random(1);
  for (const double reach : {1.0, 30.0, 200.0}) {
    const std::vector<Lanes> x = some_scores(reach, random), moved = some_scores(reach, random);
    const ListSums::State state = lists.sum(x);
    for (std::uint32_t node = 0; node < kNodes; ++node) {
      ListSums::Sums found{};
      lists.add(node, state, x, moved[node], found);
      std::vector<Lanes> then = x;
      then[node] = moved[node];
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const auto expected = static_cast<double>(log_lists(answers, then, lane) - log_lists(answers, x, lane));
        EXPECT_NEAR(found[lane], expected, 1e-4 * (1 + std::abs(expected))) << reach << ' ' << node;
      }
    }
  }
}

TEST(ListSums, RenewedSumsAreSumsMadeAnew) {
  const Answers answers = rankings();
  const ListSums lists(answers);
  Random random(2);
  std::vector<Lanes> x = some_scores(5, random);
  ListSums::State state = lists.sum(x);
  for (std::uint32_t node = 0; node < kNodes; ++node) {
    x[node] = some_scores(5, random)[node];
    lists.renew(node, x, state);
    const ListSums::State anew = lists.sum(x);
    EXPECT_EQ(state.own, anew.own);
    EXPECT_EQ(state.rest, anew.rest);
  }
}

}  // namespace
}  // namespace pdrank
