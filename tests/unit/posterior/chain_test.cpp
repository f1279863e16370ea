// A chain against the exact posterior of three items, by quadrature.
#include "pdrank/posterior/chain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>

#include "support/rows.hpp"
#include "unit/posterior/sequences.hpp"

namespace pdrank {
namespace {

using Wins = std::array<std::array<double, 3>, 3>;  // wins[i][j]: answers for i against j
using Order = std::array<std::size_t, 3>;           // items from the lowest position to the highest

std::vector<Order> all_orders() {
  std::vector<Order> orders;
  Order order = {0, 1, 2};
  do orders.push_back(order);
  while (std::next_permutation(order.begin(), order.end()));
  return orders;
}

// What is asked of a posterior: probabilities of the six orders, and means.
struct Expectations {
  std::array<double, 6> order{};
  double log_scale = 0, square_log_scale = 0, flip = 0, square_flip = 0, gap = 0;  // gap: highest - lowest
};

// Points of a rule for f, with its weights times the prior; known: one point.
struct Flips {
  std::vector<double> value, prior;
};

// Simpson's rule on 0 .. 1/2, for the density (1 - 2 f)^2.
Flips unknown_flips(int steps) {
  Flips flips;
  for (int k = 0; k <= steps; ++k) {
    const double f = 0.5 * k / steps;
    flips.value.push_back(f);
    flips.prior.push_back((k == 0 || k == steps ? 1 : k % 2 == 1 ? 4 : 2) * (1 - 2 * f) * (1 - 2 * f));
  }
  return flips;
}

struct Rule {
  int gap_steps = 80, flip_steps = 16;
  double log_scale_step = 0.5;
};

// The likelihood depends on the two gaps g, h between the sorted positions alone; three uniform positions in a given
// order leave a length of 1 - g - h for the lowest. The midpoint rule for the gaps is off by the order of a step at
// worst, where S is so large that the likelihood rises within one: what remains is no more than what half as many steps
// differ by, which is checked, as is that the trapezoidal rule for log S and Simpson's for f matter much less.
Expectations integrate(const Wins& wins, const Flips& flips, const Rule& rule = {}) {
  const int steps = rule.gap_steps;
  const std::vector<Order> orders = all_orders();
  Expectations sums;
  double total = 0;
  for (double log_scale = -3; log_scale <= 9; log_scale += rule.log_scale_step) {
    const double scale_prior = std::exp(-0.5 * std::pow((log_scale - 3) / 1.5, 2)), scale = std::exp(log_scale);
    for (std::size_t point = 0; point < flips.value.size(); ++point) {
      const double f = flips.value[point], prior = scale_prior * flips.prior[point];
      // likelihood[low][high][k]: of the answers about two items that are k half steps apart
      std::array<std::array<std::vector<double>, 3>, 3> likelihood;
      for (std::size_t low = 0; low < 3; ++low)
        for (std::size_t high = 0; high < 3; ++high)
          for (int k = 0; k <= 2 * steps; ++k) {
            const double p = f + (1 - 2 * f) / (1 + std::exp(-scale * k * 0.5 / steps));
            likelihood[low][high].push_back(std::pow(p, wins[high][low]) * std::pow(1 - p, wins[low][high]));
          }
      for (std::size_t which = 0; which < 6; ++which) {
        const auto [a, b, c] = orders[which];
        for (int i = 0; i < steps; ++i)
          for (int j = 0; i + j + 1 < steps; ++j) {
            const auto g = static_cast<std::size_t>(2 * i + 1), h = static_cast<std::size_t>(2 * j + 1);
            const double gap = static_cast<double>(g + h) * 0.5 / steps;
            const double mass = prior * (1 - gap) * likelihood[a][b][g] * likelihood[b][c][h] * likelihood[a][c][g + h];
            total += mass;
            sums.order[which] += mass;
            sums.log_scale += mass * log_scale;
            sums.square_log_scale += mass * log_scale * log_scale;
            sums.flip += mass * f;
            sums.square_flip += mass * f * f;
            sums.gap += mass * gap;
          }
      }
    }
  }
  for (double* sum : {&sums.log_scale, &sums.square_log_scale, &sums.flip, &sums.square_flip, &sums.gap}) *sum /= total;
  for (double& sum : sums.order) sum /= total;
  return sums;
}

Comparisons data_of(const Wins& wins) {
  zoo::Rows rows;
  for (ItemId i = 0; i < 3; ++i)
    for (ItemId j = 0; j < 3; ++j)
      if (wins[i][j] > 0) rows.push_back({.winner = i, .loser = j, .weight = wins[i][j]});
  return zoo::from_rows(3, rows);
}

ModelState start(std::size_t items, std::vector<double> flip) {
  ModelState state;
  state.position.assign(items, 0.5f);
  state.flip = std::move(flip);
  return state;
}

std::vector<ModelState> run(const Answers& answers, const ModelState& from, bool flips_known, std::size_t sweeps) {
  Chain chain(answers, Priors(), from, flips_known, 7);
  for (int warm_up = 0; warm_up < 500; ++warm_up) chain.sweep();
  std::vector<ModelState> states;
  for (std::size_t k = 0; k < sweeps; ++k) {
    chain.sweep();
    states.push_back(chain.state());
  }
  return states;
}

std::vector<double> values(const std::vector<ModelState>& states,
                           const std::function<double(const ModelState&)>& value) {
  std::vector<double> result;
  for (const ModelState& state : states) result.push_back(value(state));
  return result;
}

bool has_order(const ModelState& state, const Order& order) {
  return state.position[order[0]] < state.position[order[1]] && state.position[order[1]] < state.position[order[2]];
}

double extent(const ModelState& state) {
  const auto [low, high] = std::ranges::minmax(state.position);
  return static_cast<double>(high - low);
}

// How far the quadrature may be off: for what is at most 1, for log S, for its square.
constexpr double kRule = 2e-3, kRuleOfLogScale = 6e-3, kRuleOfSquare = 4e-2;

void expect_posterior(const std::vector<ModelState>& states, const Expectations& exact) {
  const std::vector<Order> orders = all_orders();
  for (std::size_t k = 0; k < 6; ++k)
    sequences::expect_mean(values(states, [&](const ModelState& s) { return has_order(s, orders[k]) ? 1.0 : 0.0; }),
                           exact.order[k], "order " + std::to_string(k), kRule);
  const auto log_scale = [](const ModelState& s) { return std::log(s.scale); };
  sequences::expect_mean(values(states, log_scale), exact.log_scale, "log S", kRuleOfLogScale);
  sequences::expect_mean(values(states, [&](const ModelState& s) { return std::pow(log_scale(s), 2); }),
                         exact.square_log_scale, "(log S)^2", kRuleOfSquare);
  sequences::expect_mean(values(states, [](const ModelState& s) { return s.flip[0]; }), exact.flip, "f", kRule);
  sequences::expect_mean(values(states, [](const ModelState& s) { return s.flip[0] * s.flip[0]; }), exact.square_flip,
                         "f^2", kRule);
  sequences::expect_mean(values(states, extent), exact.gap, "highest - lowest", kRule);
}

constexpr Wins kMostlyAgreeing = {{{0, 3, 4}, {1, 0, 2}, {0, 1, 0}}};
constexpr Wins kCircle = {{{0, 2, 0.5}, {0, 0, 3}, {2, 0, 0}}};

class ExactTwin : public testing::TestWithParam<Wins> {};

void expect_near(const Expectations& a, const Expectations& b, double share) {
  for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(a.order[k], b.order[k], share * kRule);
  EXPECT_NEAR(a.flip, b.flip, share * kRule);
  EXPECT_NEAR(a.square_flip, b.square_flip, share * kRule);
  EXPECT_NEAR(a.gap, b.gap, share * kRule);
  EXPECT_NEAR(a.log_scale, b.log_scale, share * kRuleOfLogScale);
  EXPECT_NEAR(a.square_log_scale, b.square_log_scale, share * kRuleOfSquare);
}

TEST_P(ExactTwin, TheRuleIsFineEnough) {
  const auto exact = [](const Rule& rule) { return integrate(GetParam(), unknown_flips(rule.flip_steps), rule); };
  expect_near(exact({}), exact({.gap_steps = 40}), 1);
  const Expectations coarse = exact({.gap_steps = 20});
  expect_near(coarse, exact({.gap_steps = 20, .flip_steps = 64}), 0.05);
  expect_near(coarse, exact({.gap_steps = 20, .log_scale_step = 0.125}), 0.05);
}

TEST_P(ExactTwin, OneSource) {
  const MergedComparisons merged = merge(data_of(GetParam()), TieRule::half);
  expect_posterior(run(Answers(merged.graph), start(3, {0.1}), false, 20'000),
                   integrate(GetParam(), unknown_flips(16)));
}

TEST_P(ExactTwin, KnownFlip) {
  const MergedComparisons merged = merge(data_of(GetParam()), TieRule::half);
  for (const double flip : {0.02, 0.3}) {
    const auto states = run(Answers(merged.graph), start(3, {flip}), true, 10'000);
    for (const ModelState& state : states) ASSERT_EQ(state.flip[0], flip);
    expect_posterior(states, integrate(GetParam(), {{flip}, {1}}));
  }
}

INSTANTIATE_TEST_SUITE_P(Chain, ExactTwin, testing::Values(kMostlyAgreeing, kCircle));

// Of which nothing is known: uniform, whatever the others are.
TEST(Chain, ItemsWithoutAnswersStayUniform) {
  const Comparisons data = zoo::from_rows(4, {{0, 1, kNoAnnotator, 30}, {1, 0, kNoAnnotator, 2}});
  const MergedComparisons merged = merge(data, TieRule::half);
  const auto states = run(Answers(merged.graph), start(4, {0.1}), false, 20'000);
  const auto at = [](const ModelState& s, std::size_t node) { return static_cast<double>(s.position[node]); };
  for (const std::size_t node : {2u, 3u})
    for (const double power : {1.0, 2.0, 3.0, 8.0})
      sequences::expect_mean(values(states, [&](const ModelState& s) { return std::pow(at(s, node), power); }),
                             1 / (power + 1), "power " + std::to_string(power));
  sequences::expect_mean(values(states, [&](const ModelState& s) { return at(s, 2) * at(s, 3); }), 0.25, "together");
  sequences::expect_mean(values(states, [&](const ModelState& s) { return (at(s, 2) - 0.5) * (at(s, 0) - at(s, 1)); }),
                         0, "with the rest");
}

// Positions, scale and all of the population stay where the priors allow them.
TEST(Chain, StaysInRange) {
  Random random(5);
  zoo::Rows rows = zoo::random_rows(6, 60, 3, random);
  zoo::decorate(rows, 5, 3, 0.1, random);
  const Comparisons data = zoo::from_rows(6, rows, 5);
  const Answers answers(merge_by_source(data, merge(data, TieRule::half)), 6, 5);
  for (const ModelState& state : run(answers, start(6, std::vector<double>(5, 0.1)), false, 2000)) {
    for (const float u : state.position) ASSERT_TRUE(u >= 0 && u <= 1);
    for (const double f : state.flip) ASSERT_TRUE(f > 0 && f < 1);
    ASSERT_TRUE(state.scale >= std::exp(-3.01) && state.scale <= std::exp(9.01));
    ASSERT_TRUE(state.flip_mean > 0 && state.flip_mean < 0.5);
    ASSERT_TRUE(state.flip_concentration >= std::exp(-2.01) && state.flip_concentration <= std::exp(7.01));
    ASSERT_TRUE(state.stray_share > 0 && state.stray_share < 1);
    ASSERT_EQ(state.stray.size(), 5u);
  }
}

// Four items, every pair answered 1e9 times, a fifth of them against the order whatever the gap: S is so large that the
// gaps do not matter, and f alone explains them. Its law is then normal, with a deviation of sqrt(f (1 - f) / n). The
// square of a normal number has a variance of 2: the mean of 2000 is off by 0.16 at most, at five standard errors, and
// by twice as much if only one draw in four is new.
TEST(Chain, FlipsOfHeavyAnswers) {
  constexpr double kTimes = 1e9, kFlip = 0.2;
  zoo::Rows rows;
  for (ItemId low = 0; low < 4; ++low)
    for (ItemId high = low + 1; high < 4; ++high) {
      rows.push_back({high, low, kNoAnnotator, (1 - kFlip) * kTimes});
      rows.push_back({low, high, kNoAnnotator, kFlip * kTimes});
    }
  const MergedComparisons merged = merge(zoo::from_rows(4, rows), TieRule::half);
  ModelState from = start(4, {kFlip});
  from.position = {0.1f, 0.3f, 0.6f, 0.9f};
  from.scale = 2000;
  const double deviation = std::sqrt(kFlip * (1 - kFlip) / (6 * kTimes));
  std::vector<double> z;
  double squares = 0;
  for (const ModelState& state : run(Answers(merged.graph), from, false, 2000)) {
    z.push_back((state.flip[0] - kFlip) / deviation);
    squares += z.back() * z.back();
  }
  sequences::expect_mean(z, 0, "f");
  EXPECT_NEAR(squares / 2000, 1, 0.32) << "variance of f";
}

}  // namespace
}  // namespace pdrank
