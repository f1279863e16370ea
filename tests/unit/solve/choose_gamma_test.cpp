#include "pdrank/solve/choose_gamma.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "pdrank/core/parallel.hpp"
#include "pdrank/metrics/answer_link.hpp"
#include "support/problem_zoo.hpp"

namespace pdrank {
namespace {

ComparisonGraph noisy_graph(std::uint32_t items, std::uint64_t comparisons, double flip, std::uint64_t seed) {
  Random random(seed);
  return merge(zoo::random_comparisons(items, comparisons, flip, random), TieRule::half).graph;
}

void expect_equal(const std::optional<GammaChoice>& a, const std::optional<GammaChoice>& b) {
  ASSERT_EQ(a.has_value(), b.has_value());
  if (!a) return;
  EXPECT_EQ(a->gamma, b->gamma);
  EXPECT_EQ(a->rounds, b->rounds);
  EXPECT_EQ(a->log_loss, b->log_loss);
}

// Five comparisons an item: later rounds and a weak pull fit noise.
TEST(ChooseGamma, FewComparisonsAnItemWantAStrongPullAndFewRounds) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const GammaChoice choice = *choose_gamma(noisy_graph(5000, 25'000, 0.1, seed), {}, nullptr);
    EXPECT_EQ(choice.gamma, kGammaPath.front());
    EXPECT_GE(choice.rounds.value_or(99), 2);
    EXPECT_LE(choice.rounds.value_or(99), 5);
  }
}

// Many edges are judged by one fold, and some of what it holds: the same choice, and about the same loss.
TEST(ChooseGamma, ManyEdgesChooseAsFewerDo) {
  const GammaChoice fewer = *choose_gamma(noisy_graph(50'000, 250'000, 0.1, 1), {}, nullptr);
  const GammaChoice many = *choose_gamma(noisy_graph(100'000, 500'000, 0.1, 1), {}, nullptr);
  EXPECT_EQ(many.gamma, fewer.gamma);
  EXPECT_NEAR(many.rounds.value_or(99), fewer.rounds.value_or(99), 1);
  EXPECT_NEAR(*many.log_loss, *fewer.log_loss, 0.01);
  EXPECT_GT(many.traffic.passes, 0u);
  EXPECT_LT(many.traffic.passes, fewer.traffic.passes);
}

// Two hundred comparisons an item: nothing is overfitted, and every round makes the wrong answers weigh less.
TEST(ChooseGamma, ManyComparisonsAnItemWantAWeakPullAndAllRounds) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const GammaChoice choice = *choose_gamma(noisy_graph(30, 3000, 0.1, seed), {}, nullptr);
    EXPECT_EQ(choice.gamma, kGammaPath.back());
    EXPECT_EQ(choice.rounds, std::nullopt);
  }
}

TEST(ChooseGamma, AnswersThatDoNotContradictEachOtherAreNotPulled) {
  const GammaChoice choice = *choose_gamma(noisy_graph(40, 400, 0, 1), {}, nullptr);
  EXPECT_EQ(choice.gamma, kGammaWithoutContradictions);
  EXPECT_EQ(choice.rounds, std::nullopt);
  EXPECT_EQ(choice.log_loss, std::nullopt);
}

TEST(ChooseGamma, FewPairsGetADefaultHoweverOftenTheyWereCompared) {
  for (const std::uint64_t comparisons : {20u, 100'000u}) {
    const GammaChoice choice = *choose_gamma(noisy_graph(14, comparisons, 0.3, 2), {}, nullptr);  // at most 91 pairs
    EXPECT_EQ(choice.gamma, kGammaOfFewPairs);
    EXPECT_EQ(choice.rounds, std::nullopt);
    EXPECT_EQ(choice.log_loss, std::nullopt);
  }
  EXPECT_TRUE(choose_gamma(noisy_graph(15, 3000, 0.3, 2), {}, nullptr)->log_loss) << "105 pairs";
}

// The definition, written down a second time: pairs of one fold in three left out, three times the pull, every pair
// counting once. The chooser's fits are rough, so the losses agree to a few thousandths only.
double held_out_loss(const ComparisonGraph& graph, const GammaChoice& choice, std::uint64_t seed) {
  std::vector<double> margin, share;
  for (std::uint64_t fold = 0; fold < 3; ++fold) {
    ComparisonGraph training = graph;
    std::vector<EdgeId> held;
    training.winner.clear(), training.loser.clear(), training.count.clear();
    for (std::uint32_t node = 0; node < graph.node_count(); ++node) {
      training.first_edge[node] = static_cast<std::uint32_t>(training.winner.size());
      for (EdgeId e = graph.first_edge[node]; e < graph.first_edge[node + 1]; ++e) {
        if (mixed(mixed(seed) ^ (mixed(graph.winner[e]) + mixed(graph.loser[e]))) % 3 == fold) {
          held.push_back(e);
          continue;
        }
        training.winner.push_back(graph.winner[e]);
        training.loser.push_back(graph.loser[e]);
        training.count.push_back(graph.count[e]);
      }
    }
    training.first_edge.back() = static_cast<std::uint32_t>(training.winner.size());
    RoundsOptions options;
    options.gamma = 3 * choice.gamma;
    options.rounds = {0, choice.rounds.value_or(kMostRoundsTried)};
    const std::vector<double> scores = solve_rounds(training, options, nullptr).scores;
    for (const EdgeId e : held) {
      const EdgeId back = graph.find_edge(graph.loser[e], graph.winner[e]);
      const double against = back == kNoEdge ? 0 : graph.count[back];
      margin.push_back(scores[graph.winner[e]] - scores[graph.loser[e]]);
      share.push_back(graph.count[e] / (graph.count[e] + against));
    }
  }
  double pairs = 0;
  for (const double part : share) pairs += part;
  AnswerLink link;
  return fit_link(margin, share, link) / pairs;
}

TEST(ChooseGamma, TheLossIsWhatTheDefinitionSays) {
  for (const auto& [items, comparisons] : {std::pair{100u, 600u}, {60u, 600u}, {30u, 3000u}}) {
    RoundsOptions options;
    options.seed = 7;
    const ComparisonGraph graph = noisy_graph(items, comparisons, 0.1, 3);
    const GammaChoice choice = *choose_gamma(graph, options, nullptr);
    EXPECT_NEAR(*choice.log_loss, held_out_loss(graph, choice, options.seed), 4e-3) << items << ' ' << comparisons;
  }
}

// Scores change sign and nothing else does: the folds know pairs, not winners.
TEST(ChooseGamma, SwappedAnswersChooseTheSame) {
  Random random(4);
  const Comparisons data = zoo::random_comparisons(100, 600, 0.1, random);
  Comparisons swapped;
  for (ItemId item = 0; item < data.items.size(); ++item) swapped.items.intern(data.items.name(item));
  for (std::size_t n = 0; n < data.size(); ++n) swapped.add({.winner = data.loser(n), .loser = data.winner(n)});
  const GammaChoice a = *choose_gamma(merge(data, TieRule::half).graph, {}, nullptr);
  const GammaChoice b = *choose_gamma(merge(swapped, TieRule::half).graph, {}, nullptr);
  EXPECT_EQ(a.gamma, b.gamma);
  EXPECT_EQ(a.rounds, b.rounds);
  EXPECT_NEAR(*a.log_loss, *b.log_loss, 1e-9);
}

TEST(ChooseGamma, AnotherSeedDealsOtherFolds) {
  const ComparisonGraph graph = noisy_graph(100, 600, 0.1, 5);
  RoundsOptions one, two;
  two.seed = 2;
  EXPECT_NE(choose_gamma(graph, one, nullptr)->log_loss, choose_gamma(graph, two, nullptr)->log_loss);
  expect_equal(choose_gamma(graph, one, nullptr), choose_gamma(graph, one, nullptr));
}

TEST(ChooseGamma, NoMoreRoundsThanAllowed) {
  RoundsOptions options;
  options.rounds.max_rounds = 1;
  EXPECT_EQ(choose_gamma(noisy_graph(400, 2000, 0.1, 1), options, nullptr)->rounds, std::nullopt)
      << "the limit ends the rounds, not the choice";
}

TEST(ChooseGamma, SameBitsOnAnyNumberOfThreads) {
  const ComparisonGraph graph = noisy_graph(40'000, 160'000, 0.1, 6);  // several blocks of edges
  std::optional<GammaChoice> choices[2];
  for (const int k : {0, 1}) {
    const ThreadScope scope(k == 0 ? 1 : 3);
    choices[k] = choose_gamma(graph, {}, nullptr);
  }
  ASSERT_TRUE(choices[0]);
  expect_equal(choices[0], choices[1]);
}

// Asked once in every iteration of conjugate gradients, each of which is a pass over the edges.
struct Passes final : Observer {
  bool stop_requested() override { return ++asked >= stop_at; }
  void on_progress(const Progress& progress) override { last = progress; }
  long asked = 0, stop_at = std::numeric_limits<long>::max();
  Progress last;
};

TEST(ChooseGamma, TellsHowFarItIs) {
  Passes observer;
  choose_gamma(noisy_graph(30, 3000, 0.1, 1), {}, &observer);
  EXPECT_EQ(observer.last.stage, "choosing");
  EXPECT_EQ(observer.last.total, kGammaPath.size() * kMostRoundsTried);
  EXPECT_EQ(observer.last.done, observer.last.total) << "no loss rose, so everything was tried";
}

TEST(ChooseGamma, StopsWhereverItIsAsked) {
  const ComparisonGraph graph = noisy_graph(60, 600, 0.1, 2);
  Passes all;
  ASSERT_TRUE(choose_gamma(graph, {}, &all));
  for (long at = 1; at <= all.asked; at += 1 + all.asked / 40) {
    Passes observer;
    observer.stop_at = at;
    EXPECT_FALSE(choose_gamma(graph, {}, &observer)) << at;
    EXPECT_LE(observer.asked, at + 3) << "it goes on asking only on its way out";
  }
}

long passes_of_fixed(const ComparisonGraph& graph, double gamma, std::optional<int> rounds) {
  Passes observer;
  RoundsOptions options;
  options.gamma = gamma;
  options.rounds.enough_rounds = rounds;
  solve_rounds(graph, options, &observer);
  return observer.asked;
}

// The whole of it costs at most five times what a single fit costs.
TEST(ChooseGamma, CostsNoMoreThanAFewFits) {
  for (const auto& [items, comparisons] :
       {std::pair{30u, 435u}, {30u, 870u}, {200u, 1000u}, {1000u, 5000u}, {1000u, 20'000u}})
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const ComparisonGraph graph = noisy_graph(items, comparisons, 0.1, seed);
      Passes choosing;
      const GammaChoice choice = *choose_gamma(graph, {}, &choosing);
      const long passes = choosing.asked + passes_of_fixed(graph, choice.gamma, choice.rounds);
      for (const double gamma : {1e-3, 1e-2})
        EXPECT_LE(passes, 5 * passes_of_fixed(graph, gamma, std::nullopt))
            << items << " items, seed " << seed << ", gamma " << gamma;
    }
}

}  // namespace
}  // namespace pdrank
