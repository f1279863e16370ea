// The rules that turn numbers into verdicts, on made-up numbers.
#include "reproduce/rules.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

#include "pdrank/core/result.hpp"
#include "reproduce/loss.hpp"
#include "reproduce/outlier.hpp"
#include "reproduce/stopping.hpp"
#include "reproduce/weights.hpp"

namespace pdrank::reproduce {
namespace {

constexpr std::size_t kTrials = 6;
using Means = std::map<std::string, double>;  // line -> its mean tau; others do not apply

// Every trial is its mean and a little more or less, the same for all lines but for one part in a hundred.
GridValues values_of(const std::vector<Means>& by_point, double seconds_grow = 1) {
  GridValues values(by_point.size(), kTrials);
  double seconds = 1;
  for (std::size_t point = 0; point < by_point.size(); ++point, seconds *= seconds_grow)
    for (std::size_t trial = 0; trial < kTrials; ++trial) {
      std::vector<double> numbers;
      for (std::size_t line = 0; line < lines().size(); ++line) {
        const auto mean = by_point[point].find(std::string(lines()[line].id));
        const double shared = trial % 2 ? 0.01 : -0.01, own = ((trial + line) / 2) % 2 ? 0.0001 : -0.0001;
        const double tau = mean == by_point[point].end() ? kNone : mean->second + shared + own;
        numbers.insert(numbers.end(), {tau, tau, 10 * tau, mean == by_point[point].end() ? kNone : seconds});
      }
      values.put(point, trial, std::move(numbers));
    }
  return values;
}

StudyRuns runs_of(const std::vector<double>& xs, const std::vector<Means>& by_point, double seconds_grow = 1) {
  Study study = {.id = "test", .x_name = "x", .panels = {"panel"}, .trials = kTrials};
  for (const double x : xs) study.points.push_back({0, x, {}});
  return {study, values_of(by_point, seconds_grow)};
}

const std::size_t kOwn = line_index("pdrank-paper");

TEST(Rules, Shares) {
  EXPECT_EQ(by_share(4, 4), ClaimState::holds);
  EXPECT_EQ(by_share(2, 4), ClaimState::in_part);
  EXPECT_EQ(by_share(1, 4), ClaimState::does_not_hold);
  EXPECT_EQ(by_share(0, 0), ClaimState::not_measured);
}

TEST(Rules, Parts) {
  using enum ClaimState;
  EXPECT_EQ(all_parts(std::vector{holds, holds}), holds);
  EXPECT_EQ(all_parts(std::vector{holds, does_not_hold}), in_part);
  EXPECT_EQ(all_parts(std::vector{in_part, does_not_hold}), in_part);
  EXPECT_EQ(all_parts(std::vector{does_not_hold, does_not_hold}), does_not_hold);
  EXPECT_EQ(all_parts(std::vector{holds, not_measured}), not_measured);
}

TEST(Rules, ADuelIsDecidedByTheTTest) {
  const StudyRuns runs = runs_of({1}, {{{"pdrank-paper", 0.8}, {"svm", 0.7}, {"borda", 0.8}, {"ms", 0.9}}});
  const std::vector<Duel> duels = runs.duels(0, kOwn, Metric::tau);
  ASSERT_EQ(duels.size(), 3u);  // those that apply
  EXPECT_TRUE(runs.duel(0, kOwn, line_index("svm"), Metric::tau).better());
  EXPECT_TRUE(runs.duel(0, kOwn, line_index("ms"), Metric::tau).worse());
  const Duel even = runs.duel(0, kOwn, line_index("borda"), Metric::tau);
  EXPECT_FALSE(even.better() || even.worse());
  EXPECT_EQ(closest(duels).rival, line_index("ms"));
  EXPECT_FALSE(is_won(duels));
}

TEST(Rules, ALineAgainstItselfIsEven) {
  const StudyRuns runs = runs_of({1}, {{{"pdrank-paper", 0.8}}});
  const Duel self = runs.duel(0, kOwn, kOwn, Metric::tau);
  EXPECT_EQ(self.t, 0);
  EXPECT_EQ(self.p, 1);
}

TEST(Rules, NoiseN) {
  const Means ahead = {{"pdrank-paper", 0.8}, {"svm", 0.7}}, behind = {{"pdrank-paper", 0.8}, {"svm", 0.9}};
  EXPECT_EQ(judge_noise_n(runs_of({1, 10, 15}, {ahead, ahead, behind}), kOwn).state, ClaimState::holds);
  EXPECT_EQ(judge_noise_n(runs_of({1, 10, 15}, {ahead, behind, ahead}), kOwn).state, ClaimState::in_part);
  EXPECT_EQ(judge_noise_n(runs_of({1, 10, 15}, {behind, behind, ahead}), kOwn).state, ClaimState::does_not_hold);
}

TEST(Rules, NoiseDelta) {
  const Means far = {{"pdrank-paper", 0.8}, {"svm", 0.74}}, near = {{"pdrank-paper", 0.8}, {"svm", 0.78}},
              behind = {{"pdrank-paper", 0.8}, {"svm", 0.82}};
  EXPECT_EQ(judge_noise_delta(runs_of({0.1, 0.2, 0.3}, {far, far, near}), kOwn).state, ClaimState::holds);
  EXPECT_EQ(judge_noise_delta(runs_of({0.1, 0.2, 0.3}, {far, near, near}), kOwn).state, ClaimState::in_part);
  EXPECT_EQ(judge_noise_delta(runs_of({0.1, 0.2, 0.3}, {far, far, behind}), kOwn).state, ClaimState::in_part);
  EXPECT_EQ(judge_noise_delta(runs_of({0.1, 0.2, 0.3}, {near, behind, behind}), kOwn).state, ClaimState::does_not_hold);
}

// A point of the figure bt.
struct BtPoint {
  double range, trials;
  Means means;
};

StudyRuns bt_runs(const std::vector<BtPoint>& points) {
  Study study = {.id = "test", .x_name = "x", .panels = {"panel"}, .trials = kTrials};
  std::vector<Means> by_point;
  for (const BtPoint& point : points) {
    study.points.push_back({0, point.trials, {.noise = {NoiseModel::Kind::bradley_terry, point.range}}});
    by_point.push_back(point.means);
  }
  return {study, values_of(by_point)};
}

TEST(Rules, Bt) {
  const auto means = [](double own, double i_lsr, double svm) {
    return Means{{"pdrank-paper", own}, {"pdrank-exact", own}, {"pdrank-auto", own}, {"i-lsr", i_lsr}, {"svm", svm}};
  };
  const Means near = means(0.79, 0.8, 0.7), good = means(0.78, 0.8, 0.7), far = means(0.7, 0.8, 0.7),
              further = means(0.6, 0.8, 0.7), wrong = means(0.78, 0.75, 0.8);
  const auto judge = [](const std::vector<BtPoint>& points) { return judge_bt(bt_runs(points), kOwn).state; };
  const BtPoint many = {5, 5, far};  // beyond few trials only I-LSR counts
  EXPECT_EQ(judge({{5, 0.5, good}, {10, 0.5, near}, many}), ClaimState::holds);
  EXPECT_EQ(judge({{5, 0.5, further}, {10, 0.5, far}, many}), ClaimState::in_part);         // not competitive
  EXPECT_EQ(judge({{5, 0.5, near}, {10, 0.5, good}, many}), ClaimState::in_part);           // less so for larger scores
  EXPECT_EQ(judge({{5, 0.5, good}, {10, 0.5, near}, {5, 5, wrong}}), ClaimState::in_part);  // I-LSR beaten
  EXPECT_EQ(judge({{5, 0.5, means(0.7, 0.75, 0.8)}, {10, 0.5, means(0.6, 0.75, 0.8)}}), ClaimState::does_not_hold);
  EXPECT_EQ(judge({{5, 0.5, good}, many}), ClaimState::not_measured);
}

// 0.05 below in the mean, but p = 0.6: that chance may have done it does not make it competitive.
TEST(Rules, BtCompetitiveIsADistanceWhateverTheTTestSays) {
  const Means even = {{"pdrank-paper", 0.75}, {"pdrank-exact", 0.75}, {"pdrank-auto", 0.75}, {"i-lsr", 0.8}};
  GridValues values = values_of({even, even});
  for (std::size_t point = 0; point < 2; ++point)
    for (std::size_t trial = 0; trial < kTrials; ++trial) {
      std::vector<double> numbers = values.cell(point, trial);
      numbers[0] += trial % 2 ? 0.2 : -0.2;  // the first metric of the first line
      values.put(point, trial, std::move(numbers));
    }
  const StudyRuns runs(bt_runs({{5, 0.5, even}, {10, 0.5, even}}).study(), std::move(values));
  ASSERT_TRUE(is_won(runs.duels(0, kOwn, Metric::tau)));
  EXPECT_TRUE(judge_bt(runs, kOwn).brief.starts_with("competitive at 0 of 2 points"));
}

TEST(Rules, Large) {
  const Means near = {{"pdrank-paper", 0.8}, {"svm", 0.79}}, far = {{"pdrank-paper", 0.8}, {"svm", 0.7}},
              behind = {{"pdrank-paper", 0.8}, {"svm", 0.82}};
  EXPECT_EQ(judge_large(runs_of({100, 1000}, {near, far}, 10), kOwn).state, ClaimState::holds);     // m^1
  EXPECT_EQ(judge_large(runs_of({100, 1000}, {near, far}, 100), kOwn).state, ClaimState::in_part);  // m^2
  EXPECT_EQ(judge_large(runs_of({100, 1000}, {far, near}, 10), kOwn).state, ClaimState::in_part);   // gap shrinks
  const Means hardly_further = {{"pdrank-paper", 0.8}, {"svm", 0.78999}};
  const Judged by_chance = judge_large(runs_of({100, 1000}, {near, hardly_further}, 10), kOwn);
  EXPECT_EQ(by_chance.state, ClaimState::in_part);
  EXPECT_NE(by_chance.brief.find("within chance"), std::string::npos);
  EXPECT_EQ(judge_large(runs_of({100, 1000}, {near, far}, 10), kOwn).brief.find("within chance"), std::string::npos);
  const Means further_behind = {{"pdrank-paper", 0.8}, {"svm", 0.9}};
  EXPECT_EQ(judge_large(runs_of({100, 1000}, {behind, further_behind}, 100), kOwn).state, ClaimState::does_not_hold);
}

TEST(Rules, Outlier) {
  const std::vector<double> rivals = {90, 80};
  EXPECT_EQ(judge_outlier(250, rivals, 300), ClaimState::holds);
  EXPECT_EQ(judge_outlier(240, rivals, 300), ClaimState::holds);  // two standard errors are 13
  EXPECT_EQ(judge_outlier(230, rivals, 300), ClaimState::in_part);
  EXPECT_EQ(judge_outlier(90, rivals, 300), ClaimState::does_not_hold);
}

TEST(Rules, Exceptions) {
  EXPECT_EQ(by_exceptions(1, 20), ClaimState::holds);
  EXPECT_EQ(by_exceptions(2, 20), ClaimState::in_part);
  EXPECT_EQ(by_exceptions(11, 20), ClaimState::does_not_hold);
  EXPECT_EQ(by_exceptions(0, 0), ClaimState::not_measured);
}

// One point, by metric.
StudyRuns metric_runs(const Means& tau, const Means& rho, const Means& top) {
  const GridValues by_metric[] = {values_of({tau}), values_of({rho}), values_of({top})};
  GridValues values(1, kTrials);
  for (std::size_t trial = 0; trial < kTrials; ++trial) {
    std::vector<double> numbers = by_metric[0].cell(0, trial);
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      const std::size_t metric = std::min<std::size_t>(k % kMetrics.size(), 2);
      numbers[k] = by_metric[metric].cell(0, trial)[k];
    }
    values.put(0, trial, std::move(numbers));
  }
  return {runs_of({1}, {tau}).study(), std::move(values)};
}

TEST(Rules, EveryPartOfMetricsCanFailAlone) {
  const auto means = [](double own, double i_lsr, double free) {
    return Means{{"pdrank-paper", own}, {"i-lsr", i_lsr}, {"svm", free}, {"ms", free}};
  };
  const Means ahead = means(0.8, 0.7, 0.7), even = means(0.7, 0.7, 0.7), behind = means(0.6, 0.7, 0.7),
              between = means(0.7, 0.8, 0.6);
  const auto judge = [](const Means& noise, const Means& bt, const Means& tau, const Means& rho, const Means& top) {
    return judge_metrics(runs_of({1}, {noise}), runs_of({1}, {bt}), metric_runs(tau, rho, top), kOwn).state;
  };
  EXPECT_EQ(judge(ahead, between, ahead, even, behind), ClaimState::holds);
  EXPECT_EQ(judge(even, between, ahead, even, behind), ClaimState::in_part);  // not better under its noise
  EXPECT_EQ(judge(ahead, means(0.8, 0.7, 0.6), ahead, even, behind), ClaimState::in_part);  // better than I-LSR
  EXPECT_EQ(judge(ahead, means(0.7, 0.9, 0.8), ahead, even, behind), ClaimState::in_part);  // worse than SVM and MS
  EXPECT_EQ(judge(ahead, between, even, even, behind), ClaimState::in_part);                // large: tau
  EXPECT_EQ(judge(ahead, between, ahead, ahead, behind), ClaimState::in_part);              // large: rho
  EXPECT_EQ(judge(ahead, between, ahead, even, even), ClaimState::in_part);                 // large: top-K
  EXPECT_EQ(judge(behind, means(0.7, 0.6, 0.8), behind, ahead, ahead), ClaimState::does_not_hold);
  EXPECT_EQ(judge(ahead, means(0.7, kNone, 0.6), ahead, even, behind), ClaimState::not_measured);
}

TEST(Rules, Weights) {
  const WeighedRun clean = {.exact = true, .misplaced = 0, .misplaced_size = kNone, .placed_size = 3},
                   stained = {.exact = true, .misplaced = 1, .misplaced_size = 0.1, .placed_size = 3},
                   near = {.exact = false, .misplaced = 9, .misplaced_size = 0.5, .placed_size = 3},
                   far = {.exact = false, .misplaced = 9, .misplaced_size = 4, .placed_size = 3};
  const auto judge = [](std::vector<WeighedRun> many, std::vector<WeighedRun> few) {
    return judge_weights(many, few).state;
  };
  EXPECT_EQ(judge({clean, clean}, {near, near}), ClaimState::holds);
  EXPECT_EQ(judge({clean, far}, {near, clean}), ClaimState::holds);  // only exact rankings and misplaced labels count
  EXPECT_EQ(judge({clean, stained}, {near, near}), ClaimState::in_part);
  EXPECT_EQ(judge({near}, {near}), ClaimState::in_part);  // never exact
  EXPECT_EQ(judge({stained}, {far, far}), ClaimState::does_not_hold);
}

// So much below the exact rounds, give or take as much as the spread, trial by trial.
Stopping stopped(double loss, double spread, double seconds) {
  Stopping stopping = {.seconds = seconds};
  for (std::size_t trial = 0; trial < kTrials; ++trial)
    stopping.accuracy.push_back((trial < 3 ? 0.98 : 0.9) - loss + (trial % 2 ? spread : -spread));
  return stopping;
}

TEST(Rules, Stopping) {
  const auto judge = [](const Stopping& coarse, const Stopping& fine) {
    return judge_stopping({coarse, fine, stopped(0, 0, 0.1), stopped(0, 0, 0.01)}).state;
  };
  const Stopping good = stopped(0.009, 0.001, 0.005), lossy = stopped(0.011, 0.001, 0.005),
                 slower = stopped(0.009, 0.001, 0.05), as_good = stopped(0.002, 0.01, 1),
                 worse = stopped(0.002, 0.0001, 1), better = stopped(-0.002, 0.0001, 1);
  EXPECT_EQ(judge(good, as_good), ClaimState::holds);
  EXPECT_EQ(judge(good, better), ClaimState::holds);  // no loss either
  EXPECT_EQ(judge(lossy, as_good), ClaimState::in_part);
  EXPECT_EQ(judge(good, worse), ClaimState::in_part);      // little, but it cannot be chance
  EXPECT_EQ(judge(slower, as_good), ClaimState::in_part);  // than Newton's method
  EXPECT_EQ(judge(stopped(0.011, 0, 1), worse), ClaimState::does_not_hold);
}

// |log s - 1| = |s - 1| for s between 1 and e where s + log s = 2, so with epsilon near s = 1.56, a difference of
// -0.32.
TEST(Rules, LossIsCloserBelowWhereTheCurvesCross) {
  const Losses far = losses_at(-3), near = losses_at(-0.1);
  EXPECT_LT(std::abs(far.pdrank - 1), std::abs(far.lse - 1));
  EXPECT_GT(std::abs(near.pdrank - 1), std::abs(near.lse - 1));
  EXPECT_EQ(far.zero_one, 1);
  EXPECT_EQ(losses_at(0).zero_one, 0);
  EXPECT_EQ(judge_loss().state, ClaimState::in_part);
  EXPECT_NE(judge_loss().brief.find("-0.31"), std::string::npos);
}

}  // namespace
}  // namespace pdrank::reproduce
