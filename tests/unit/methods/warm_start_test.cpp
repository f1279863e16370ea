// A fit that begins where an earlier one went must end where it would have ended anyway.
#include "pdrank/methods/warm_start.hpp"

#include <gtest/gtest.h>

#include <map>

#include "pdrank/methods/rank.hpp"
#include "support/problem_zoo.hpp"

namespace pdrank {
namespace {

struct Rows {
  std::vector<std::pair<std::string, std::string>> rows;

  Comparisons first(std::size_t count) const {
    Comparisons data;
    for (std::size_t k = 0; k < count; ++k) {
      const ItemId winner = data.items.intern(rows[k].first), loser = data.items.intern(rows[k].second);
      data.add({.winner = winner, .loser = loser});
    }
    return data;
  }
};

// Better items have lower numbers; one answer in ten is wrong. Later items appear only towards the end.
Rows random_rows(std::uint64_t seed) {
  Random random(seed);
  Rows made;
  while (made.rows.size() < 1200) {
    const std::uint64_t known = 40 + made.rows.size() / 30;
    const std::uint64_t a = random.below(known), b = random.below(known);
    if (a == b) continue;
    const bool first = (a < b) != (random.uniform(0, 1) < 0.1);
    made.rows.emplace_back(std::to_string(first ? a : b), std::to_string(first ? b : a));
  }
  return made;
}

std::map<std::string, double> scores_of(const RankResult& result) {
  std::map<std::string, double> scores;
  for (const Place& place : result.ranking) scores[place.item] = place.score;
  return scores;
}

double largest_difference(const RankResult& a, const RankResult& b) {
  const auto left = scores_of(a), right = scores_of(b);
  EXPECT_EQ(left.size(), right.size());
  double largest = 0;
  for (const auto& [item, score] : left) largest = std::max(largest, std::abs(score - right.at(item)));
  return largest;
}

RankOptions exact(double gamma) {
  RankOptions options{.method = "pdrank"};
  options.gamma = gamma;
  options.inner_rule = InnerRule::kkt;
  return options;
}

class WarmStarts : public testing::TestWithParam<std::uint64_t> {};

TEST_P(WarmStarts, EndWhereColdOnesDo) {
  const Rows rows = random_rows(GetParam());
  for (const double gamma : {1e-2, 1e-3, kAuto}) {
    WarmStart warm;
    long warm_iterations = 0, cold_iterations = 0;
    rank(rows.first(1000), exact(gamma), nullptr, &warm);
    EXPECT_FALSE(warm.path.empty());
    for (const std::size_t count : {1001u, 1002u, 1010u, 1009u, 1030u, 1000u, 1200u, 900u}) {  // also fewer again
      const Comparisons data = rows.first(count);
      const RankResult updated = rank(data, exact(gamma), nullptr, &warm), fresh = rank(data, exact(gamma));
      EXPECT_LT(largest_difference(updated, fresh), 1e-6) << "gamma " << gamma << ", rows " << count;
      EXPECT_EQ(updated.convergence.rounds, fresh.convergence.rounds);
      if (count > 1030 || count < 1000) continue;  // no small change
      warm_iterations += updated.convergence.iterations;
      cold_iterations += fresh.convergence.iterations;
    }
    EXPECT_LT(warm_iterations, 0.8 * static_cast<double>(cold_iterations)) << "or there would be no point in it";
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, WarmStarts, testing::Range<std::uint64_t>(0, 10));

TEST(WarmStart, IsNotUsedWhereItWouldChangeTheEnd) {
  const Rows rows = random_rows(1);
  RankOptions options{.method = "pdrank"};
  options.gamma = 1e-2;
  options.inner_rule = InnerRule::rough;
  WarmStart warm;
  rank(rows.first(1000), exact(1e-2), nullptr, &warm);
  const Comparisons data = rows.first(1100);
  EXPECT_EQ(scores_of(rank(data, options, nullptr, &warm)), scores_of(rank(data, options)));
  options.inner_rule = InnerRule::kkt;
  options.inner_tolerance = 1e-2;
  EXPECT_EQ(scores_of(rank(data, options, nullptr, &warm)), scores_of(rank(data, options)));
}

// A chain without a contradiction amplifies the last digit of every round.
TEST(WarmStart, ChainsStartCold) {
  Rows chain;
  for (int k = 0; k < 300; ++k) chain.rows.emplace_back(std::to_string(k), std::to_string(k + 1));
  WarmStart warm;
  rank(chain.first(270), exact(1e-2), nullptr, &warm);
  const Comparisons all = chain.first(300);
  EXPECT_EQ(scores_of(rank(all, exact(1e-2), nullptr, &warm)), scores_of(rank(all, exact(1e-2))));
}

TEST(WarmStart, PartsThatGrowTogether) {
  Rows rows;
  for (const auto& [a, b] : random_rows(2).rows) {
    rows.rows.emplace_back(a, b);
    rows.rows.emplace_back("x" + a, "x" + b);
  }
  const std::size_t apart = rows.rows.size();
  rows.rows.emplace_back("0", "x3");
  WarmStart warm;
  rank(rows.first(apart), exact(1e-3), nullptr, &warm);
  const Comparisons joined = rows.first(apart + 1);
  EXPECT_LT(largest_difference(rank(joined, exact(1e-3), nullptr, &warm), rank(joined, exact(1e-3))), 1e-6);
}

// What was learned of noise and spread holds for a few more answers; the places are those of a fit from scratch.
TEST(WarmStart, ARoughPosteriorIsNearlyThatFromScratch) {
  const Rows rows = random_rows(4);
  WarmStart warm{.rough = true};
  rank(rows.first(1180), {}, nullptr, &warm);
  const Comparisons data = rows.first(1200);
  ASSERT_TRUE(warm.learning.learned_for(data));
  const RankResult updated = rank(data, {}, nullptr, &warm), fresh = rank(data);
  EXPECT_NE(scores_of(updated), scores_of(fresh)) << "or it was not used";
  double rank_off = 0, low_off = 0, high_off = 0;
  const auto off = [](std::uint64_t a, std::uint64_t b) {
    return std::abs(static_cast<double>(a) - static_cast<double>(b));
  };
  for (const Place& place : fresh.ranking) {
    const auto same = std::ranges::find(updated.ranking, place.item, &Place::item);
    ASSERT_NE(same, updated.ranking.end());
    rank_off += off(same->rank, place.rank);
    low_off += off(*same->rank_low, *place.rank_low);
    high_off += off(*same->rank_high, *place.rank_high);
  }
  const auto items = static_cast<double>(fresh.ranking.size());
  EXPECT_LT(rank_off / items, 1) << "places, in the mean";
  EXPECT_LT(low_off / items, 1.5);
  EXPECT_LT(high_off / items, 1.5);
  EXPECT_FALSE(warm.learning.learned_for(rows.first(1000)));
  EXPECT_TRUE(warm.learning.learned_for(rows.first(1180)));
}

// A posterior that is not to be rough takes nothing and leaves nothing.
TEST(WarmStart, ThePosteriorIsNotRoughUnasked) {
  const Rows rows = random_rows(5);
  WarmStart warm;
  rank(rows.first(1000), {}, nullptr, &warm);
  const Comparisons data = rows.first(1050);
  EXPECT_FALSE(warm.learning.learned_for(data));
  EXPECT_EQ(scores_of(rank(data, {}, nullptr, &warm)), scores_of(rank(data)));
}

TEST(Trace, TellsOfEveryRound) {
  const RankResult result = rank(random_rows(3).first(1000), exact(1e-2));
  ASSERT_EQ(result.convergence.trace.size(), static_cast<std::size_t>(result.convergence.rounds));
  long iterations = 0;
  for (std::size_t k = 0; k < result.convergence.trace.size(); ++k) {
    const RoundRecord& record = result.convergence.trace[k];
    EXPECT_EQ(record.round, static_cast<int>(k) + 1);
    EXPECT_LE(record.kkt_residual, 1e-9);
    if (k > 1) {
      EXPECT_LE(record.objective, result.convergence.trace[k - 1].objective + 1e-9);
    }
    iterations += record.iterations;
  }
  EXPECT_EQ(iterations, result.convergence.iterations);
  EXPECT_EQ(result.convergence.trace.back().objective, result.convergence.objective);
}

}  // namespace
}  // namespace pdrank
