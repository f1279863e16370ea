#include "pdrank/posterior/posterior.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pdrank/core/parallel.hpp"
#include "pdrank/posterior/diagnostics.hpp"
#include "pdrank/simulate/simulate.hpp"
#include "support/rows.hpp"
#include "unit/posterior/sequences.hpp"

namespace pdrank {
namespace {

constexpr std::size_t kChains = 4;

Answers by_graph(const Comparisons& data) { return Answers(merge(data, TieRule::half).graph); }
Answers by_annotator(const Comparisons& data, TieRule ties = TieRule::half) {
  return Answers(merge_by_source(data, merge(data, ties)), data.items.size(), data.annotators.size());
}

Comparisons crowd(std::uint64_t seed) {
  return simulate({.items = 12,
                   .comparisons = 400,
                   .noise = parse_noise("toggle:0"),
                   .annotators = parse_annotators("honest:4,spammer:1,adversary:1"),
                   .seed = seed})
      .comparisons;
}

Posterior sample(const Answers& answers, const PosteriorOptions& options = {}, Observer* observer = nullptr) {
  return sample_posterior(answers, std::vector<double>(answers.node_count(), 0.0), options, observer);
}

std::vector<float> values(const ScoreDraws& draws) {
  std::vector<float> all;
  for (std::size_t k = 0; k < draws.count(); ++k) all.insert(all.end(), draws[k].begin(), draws[k].end());
  return all;
}

std::vector<float> column(const ScoreDraws& draws, std::size_t node) {
  std::vector<float> column;
  for (std::size_t k = 0; k < draws.count(); ++k) column.push_back(draws[k][node]);
  return column;
}

double mean(const std::vector<float>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// As many draws of everything, all in range.
void expect_whole(const Posterior& posterior, const Answers& answers) {
  const std::size_t count = posterior.positions.count();
  ASSERT_GT(count, 0u);
  EXPECT_EQ(count % kChains, 0u);
  EXPECT_EQ(posterior.positions.nodes(), answers.node_count());
  EXPECT_EQ(posterior.flips.nodes(), answers.source_count());
  EXPECT_EQ(posterior.flips.count(), count);
  EXPECT_EQ(posterior.scale.size(), count);
  EXPECT_EQ(posterior.noise.size(), count);
  const auto all = [](const auto& list, float low, float high) {
    return std::ranges::all_of(list, [=](float x) { return x >= low && x <= high; });
  };
  EXPECT_TRUE(all(values(posterior.positions), 0, 1));
  EXPECT_TRUE(all(values(posterior.flips), 0, 1));
  EXPECT_TRUE(all(posterior.noise, 0, answers.source_count() == 1 ? 1 : 2));
  EXPECT_TRUE(all(posterior.scale, std::exp(-3.01f), std::exp(9.01f)));
}

void expect_converged(const Posterior& posterior, const PosteriorOptions& options = {}) {
  EXPECT_EQ(posterior.status, Termination::converged)
      << posterior.sweeps << " sweeps, R-hat " << posterior.r_hat << ", effective " << posterior.effective;
  EXPECT_LE(posterior.r_hat, options.most_r_hat);
  EXPECT_GE(posterior.effective, options.least_effective);
}

// From the draws that are given, whatever the end was.
void expect_figures_of_draws(const Posterior& posterior) {
  const std::size_t length = posterior.positions.count() / kChains;
  double r_hat = 0, effective = 1e9;
  const auto look = [&](const std::vector<float>& draws) {
    r_hat = std::max(r_hat, split_r_hat({draws, length}));
    return effective_sample_size({draws, length});
  };
  for (std::size_t node = 0; node < posterior.positions.nodes(); ++node)
    effective = std::min(effective, look(column(posterior.positions, node)));
  for (std::size_t source = 0; source < posterior.flips.nodes(); ++source) look(column(posterior.flips, source));
  look(posterior.noise);
  std::vector<float> log_scale;
  for (const float scale : posterior.scale) log_scale.push_back(std::log(scale));
  look(log_scale);
  // The logarithm of the scale was rounded twice on its way here and back: some 1e-7 of it, far less of its variance.
  EXPECT_NEAR(posterior.r_hat, r_hat, 1e-5);
  EXPECT_NEAR(posterior.effective, effective, 1e-9 * effective);
}

TEST(SamplePosterior, IsTheSameOnAnyNumberOfThreads) {
  const Answers answers = by_annotator(crowd(1));
  const auto on_threads = [&](int threads) {
    const ThreadScope scope(threads);
    return sample(answers, {.max_sweeps = 500});
  };
  const Posterior one = on_threads(1);
  for (const int threads : {2, 3}) {
    const Posterior more = on_threads(threads);
    EXPECT_EQ(values(more.positions), values(one.positions));
    EXPECT_EQ(values(more.flips), values(one.flips));
    EXPECT_EQ(more.scale, one.scale);
    EXPECT_EQ(more.noise, one.noise);
    EXPECT_EQ(more.sweeps, one.sweeps);
    EXPECT_EQ(more.r_hat, one.r_hat);
  }
}

TEST(SamplePosterior, AnotherSeedGivesOtherDrawsOfTheSameLaw) {
  const Answers answers = by_graph(crowd(1));
  const PosteriorOptions options = {.least_effective = 300};
  const Posterior a = sample(answers, options);
  const Posterior b = sample(answers, {.least_effective = 300, .seed = 2});
  expect_converged(a, options);
  expect_converged(b, options);
  EXPECT_NE(values(a.positions), values(b.positions));
  // Positions have a standard deviation of at most 1/2, and the smallest effective size is known: five errors.
  for (std::size_t node = 0; node < a.positions.nodes(); ++node) {
    const double error = 0.5 * std::sqrt(1 / a.effective + 1 / b.effective);
    EXPECT_NEAR(mean(column(a.positions, node)), mean(column(b.positions, node)), 5 * error) << node;
  }
}

TEST(SamplePosterior, FiguresAreThoseOfTheDraws) {
  const Posterior converged = sample(by_annotator(crowd(2)));
  expect_converged(converged);
  expect_figures_of_draws(converged);
  for (const int sweeps : {40, 301, 420}) {
    const Posterior cut = sample(by_annotator(crowd(2)), {.max_sweeps = sweeps, .most_r_hat = 1.0001});
    EXPECT_EQ(cut.status, Termination::round_limit);
    EXPECT_EQ(cut.sweeps, sweeps);
    expect_figures_of_draws(cut);
  }
}

// The first check passes R-hat and fails the effective size, a later one fails R-hat: what is reported is of the end.
TEST(SamplePosterior, FiguresAreThoseOfTheLastDraws) {
  const Answers answers = by_graph(crowd(3));
  for (const double most_r_hat : {1.02, 1.05, 1.2}) {
    const Posterior cut = sample(answers, {.max_sweeps = 800, .most_r_hat = most_r_hat, .least_effective = 1e9});
    EXPECT_EQ(cut.status, Termination::round_limit);
    expect_figures_of_draws(cut);
  }
}

TEST(SamplePosterior, NoiseIsTheMeanOverAllAnswers) {
  const Answers answers = by_annotator(crowd(4));
  const Posterior posterior = sample(answers, {.max_sweeps = 300});
  for (std::size_t draw = 0; draw < posterior.noise.size(); ++draw) {
    double flipped = 0, total = 0;
    for (std::size_t k = 0; k < answers.size(); ++k) {
      const float flip = posterior.flips[draw][answers.source[k]];
      flipped += static_cast<double>(answers.times[k] * std::min(flip, 1 - flip));
      total += static_cast<double>(answers.times[k]);
    }
    EXPECT_NEAR(static_cast<double>(posterior.noise[draw]), 2 * flipped / total, 1e-6);
  }
}

TEST(SamplePosterior, KnownFlipsStay) {
  const Answers answers = by_annotator(crowd(5));
  PosteriorOptions options;
  for (std::uint32_t source = 0; source < answers.source_count(); ++source)
    options.known_flips.push_back(0.01 + 0.19 * source);
  const Posterior posterior = sample(answers, options);
  expect_converged(posterior);
  expect_figures_of_draws(posterior);
  for (std::size_t draw = 0; draw < posterior.flips.count(); ++draw)
    for (std::uint32_t source = 0; source < answers.source_count(); ++source)
      ASSERT_EQ(posterior.flips[draw][source], static_cast<float>(options.known_flips[source]));
}

// Asked to stop after so many looks; counts what it is told.
struct Stop final : Observer {
  explicit Stop(int looks) : left(looks) {}
  bool stop_requested() override { return left-- <= 0; }
  void on_progress(const Progress& progress) override {
    EXPECT_EQ(progress.stage, "sampling");
    EXPECT_GT(progress.done, done);
    EXPECT_LE(progress.done, progress.total);
    done = progress.done;
  }
  int left;
  std::uint64_t done = 0;
};

TEST(SamplePosterior, StopsWhenAsked) {
  const Answers answers = by_annotator(crowd(6));
  for (const int looks : {0, 1, 2}) {
    Stop stop(looks);
    const Posterior posterior = sample(answers, {.least_effective = 1e9}, &stop);
    EXPECT_EQ(posterior.status, Termination::stopped);
    EXPECT_EQ(static_cast<std::uint64_t>(posterior.sweeps), stop.done);
    expect_whole(posterior, answers);
    expect_figures_of_draws(posterior);
  }
}

// A request that comes with the last look does not undo what is done.
TEST(SamplePosterior, WhatHasConvergedIsNotStopped) {
  const Answers answers = by_graph(crowd(6));
  Stop stop(0);
  EXPECT_EQ(sample(answers, {.most_r_hat = 100, .least_effective = 1}, &stop).status, Termination::converged);
}

TEST(SamplePosterior, FewSweeps) {
  const Answers answers = by_annotator(crowd(7));
  for (const int sweeps : {1, 2, 3, 5, 7}) {
    const Posterior posterior = sample(answers, {.max_sweeps = sweeps});
    EXPECT_EQ(posterior.status, Termination::round_limit);
    EXPECT_EQ(posterior.sweeps, sweeps);
    expect_whole(posterior, answers);
    EXPECT_EQ(std::isnan(posterior.r_hat), sweeps < 5) << "two draws in each half, of what is left of " << sweeps;
    EXPECT_EQ(std::isnan(posterior.effective), sweeps < 5);
  }
}

TEST(SamplePosterior, TwoItemsOneAnswer) {
  const Answers answers = by_graph(zoo::from_rows(2, {{1, 0}}));
  const Posterior posterior = sample(answers);
  expect_converged(posterior);
  expect_whole(posterior, answers);
  EXPECT_GT(mean(column(posterior.positions, 1)), mean(column(posterior.positions, 0)));
}

TEST(SamplePosterior, AnItemWithoutAnswers) {
  const Answers answers = by_graph(zoo::from_rows(3, {{1, 0}, {1, 0}}));
  const Posterior posterior = sample(answers);
  expect_converged(posterior);
  // Uniform: standard deviation 1 / sqrt(12).
  EXPECT_NEAR(mean(column(posterior.positions, 2)), 0.5, 5 * 0.289 / std::sqrt(posterior.effective));
}

// Each part as if it were alone, but for the scale and the noise that they share: here known and hardly in doubt.
TEST(SamplePosterior, TwoParts) {
  zoo::Rows rows;
  for (ItemId first : {0u, 3u})
    for (const auto& [winner, loser] : {std::pair{0u, 1u}, {1u, 2u}, {0u, 2u}})
      rows.push_back({winner + first, loser + first, kNoAnnotator, 8});
  const Answers answers = by_graph(zoo::from_rows(6, rows));
  const Posterior posterior = sample(answers);
  expect_converged(posterior);
  expect_whole(posterior, answers);
  for (const std::size_t first : {0u, 3u})
    for (std::size_t k = first; k < first + 2; ++k)
      EXPECT_GT(mean(column(posterior.positions, k)), mean(column(posterior.positions, k + 1)));
}

TEST(SamplePosterior, HugeCounts) {
  const Answers answers = by_graph(zoo::from_rows(3, {{0, 1, kNoAnnotator, 1e6}, {1, 2}}));
  const Posterior posterior = sample(answers);
  expect_converged(posterior);
  expect_whole(posterior, answers);
  for (std::size_t draw = 0; draw < posterior.positions.count(); ++draw)
    ASSERT_GT(posterior.positions[draw][0], posterior.positions[draw][1]);
  EXPECT_LT(mean(posterior.noise), 1e-3);
}

TEST(SamplePosterior, TinyAndHugeWeights) {
  zoo::Rows rows;
  for (ItemId item = 0; item < 5; ++item) {
    rows.push_back({item, item + 1, kNoAnnotator, 1e-9});
    rows.push_back({item, item + 1, kNoAnnotator, item % 2 == 0 ? 1e9 : 1.0});
    rows.push_back({item + 1, item, kNoAnnotator, 1e8});
  }
  const Answers heavy = by_graph(zoo::from_rows(6, rows));
  expect_whole(sample(heavy, {.max_sweeps = 2000}), heavy);

  for (Comparison& row : rows) row.weight = 1e-9;
  const Answers light = by_graph(zoo::from_rows(6, rows));
  const Posterior posterior = sample(light);
  expect_converged(posterior);
  // They say nothing: all is as before.
  for (std::size_t node = 0; node < 6; ++node)
    EXPECT_NEAR(mean(column(posterior.positions, node)), 0.5, 5 * 0.289 / std::sqrt(posterior.effective));
}

TEST(SamplePosterior, TiesAlone) {
  zoo::Rows rows;
  for (ItemId item = 0; item < 4; ++item) rows.push_back({item, (item + 1) % 4, kNoAnnotator, 1, true});
  const Answers answers = by_graph(zoo::from_rows(4, rows));
  const Posterior posterior = sample(answers);
  expect_converged(posterior);
  for (std::size_t node = 0; node < 4; ++node)
    EXPECT_NEAR(mean(column(posterior.positions, node)), 0.5, 5 * 0.289 / std::sqrt(posterior.effective));
}

TEST(SamplePosterior, NoAnswersAtAll) {
  const Comparisons data = zoo::from_rows(3, {{0, 1, 0, 1, true}, {1, 2, 1, 1, true}}, 2);
  for (const Answers& answers : {Answers(merge(data, TieRule::drop).graph), by_annotator(data, TieRule::drop)}) {
    const Posterior posterior = sample(answers);
    expect_converged(posterior);
    expect_whole(posterior, answers);
  }
}

TEST(SamplePosterior, ManySourcesOfOneAnswer) {
  Random random(8);
  zoo::Rows rows = zoo::random_rows(10, 500, 4, random);
  for (std::uint32_t n = 0; n < 500; ++n) rows[n].annotator = n;
  const Answers answers = by_annotator(zoo::from_rows(10, rows, 500));
  ASSERT_EQ(answers.source_count(), 500u);
  const Posterior posterior = sample(answers, {.max_sweeps = 120});
  expect_whole(posterior, answers);
  expect_figures_of_draws(posterior);
}

// Who is who, of six annotators with some 67 answers each.
TEST(SamplePosterior, FindsOutWhoCanBeTrusted) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Simulation simulation = simulate({.items = 12,
                                            .comparisons = 400,
                                            .noise = parse_noise("toggle:0"),
                                            .annotators = parse_annotators("honest:4,spammer:1,adversary:1"),
                                            .seed = seed});
    const Answers answers = by_annotator(simulation.comparisons);
    const Posterior posterior = sample(answers);
    expect_converged(posterior);
    for (std::uint32_t source = 0; source < answers.source_count(); ++source) {
      // The flips that happened are a binomial share of the annotator's answers, the posterior's width is that of one.
      const auto n = static_cast<std::uint64_t>(answers.weight_of(source));
      const double flip = simulation.annotator_flips[source];
      EXPECT_NEAR(mean(column(posterior.flips, source)), flip, 5 * 0.5 / std::sqrt(static_cast<double>(n))) << seed;
      EXPECT_EQ(mean(column(posterior.flips, source)) < 0.25, simulation.annotator_kinds[source] == "honest");
      EXPECT_EQ(mean(column(posterior.flips, source)) > 0.7, simulation.annotator_kinds[source] == "adversary");
    }
  }
}

}  // namespace
}  // namespace pdrank
