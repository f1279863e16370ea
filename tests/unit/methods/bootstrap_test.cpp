#include "pdrank/methods/bootstrap.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <thread>

#include "pdrank/core/parallel.hpp"
#include "pdrank/data/resample.hpp"
#include "support/binomial_bound.hpp"
#include "unit/methods/runs.hpp"

namespace pdrank {
namespace {

// What `rank` has in hand when it comes to the bootstrap.
struct Ranked {
  explicit Ranked(const Comparisons& data_given, const RankOptions& asked_given)
      : data(data_given),
        asked(asked_given),
        merged(merge(data, TieRule::half)),
        weak(weak_components(graph())),
        strong(strong_components(graph())),
        options(asked) {
    if (method().set_defaults) method().set_defaults(options, input().is_strong());
    options = resolve_preset(options, graph().node_count());
  }

  const ComparisonGraph& graph() const { return merged.graph; }
  const MethodInfo& method() const { return find_method(asked.method); }
  MethodInput input() const { return {data, merged, weak, strong}; }
  MethodOutput output() const { return method().run(input(), options, nullptr); }

  const Comparisons& data;
  RankOptions asked;
  MergedComparisons merged;
  Components weak, strong;
  RankOptions options;
};

MethodOutput bootstrapped(const Comparisons& data, const RankOptions& asked, Observer* observer = nullptr) {
  const ThreadScope threads(asked.threads);
  const Ranked run(data, asked);
  MethodOutput output = run.output();
  output.notes.clear();
  bootstrap(run.method(), run.input(), run.asked, run.options, observer, output);
  return output;
}

std::vector<float> values(const ScoreDraws& draws) {
  std::vector<float> all;
  for (std::size_t k = 0; k < draws.count(); ++k) all.insert(all.end(), draws[k].begin(), draws[k].end());
  return all;
}

Comparisons some_data(std::uint32_t items, std::size_t rows, std::uint64_t seed) {
  Random random(seed);
  zoo::Rows list = zoo::strong_rows(items, rows, 2, random);
  zoo::decorate(list, 3, 2, 0.1, random);
  return zoo::from_rows(items, list, 3);
}

class Bootstrap : public ::testing::TestWithParam<std::string> {
 protected:
  const MethodInfo& info() const { return find_method(GetParam()); }
};

TEST_P(Bootstrap, GivesDrawsUnlessTheMethodDoes) {
  const Comparisons data = some_data(6, 300, 1);
  const RankOptions asked = {.method = GetParam(), .bootstrap = 20};
  if (info().gives_draws) {
    EXPECT_THROW(rank(data, asked), InvalidArgument);
    return;
  }
  const MethodOutput output = bootstrapped(data, asked);
  EXPECT_EQ(output.notes, std::vector<std::string>());
  ASSERT_EQ(output.draws.count(), 20u);
  ASSERT_EQ(output.draws.nodes(), 6u);
  std::set<std::vector<float>> different;
  for (std::size_t k = 0; k < 20; ++k) {
    EXPECT_TRUE(std::ranges::all_of(output.draws[k], [](float score) { return std::isfinite(score); }));
    different.emplace(output.draws[k].begin(), output.draws[k].end());
  }
  EXPECT_GT(different.size(), 5u) << "a method that gives nothing but ranks may give the same twice";
}

TEST_P(Bootstrap, LeavesTheRankingAsItIs) {
  if (info().gives_draws) GTEST_SKIP() << "it makes none";
  const Comparisons data = some_data(6, 300, 2);
  EXPECT_EQ(runs::scores(data, {.method = GetParam(), .bootstrap = 10}), runs::scores(data, {.method = GetParam()}));
}

TEST_P(Bootstrap, IsTheSameOnAnyNumberOfThreads) {
  if (info().gives_draws) GTEST_SKIP() << "it makes none";
  const Comparisons data = some_data(12, 200, 3);
  RankOptions asked = {.method = GetParam(), .bootstrap = 30, .seed = 5, .threads = 1};
  const std::vector<float> one = values(bootstrapped(data, asked).draws);
  for (const int threads : {2, 3}) {
    asked.threads = threads;
    EXPECT_EQ(values(bootstrapped(data, asked).draws), one);
  }
  asked.seed = 6;
  EXPECT_NE(values(bootstrapped(data, asked).draws), one);
}

// Resample k depends on nothing but the seed and k.
TEST_P(Bootstrap, MoreResamplesBeginWithTheSame) {
  if (info().gives_draws) GTEST_SKIP() << "it makes none";
  const Comparisons data = some_data(6, 300, 4);
  const ScoreDraws few = bootstrapped(data, {.method = GetParam(), .bootstrap = 10}).draws;
  const ScoreDraws many = bootstrapped(data, {.method = GetParam(), .bootstrap = 15}).draws;
  ASSERT_EQ(few.count(), 10u);
  for (std::size_t k = 0; k < few.count(); ++k) EXPECT_TRUE(std::ranges::equal(few[k], many[k]));
}

// Rows are given to those that say that they read them, and to them alone.
TEST_P(Bootstrap, WhoReadsRowsSaysSo) {
  if (GetParam() == std::string("kemeny")) GTEST_SKIP() << "it reads them for where to begin alone";
  const Comparisons data = some_data(6, 300, 5), none = zoo::from_rows(6, {}, 3);
  const Ranked run(data, {.method = GetParam()});
  const MergedComparisons graph_only{run.merged.graph, {}};
  const MethodInput blind{none, graph_only, run.weak, run.strong};
  const MethodOutput output = run.method().run(blind, run.options, nullptr);
  EXPECT_EQ(output.scores != run.output().scores, info().reads_rows);
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const MethodInfo& method : methods()) all.emplace_back(method.name);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Registry, Bootstrap, ::testing::ValuesIn(names()), [](const auto& tested) {
  std::string name = tested.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

// A method that reads rows is given a resample as if it were a file.
TEST(BootstrapRows, AreRankedLikeAFile) {
  const Comparisons data = some_data(6, 200, 6);
  for (const char* method : {"elo", "crowd-bt"}) {
    const RankOptions asked = {.method = method, .bootstrap = 10, .seed = 3};
    const Ranked run(data, asked);
    const Resampler resampler(data, run.merged, true);
    const ScoreDraws draws = bootstrapped(data, asked).draws;
    ASSERT_EQ(draws.count(), 10u);
    for (std::size_t k = 0; k < 10; ++k) {
      Random random(Random(asked.seed).bits() + k);
      const std::vector<double> scores = runs::scores(resampler.draw(random).data, {.method = method});
      for (std::size_t item = 0; item < 6; ++item) EXPECT_EQ(draws[k][item], static_cast<float>(scores[item]));
    }
  }
}

// Four items of strengths 1, 2, 4 and 8, every pair n times, answered in exactly the shares of Bradley and Terry. The
// rows' gradients then have the covariance that the model has, and for many rows scores spread as the standard errors
// say: (draws - 1) variance / standard error^2 is chi-squared. Laurent and Massart (2000) bound it, each way with
// probability e^-x; 3 % are left for n being finite.
TEST(BradleyTerryBootstrap, SpreadsLikeTheStandardErrors) {
  constexpr int kDraws = 2000, kTimes = 9000;  // times the denominators 3, 5 and 9
  zoo::Rows rows;
  for (ItemId i = 0; i < 4; ++i)
    for (ItemId j = 0; j < i; ++j) {
      const int lost = kTimes / ((1 << (i - j)) + 1);
      rows.insert(rows.end(), static_cast<std::size_t>(kTimes - lost), {.winner = i, .loser = j});
      rows.insert(rows.end(), static_cast<std::size_t>(lost), {.winner = j, .loser = i});
    }
  const MethodOutput output = bootstrapped(zoo::from_rows(4, rows), {.method = "bradley-terry", .bootstrap = kDraws});
  ASSERT_EQ(output.draws.count(), static_cast<std::size_t>(kDraws));
  const double x = std::log(8 / 1e-9), freedom = kDraws - 1;
  const double most = 1.03 * (1 + 2 * std::sqrt(x / freedom) + 2 * x / freedom);
  const double least = 0.97 * (1 - 2 * std::sqrt(x / freedom));
  for (std::size_t item = 0; item < 4; ++item) {
    double mean = 0, squares = 0;
    for (int k = 0; k < kDraws; ++k) mean += output.draws[static_cast<std::size_t>(k)][item] / kDraws;
    for (int k = 0; k < kDraws; ++k) squares += std::pow(output.draws[static_cast<std::size_t>(k)][item] - mean, 2);
    const double ratio = squares / freedom / std::pow(output.standard_error[item], 2);
    EXPECT_GT(ratio, least) << item;
    EXPECT_LT(ratio, most) << item;
    EXPECT_NEAR(mean, output.scores[item], 0.3 * output.standard_error[item]);
  }
}

TEST(WarmStart, BradleyTerryReachesTheSameMinimum) {
  zoo::Rows rows;
  Random random(7);
  for (const Comparison& row : zoo::strong_rows(10, 300, 3, random)) rows.push_back(row);
  for (Comparison row : zoo::strong_rows(5, 40, 2, random)) {  // a second part
    row.winner += 10;
    row.loser += 10;
    rows.push_back(row);
  }
  const Comparisons data = zoo::from_rows(15, rows);
  const Ranked run(data, {.method = "bradley-terry"});
  const MethodOutput cold = run.output();
  for (const double size : {0.1, 1.0, 20.0}) {
    MethodOutput elsewhere;
    for (int node = 0; node < 15; ++node) elsewhere.scores.push_back(random.uniform(-size, size));
    MethodInput input = {run.data, run.merged, run.weak, run.strong, &elsewhere};
    const MethodOutput warm = run.method().run(input, run.options, nullptr);
    EXPECT_EQ(warm.convergence.status, Termination::converged);
    EXPECT_LT(runs::largest_difference(warm.scores, cold.scores), 1e-9) << size;
    input.whole = &cold;
    EXPECT_LT(run.method().run(input, run.options, nullptr).convergence.iterations, cold.convergence.iterations);
  }
}

// A circle of three items, every answer so many times. With three of each, nine draws lack one of the answers with
// probability 3 (2/3)^9 - 3 (1/3)^9, and the resample is then not strongly connected.
Comparisons circle(int times) {
  zoo::Rows rows;
  for (int k = 0; k < times; ++k)
    for (ItemId item = 0; item < 3; ++item) rows.push_back({.winner = item, .loser = (item + 1) % 3});
  return zoo::from_rows(3, rows);
}

constexpr int kResamples = 400;
const double kLacking = 3 * std::pow(2.0 / 3, 9) - 3 * std::pow(1.0 / 3, 9);

// The number in the first note that has `text`, or -1.
int number_in(const std::vector<std::string>& notes, std::string_view text) {
  for (const std::string& note : notes)
    if (note.find(text) != std::string::npos) return std::stoi(note.substr(note.find_first_of("0123456789")));
  return -1;
}

TEST(BootstrapNotes, CountResamplesThatTheMethodDoesNotApplyTo) {
  for (const RankOptions& asked :
       {RankOptions{.method = "rank-centrality"}, RankOptions{.method = "bradley-terry", .gamma = 0}}) {
    RankOptions options = asked;
    options.bootstrap = kResamples;
    const MethodOutput output = bootstrapped(circle(3), options);
    const int failed = number_in(output.notes, "400 resamples " + asked.method + " has no result (of the first: ");
    EXPECT_GT(failed, 0);
    EXPECT_EQ(output.draws.count(), static_cast<std::size_t>(kResamples - failed));
    EXPECT_LE(std::abs(failed - kResamples * kLacking), testing::binomial_bound(kResamples, kLacking));
    EXPECT_TRUE(runs::mentions(output.notes, "the bootstrap rests on the others"));
  }
}

// Without an order for no prior, the one that the method has for such data lets it go on.
TEST(BootstrapNotes, CountResamplesThatNeedAPrior) {
  const MethodOutput output = bootstrapped(circle(3), {.method = "bradley-terry", .bootstrap = kResamples});
  EXPECT_EQ(output.draws.count(), static_cast<std::size_t>(kResamples));
  const int with_prior = number_in(output.notes, "there it uses the prior");
  EXPECT_GT(with_prior, 0);
  EXPECT_LE(std::abs(with_prior - kResamples * kLacking), testing::binomial_bound(kResamples, kLacking));
}

// One row each: all three are drawn with probability 6/27.
TEST(BootstrapNotes, FewerThanHalfSayNothing) {
  const MethodOutput output = bootstrapped(circle(1), {.method = "rank-centrality", .bootstrap = kResamples});
  EXPECT_TRUE(output.draws.empty());
  ASSERT_EQ(output.notes.size(), 1u);
  EXPECT_TRUE(runs::mentions(output.notes, "so there is no bootstrap"));
  EXPECT_LE(std::abs(number_in(output.notes, "has no result") - kResamples * 21.0 / 27),
            testing::binomial_bound(kResamples, 21.0 / 27));
}

// A chain of three items by single rows falls apart unless both are drawn; whoever has no rows stands at zero.
TEST(BootstrapNotes, CountResamplesThatFallIntoParts) {
  const Comparisons chain = zoo::from_rows(3, {{0, 1}, {1, 2}});
  const MethodOutput output = bootstrapped(chain, {.method = "pdrank", .bootstrap = kResamples});
  ASSERT_EQ(output.draws.count(), static_cast<std::size_t>(kResamples));
  int parts = 0;
  for (std::size_t k = 0; k < output.draws.count(); ++k) {
    const bool lone = output.draws[k][0] == 0 || output.draws[k][2] == 0;
    if (lone) {
      EXPECT_NEAR(output.draws[k][0] + output.draws[k][1] + output.draws[k][2], 0, 1e-5);
    }
    parts += lone;
  }
  EXPECT_EQ(number_in(output.notes, "do not connect all items"), parts);
  EXPECT_LE(std::abs(parts - kResamples / 2.0), testing::binomial_bound(kResamples, 0.5));
}

TEST(BootstrapNotes, CountResamplesThatDoNotConverge) {
  const MethodOutput output =
      bootstrapped(some_data(6, 100, 8), {.method = "pdrank", .max_rounds = 1, .bootstrap = 10});
  EXPECT_EQ(output.draws.count(), 10u);
  EXPECT_EQ(number_in(output.notes, "did not converge"), 10);
}

struct Watcher final : Observer {
  explicit Watcher(std::uint64_t most) : stop_after(most) {}

  void on_progress(const Progress& progress) override {
    EXPECT_EQ(std::this_thread::get_id(), thread);
    EXPECT_EQ(progress.stage, "bootstrapping");
    EXPECT_EQ(progress.total, 40u);
    EXPECT_GT(progress.done, done);
    done = progress.done;
  }
  bool stop_requested() override {
    EXPECT_EQ(std::this_thread::get_id(), thread);
    return done >= stop_after;
  }

  std::uint64_t stop_after, done = 0;
  std::thread::id thread = std::this_thread::get_id();
};

TEST(BootstrapObserver, HearsFromItsOwnThreadAndMayStop) {
  const Comparisons data = some_data(6, 200, 9);
  for (const char* method : {"bradley-terry", "borda"}) {
    Watcher patient(100), impatient(7), at_once(0);
    RankOptions asked = {.method = method, .bootstrap = 40, .threads = 1};
    EXPECT_EQ(bootstrapped(data, asked, &patient).draws.count(), 40u);
    EXPECT_EQ(patient.done, 40u);
    const MethodOutput some = bootstrapped(data, asked, &impatient), none = bootstrapped(data, asked, &at_once);
    EXPECT_EQ(some.draws.count(), 7u);
    EXPECT_EQ(some.convergence.status, Termination::stopped);
    EXPECT_TRUE(some.convergence.message.ends_with("; bootstrap stopped after 7 of 40 resamples"));
    EXPECT_TRUE(none.draws.empty());
    EXPECT_TRUE(none.convergence.message.ends_with("; bootstrap stopped after 0 of 40 resamples"));
    Watcher among_three(5);
    asked.threads = 3;
    const MethodOutput early = bootstrapped(data, asked, &among_three);
    EXPECT_GE(early.draws.count(), among_three.done);
  }
}

TEST(BootstrapErrors, ReachTheCaller) {
  const Comparisons data = some_data(6, 50, 10);
  const Ranked run(data, {.method = "borda", .bootstrap = 20});
  MethodInfo broken = run.method();
  broken.run = [](const MethodInput&, const RankOptions&, Observer*) -> MethodOutput {
    throw std::runtime_error("out of order");
  };
  MethodOutput output = run.output();
  EXPECT_THROW(bootstrap(broken, run.input(), run.asked, run.options, nullptr, output), std::runtime_error);
}

TEST(BootstrapErrors, MoreDrawsThanMemory) {
  EXPECT_NO_THROW(check_bootstrap({.bootstrap = 1000}, 1'000'000));
  EXPECT_THROW(check_bootstrap({.bootstrap = 1100}, 1'000'000), InvalidArgument);
  EXPECT_NO_THROW(check_bootstrap({}, 4'000'000'000));
  EXPECT_THROW(rank(circle(1), {.bootstrap = 100'001}), InvalidArgument);
  EXPECT_THROW(rank(circle(1), {.bootstrap = -1}), InvalidArgument);
}

}  // namespace
}  // namespace pdrank
