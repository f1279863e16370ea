// The strategy `posterior`, on beliefs made by hand.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "ask.hpp"
#include "pdrank/active/belief.hpp"
#include "pdrank/core/random.hpp"

namespace pdrank {
namespace {

using ask::AskedData;

Belief random_belief(std::uint32_t items, std::size_t draws, std::uint64_t seed) {
  Random random(seed);
  Belief belief;
  belief.scores = ScoreDraws(items, draws);
  for (std::size_t draw = 0; draw < draws; ++draw) {
    const double apart = random.uniform(1, 60);
    for (float& score : belief.scores[draw]) score = static_cast<float>(random.uniform(0, apart));
    belief.flip.push_back(static_cast<float>(random.uniform(0, 0.4)));
  }
  belief.status = Termination::converged;
  return belief;
}

// Kullback-Leibler divergence of the joint law of answer and order from the product of its margins.
double information(const Belief& belief, ItemPair pair) {
  std::array<std::array<double, 2>, 2> joint = {};
  for (std::size_t draw = 0; draw < belief.draws(); ++draw) {
    const double gap =
        static_cast<double>(belief.scores[draw][pair.first]) - static_cast<double>(belief.scores[draw][pair.second]);
    const double flip = static_cast<double>(belief.flip[draw]);
    const double sigmoid = 1 / (1 + std::exp(-gap));
    const double win = (1 - flip) * sigmoid + flip * (1 - sigmoid);
    const std::size_t order = gap > 0 ? 1 : 0;
    joint[1][order] += win / static_cast<double>(belief.draws());
    joint[0][order] += (1 - win) / static_cast<double>(belief.draws());
  }
  double sum = 0;
  for (std::size_t answer = 0; answer < 2; ++answer)
    for (std::size_t order = 0; order < 2; ++order) {
      const double p = joint[answer][order], of_answer = joint[answer][0] + joint[answer][1],
                   of_order = joint[0][order] + joint[1][order];
      if (p > 0) sum += p * std::log(p / (of_answer * of_order));
    }
  return sum;
}

TEST(PosteriorStrategy, ValuesAreTheInformationAboutTheOrder) {
  const AskedData asked(6, {});
  const Belief belief = random_belief(6, 37, 5);
  AskInput input = asked.input(15);
  input.belief = &belief;
  const std::vector<Question> questions = ask::ask("posterior", input);
  ASSERT_EQ(questions.size(), 15u);
  double best = 0;
  for (const Question& question : questions) {
    EXPECT_NEAR(question.value, information(belief, question.pair), 1e-6);
    best = std::max(best, question.value);
  }
  EXPECT_EQ(questions.front().value, best);
}

TEST(PosteriorStrategy, WhatIsKnownIsNotAsked) {
  Belief belief = random_belief(3, 40, 6);  // 0 is always first, 1 and 2 are open
  for (std::size_t draw = 0; draw < belief.draws(); ++draw) belief.scores[draw][0] = 200;
  const AskedData asked(3, {});
  AskInput input = asked.input(1);
  input.belief = &belief;
  EXPECT_EQ(ask::pairs_of(ask::ask("posterior", input)), (std::vector<ItemPair>{{1, 2}}));
}

TEST(PosteriorStrategy, KeepsItsPromises) { ask::check_promises("posterior", 250); }

}  // namespace
}  // namespace pdrank
