// The posterior as a method, and what the ranking, the rows and the annotators are told about its draws.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "pdrank/methods/confidence.hpp"
#include "pdrank/methods/places.hpp"
#include "pdrank/methods/registry.hpp"
#include "pdrank/simulate/simulate.hpp"
#include "unit/methods/runs.hpp"

namespace pdrank {
namespace {

// What `rank` has in hand after the method has run.
struct Sampled {
  explicit Sampled(Comparisons given, const RankOptions& asked = {.method = "posterior"}, TieRule ties = TieRule::half)
      : data(std::move(given)),
        merged(merge(data, ties)),
        weak(weak_components(graph())),
        strong(strong_components(graph())),
        output(find_method("posterior").run(input(), resolve_preset(asked, graph().node_count()), nullptr)) {}

  const ComparisonGraph& graph() const { return merged.graph; }
  MethodInput input() const { return {data, merged, weak, strong}; }

  Comparisons data;
  MergedComparisons merged;
  Components weak, strong;
  MethodOutput output;
};

// Two parts, ties, weights; items 0 .. 6 and 7 .. 9.
zoo::Rows some_rows(std::uint64_t seed) {
  Random random(seed);
  zoo::Rows rows = zoo::strong_rows(7, 60, 3, random);
  for (zoo::Rows part = zoo::strong_rows(3, 10, 3, random); Comparison & row : part)
    rows.push_back({.winner = row.winner + 7, .loser = row.loser + 7});
  zoo::decorate(rows, 0, 2, 0.15, random);
  return rows;
}

double mean_rank(const ScoreDraws& draws, std::uint32_t node, const std::vector<std::uint32_t>& part) {
  double sum = 0;
  for (std::size_t k = 0; k < draws.count(); ++k)
    for (std::uint32_t other = 0; other < draws.nodes(); ++other)
      if (part[other] == part[node] && other != node)
        sum += draws[k][other] > draws[k][node] ? 1 : draws[k][other] == draws[k][node] ? 0.5 : 0;
  return 1 + sum / static_cast<double>(draws.count());
}

double share_above(const ScoreDraws& draws, std::uint32_t a, std::uint32_t b) {
  double sum = 0;
  for (std::size_t k = 0; k < draws.count(); ++k)
    sum += draws[k][a] > draws[k][b] ? 1 : draws[k][a] == draws[k][b] ? 0.5 : 0;
  return (sum + 0.5) / (static_cast<double>(draws.count()) + 1);
}

TEST(PosteriorMethod, ScoresAreExpectedShares) {
  const Sampled run(zoo::from_rows(10, some_rows(1)));
  ASSERT_EQ(run.weak.count(), 2u);
  for (std::uint32_t node = 0; node < 10; ++node) {
    const double others = node < 7 ? 6 : 2;
    const double below = others + 1 - mean_rank(run.output.draws, node, run.weak.of_item);
    EXPECT_NEAR(run.output.scores[node], below / others, 1e-9);
  }
}

TEST(PosteriorMethod, AnItemOfItsOwnPartStandsInTheMiddle) {
  const Sampled alone(zoo::from_rows(3, {{0, 1}, {0, 2, kNoAnnotator, 1, true}}), {.method = "posterior"},
                      TieRule::drop);
  EXPECT_EQ(alone.weak.count(), 2u);
  EXPECT_EQ(alone.output.scores[2], 0.5);
  EXPECT_EQ(alone.output.ranges[2].low, 1u);
  EXPECT_EQ(alone.output.ranges[2].high, 1u);
}

TEST(PosteriorMethod, TheRankingIsSortedAndRangesHoldTheRanks) {
  for (const double level : {0.5, 0.9, 0.99})
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const RankResult result = rank(zoo::from_rows(10, some_rows(seed)), {.method = "posterior", .level = level});
      ASSERT_EQ(result.ranking.size(), 10u);
      for (std::size_t k = 0; k < 10; ++k) {
        const Place& place = result.ranking[k];
        const std::uint32_t first = k < 7 ? 0 : 7, last = k < 7 ? 7 : 10;
        EXPECT_EQ(place.component, k < 7 ? 1u : 2u);
        EXPECT_EQ(place.rank, k - first + 1);
        EXPECT_TRUE(place.score >= 0 && place.score <= 1);
        ASSERT_TRUE(place.rank_low && place.rank_high && place.tier);
        EXPECT_LE(1u, *place.rank_low);
        EXPECT_LE(*place.rank_low, place.rank);
        EXPECT_LE(place.rank, *place.rank_high);
        EXPECT_LE(*place.rank_high, last - first);
        EXPECT_EQ(place.above_next.has_value(), k + 1 < last);
        if (k == first) {
          EXPECT_EQ(place.tier, 1u);
          continue;
        }
        const Place& before = result.ranking[k - 1];
        EXPECT_LE(place.score, before.score);
        EXPECT_TRUE(place.tier == before.tier || place.tier == *before.tier + 1);
        EXPECT_TRUE(*before.above_next > 0 && *before.above_next < 1);
      }
    }
}

// Places, straight from the draws.
TEST(PosteriorMethod, PlacesSayWhatTheDrawsSay) {
  const Sampled run(zoo::from_rows(10, some_rows(2)));
  constexpr double kLevel = 0.9;
  const std::vector<Place> places = make_places(run.input(), run.output, std::vector<ItemFlags>(10), kLevel);
  std::vector<std::uint32_t> node;
  for (const Place& place : places) node.push_back(*run.data.items.find(place.item));
  std::size_t head = 0;
  for (std::size_t k = 0; k < 10; ++k) {
    EXPECT_EQ(places[k].score, run.output.scores[node[k]]);
    EXPECT_EQ(places[k].rank_low, std::min(places[k].rank, run.output.ranges[node[k]].low));
    EXPECT_EQ(places[k].rank_high, std::max(places[k].rank, run.output.ranges[node[k]].high));
    const bool first = k == 0 || places[k].component != places[k - 1].component;
    if (first || share_above(run.output.draws, node[head], node[k]) >= kLevel) head = k;
    EXPECT_EQ(places[k].tier, first ? 1 : *places[k - 1].tier + (head == k ? 1 : 0));
    if (!first) {
      EXPECT_NEAR(*places[k - 1].above_next, share_above(run.output.draws, node[k - 1], node[k]), 1e-12);
    }
  }
}

TEST(PosteriorMethod, RowsAreToldTheShareOfDrawsThatAgree) {
  Sampled run(zoo::from_rows(10, some_rows(3)));
  const Confidences confidence = carry_back(run.data, run.weak, run.merged, run.output);
  ASSERT_EQ(confidence.size(), run.data.size());
  std::size_t ties = 0;
  for (std::size_t n = 0; n < confidence.size(); ++n) {
    const std::uint32_t winner = run.data.winner(n), loser = run.data.loser(n);
    const double above = share_above(run.output.draws, winner, loser);
    const bool tie = run.data.tie(n);
    ties += tie ? 1 : 0;
    EXPECT_NEAR(confidence[n].probability_correct, tie ? 2 * std::min(above, 1 - above) : above, 1e-12);
    EXPECT_TRUE(std::isnan(confidence[n].weight)) << "the posterior has none";
    const double margin = run.output.scores[winner] - run.output.scores[loser];
    EXPECT_EQ(confidence[n].standing, tie || margin > 0 ? Standing::with : Standing::against);
  }
  EXPECT_GT(ties, 3u);
}

TEST(PosteriorMethod, RowsThatWereLeftOutAreToldNothing) {
  const Comparisons data = zoo::from_rows(4, {{0, 1}, {1, 2}, {2, 0}, {3, 0}, {0, 1, kNoAnnotator, 1, true}});
  const RankResult result = rank(data, {.method = "posterior", .ties = "drop", .component = "strong"});
  for (const std::size_t n : {3u, 4u}) {
    EXPECT_TRUE(std::isnan(result.confidence[n].probability_correct));
    EXPECT_EQ(result.confidence[n].standing, Standing::unused);
  }
  EXPECT_EQ(result.ranking.size(), 3u);
}

std::map<std::string, double> figures_of(const RankResult& result) {
  return {result.figures.begin(), result.figures.end()};
}

TEST(PosteriorMethod, Figures) {
  Random random(4);
  const RankResult result = rank(zoo::from_rows(9, zoo::strong_rows(9, 200, 4, random)), {.method = "posterior"});
  auto figures = figures_of(result);
  const std::vector<std::string> names = {"noise",      "noise_low", "noise_high",      "scale", "scale_low",
                                          "scale_high", "r_hat",     "effective_draws", "sweeps"};
  ASSERT_EQ(result.figures.size(), names.size());
  for (std::size_t k = 0; k < names.size(); ++k) EXPECT_EQ(result.figures[k].first, names[k]);
  for (const auto& [name, value] : figures) EXPECT_TRUE(std::isfinite(value)) << name;
  EXPECT_TRUE(0 <= figures["noise_low"] && figures["noise_low"] < figures["noise"]);
  EXPECT_TRUE(figures["noise"] < figures["noise_high"] && figures["noise_high"] <= 1);
  EXPECT_TRUE(figures["scale_low"] < figures["scale"] && figures["scale"] < figures["scale_high"]);
  EXPECT_TRUE(figures["r_hat"] >= 0.9 && figures["r_hat"] <= 1.05);
  EXPECT_GE(figures["effective_draws"], 100);
  EXPECT_EQ(figures["sweeps"], result.convergence.rounds);
  EXPECT_EQ(result.convergence.iterations, 4L * result.convergence.rounds);
  EXPECT_TRUE(runs::mentions(result.notes, "how close items are matters"));
  EXPECT_TRUE(runs::mentions({result.convergence.message}, "4 chains agree after"));
}

TEST(PosteriorMethod, LimitsAreReportedAndTheResultKept) {
  Random random(5);
  const Comparisons data = zoo::from_rows(30, zoo::strong_rows(30, 60, 4, random));
  const RankResult result = rank(data, {.method = "posterior", .max_sweeps = 100});
  EXPECT_EQ(result.convergence.status, Termination::round_limit);
  EXPECT_EQ(result.convergence.rounds, 100);
  EXPECT_TRUE(runs::mentions({result.convergence.message}, "raise --max-sweeps")) << result.convergence.message;
  EXPECT_EQ(result.convergence.message.find("nan"), std::string::npos) << result.convergence.message;
  EXPECT_EQ(result.ranking.size(), 30u);
  EXPECT_THROW(rank(data, {.method = "posterior", .max_sweeps = 99}), InvalidArgument);
}

TEST(PosteriorMethod, IsTheSameOnAnyNumberOfThreads) {
  Random random(6);
  zoo::Rows rows = zoo::strong_rows(40, 300, 4, random);
  zoo::decorate(rows, 5, 2, 0.1, random);
  const Comparisons data = zoo::from_rows(40, rows, 5);
  const auto on_threads = [&](int threads) {
    return rank(data, {.method = "posterior", .max_sweeps = 300, .threads = threads});
  };
  const RankResult one = on_threads(1);
  for (const int threads : {2, 3}) {
    const RankResult more = on_threads(threads);
    EXPECT_EQ(figures_of(more), figures_of(one));
    for (std::size_t k = 0; k < 40; ++k) {
      EXPECT_EQ(more.ranking[k].item, one.ranking[k].item);
      EXPECT_EQ(more.ranking[k].score, one.ranking[k].score);
      EXPECT_EQ(more.ranking[k].above_next, one.ranking[k].above_next);
      EXPECT_EQ(more.ranking[k].tier, one.ranking[k].tier);
    }
    for (std::size_t n = 0; n < data.size(); ++n)
      ASSERT_EQ(more.confidence[n].probability_correct, one.confidence[n].probability_correct);
    for (std::size_t k = 0; k < 5; ++k) EXPECT_EQ(more.annotators[k].reliability, one.annotators[k].reliability);
  }
}

// 20 annotators with some 100 answers each. An honest one (5 % turned round) is far from a coin: 45 of 100 answers,
// nine standard deviations. An adversary (90 %) is as far from a coin on the other side.
TEST(PosteriorMethod, FlagsAnnotators) {
  int coins = 0, called_random = 0, called_adversary = 0, outside = 0, all = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const Simulation simulation = simulate({.items = 12,
                                            .comparisons = 2000,
                                            .noise = parse_noise("toggle:0"),
                                            .annotators = parse_annotators("honest:14,spammer:4,adversary:2"),
                                            .seed = seed});
    const RankResult result = rank(simulation.comparisons, {.method = "posterior"});
    ASSERT_EQ(result.annotators.size(), 20u);
    for (std::size_t k = 0; k < 20; ++k) {
      const AnnotatorReport& report = result.annotators[k];
      const std::string& kind = simulation.annotator_kinds[k];
      if (kind == "honest") {
        EXPECT_EQ(report.flag, "") << seed << ' ' << report.annotator;
      } else if (kind == "adversary") {
        EXPECT_EQ(report.flag, "adversary") << seed << ' ' << report.annotator;
      } else {
        ++coins;
        called_random += report.flag == "random" ? 1 : 0;
        called_adversary += report.flag == "adversary" ? 1 : 0;
      }
      EXPECT_LT(report.reliability_low, report.reliability);
      EXPECT_GT(report.reliability_high, report.reliability);
      const double truth = 1 - simulation.annotator_flips[k];
      outside += truth < report.reliability_low || truth > report.reliability_high ? 1 : 0;
      ++all;
    }
  }
  // A coin is called an adversary if fewer than 40 of its 100 answers or so agree, two standard deviations: once in 40
  // times, and four of 16 with a probability below 0.001. Random, unless its answers happen to agree in so many of 100
  // that the interval leaves 1/2: once in 20 times on that side; five of 16 have a probability below 0.001.
  EXPECT_LE(called_adversary, 3);
  EXPECT_GE(called_random + called_adversary, coins - 5);
  // 90 % intervals of 80: 8 are expected outside, standard deviation 2.7; four of them.
  EXPECT_EQ(all, 80);
  EXPECT_LE(outside, 19);
}

// Among many who are honest a coin's flip is as likely to look above one half as below.
TEST(PosteriorMethod, CoinsAreSeldomCalledAdversaries) {
  int coins = 0, called_adversary = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Simulation simulation = simulate({.items = 8,
                                            .comparisons = 2000,
                                            .noise = parse_noise("toggle:0"),
                                            .annotators = parse_annotators("honest:30,spammer:20"),
                                            .seed = seed});
    const RankResult result = rank(simulation.comparisons, {.method = "posterior", .max_sweeps = 1000});
    for (std::size_t k = 0; k < result.annotators.size(); ++k) {
      if (simulation.annotator_kinds[k] != "spammer") continue;
      ++coins;
      called_adversary += result.annotators[k].flag == "adversary" ? 1 : 0;
    }
  }
  // 100 coins with 40 answers each; at most 1 in 10 looks below one half with a probability of 0.9, so 21 or more have
  // a probability below 0.001. Half of them do look below one half.
  EXPECT_EQ(coins, 100);
  EXPECT_LE(called_adversary, 20);
}

TEST(PosteriorMethod, OneAnnotatorIsJudgedByAgreement) {
  Random random(7);
  zoo::Rows rows = zoo::strong_rows(5, 60, 4, random);
  zoo::decorate(rows, 1, 1, 0, random);
  const Sampled run(zoo::from_rows(5, rows, 1));
  EXPECT_TRUE(run.output.annotators.empty()) << "there is nobody to compare with";
  const RankResult result = rank(run.data, {.method = "posterior"});
  ASSERT_EQ(result.annotators.size(), 1u);
  EXPECT_TRUE(std::isfinite(result.annotators[0].reliability));
}

TEST(PosteriorMethod, RowsWithoutAnnotatorAreOneMoreSource) {
  Random random(8);
  zoo::Rows rows = zoo::strong_rows(6, 150, 4, random);
  zoo::decorate(rows, 3, 1, 0, random);
  for (std::size_t n = 0; n < rows.size(); n += 4) rows[n].annotator = kNoAnnotator;
  const Sampled run(zoo::from_rows(6, rows, 3));
  EXPECT_EQ(run.output.annotators.size(), 3u);
}

double width(const AnnotatorQuality& quality) { return quality.high - quality.low; }

// Three with 100 answers each, as honest as can be, and two whose only answers are ties that are dropped.
TEST(PosteriorMethod, OfAnnotatorsWithoutAnswersLittleIsKnown) {
  zoo::Rows rows;
  for (ItemId winner = 0; winner < 5; ++winner)
    for (ItemId loser = winner + 1; loser < 5; ++loser)
      for (AnnotatorId who = 0; who < 3; ++who) rows.push_back({winner, loser, who, 10});
  for (const AnnotatorId who : {3u, 4u}) rows.push_back({0, 1, who, 1, true});
  const Sampled run(zoo::from_rows(5, rows, 5), {.method = "posterior"}, TieRule::drop);
  const std::vector<AnnotatorQuality>& found = run.output.annotators;
  ASSERT_EQ(found.size(), 5u);
  for (std::size_t who = 0; who < 3; ++who)
    for (const std::size_t idle : {3u, 4u}) EXPECT_GT(width(found[idle]), 2 * width(found[who]));
}

// Who is there in name only takes no part: the ranking is that of the rows that count, alone.
TEST(PosteriorMethod, OneAnnotatorStaysAloneBesideOneWithoutAnswers) {
  Random random(9);
  zoo::Rows rows = zoo::strong_rows(5, 60, 4, random);
  zoo::decorate(rows, 1, 1, 0, random);
  const Sampled alone(zoo::from_rows(5, rows, 1));
  rows.push_back({0, 1, 1, 1, true});
  const Sampled beside(zoo::from_rows(5, rows, 2), {.method = "posterior"}, TieRule::drop);
  EXPECT_TRUE(beside.output.annotators.empty());
  EXPECT_EQ(beside.output.scores, alone.output.scores);
}

}  // namespace
}  // namespace pdrank
