// Data as a strategy is given it, and what every strategy promises (active/strategy.hpp).
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "pdrank/active/belief.hpp"
#include "pdrank/active/candidates.hpp"
#include "pdrank/active/registry.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/core/parallel.hpp"
#include "support/rows.hpp"

namespace pdrank::ask {

struct AskedData {
  explicit AskedData(Comparisons given, PairSet never = {})
      : data(std::move(given)),
        merged(merge(data, TieRule::half)),
        weak(weak_components(merged.graph)),
        forbidden(std::move(never)) {}
  AskedData(std::uint32_t items, const zoo::Rows& rows, PairSet never = {}, std::uint32_t annotators = 0)
      : AskedData(zoo::from_rows(items, rows, annotators), std::move(never)) {}

  // Refers to all of it.
  AskInput input(std::size_t count, std::uint64_t seed = 1) const {
    return {.data = data, .merged = merged, .weak = weak, .forbidden = forbidden, .count = count, .seed = seed};
  }

  Comparisons data;
  MergedComparisons merged;
  Components weak;
  PairSet forbidden;
};

inline std::vector<Question> ask(std::string_view strategy, AskInput input) {
  const StrategyInfo& info = find_strategy(strategy);
  std::optional<Belief> belief;
  if (info.needs_belief && !input.belief) input.belief = &belief.emplace(believe(input, Effort::quick, nullptr));
  return info.propose(input, nullptr);
}

inline std::vector<ItemPair> pairs_of(const std::vector<Question>& questions) {
  std::vector<ItemPair> pairs;
  for (const Question& question : questions) pairs.push_back(question.pair);
  return pairs;
}

// `available` pairs may be asked. Returns the questions.
inline std::vector<Question> expect_kept(std::string_view strategy, const AskInput& input, std::size_t available) {
  const std::vector<Question> questions = ask(strategy, input);
  EXPECT_EQ(questions.size(), std::min(input.count, available)) << strategy;
  std::set<ItemPair> seen;
  for (const Question& question : questions) {
    EXPECT_LT(question.pair.first, question.pair.second);
    EXPECT_LT(question.pair.second, input.item_count());
    EXPECT_FALSE(input.forbidden.contains(question.pair));
    EXPECT_TRUE(seen.insert(question.pair).second) << "twice in a batch";
    EXPECT_TRUE(std::isfinite(question.value));
    EXPECT_FALSE(question.reason.empty());
    EXPECT_LE(question.reason.size(), 50u) << question.reason;
  }
  if (const auto own_scores = find_strategy(strategy).own_scores) {
    const std::vector<double> scores = own_scores(input);
    EXPECT_EQ(scores.size(), input.item_count());
    for (const double score : scores) EXPECT_TRUE(std::isfinite(score));
  }
  return questions;
}

inline bool same(const std::vector<Question>& a, const std::vector<Question>& b) {
  return std::ranges::equal(a, b, [](const Question& x, const Question& y) {
    return x.pair == y.pair && x.annotator == y.annotator && x.value == y.value && x.reason == y.reason;
  });
}

inline std::vector<Question> on_threads(int threads, std::string_view strategy, const AskInput& input) {
  const ThreadScope scope(threads);
  return ask(strategy, input);
}

// Data of every kind, small and large: more items than pairs can all be looked at, and by default more than matrices
// are made of.
inline void check_promises(std::string_view strategy, std::uint32_t large_size = 3000) {
  Random random(17);
  // Few items: no comparison at all, two items, two parts and a lonely item, everything with everything.
  expect_kept(strategy, AskedData(5, {}).input(4), 10);
  expect_kept(strategy, AskedData(5, {}).input(1000), 10);
  expect_kept(strategy, AskedData(2, {}).input(3), 1);
  expect_kept(strategy, AskedData(2, {{.winner = 1, .loser = 0}}).input(1), 1);
  const zoo::Rows parts = {
      {.winner = 0, .loser = 1}, {.winner = 1, .loser = 2, .outcome = Outcome::tie}, {.winner = 4, .loser = 3}};
  expect_kept(strategy, AskedData(6, parts).input(7), 15);
  expect_kept(strategy, AskedData(12, zoo::random_rows(12, 100, 2, random)).input(1000), 66);

  // Forbidden pairs: some, all but one, all.
  expect_kept(strategy, AskedData(6, parts, PairSet({{0, 1}, {2, 5}, {3, 4}})).input(15), 12);
  std::vector<ItemPair> all = allowed_pairs(AskedData(6, {}).input(1));
  expect_kept(strategy, AskedData(6, parts, PairSet(all)).input(3), 0);
  all.erase(all.begin() + 4);
  const std::vector<Question> left = expect_kept(strategy, AskedData(6, parts, PairSet(all)).input(3), 1);
  EXPECT_EQ(pairs_of(left), (std::vector<ItemPair>{{0, 5}}));

  // Weights over many decades, and ties.
  zoo::Rows heavy = zoo::random_rows(8, 60, 1, random);
  for (Comparison& row : heavy)
    row.weight = std::pow(10, random.uniform(-6, 6)), row.outcome = tie_if(random.chance(0.2));
  expect_kept(strategy, AskedData(8, heavy).input(28), 28);

  expect_kept(strategy, AskedData(large_size / 2, {}).input(20), 1000);
  const AskedData large(large_size, zoo::random_rows(large_size, 2 * large_size, 2, random));
  const std::vector<Question> questions = expect_kept(strategy, large.input(100), 1000);
  EXPECT_TRUE(same(questions, on_threads(1, strategy, large.input(100))));
  EXPECT_TRUE(same(questions, on_threads(4, strategy, large.input(100))));
  EXPECT_TRUE(same(questions, ask(strategy, large.input(100))));
}

}  // namespace pdrank::ask
