#include "pdrank/posterior/factorised.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "pdrank/core/parallel.hpp"
#include "pdrank/core/random.hpp"
#include "pdrank/posterior/propagate.hpp"
#include "support/sourced_answers.hpp"

namespace pdrank {
namespace {

struct Start {
  Model model;
  Sites sites;
};

Start start(const Answers& answers, double said) {
  Start begun;
  begun.sites = Propagation(answers, 1).sites();
  start_factorised(answers, {}, said, begun.model, begun.sites, nullptr);
  return begun;
}

// On a tree no message comes back: the factorised form is the joint one.
TEST(Factorised, OnATreeItIsTheJointForm) {
  std::vector<AnswerRow> rows;
  Random random(1);
  for (std::uint32_t node = 1; node < 40; ++node) {
    const auto parent = static_cast<std::uint32_t>(random.below(node));
    const bool won = random.chance(0.6);
    rows.push_back({parent, node, 0, won ? 3.0f : 1.0f, won ? 1.0f : 2.0f, 0});
  }
  const Answers answers = make_answers(std::move(rows), 40, 1);
  const Start begun = start(answers, 150);
  Propagation joint(answers, 1);
  ASSERT_TRUE(joint.run(begun.model, 1e-6, 300));
  for (std::size_t pair = 0; pair < answers.pairs(); ++pair) {
    const double precision = joint.sites().pair_precision[pair], pull = joint.sites().pair_pull[pair];
    EXPECT_NEAR(begun.sites.pair_precision[pair], precision, 0.03 * (0.1 + std::abs(precision))) << pair;
    EXPECT_NEAR(begun.sites.pair_pull[pair], pull, 0.03 * (0.1 + std::abs(pull))) << pair;
  }
}

// On sparse random pairs it is close to what the joint form learns: scores over 5 log-odds have a spread of 5 /
// sqrt(12).
TEST(Factorised, FindsNoiseAndSpread) {
  const Answers answers = zoo::sourced_answers(400, 5, {0.0}, 6000, 2);
  const Start begun = start(answers, 6000);
  EXPECT_NEAR(begun.model.shape[0].deviation, 5 / std::sqrt(12.0), 0.3);
  EXPECT_LT(begun.model.flip[0], 0.04);
}

TEST(Factorised, TheSameOnAnyNumberOfThreads) {
  const Answers answers = zoo::sourced_answers(300, 5, {0.1}, 3000, 3);
  const auto run = [&](int threads) {
    const ThreadScope scope(threads);
    return start(answers, 3000);
  };
  const Start one = run(1), three = run(3);
  EXPECT_EQ(one.sites.pair_pull, three.sites.pair_pull);
  EXPECT_EQ(one.model.flip, three.model.flip);
}

}  // namespace
}  // namespace pdrank
