// The posterior against its slow twin: a plain Metropolis sampler of the same model, on graphs of every kind. Means are
// within a tenth of a deviation, deviations of differences within a tenth; what the twin itself leaves open, three of
// its standard errors, is allowed on top. Fixed seeds: a run always gives the same values up to rounding.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>

#include "pdrank/posterior/find_posterior.hpp"
#include "support/mcmc.hpp"

namespace pdrank {
namespace {

using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

Edges random_edges(std::uint32_t nodes, int count, std::uint32_t from, Random& random) {
  Edges edges;
  for (int k = 0; k < count; ++k) {
    const auto a = static_cast<std::uint32_t>(random.below(nodes));
    edges.emplace_back(from + a, from + (a + 1 + random.below(nodes - 1)) % nodes);
  }
  return edges;
}

Edges band(std::uint32_t nodes, std::uint32_t width, int times) {
  Edges edges;
  for (std::uint32_t a = 0; a < nodes; ++a)
    for (std::uint32_t b = a + 1; b < std::min(nodes, a + width + 1); ++b)
      for (int k = 0; k < times; ++k) edges.emplace_back(a, b);
  return edges;
}

double draw_normal(Random& random) {
  return std::sqrt(-2 * std::log(1 - random.uniform())) * std::cos(2 * std::numbers::pi * random.uniform());
}

struct World {
  Model model;
  double ties = 0;                         // of the answers
  std::vector<std::uint32_t> source = {};  // who answers, in turn; empty: source 0
};

std::vector<double> draw_scores(std::uint32_t nodes, const ScoreShape& shape, Random& random) {
  std::vector<double> score(nodes);
  for (double& value : score) {
    double at = random.uniform();
    std::size_t part = 0;
    while (part + 1 < shape.size() && at >= shape[part].share) at -= shape[part++].share;
    value = shape[part].mean + shape[part].deviation * draw_normal(random);
  }
  return score;
}

Answers answer(std::uint32_t nodes, const Edges& edges, const World& world, Random& random) {
  const std::vector<double> score = draw_scores(nodes, world.model.shape, random);
  std::vector<AnswerRow> rows;
  for (std::size_t k = 0; k < edges.size(); ++k) {
    const std::uint32_t first = std::min(edges[k].first, edges[k].second),
                        second = std::max(edges[k].first, edges[k].second);
    const std::uint32_t source = world.source.empty() ? 0 : world.source[k % world.source.size()];
    const double flip = world.model.flip[source];
    const bool won = random.chance(flip + (1 - 2 * flip) / (1 + std::exp(score[second] - score[first])));
    const bool tie = random.chance(world.ties / std::cosh((score[first] - score[second]) / 2));
    rows.push_back({first, second, source, tie ? 0.0f : won, tie ? 0.0f : !won, tie ? 1.0f : 0.0f});
  }
  return make_answers(std::move(rows), nodes, static_cast<std::uint32_t>(world.model.flip.size()));
}

// Prints how far the two are apart at most, and expects that to be little.
void expect_like_the_twin(const char* name, const Answers& answers, const Model& model, int sweeps,
                          double most_off = 0.1) {
  PosteriorOptions options;
  options.draws = 16'000;
  options.learn_model = false;
  options.model = model;
  if (model.flip.size() > 1) options.known_flips = model.flip;
  const Posterior posterior = find_posterior(answers, options, nullptr);
  EXPECT_EQ(posterior.status, Termination::converged) << name;
  const mcmc::Moments twin = mcmc::sample(answers, model, sweeps, 1);
  const std::size_t nodes = answers.nodes;
  double worst_mean = 0, worst_deviation = 0, error = 0;
  int failed = 0;  // differences
  for (std::size_t i = 0; i < nodes; ++i)
    for (std::size_t j = i + 1; j < nodes; ++j) {
      double sum = 0, squares = 0;
      for (std::size_t k = 0; k < posterior.draws.count(); ++k) {
        const double gap = static_cast<double>(posterior.draws[k][i] - posterior.draws[k][j]);
        sum += gap;
        squares += gap * gap;
      }
      const auto count = static_cast<double>(posterior.draws.count());
      const double mean = sum / count, deviation = std::sqrt(squares / count - mean * mean);
      const std::size_t at = twin.at(i, j);
      const double allowed = 3 * twin.gap_error[at] / twin.gap_deviation[at];
      const double off = std::abs(mean - twin.gap[at]) / twin.gap_deviation[at];
      const double wider = std::abs(std::log(deviation / twin.gap_deviation[at]));
      worst_mean = std::max(worst_mean, off);
      worst_deviation = std::max(worst_deviation, wider);
      error = std::max(error, allowed / 3);
      // A chain that knows a mean to e deviations knows the deviation to about e / sqrt(2) of it.
      failed += off > most_off + allowed || wider > 0.1 + allowed / std::numbers::sqrt2;
    }
  EXPECT_EQ(failed, 0) << name;
  std::printf("twin, %-28s means apart %.3f deviations at most, deviations %.1f %% (the twin's own error %.3f)\n", name,
              worst_mean, 100 * worst_deviation, error);
}

const World kOrdinary{{{{1, 0, 1.5}}, {0.05}}};

TEST(Twin, RandomPairs) {
  Random random(1);
  expect_like_the_twin("random, 40 / 200", answer(40, random_edges(40, 200, 0, random), kOrdinary, random),
                       kOrdinary.model, 20'000);
  const World noisy{{{{1, 0, 4}}, {0.15}}};
  expect_like_the_twin("random, far apart, noisy", answer(20, random_edges(20, 150, 0, random), noisy, random),
                       noisy.model, 40'000);
}

TEST(Twin, Chain) {
  Random random(2);
  expect_like_the_twin("chain, 20 a link", answer(30, band(30, 1, 20), kOrdinary, random), kOrdinary.model, 100'000);
}

TEST(Twin, Band) {
  Random random(3);
  expect_like_the_twin("band, 3 wide", answer(60, band(60, 3, 4), kOrdinary, random), kOrdinary.model, 30'000);
}

TEST(Twin, Star) {
  Random random(4);
  Edges edges;
  for (std::uint32_t leaf = 1; leaf < 40; ++leaf)
    for (int k = 0; k < 5; ++k) edges.emplace_back(0, leaf);
  expect_like_the_twin("star, 5 a leaf", answer(40, edges, kOrdinary, random), kOrdinary.model, 30'000);
}

TEST(Twin, TwoClusters) {
  Random random(5);
  Edges edges = random_edges(20, 150, 0, random), other = random_edges(20, 150, 20, random);
  edges.insert(edges.end(), other.begin(), other.end());
  for (int k = 0; k < 3; ++k) edges.emplace_back(0, 20);
  expect_like_the_twin("two clusters, one pair", answer(40, edges, kOrdinary, random), kOrdinary.model, 60'000);
}

TEST(Twin, ManyAnswersAPair) {
  Random random(6);
  expect_like_the_twin("6 items, 200 a pair", answer(6, band(6, 5, 200), kOrdinary, random), kOrdinary.model, 100'000);
}

// Pairs that are clear are flat in their difference, and the sum of many such laws has longer tails than a normal law.
TEST(Twin, ManyAnswersAPairToggled) {
  Random random(10);
  const World toggled{{{{1, 0, 6}}, {0.2}}};
  expect_like_the_twin("6 items, 200 a pair, toggled", answer(6, band(6, 5, 200), toggled, random), toggled.model,
                       200'000);
}

TEST(Twin, TiesAndSources) {
  Random random(7);
  World world = kOrdinary;
  world.ties = 0.3;
  world.model.flip = {0.03, 0.3, 0.9};
  world.source = {0, 0, 0, 1, 0, 2};
  expect_like_the_twin("ties and three sources", answer(25, random_edges(25, 150, 0, random), world, random),
                       world.model, 30'000);
}

// A score may be in the other group with a probability of a few per cent.
TEST(Twin, TwoGroups) {
  Random random(8);
  const World world{{{{0.5, -2, 0.4}, {0.5, 2, 0.4}}, {0.05}}};
  expect_like_the_twin("two groups of scores", answer(30, random_edges(30, 200, 0, random), world, random), world.model,
                       40'000);
}

}  // namespace
}  // namespace pdrank
