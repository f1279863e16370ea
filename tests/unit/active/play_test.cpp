#include "pdrank/active/play.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "pdrank/active/candidates.hpp"
#include "pdrank/active/registry.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/core/parallel.hpp"
#include "support/binomial_bound.hpp"

namespace pdrank {
namespace {

// What a strategy of these tests was asked for: how many pairs, after how many answers.
struct Call {
  std::uint64_t answers;
  std::size_t count;
  bool operator==(const Call&) const = default;
};
std::vector<Call> calls;

// Always the same pairs, in order: as many as are wanted, from the first.
std::vector<Question> first_pairs(const AskInput& input, Observer*) {
  calls.push_back({input.data.size(), input.count});
  std::vector<Question> questions;
  for (const ItemPair pair : allowed_pairs(input))
    if (questions.size() < input.count) questions.push_back({.pair = pair, .reason = "next"});
  return questions;
}

// Every pair once, then nothing.
std::vector<Question> pairs_left(const AskInput& input, Observer*) {
  const std::vector<ItemPair> pairs = allowed_pairs(input);
  return input.data.size() < pairs.size() ? std::vector<Question>{{.pair = pairs[input.data.size()], .reason = "left"}}
                                          : std::vector<Question>{};
}

std::vector<double> by_name(const AskInput& input) {
  std::vector<double> scores(input.item_count());
  std::iota(scores.begin(), scores.end(), 0.0);
  return scores;
}

const StrategyInfo kFirstPairs = {.name = "first-pairs", .propose = first_pairs};
const StrategyInfo kPairsLeft = {.name = "pairs-left", .propose = pairs_left, .own_scores = by_name};

std::unique_ptr<Oracle> world(std::uint32_t items, std::uint64_t seed = 1) {
  return make_simulated_oracle(parse_noise("toggle:0.1"), items, seed);
}

std::vector<std::pair<ItemId, ItemId>> answers_of(const Play& play) {
  std::vector<std::pair<ItemId, ItemId>> answers;
  for (std::size_t n = 0; n < play.data().size(); ++n)
    answers.emplace_back(play.data().winner(n), play.data().loser(n));
  return answers;
}

Comparisons three_items(std::vector<Comparison> rows) {
  Comparisons data;
  for (const char* name : {"a", "b", "c"}) data.items.intern(name);
  for (const Comparison& row : rows) data.add(row);
  return data;
}

TEST(Replay, AnswersInTheRecordedProportions) {
  // a beats b 3 times of 4; a and c once each way, and a tie; c always beats b.
  const Comparisons data = three_items({{.winner = 0, .loser = 1, .weight = 3},
                                        {.winner = 1, .loser = 0},
                                        {.winner = 0, .loser = 2},
                                        {.winner = 2, .loser = 0},
                                        {.winner = 0, .loser = 2, .outcome = Outcome::tie},
                                        {.winner = 2, .loser = 1}});
  const std::unique_ptr<Oracle> oracle = make_replay_oracle(data);
  Random random(1);
  constexpr std::uint64_t kDraws = 100'000;
  const auto expect = [&](ItemPair pair, double p) {
    double wins = 0;
    for (std::uint64_t k = 0; k < kDraws; ++k) wins += oracle->first_wins(pair, random) ? 1 : 0;
    EXPECT_NEAR(wins, p * kDraws, p == 0 ? 0 : testing::binomial_bound(kDraws, p)) << pair.first << pair.second;
  };
  expect({0, 1}, 0.75);
  expect({0, 2}, 0.5);
  expect({1, 2}, 0);
}

TEST(Replay, TruthIsTheOrderOfAllTheData) {
  const Comparisons data = three_items({{.winner = 2, .loser = 0, .weight = 3},
                                        {.winner = 0, .loser = 2},
                                        {.winner = 0, .loser = 1, .weight = 3},
                                        {.winner = 1, .loser = 0},
                                        {.winner = 2, .loser = 1, .weight = 9},
                                        {.winner = 1, .loser = 2}});
  const std::vector<double> truth = make_replay_oracle(data)->truth();
  ASSERT_EQ(truth.size(), 3u);
  // By symmetry of the counts: 3 to 1 for c over a and a over b, 9 to 1 for c over b.
  EXPECT_NEAR(truth[2] - truth[0], std::log(3), 1e-5);
  EXPECT_NEAR(truth[0] - truth[1], std::log(3), 1e-5);
}

TEST(Replay, RefusesAPairThatWasNeverAnswered) {
  const Comparisons data = three_items({{.winner = 0, .loser = 1}, {.winner = 2, .loser = 1}});
  try {
    make_replay_oracle(data);
    FAIL();
  } catch (const InvalidArgument& error) {
    EXPECT_EQ(error.value(), "'a' and 'c'");
  }
}

TEST(BatchSize, IsAsStated) {
  EXPECT_EQ(batch_size({}, 1000, 16), 1u);
  EXPECT_EQ(batch_size({.one_in = 25}, 0, 16), 1u);
  EXPECT_EQ(batch_size({.one_in = 25}, 49, 16), 1u);
  EXPECT_EQ(batch_size({.one_in = 25}, 50, 16), 2u);
  EXPECT_EQ(batch_size({.one_in = 25}, 1000, 16), 40u);
  EXPECT_EQ(batch_size({.after_trial = 15}, 119, 16), 1u);
  EXPECT_EQ(batch_size({.after_trial = 15}, 120, 16), 15u);
}

TEST(Play, AsksInBatchesWhenTheLastHasBeenAnswered) {
  const std::unique_ptr<Oracle> oracle = world(4);
  Play play(*oracle, kFirstPairs, {.one_in = 2, .after_trial = 3});
  calls.clear();
  for (std::uint64_t goal = 1; goal <= 14; ++goal) play.ask_until(goal);  // stops within batches
  EXPECT_EQ(calls, (std::vector<Call>{{0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 2}, {6, 3}, {9, 3}, {12, 3}}));
  // The best first: of the last batch, two of three have been answered.
  const auto answers = answers_of(play);
  ASSERT_EQ(answers.size(), 14u);
  EXPECT_EQ(make_pair_of(answers[12].first, answers[12].second), (ItemPair{0, 1}));
  EXPECT_EQ(make_pair_of(answers[13].first, answers[13].second), (ItemPair{0, 2}));
}

TEST(Play, IsNotChangedByBeingMeasured) {
  const std::unique_ptr<Oracle> oracle = world(8);
  const PlayOptions options = {.one_in = 5, .seed = 3};
  Play often(*oracle, find_strategy("posterior"), options), once(*oracle, find_strategy("posterior"), options);
  for (std::uint64_t goal = 1; goal <= 20; ++goal) {
    often.ask_until(goal);
    for (const char* method : {"posterior", "borda"}) often.measure(method);
  }
  once.ask_until(20);
  EXPECT_EQ(answers_of(often), answers_of(once));
}

TEST(Play, GivesTheSameCurveOnAnyNumberOfThreads) {
  const std::unique_ptr<Oracle> oracle = world(12);
  const PlayOptions options = {.strategy = "posterior", .one_in = 4, .measured = {7, 20, 31}, .seed = 5};
  const auto curve = [&](int threads) {
    const ThreadScope scope(threads);
    return play(*oracle, options);
  };
  const std::vector<PlayPoint> one = curve(1), four = curve(4);
  ASSERT_EQ(one.size(), 3u);
  for (std::size_t k = 0; k < one.size(); ++k) {
    EXPECT_EQ(one[k].answers, options.measured[k]);
    EXPECT_EQ(one[k].answers, four[k].answers);
    EXPECT_EQ(one[k].tau, four[k].tau);
    EXPECT_GE(one[k].choosing_seconds, k == 0 ? 0 : one[k - 1].choosing_seconds);
  }
}

// Where nobody errs, every pair answered once is the truth; and it ends there.
TEST(Play, EndsWithTheQuestions) {
  const std::unique_ptr<Oracle> oracle = make_simulated_oracle(parse_noise("toggle:0"), 9, 4);
  Play play(*oracle, kPairsLeft, {});
  play.ask_until(1000);
  EXPECT_EQ(play.answers(), 36u);
  const PlayPoint point = play.measure("borda");
  EXPECT_EQ(point.answers, 36u);
  EXPECT_EQ(point.tau, 1);
}

TEST(Play, RanksAsItsAuthorsDo) {
  const std::unique_ptr<Oracle> oracle = world(5);
  Play play(*oracle, kPairsLeft, {});
  play.ask_until(3);
  double concordant = 0;  // with scores that are the items' numbers
  for (std::size_t a = 0; a < 5; ++a)
    for (std::size_t b = a + 1; b < 5; ++b) concordant += oracle->truth()[b] > oracle->truth()[a] ? 1 : -1;
  EXPECT_DOUBLE_EQ(play.measure("own").tau, concordant / 10);
}

TEST(Play, TakesOptionsWithTheMethod) {
  const std::unique_ptr<Oracle> oracle = world(6);
  Play play(*oracle, find_strategy("random"), {});
  play.ask_until(30);
  EXPECT_NO_THROW(play.measure("pdrank:preset=paper"));
  EXPECT_THROW(play.measure("pdrank:preset=none"), InvalidArgument);
  EXPECT_THROW(play.measure("nothing"), InvalidArgument);
  EXPECT_THROW(play.measure("own"), InvalidArgument);  // random has none
}

TEST(Play, RefusesWhatCannotBe) {
  const std::unique_ptr<Oracle> oracle = world(6);
  EXPECT_THROW(play(*oracle, {.strategy = "nothing"}), InvalidArgument);
  EXPECT_THROW(play(*oracle, {.method = "own"}), InvalidArgument);
  EXPECT_THROW(play(*oracle, {.method = "borda", .measured = {5, 5}}), InvalidArgument);
  EXPECT_THROW(Play(*world(1), find_strategy("random"), {}), InvalidArgument);
  EXPECT_THROW(make_simulated_oracle({.level = 2}, 5, 1), InvalidArgument);
}

}  // namespace
}  // namespace pdrank
