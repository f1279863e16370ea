// PD-Rank as a method: what --gamma auto does and says.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "pdrank/core/random.hpp"
#include "support/problem_zoo.hpp"
#include "unit/methods/runs.hpp"

namespace pdrank {
namespace {

std::optional<double> figure(const RankResult& result, std::string_view name) {
  for (const auto& [key, value] : result.figures)
    if (key == name) return value;
  return std::nullopt;
}

std::string option(const RankResult& result, std::string_view name) {
  for (const auto& [key, value] : result.options)
    if (key == name) return value;
  return "absent";
}

Comparisons noisy(std::uint32_t items, std::uint64_t comparisons, std::uint64_t seed) {
  Random random(seed);
  return zoo::random_comparisons(items, comparisons, 0.1, random);
}

TEST(PdRankAuto, IsTheDefaultAndSaysWhatItChose) {
  const Comparisons data = noisy(4000, 20'000, 1);
  const RankResult result = rank(data, {.method = "pdrank"});
  EXPECT_TRUE(result.converged());
  EXPECT_EQ(option(result, "gamma"), "auto");
  EXPECT_EQ(figure(result, "gamma"), 0.01);
  EXPECT_EQ(figure(result, "rounds_chosen"), result.convergence.rounds);
  EXPECT_LT(figure(result, "held_out_log_loss").value_or(9), std::log(2.0));
  EXPECT_EQ(result.convergence.message,
            "settled: " + std::to_string(result.convergence.rounds) + " rounds, chosen by held-out comparisons");
  EXPECT_EQ(runs::scores(data, {.method = "pdrank"}), runs::scores(data, {.method = "pdrank", .gamma = kAuto}));
}

// What was chosen is what a fixed gamma with that limit of rounds would have given.
TEST(PdRankAuto, IsTheFitWithWhatItChose) {
  for (const Comparisons& data : {noisy(4000, 20'000, 2), noisy(30, 3000, 2), noisy(10, 60, 2)}) {
    const RankResult chosen = rank(data, {.method = "pdrank"});
    RankOptions fixed = {.method = "pdrank", .gamma = figure(chosen, "gamma")};
    if (const auto rounds = figure(chosen, "rounds_chosen")) fixed.max_rounds = static_cast<int>(*rounds);
    const RankResult result = rank(data, fixed);
    EXPECT_EQ(runs::scores_in(chosen, data), runs::scores_in(result, data));
    EXPECT_EQ(result.convergence.objective, chosen.convergence.objective);
    EXPECT_TRUE(result.figures.empty()) << "nothing was chosen";
  }
}

TEST(PdRankAuto, StandsAgainstThePaper) {
  const Comparisons data = noisy(60, 600, 3);
  EXPECT_EQ(option(rank(data, {.preset = Preset::paper}), "gamma"), "0.0001");
  const RankResult result = rank(data, {.preset = Preset::paper, .gamma = kAuto});
  EXPECT_EQ(option(result, "gamma"), "auto");
  EXPECT_EQ(option(result, "solver"), "pdhg");
  EXPECT_EQ(figure(result, "gamma"), figure(rank(data, {.method = "pdrank"}), "gamma"))
      << "the solver does not change the choice";
}

TEST(PdRankAuto, RecoversAChain) {
  Comparisons chain;
  for (int item = 0; item < 60; ++item) chain.items.intern(std::to_string(item));
  for (ItemId item = 0; item < 59; ++item) chain.add({.winner = item, .loser = item + 1});
  const RankResult result = rank(chain, {.method = "pdrank"});
  for (std::size_t k = 0; k < 60; ++k) EXPECT_EQ(result.ranking[k].item, std::to_string(k));
  EXPECT_EQ(figure(result, "rounds_chosen"), std::nullopt);
}

TEST(PdRankAuto, WorksOnAHandfulOfAnswers) {
  Comparisons data;
  const ItemId a = data.items.intern("A"), b = data.items.intern("B"), c = data.items.intern("C");
  data.add({.winner = a, .loser = b});
  EXPECT_TRUE(rank(data, {.method = "pdrank"}).converged());
  data.add({.winner = b, .loser = a, .outcome = Outcome::tie});
  EXPECT_EQ(rank(data, {.method = "pdrank"}).ranking[0].item, "A");
  data.add({.winner = b, .loser = c});
  data.add({.winner = c, .loser = a});
  const RankResult result = rank(data, {.method = "pdrank"});
  EXPECT_TRUE(result.converged());
  EXPECT_EQ(figure(result, "gamma"), 3e-3);
  EXPECT_EQ(figure(result, "held_out_log_loss"), std::nullopt);
}

// Three parts of different kinds, each as if it were alone. The figures are the largest one's.
TEST(PdRankAuto, EveryPartChoosesForItself) {
  const Comparisons sparse = noisy(200, 1000, 4), dense = noisy(25, 2500, 4);
  Comparisons chain;
  for (int item = 0; item < 20; ++item) chain.items.intern(std::to_string(item));
  for (ItemId item = 0; item < 19; ++item) chain.add({.winner = item, .loser = item + 1});
  Comparisons all;
  std::vector<double> expected;
  std::vector<RankResult> alone;
  for (const Comparisons* part : std::initializer_list<const Comparisons*>{&sparse, &dense, &chain}) {
    const auto first = static_cast<ItemId>(all.items.size());
    Comparisons renamed;  // how pairs are dealt goes by the names
    for (ItemId item = 0; item < part->items.size(); ++item) {
      all.items.intern(std::to_string(first + item));
      renamed.items.intern(std::to_string(first + item));
    }
    for (std::size_t n = 0; n < part->size(); ++n) {
      all.add({.winner = first + part->winner(n), .loser = first + part->loser(n)});
      renamed.add({.winner = part->winner(n), .loser = part->loser(n)});
    }
    alone.push_back(rank(renamed, {.method = "pdrank"}));
    for (const double score : runs::scores_in(alone.back(), renamed)) expected.push_back(score);
  }
  const RankResult result = rank(all, {.method = "pdrank"});
  EXPECT_TRUE(result.converged());
  EXPECT_LT(runs::largest_difference(runs::scores_in(result, all), expected), 1e-9);
  EXPECT_EQ(result.figures, alone.front().figures);
}

TEST(PdRankAuto, StoppedWhileChoosingItHasNothing) {
  struct StopWhileChoosing final : Observer {
    void on_progress(const Progress& progress) override { stop = progress.stage == "choosing"; }
    bool stop_requested() override { return stop; }
    bool stop = false;
  } observer;
  const RankResult result = rank(noisy(60, 600, 5), {.method = "pdrank"}, &observer);
  EXPECT_EQ(result.convergence.status, Termination::stopped);
  EXPECT_EQ(result.convergence.rounds, 0);
  EXPECT_TRUE(result.figures.empty());
  for (const Place& place : result.ranking) EXPECT_EQ(place.score, 0);
}

}  // namespace
}  // namespace pdrank
