#include "pdrank/active/next_pairs.hpp"

#include <gtest/gtest.h>

#include <set>

#include "ask.hpp"
#include "pdrank/core/errors.hpp"

namespace pdrank {
namespace {

using Names = std::set<std::string>;

Names both(const NextPair& pair) { return {pair.left, pair.right}; }

std::set<Names> all_of(const NextResult& result) {
  std::set<Names> pairs;
  for (const NextPair& pair : result.pairs) pairs.insert(both(pair));
  return pairs;
}

Comparisons some_data(std::uint32_t items, std::size_t rows) {
  Random random(8);
  return zoo::from_rows(items, zoo::strong_rows(items, rows, 3, random));
}

TEST(NextPairs, ConnectFirst) {
  const Comparisons data = zoo::from_rows(5, {{.winner = 0, .loser = 1}, {.winner = 2, .loser = 3}});
  const NextResult result = next_pairs(data, {.strategy = "random", .count = 4, .outlook = false});
  EXPECT_EQ(result.components, 3u);
  ASSERT_EQ(result.pairs.size(), 4u);
  EXPECT_EQ(result.pairs[0].reason.substr(0, 8), "connects");
  EXPECT_EQ(result.pairs[1].reason.substr(0, 8), "connects");
  EXPECT_EQ(result.pairs[2].reason, "at random");
  EXPECT_EQ(all_of(result).size(), 4u);
  EXPECT_FALSE(result.outlook.has_value());
  EXPECT_FALSE(result.pairs[0].probability_left.has_value());
}

TEST(NextPairs, BeginFromNothing) {
  const NextResult result = next_pairs(zoo::from_rows(4, {}), {.count = 2});
  ASSERT_EQ(result.pairs.size(), 2u);
  EXPECT_NEAR(*result.pairs[0].probability_left, 0.5, 0.1);
  EXPECT_LT(result.outlook->settled_pairs, 0.01);
  EXPECT_EQ(result.outlook->top_tier, 4u);
}

TEST(NextPairs, NeitherForbiddenPairsNorTheAnnotatorsOwn) {
  const Comparisons data = zoo::from_rows(3,
                                          {{.winner = 0, .loser = 1, .annotator = 0},
                                           {.winner = 1, .loser = 2, .annotator = 1},
                                           {.winner = 0, .loser = 2, .annotator = 1, .outcome = Outcome::tie}},
                                          2);
  NextOptions options{.strategy = "random", .count = 5, .outlook = false};
  options.forbidden = {{"item-2", "item-1"}};
  EXPECT_EQ(all_of(next_pairs(data, options)), (std::set<Names>{{"item-0", "item-1"}, {"item-0", "item-2"}}));
  options.annotator = "annotator-1";
  const NextResult own = next_pairs(data, options);
  EXPECT_EQ(all_of(own), (std::set<Names>{{"item-0", "item-1"}}));
  EXPECT_EQ(own.pairs[0].annotator, "annotator-1");
  ASSERT_EQ(own.notes.size(), 1u);
  EXPECT_EQ(own.notes[0], "No more than 1 pair may be asked that this annotator has not answered yet.");
  options.annotator = "someone new";
  EXPECT_EQ(next_pairs(data, options).notes[0], "The annotator 'someone new' is new and is taken for an average one.");
}

TEST(NextPairs, LeftAndRightAreShuffled) {
  const NextResult result = next_pairs(some_data(20, 60), {.strategy = "random", .count = 100, .outlook = false});
  const auto in_order = std::ranges::count_if(result.pairs, [](const NextPair& pair) {
    return std::stoi(pair.left.substr(5)) < std::stoi(pair.right.substr(5));
  });
  EXPECT_GT(in_order, 25);  // 50 +- 5 if a coin decides
  EXPECT_LT(in_order, 75);
}

TEST(NextPairs, Mistakes) {
  const Comparisons data = some_data(4, 5);
  const auto field_of = [&](const NextOptions& options) {
    try {
      next_pairs(data, options);
    } catch (const InvalidArgument& error) {
      return error.field();
    }
    return std::string("none");
  };
  for (const std::string& name : strategy_names()) EXPECT_NO_THROW(check({.strategy = name}));
  EXPECT_EQ(field_of({.strategy = "clairvoyance"}), "strategy");
  EXPECT_EQ(field_of({.threads = -1}), "threads");
  EXPECT_EQ(field_of({.count = 0}), "count");
  EXPECT_EQ(field_of({.level = 0.4}), "level");
  EXPECT_EQ(field_of({.level = 1}), "level");
  EXPECT_EQ(field_of({.forbidden = {{"item-0", "nobody"}}}), "forbidden");
  EXPECT_EQ(field_of({.forbidden = {{"item-0", "item-0"}}}), "forbidden");
  EXPECT_THROW(next_pairs(zoo::from_rows(1, {})), InvalidArgument);
  EXPECT_THROW(next_pairs(Comparisons()), InvalidArgument);
}

TEST(NextPairs, TheSameOnAnyNumberOfThreads) {
  const Comparisons data = some_data(30, 200);
  const NextResult one = next_pairs(data, {.threads = 1}), four = next_pairs(data, {.threads = 4});
  EXPECT_EQ(one.pairs.size(), 10u);
  for (std::size_t k = 0; k < one.pairs.size(); ++k) {
    EXPECT_EQ(one.pairs[k].left, four.pairs[k].left);
    EXPECT_EQ(one.pairs[k].value, four.pairs[k].value);
    EXPECT_EQ(one.pairs[k].probability_left, four.pairs[k].probability_left);
  }
  EXPECT_EQ(one.outlook->expected_tau, four.outlook->expected_tau);
  EXPECT_EQ(one.outlook->expected_tau_after, four.outlook->expected_tau_after);
  EXPECT_EQ(one.outlook->answers_to_separate, four.outlook->answers_to_separate);
}

// A batch goes on where the pairs that connect leave off.
TEST(NextPairs, WhatIsLinkedIsNotLinkedAgain) {
  zoo::Rows rows;
  for (ItemId item = 0; item < 6; ++item) {
    rows.push_back({.winner = item, .loser = (item + 1) % 6});
    rows.push_back({.winner = 6 + item, .loser = 6 + (item + 1) % 6});
  }
  for (const std::string& strategy : strategy_names()) {
    const NextResult result =
        next_pairs(zoo::from_rows(12, rows), {.strategy = strategy, .count = 4, .outlook = false});
    ASSERT_EQ(result.pairs.size(), 4u);
    EXPECT_EQ(result.pairs[0].reason.substr(0, 8), "connects");
    for (std::size_t k = 1; k < 4; ++k) EXPECT_NE(result.pairs[k].reason, "links two parts") << strategy;
  }
}

TEST(NextPairs, ChanceDecidesAnewAsAnswersComeIn) {
  std::set<std::set<Names>> batches;
  std::set<std::string> lefts;
  zoo::Rows rows = {{.winner = 0, .loser = 1}};
  for (int round = 0; round < 8; ++round) {
    const NextResult result = next_pairs(zoo::from_rows(2, rows), {.strategy = "random", .count = 1, .outlook = false});
    lefts.insert(result.pairs[0].left);
    batches.insert(all_of(next_pairs(some_data(20, 30 + rows.size()), {.strategy = "random", .outlook = false})));
    rows.push_back(rows[0]);
  }
  EXPECT_EQ(lefts.size(), 2u);
  EXPECT_EQ(batches.size(), 8u);
}

TEST(NextPairs, AStopLeavesNothingHalfDone) {
  struct StopAtOnce : Observer {
    bool stop_requested() override { return true; }
  } observer;
  for (const std::uint32_t items : {30u, 1200u})
    for (const std::string& strategy : strategy_names())
      EXPECT_THROW(next_pairs(some_data(items, 4000), {.strategy = strategy, .count = 5, .outlook = false}, &observer),
                   Stopped)
          << strategy;
}

// The pairs are there when the outlook is not.
TEST(NextPairs, AStopWhileLookingAheadKeepsThePairs) {
  struct StopAhead : Observer {
    bool ahead = false;
    void on_progress(const Progress& progress) override { ahead |= progress.stage == "looking ahead"; }
    bool stop_requested() override { return ahead; }
  } observer;
  const NextResult result = next_pairs(some_data(20, 100), {}, &observer);
  EXPECT_EQ(result.pairs.size(), 10u);
  EXPECT_FALSE(result.outlook.has_value());
  EXPECT_TRUE(result.stopped);
  EXPECT_EQ(result.notes.back(), "Stopped on request before the outlook was ready.");
}

// A strategy that needs no draws has chosen before they are made.
TEST(NextPairs, AStopOfTheSamplerKeepsThePairsOfACheapStrategy) {
  struct StopSampler : Observer {
    bool sampling = false;
    void on_progress(const Progress&) override { sampling = true; }
    bool stop_requested() override { return sampling; }
  };
  StopSampler observer;
  const NextResult result = next_pairs(some_data(20, 100), {.strategy = "random"}, &observer);
  EXPECT_TRUE(observer.sampling);
  EXPECT_EQ(result.pairs.size(), 10u);
  EXPECT_FALSE(result.pairs[0].probability_left.has_value());
  EXPECT_EQ(result.notes.back(), "Stopped on request before the outlook was ready.");
  EXPECT_FALSE(result.outlook.has_value());
  EXPECT_TRUE(result.stopped);
  StopSampler again;
  EXPECT_THROW(next_pairs(some_data(20, 100), {.strategy = "posterior"}, &again), Stopped);
}

TEST(NextPairs, NotesSayWhatCannotBeAsked) {
  const Comparisons data = zoo::from_rows(5, {{.winner = 0, .loser = 1}, {.winner = 2, .loser = 3}});
  NextOptions options{.strategy = "random", .count = 9, .outlook = false};
  options.forbidden = {{"item-0", "item-2"}, {"item-0", "item-3"}, {"item-1", "item-2"}, {"item-1", "item-3"}};
  EXPECT_EQ(next_pairs(data, options).notes,
            (std::vector<std::string>{"1 item has no answers yet: item-4.", "No more than 6 pairs may be asked."}));
  options.forbidden.insert(options.forbidden.end(), {{"item-4", "item-2"}, {"item-4", "item-3"}});
  EXPECT_EQ(next_pairs(data, options).notes.back(),
            "Forbidden pairs keep some parts of the data apart: nothing will order one against another.");
}

// Who answers without a name counts by what they did, beside one who guesses.
TEST(NextPairs, AnswersWithoutANameCountToo) {
  Random random(9);
  zoo::Rows rows;
  for (int n = 0; n < 1000; ++n) {
    const auto a = static_cast<ItemId>(random.below(10)), b = static_cast<ItemId>(random.below(9));
    const ItemPair pair = make_pair_of(a, b >= a ? b + 1 : b);
    rows.push_back({.winner = pair.first, .loser = pair.second});
    if (n % 33 != 0) continue;
    const bool won = random.chance(0.5);
    rows.push_back({.winner = won ? pair.first : pair.second, .loser = won ? pair.second : pair.first, .annotator = 0});
  }
  const NextResult result = next_pairs(zoo::from_rows(10, rows, 1), {.strategy = "random", .outlook = true});
  for (const NextPair& pair : result.pairs) {
    const bool left_is_better = std::stoi(pair.left.substr(5)) < std::stoi(pair.right.substr(5));
    EXPECT_GT(left_is_better ? *pair.probability_left : 1 - *pair.probability_left, 0.85);
  }
}

}  // namespace
}  // namespace pdrank
