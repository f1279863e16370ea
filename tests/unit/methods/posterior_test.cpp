// The posterior as a method, and what the ranking, the rows and the annotators are told about its draws.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "pdrank/methods/confidence.hpp"
#include "pdrank/methods/places.hpp"
#include "pdrank/methods/posterior_answers.hpp"
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

// In log-odds, every part with mean 0 in every draw; the ranking goes by mean ranks.
TEST(PosteriorMethod, ScoresAreCentredLogOdds) {
  const Sampled run(zoo::from_rows(10, some_rows(1)));
  ASSERT_EQ(run.weak.count(), 2u);
  const ScoreDraws& draws = run.output.draws;
  for (std::size_t k = 0; k < draws.count(); ++k) {
    double large = 0, small = 0;
    for (std::uint32_t node = 0; node < 10; ++node) (node < 7 ? large : small) += static_cast<double>(draws[k][node]);
    ASSERT_NEAR(large, 0, 1e-4);
    ASSERT_NEAR(small, 0, 1e-4);
  }
  for (std::uint32_t node = 0; node < 10; ++node) {
    double mean = 0;
    for (std::size_t k = 0; k < draws.count(); ++k)
      mean += static_cast<double>(draws[k][node]) / static_cast<double>(draws.count());
    EXPECT_NEAR(run.output.scores[node], mean, 1e-5);
    EXPECT_LT(run.output.score_low[node], mean);
    EXPECT_GT(run.output.score_high[node], mean);
    EXPECT_NEAR(run.output.ranked_by()[node], -mean_rank(draws, node, run.weak.of_item), 1e-6);
  }
}

// P(i beats j) is the logistic function of the difference: 9,000 answers of 10,000 have log-odds of log 9.
TEST(PosteriorMethod, ADifferenceOfScoresIsALogOdds) {
  const RankResult result = rank(zoo::from_rows(2, {{0, 1, kNoAnnotator, 9000}, {1, 0, kNoAnnotator, 1000}}), {});
  // Its standard error is 1 / sqrt(900) = 0.03, and what of the 1,000 was turned round is open.
  EXPECT_GT(result.ranking[0].score - result.ranking[1].score, std::log(9.0) - 0.15);
  EXPECT_NEAR(result.ranking[0].score + result.ranking[1].score, 0, 1e-6);
}

TEST(PosteriorMethod, AnItemOfItsOwnPartStandsInTheMiddle) {
  const Sampled alone(zoo::from_rows(3, {{0, 1}, {0, 2, kNoAnnotator, 1, Outcome::tie}}), {.method = "posterior"},
                      TieRule::drop);
  EXPECT_EQ(alone.weak.count(), 2u);
  EXPECT_EQ(alone.output.scores[2], 0);
  EXPECT_EQ(alone.output.ranges[2].low, 1u);
  EXPECT_EQ(alone.output.ranges[2].high, 1u);
  EXPECT_EQ(alone.output.ranges[2].first, 1);
}

TEST(PosteriorMethod, TheRankingIsSortedAndRangesHoldTheRanks) {
  for (const double level : {0.5, 0.99})
    for (const std::uint64_t seed : {1u}) {
      const RankResult result = rank(zoo::from_rows(10, some_rows(seed)), {.method = "posterior", .level = level});
      ASSERT_EQ(result.ranking.size(), 10u);
      for (std::size_t k = 0; k < 10; ++k) {
        const Place& place = result.ranking[k];
        const std::uint32_t first = k < 7 ? 0 : 7, last = k < 7 ? 7 : 10;
        EXPECT_EQ(place.component, k < 7 ? 1u : 2u);
        EXPECT_EQ(place.rank, k - first + 1);
        ASSERT_TRUE(place.score_low && place.score_high && place.first && place.standard_error);
        EXPECT_LE(*place.score_low, place.score);
        EXPECT_LE(place.score, *place.score_high);
        EXPECT_TRUE(*place.first >= 0 && *place.first <= 1);
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
    EXPECT_EQ(places[k].first, run.output.ranges[node[k]].first);
    EXPECT_EQ(places[k].score_low, run.output.score_low[node[k]]);
    EXPECT_EQ(places[k].score_high, run.output.score_high[node[k]]);
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
    const double margin = run.output.ranked_by()[winner] - run.output.ranked_by()[loser];
    EXPECT_EQ(confidence[n].standing, tie || margin > 0 ? Standing::with : Standing::against);
  }
  EXPECT_GT(ties, 3u);
}

TEST(PosteriorMethod, RowsThatWereLeftOutAreToldNothing) {
  const Comparisons data = zoo::from_rows(4, {{0, 1}, {1, 2}, {2, 0}, {3, 0}, {0, 1, kNoAnnotator, 1, Outcome::tie}});
  const RankResult result = rank(data, {.method = "posterior", .ties = TieRule::drop, .component = RankedPart::strong});
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
  const std::vector<std::string> names = {"noise",      "noise_low",   "noise_high",  "spread",
                                          "spread_low", "spread_high", "shape_parts", "draws"};
  ASSERT_EQ(result.figures.size(), names.size());
  for (std::size_t k = 0; k < names.size(); ++k) EXPECT_EQ(result.figures[k].first, names[k]);
  for (const auto& [name, value] : figures) EXPECT_TRUE(std::isfinite(value)) << name;
  EXPECT_TRUE(0 <= figures["noise_low"] && figures["noise_low"] <= figures["noise"]);
  EXPECT_TRUE(figures["noise"] <= figures["noise_high"] && figures["noise_high"] <= 0.5);
  EXPECT_TRUE(figures["spread_low"] <= figures["spread"] && figures["spread"] <= figures["spread_high"]);
  EXPECT_EQ(result.convergence.status, Termination::converged);
  EXPECT_TRUE(runs::mentions(result.notes, "a typical distance apart"));
  EXPECT_TRUE(runs::mentions({result.convergence.message}, "fitted in")) << result.convergence.message;
}

// The same answers in another order of rows, and under other numbers, are the same answers.
TEST(PosteriorMethod, TheOrderOfRowsDoesNotMatter) {
  Random random(5);
  zoo::Rows rows = zoo::strong_rows(12, 80, 4, random);
  zoo::decorate(rows, 4, 2, 0.1, random);
  const auto named = [](const zoo::Rows& all) {
    Comparisons data;  // items and annotators are numbered as they come
    for (Comparison row : all) {
      row.winner = data.items.intern("item-" + std::to_string(row.winner));
      row.loser = data.items.intern("item-" + std::to_string(row.loser));
      row.annotator = data.annotators.intern("annotator-" + std::to_string(row.annotator));
      data.add(row);
    }
    return rank(data, {});
  };
  const RankResult one = named(rows), other = named(zoo::shuffled(rows, random));
  EXPECT_EQ(figures_of(other), figures_of(one));
  for (std::size_t k = 0; k < 12; ++k) {
    EXPECT_EQ(other.ranking[k].item, one.ranking[k].item);
    EXPECT_EQ(other.ranking[k].score, one.ranking[k].score);
    EXPECT_EQ(other.ranking[k].score_low, one.ranking[k].score_low);
    EXPECT_EQ(other.ranking[k].rank_low, one.ranking[k].rank_low);
    EXPECT_EQ(other.ranking[k].above_next, one.ranking[k].above_next);
  }
}

TEST(PosteriorMethod, AWeightIsANumberOfAnswers) {
  Random random(6);
  zoo::Rows rows = zoo::strong_rows(6, 20, 3, random);
  zoo::decorate(rows, 0, 3, 0.2, random);
  const RankResult counted = rank(zoo::from_rows(6, rows), {}),
                   repeated = rank(zoo::from_rows(6, zoo::repeated(rows)), {});
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_EQ(counted.ranking[k].item, repeated.ranking[k].item);
    EXPECT_EQ(counted.ranking[k].score, repeated.ranking[k].score);
    EXPECT_EQ(counted.ranking[k].rank_high, repeated.ranking[k].rank_high);
  }
}

TEST(PosteriorMethod, AMillionAnswersAgainstOne) {
  const RankResult result = rank(zoo::from_rows(2, {{0, 1, kNoAnnotator, 1e6}, {1, 0, kNoAnnotator, 1}}), {});
  EXPECT_EQ(result.ranking[0].item, "item-0");
  EXPECT_EQ(result.ranking[0].rank_high, 1u);
  EXPECT_EQ(result.ranking[1].rank_low, 2u);
  EXPECT_GT(*result.ranking[0].first, 0.99);
  EXPECT_GT(*result.ranking[0].above_next, 0.99);
}

// Items about which the answers say the same share a rank.
TEST(PosteriorMethod, EqualItemsShareARank) {
  zoo::Rows ties, circle;
  for (ItemId item = 0; item < 3; ++item) {
    ties.push_back({item, (item + 1) % 3, kNoAnnotator, 2, Outcome::tie});
    circle.push_back({item, (item + 1) % 3, kNoAnnotator, 4});
  }
  for (const zoo::Rows& rows : {ties, circle}) {
    const RankResult result = rank(zoo::from_rows(3, rows), {});
    for (const Place& place : result.ranking) {
      EXPECT_EQ(place.rank, 1u) << place.item;
      EXPECT_EQ(place.rank_low, 1u);
      EXPECT_EQ(place.rank_high, 3u);
      EXPECT_EQ(place.tier, 1u);
      EXPECT_NEAR(place.score, 0, 1e-6);
    }
    EXPECT_EQ(result.ranking[0].item, "item-0") << "by name";
  }
  // Two pairs of twins, one above the other.
  zoo::Rows twins;
  for (const ItemId winner : {0u, 1u})
    for (const ItemId loser : {2u, 3u}) twins.push_back({winner, loser, kNoAnnotator, 3});
  const RankResult result = rank(zoo::from_rows(4, twins), {});
  EXPECT_EQ(result.ranking[0].rank, 1u);
  EXPECT_EQ(result.ranking[1].rank, 1u);
  EXPECT_EQ(result.ranking[2].rank, 3u);
  EXPECT_EQ(result.ranking[3].rank, 3u);
}

// Rows that order all pairs of several items are one ranking. Its pairs are not independent answers: what is not known
// is more, and a result says so.
TEST(PosteriorMethod, RankingsCountAsRankings) {
  Comparisons rankings, pairs;
  for (std::uint32_t item = 0; item < 5; ++item)
    for (Comparisons* data : {&rankings, &pairs}) data->items.intern("item-" + std::to_string(item));
  std::uint32_t row = 1;
  for (int judge = 0; judge < 4; ++judge, ++row)
    for (ItemId winner = 0; winner < 5; ++winner)
      for (ItemId loser = winner + 1; loser < 5; ++loser) {
        rankings.add({.winner = winner, .loser = loser}, row);
        pairs.add({.winner = winner, .loser = loser});
      }
  const RankResult whole = rank(rankings, {}), apart = rank(pairs, {});
  EXPECT_TRUE(runs::mentions(whole.notes, "Each of the 4 rankings counts as a whole"));
  EXPECT_FALSE(runs::mentions(apart.notes, "counts as one ranking"));
  for (std::size_t k = 0; k < 5; ++k) EXPECT_EQ(whole.ranking[k].item, "item-" + std::to_string(k));
  EXPECT_LT(*whole.ranking[1].above_next, *apart.ranking[1].above_next);
}

// A ranking of k items is k (k - 1) / 2 pairs at 3 / (k + 1) each; and people who rank alike are not one person.
TEST(PosteriorMethod, PairsOfRankingsCountLess) {
  Comparisons data;
  for (std::uint32_t item = 0; item < 8; ++item) data.items.intern("item-" + std::to_string(item));
  for (std::uint32_t judge = 0; judge < 6; ++judge) data.annotators.intern("judge-" + std::to_string(judge));
  for (AnnotatorId judge = 0; judge < 6; ++judge)
    for (ItemId winner = 0; winner < 8; ++winner)
      for (ItemId loser = winner + 1; loser < 8; ++loser)
        data.add({.winner = winner, .loser = loser, .annotator = judge}, judge + 1);
  data.add({.winner = 3, .loser = 1, .annotator = 0}, 7);
  const NamedAnswers named = name_answers(data, merge(data, TieRule::half));
  double all = 0;
  for (std::size_t row = 0; row < named.answers.rows(); ++row)
    all += static_cast<double>(named.answers.won[row] + named.answers.lost[row]);
  EXPECT_NEAR(all, 6 * 28 * 3.0 / 9 + 1, 1e-4);
  EXPECT_EQ(named.rankings, 6u);
  data.add({.winner = 0, .loser = 1, .annotator = 1}, 8);
  data.add({.winner = 0, .loser = 2, .annotator = 1}, 8);
  data.add({.winner = 1, .loser = 2, .annotator = 1, .outcome = Outcome::tie}, 8);
  EXPECT_EQ(name_answers(data, merge(data, TieRule::drop)).rankings, 7u) << "a dropped tie is a pair of its ranking";
  const RankResult result = rank(data, {});
  EXPECT_FALSE(runs::mentions(result.notes, "one person"));
  for (const AnnotatorReport& report : result.annotators) EXPECT_EQ(report.flag, "");
}

TEST(PosteriorMethod, IsTheSameOnAnyNumberOfThreads) {
  Random random(6);
  zoo::Rows rows = zoo::strong_rows(20, 100, 4, random);
  zoo::decorate(rows, 5, 2, 0.1, random);
  const Comparisons data = zoo::from_rows(20, rows, 5);
  const auto on_threads = [&](int threads) { return rank(data, {.method = "posterior", .threads = threads}); };
  const RankResult one = on_threads(1);
  for (const int threads : {3}) {
    const RankResult more = on_threads(threads);
    EXPECT_EQ(figures_of(more), figures_of(one));
    for (std::size_t k = 0; k < 20; ++k) {
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

// 20 annotators with some 100 answers each. An honest one (5 % turned round) is far from a coin, an adversary (90 %) as
// far on the other side; a coin is right in half of its answers, where the others are right in 95 %.
TEST(PosteriorMethod, FlagsAnnotators) {
  for (const std::uint64_t seed : {1u}) {
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
      if (kind == "spammer")
        EXPECT_NE(report.flag, "") << seed << ' ' << report.annotator;
      else
        EXPECT_EQ(report.flag, kind == "honest" ? "" : "adversary") << seed << ' ' << report.annotator;
      EXPECT_LE(report.reliability_low, report.reliability);
      EXPECT_GE(report.reliability_high, report.reliability);
      EXPECT_GT(report.answers, 50);
      EXPECT_LE(report.found_right, report.answers);
      EXPECT_GE(report.expected_right, report.answers / 2);
    }
  }
}

// Each run accuses somebody with a probability of at most 0.05: two of three have 0.007. The 40 runs of
// tests/statistical say more.
TEST(PosteriorMethod, HonestAnnotatorsAreLeftAlone) {
  int accused = 0;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Simulation simulation = simulate({.items = 10,
                                            .comparisons = 600,
                                            .noise = parse_noise("bt:5"),
                                            .annotators = parse_annotators("honest:40"),
                                            .seed = seed});
    const RankResult result = rank(simulation.comparisons, {});
    accused += std::ranges::any_of(result.annotators, [](const AnnotatorReport& one) { return !one.flag.empty(); });
  }
  EXPECT_LE(accused, 1);
}

// Nobody can tell which of the two is right.
TEST(PosteriorMethod, TwoWhoDisagreeFlagNobody) {
  zoo::Rows rows;
  for (ItemId a = 0; a < 6; ++a)
    for (ItemId b = a + 1; b < 6; ++b) {
      rows.push_back({a, b, 0, 3});
      rows.push_back({b, a, 1, 3});
    }
  for (const char* method : {"posterior", "pdrank"}) {
    const RankResult result = rank(zoo::from_rows(6, rows, 2), {.method = method});
    for (const AnnotatorReport& report : result.annotators) EXPECT_EQ(report.flag, "") << method;
  }
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
  for (const AnnotatorId who : {3u, 4u}) rows.push_back({0, 1, who, 1, Outcome::tie});
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
  rows.push_back({0, 1, 1, 1, Outcome::tie});
  const Sampled beside(zoo::from_rows(5, rows, 2), {.method = "posterior"}, TieRule::drop);
  EXPECT_EQ(beside.output.scores, alone.output.scores);
}

struct Impatient : Observer {
  explicit Impatient(int most) : left(most) {}
  bool stop_requested() override { return left-- <= 0; }
  int left;
};

// Two who lean towards what stands first, each in a way of their own: effects, leans and ties are to be learned.
TEST(PosteriorMethod, StoppedAnywhereItHasSoundNumbers) {
  Random random(3);
  zoo::Rows rows = zoo::strong_rows(5, 60, 2, random);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    rows[k].annotator = static_cast<AnnotatorId>(k % 3);
    rows[k].first = k % 3 == 0 || random.chance(0.5) ? Side::winner : Side::loser;
    if (k % 7 == 0) rows[k].outcome = Outcome::tie;
  }
  const Comparisons data = zoo::from_rows(5, rows, 3);
  const RankOptions options{.method = "posterior", .order_effect = OrderEffect::per_annotator, .threads = 1};
  bool is_done = false;
  int most = 0;
  for (; !is_done && most < 1'000'000; most += 1 + most / 3) {
    Impatient observer(most);
    const RankResult result = rank(data, options, &observer);
    is_done = result.convergence.status != Termination::stopped;
    EXPECT_EQ(result.ranking.size(), 5u) << most;
    for (const Place& place : result.ranking)
      EXPECT_TRUE(std::isfinite(place.score) && *place.score_low <= *place.score_high) << most;
  }
  EXPECT_TRUE(is_done) << "it was stopped " << most << " times over";
  EXPECT_GT(most, 10) << "it is hardly ever asked whether it is to stop";
}

}  // namespace
}  // namespace pdrank
