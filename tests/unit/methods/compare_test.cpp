#include "pdrank/methods/compare.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"
#include "pdrank/methods/adaptive.hpp"
#include "pdrank/methods/compare_reading.hpp"
#include "pdrank/methods/held_out.hpp"
#include "pdrank/methods/rank.hpp"
#include "pdrank/methods/registry.hpp"
#include "pdrank/metrics/kendall.hpp"
#include "pdrank/metrics/prediction.hpp"
#include "pdrank/simulate/simulate.hpp"
#include "support/rows.hpp"

namespace pdrank {
namespace {

Simulation simulated(std::uint64_t seed) {
  return simulate(
      {.items = 15, .comparisons = 600, .annotators = parse_annotators("honest:6,spammer:1"), .seed = seed});
}

const std::vector<std::string> kQuick = {"bradley-terry", "i-lsr", "crowd-bt", "pdrank", "borda", "elo", "hodgerank"};

const MethodOnData& line_of(const CompareResult& result, const std::string& method) {
  return *std::ranges::find(result.methods, method, &MethodOnData::method);
}

std::string message_of(const CompareOptions& options) {
  try {
    check(options);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "no error";
}

TEST(Compare, HasALineForEveryMethod) {
  const Simulation simulation = simulated(1);
  const CompareResult result = compare(simulation.comparisons, {.methods = {}, .folds = 3}, simulation.truth);
  ASSERT_EQ(result.methods.size(), methods().size());
  for (const MethodInfo& method : methods()) {
    const MethodOnData& line = line_of(result, std::string(method.name));
    ASSERT_EQ(line.reason, "") << method.name;
    EXPECT_EQ(line.convergence.status, Termination::converged) << method.name;
    for (const double figure : {line.seconds, line.agreement, line.accuracy, line.log_loss, line.calibration_error,
                                line.unpredicted, line.tau, line.spearman, line.top_k})
      EXPECT_FALSE(std::isnan(figure)) << method.name;
    EXPECT_GT(line.accuracy, 0.6) << method.name;
    EXPECT_LT(line.log_loss, std::log(2.0)) << method.name;
    EXPECT_GT(line.tau, 0.4) << method.name;
  }
  EXPECT_EQ(result.held_out, simulation.comparisons.size());
  EXPECT_EQ(result.items, 15u);
  EXPECT_EQ(result.truth_items, 15u);
}

TEST(Compare, BestComesFirstAndOnlyItHasNoPValue) {
  const CompareResult result = compare(simulated(2).comparisons, {.methods = kQuick, .folds = 4});
  for (std::size_t k = 1; k < result.methods.size(); ++k) {
    EXPECT_LE(result.methods[k - 1].log_loss, result.methods[k].log_loss + 1e-6);
    if (result.methods[k].log_loss > result.methods[0].log_loss + 1e-9) {
      EXPECT_GE(result.methods[k].p_value, 0) << result.methods[k].method;
      EXPECT_LE(result.methods[k].p_value, 1) << result.methods[k].method;
    }
  }
  EXPECT_TRUE(std::isnan(result.methods[0].p_value));
}

TEST(Compare, FiguresAreThoseOfTheRankings) {
  const Simulation simulation = simulated(3);
  const std::vector<std::string> names = {"pdrank", "borda", "bradley-terry:gamma=0.5"};
  const CompareResult result = compare(simulation.comparisons, {.methods = names, .folds = 0}, simulation.truth);
  std::vector<std::vector<double>> scores;
  for (const MethodOnData& line : result.methods) {
    RankOptions options{.method = line.method.substr(0, line.method.find(':'))};
    if (line.method.find("gamma") != std::string::npos) options.gamma = 0.5;
    scores.push_back(part_scores(rank(simulation.comparisons, options), simulation.comparisons.items.size()).score);
    EXPECT_NEAR(line.tau, kendall_tau(scores.back(), simulation.truth).tau_b, 1e-12) << line.method;
    EXPECT_TRUE(std::isnan(line.log_loss));
  }
  for (std::size_t i = 0; i < 3; ++i) {
    double others = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      EXPECT_NEAR(result.agreement[i][j], kendall_tau(scores[i], scores[j]).tau_b, 1e-12);
      if (j != i) others += result.agreement[i][j];
    }
    EXPECT_NEAR(result.methods[i].agreement, others / 2, 1e-12);
  }
  for (std::size_t k = 1; k < 3; ++k) EXPECT_GE(result.methods[k - 1].tau, result.methods[k].tau) << "best first";
}

TEST(Compare, SaysWhyAMethodDoesNotApply) {
  Comparisons data;
  for (const char* name : {"A", "B", "C"}) data.items.intern(name);
  for (int k = 0; k < 4; ++k) data.add({.winner = 0, .loser = 1}), data.add({.winner = 1, .loser = 2});
  const CompareResult result = compare(data, {.methods = {}, .folds = 2});
  EXPECT_NE(plain(line_of(result, "asr").reason).find("component strong"), std::string::npos);
  EXPECT_NE(line_of(result, "crowd-bt").reason.find("name no annotators"), std::string::npos);
  EXPECT_EQ(line_of(result, "pdrank").reason, "");
  EXPECT_EQ(result.methods.back().reason.empty(), false) << "they come last";
  EXPECT_THROW(compare(data, {.methods = {"asr", "crowd-bt"}}), NotApplicable);
}

// A chain of strong links: every fold of the training data loses some of them.
TEST(Compare, FoldsThatBreakAMethodCountAsACoin) {
  Comparisons data;
  for (int item = 0; item < 12; ++item) data.items.intern("item-" + std::to_string(item));
  for (ItemId item = 0; item + 1 < 12; ++item) {
    data.add({.winner = item, .loser = item + 1});
    data.add({.winner = item + 1, .loser = item});
  }
  const CompareResult result = compare(data, {.methods = {"asr", "pdrank"}, .folds = 4});
  EXPECT_EQ(line_of(result, "asr").reason, "");
  EXPECT_GT(line_of(result, "asr").unpredicted, 0.2);
  EXPECT_LT(line_of(result, "pdrank").unpredicted, line_of(result, "asr").unpredicted);
}

// Two rows, one each way: without either, nothing is strongly connected.
TEST(Compare, FoldsThatLeaveAMethodNothingPredictNothing) {
  Comparisons data;
  for (const char* name : {"A", "B"}) data.items.intern(name);
  data.annotators.intern("x");
  data.add({.winner = 0, .loser = 1, .annotator = 0});
  data.add({.winner = 1, .loser = 0});
  const CompareResult result = compare(data, {.methods = {"asr", "crowd-bt", "bradley-terry:gamma=0"}, .folds = 2});
  EXPECT_EQ(line_of(result, "asr").unpredicted, 1);
  EXPECT_EQ(line_of(result, "bradley-terry:gamma=0").unpredicted, 1);
  EXPECT_EQ(line_of(result, "crowd-bt").unpredicted, 0.5) << "the fold that names nobody";
  EXPECT_NEAR(line_of(result, "asr").log_loss, std::log(2.0), 1e-12);
}

TEST(Compare, SmallDataHaveFewerFoldsOrNone) {
  Comparisons data;
  for (const char* name : {"A", "B", "C"}) data.items.intern(name);
  for (int k = 0; k < 3; ++k) data.add({.winner = 0, .loser = 1}), data.add({.winner = 1, .loser = 2});
  EXPECT_EQ(compare(data, {.methods = {"borda"}}).folds, 3);
  Comparisons tiny;
  for (const char* name : {"A", "B"}) tiny.items.intern(name);
  tiny.add({.winner = 0, .loser = 1});
  const CompareResult result = compare(tiny, {.methods = {"borda"}});
  EXPECT_EQ(result.folds, 0);
  EXPECT_NE(result.notes.back().find("too few answers"), std::string::npos);
}

// Adjacent items of a long order, answered as the order has it: only the ranks show that the pairs were chosen.
TEST(Compare, RecognisesAdaptivePairs) {
  const auto chosen = [](bool near) {
    Random random(4);
    zoo::Rows rows;
    for (int k = 0; k < 600; ++k) {
      const auto a = static_cast<ItemId>(random.below(60));
      const auto b = static_cast<ItemId>(near ? (a + 1 + random.below(4)) % 60 : random.below(60));
      if (a == b || (near && b < a)) continue;
      const bool first = random.chance(1 / (1 + std::exp(0.1 * (static_cast<double>(a) - static_cast<double>(b)))));
      rows.push_back(first ? Comparison{a, b} : Comparison{b, a});
    }
    return compare(zoo::from_rows(60, rows), {.methods = {"borda"}, .folds = 2});
  };
  const CompareResult near = chosen(true), any = chosen(false);
  EXPECT_TRUE(near.adaptive);
  EXPECT_LT(near.pair_distance, 0.8);
  EXPECT_NE(near.notes.back().find(option_named("forward")), std::string::npos);
  EXPECT_FALSE(any.adaptive);
  EXPECT_NEAR(any.pair_distance, 1, 0.15);
}

// A ring of pairs that has nothing to do with the scores: neighbours share the errors of a fit, which is not a choice.
TEST(Compare, AGraphThatKnowsNothingIsNotAdaptive) {
  int flagged = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    zoo::Rows rows;
    std::vector<double> score(40);
    for (double& value : score) value = random.uniform(0, 3);
    for (ItemId a = 0; a < 40; ++a)
      for (const ItemId step : {1u, 2u}) {
        const ItemId b = (a + step) % 40;
        const bool first = random.chance(1 / (1 + std::exp(score[b] - score[a])));
        rows.push_back(first ? Comparison{a, b} : Comparison{b, a});
      }
    const MergedComparisons merged = merge(zoo::from_rows(40, rows), TieRule::half);
    flagged += measure_pair_distance(merged.graph, seed, nullptr).adaptive;
  }
  EXPECT_LE(flagged, 1);
}

TEST(Compare, TheSameSeedGivesTheSameFigures) {
  const Simulation simulation = simulated(4);
  const CompareOptions options{.methods = {"pdrank", "elo"}, .seed = 5, .threads = 1, .folds = 3};
  CompareOptions threads = options, seed = options;
  threads.threads = 3;
  seed.seed = 6;
  const CompareResult a = compare(simulation.comparisons, options), b = compare(simulation.comparisons, threads),
                      c = compare(simulation.comparisons, seed);
  for (const MethodOnData& line : a.methods) {
    EXPECT_EQ(line.log_loss, line_of(b, line.method).log_loss);
    EXPECT_NE(line.log_loss, line_of(c, line.method).log_loss) << "other folds";
  }
}

TEST(Compare, AutoIsThePosteriorInEveryFold) {
  Random random(29);
  const CompareResult result =
      compare(zoo::from_rows(6, zoo::random_rows(6, 60, 2, random)), {.methods = {"auto", "posterior"}, .folds = 3});
  EXPECT_EQ(line_of(result, "auto").log_loss, line_of(result, "posterior").log_loss);
}

TEST(Compare, MistakesOfTheCaller) {
  EXPECT_EQ(message_of({.methods = {}, .folds = 1}), "folds is 1, but must be 0 or between 2 and 1000");
  EXPECT_EQ(message_of({.methods = {}, .top = 0}), "top is 0, but must be at least 1");
  EXPECT_EQ(message_of({.methods = {"borda:gamma=1"}}),
            "gamma is 1, but method borda does not use it; pdrank, bradley-terry, crowd-bt do");
  EXPECT_EQ(message_of({.methods = {"pdrank:gamma"}}), "methods is 'gamma', but an option must read name=value");
  EXPECT_EQ(message_of({.methods = {"pdrank:gama=1"}}),
            "option is 'gama', but there is no such option; did you mean gamma?");
  EXPECT_EQ(message_of({.methods = {"pdrank:gamma=x"}}), "gamma is 'x', but must be a number or auto");
  EXPECT_NE(message_of({.methods = {"pdrunk"}}).find("must be one of"), std::string::npos);
  EXPECT_EQ(message_of({.methods = {"pdrank:ties=drop"}}),
            "methods is 'ties=drop', but this option must be the same for all methods");
  EXPECT_EQ(message_of({.methods = {"pdrank:max-rounds=3:solver=pdhg"}}), "no error");
}

class StopAfter final : public Observer {
 public:
  explicit StopAfter(int runs) : left_(runs) {}
  void on_progress(const Progress& progress) override {
    EXPECT_EQ(progress.stage, "comparing");
    --left_;
  }
  bool stop_requested() override { return left_ <= 0; }

 private:
  int left_;
};

TEST(Compare, StopsOnRequest) {
  StopAfter observer(4);
  EXPECT_THROW(compare(simulated(1).comparisons, {.methods = kQuick, .folds = 5}, {}, &observer), Stopped);
}

TEST(Compare, KeepsWhatIsDoneWhenItIsStopped) {
  const Comparisons& data = simulated(1).comparisons;
  StopAfter observer(9);  // four runs each
  const CompareResult some = compare(data, {.methods = {"borda", "elo", "win-rate", "asr"}, .folds = 3}, {}, &observer);
  const CompareResult all = compare(data, {.methods = {"borda", "elo"}, .folds = 3});
  EXPECT_EQ(some.unfinished, (std::vector<std::string>{"win-rate", "asr"}));
  ASSERT_EQ(some.methods.size(), 2u);
  for (const MethodOnData& line : all.methods) EXPECT_EQ(line.log_loss, line_of(some, line.method).log_loss);
  EXPECT_EQ(some.notes.back(), "Stopped on request: win-rate and asr are missing.");
}

TEST(Compare, SaysWhoseProbabilitiesTheyAre) {
  const CompareResult result = compare(simulated(1).comparisons, {.methods = kQuick, .folds = 2});
  for (const char* method : {"bradley-terry", "i-lsr", "crowd-bt"}) EXPECT_EQ(line_of(result, method).law, "own");
  for (const char* method : {"pdrank", "borda", "elo"}) EXPECT_EQ(line_of(result, method).law, "one slope");
}

// Rows with counts, the same one by one, and these in another order: the same folds and the same figures to the bit.
TEST(Compare, RowsAndCountsAreTheSameData) {
  Random random(8);
  zoo::Rows rows = zoo::strong_rows(7, 40, 2, random);
  zoo::decorate(rows, 0, 5, 0.2, random);
  const std::vector<std::string> methods = {"bradley-terry", "pdrank", "borda",     "hodgerank",
                                            "i-lsr",         "svm",    "multistage"};
  const auto figures = [&](const zoo::Rows& of) {
    const CompareResult result = compare(zoo::from_rows(7, of), {.methods = methods, .seed = 3, .folds = 4});
    std::vector<double> all = {result.held_out};
    for (const std::string& method : methods) {
      const MethodOnData& line = line_of(result, method);
      all.insert(all.end(), {line.log_loss, line.accuracy, line.calibration_error, line.agreement});
      all.insert(all.end(), line.fold_log_loss.begin(), line.fold_log_loss.end());
    }
    return all;
  };
  const std::vector<double> counted = figures(rows);
  EXPECT_EQ(figures(zoo::repeated(rows)), counted);
  EXPECT_EQ(figures(zoo::shuffled(zoo::repeated(rows), random)), counted);
}

// What a fold is trained on and what is held out, by comparison.
struct Split {
  std::vector<double> trained, held;
};

std::vector<Split> splits_of(const HeldOutFolds& folds, const Comparisons& data) {
  std::vector<Split> splits;
  for (int fold = 0; fold < folds.folds(); ++fold) {
    Split& split = splits.emplace_back(Split{std::vector<double>(data.size(), 0.0), {}});
    const Comparisons training = folds.training(fold);
    std::size_t at = 0;
    for (std::size_t n = 0; n < data.size() && at < training.size(); ++n)
      if (training.row(at) == data.row(n) && training.winner(at) == data.winner(n) &&
          training.loser(at) == data.loser(n))
        split.trained[n] = training.weight(at++);
    for (std::size_t n = 0; n < data.size(); ++n) split.held.push_back(data.weight(n) - split.trained[n]);
  }
  return splits;
}

std::vector<std::uint8_t> all_of(const Comparisons& data) { return std::vector<std::uint8_t>(data.size(), 1); }

// Folds by hand: the prediction for a row comes from the data without its fold.
TEST(HeldOut, PredictsEveryRowOnceFromTheOthers) {
  const Simulation simulation = simulated(5);
  const Comparisons& data = simulation.comparisons;
  const HeldOutFolds folds = HeldOutFolds::dealt(data, all_of(data), 4, 7);
  std::vector<int> trained(data.size(), 0);
  double agreeing = 0, rows = 0;
  const HeldOut held_out = folds.predict([&](const Comparisons& training) {
    const RankResult result = rank(training, {.method = "win-rate"});
    const std::vector<double> score = scores_by_item(result, data.items.size());
    std::set<std::uint32_t> used;
    for (std::size_t n = 0; n < training.size(); ++n) used.insert(training.row(n));
    for (std::size_t n = 0; n < data.size(); ++n) {
      trained[n] += used.contains(data.row(n)) ? 1 : 0;
      if (used.contains(data.row(n))) continue;
      const double margin = score[data.winner(n)] - score[data.loser(n)];
      agreeing += margin > 0 ? 1 : margin == 0 ? 0.5 : 0;
      ++rows;
    }
    EXPECT_NEAR(static_cast<double>(training.size()), 0.75 * static_cast<double>(data.size()), 1);
    return result;
  });
  EXPECT_EQ(std::ranges::count(trained, 3), static_cast<std::ptrdiff_t>(data.size())) << "each row is held out once";
  EXPECT_NEAR(held_out.accuracy, agreeing / rows, 1e-12);
  EXPECT_EQ(held_out.fold_log_loss.size(), 4u);
  EXPECT_EQ(held_out.law, "one slope");
}

// Comparisons that one ranking row makes are dependent; half of them must not predict the other half.
TEST(HeldOut, KeepsTheComparisonsOfARowTogether) {
  Comparisons data;
  for (int item = 0; item < 6; ++item) data.items.intern(std::to_string(item));
  for (std::uint32_t row = 1; row <= 40; ++row)
    for (ItemId item = 0; item < 5; ++item) data.add({.winner = item, .loser = item + 1}, row);
  for (const HeldOutFolds& folds :
       {HeldOutFolds::dealt(data, all_of(data), 5, 1), HeldOutFolds::forward(data, all_of(data), 5)})
    for (int fold = 0; fold < 5; ++fold) {
      const Comparisons training = folds.training(fold);
      std::vector<int> of_row(41, 0);
      for (std::size_t n = 0; n < training.size(); ++n) ++of_row[training.row(n)];
      for (std::uint32_t row = 1; row <= 40; ++row) EXPECT_TRUE(of_row[row] == 0 || of_row[row] == 5);
    }
}

TEST(HeldOut, AWeightIsDealtAsSoManyAnswers) {
  const Comparisons data = zoo::from_rows(3, {{.winner = 0, .loser = 1, .weight = 1000},
                                              {.winner = 1, .loser = 0, .weight = 7},
                                              {.winner = 1, .loser = 2, .weight = 2.5},
                                              {.winner = 0, .loser = 2, .weight = 1e8}});
  std::set<double> shares;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const HeldOutFolds folds = HeldOutFolds::dealt(data, all_of(data), 4, seed);
    std::vector<double> held(4, 0.0);
    for (const Split& split : splits_of(folds, data)) {
      for (std::size_t n = 0; n < 4; ++n) held[n] += split.held[n];
      EXPECT_NEAR(split.held[0], 250, 90) << "six standard deviations of a hypergeometric number";
      EXPECT_NEAR(split.held[3], 2.5e7, 1000);
      EXPECT_EQ(std::floor(split.held[1]), split.held[1]);
      EXPECT_EQ(std::floor(2 * split.held[2]), 2 * split.held[2]);
      shares.insert(split.held[0]);
    }
    EXPECT_EQ(held, (std::vector<double>{1000, 7, 2.5, 1e8})) << "everything is held out once";
    EXPECT_EQ(folds.size(), 1e8 + 1009.5);
  }
  EXPECT_GT(shares.size(), 20u) << "not in equal parts: training and held-out answers would be alike";
}

// A pair answered by a coin: what is held out does not follow what was trained on.
TEST(HeldOut, FoldsOfOneAnswerAreDrawnAtRandom) {
  const Comparisons data =
      zoo::from_rows(2, {{.winner = 0, .loser = 1, .weight = 20}, {.winner = 1, .loser = 0, .weight = 20}});
  double squares = 0;
  constexpr int kSeeds = 500;
  for (int seed = 0; seed < kSeeds; ++seed) {
    const Split split =
        splits_of(HeldOutFolds::dealt(data, all_of(data), 2, static_cast<std::uint64_t>(seed)), data).front();
    EXPECT_EQ(split.held[0] + split.held[1], 20);
    squares += (split.held[0] - 10) * (split.held[0] - 10) / kSeeds;
  }
  const double variance = 20 * 0.25 * 20 / 39;  // hypergeometric
  EXPECT_NEAR(squares, variance, 5 * variance * std::sqrt(2.0 / kSeeds));
}

TEST(HeldOut, ForwardPredictsLaterRowsFromEarlierOnes) {
  const Comparisons& data = simulated(5).comparisons;
  const HeldOutFolds folds = HeldOutFolds::forward(data, all_of(data), 5);
  ASSERT_EQ(folds.folds(), 5);
  EXPECT_EQ(folds.size(), 500);
  for (int fold = 0; fold < 5; ++fold) {
    const Comparisons training = folds.training(fold);
    EXPECT_EQ(training.size(), 100u * (static_cast<std::size_t>(fold) + 1));
    EXPECT_EQ(training.row(training.size() - 1), training.size()) << "those before the block, without a gap";
  }
  EXPECT_THROW(HeldOutFolds::forward(zoo::from_rows(2, {{0, 1}, {1, 0}}), {1, 1}, 2), InvalidArgument);
}

TEST(HeldOut, TimesPutRowsInOrder) {
  zoo::Rows rows = {{.winner = 0, .loser = 1}, {.winner = 1, .loser = 2}, {.winner = 2, .loser = 0}};
  const auto order = [&](std::vector<double> times) {
    for (std::size_t k = 0; k < rows.size(); ++k) rows[k].time = times[k];
    const Comparisons data = in_order_of_time(zoo::from_rows(3, rows));
    std::vector<ItemId> winners;
    for (std::size_t n = 0; n < data.size(); ++n) winners.push_back(data.winner(n));
    return winners;
  };
  EXPECT_EQ(order({3, 1, 2}), (std::vector<ItemId>{1, 2, 0}));
  EXPECT_EQ(order({1, 1, 0}), (std::vector<ItemId>{2, 0, 1})) << "rows of one time stay in their order";
  EXPECT_EQ(order({5, kNoTime, 4}), (std::vector<ItemId>{1, 2, 0}));
  EXPECT_EQ(order({kNoTime, kNoTime, kNoTime}), (std::vector<ItemId>{0, 1, 2}));
}

// The loss of scores that know nothing is that of a coin, and no unit of scores without a law makes a difference, not
// even if every fold has its own.
TEST(HeldOut, DoesNotDependOnTheUnitOfTheScores) {
  const Simulation simulation = simulated(6);
  const Comparisons& data = simulation.comparisons;
  const HeldOutFolds folds = HeldOutFolds::dealt(data, all_of(data), 5, 1);
  const auto loss = [&](double unit, double growth = 1) {
    return folds
        .predict([&](const Comparisons& training) {
          RankResult result = rank(training, {.method = "bradley-terry"});
          result.law.reset();
          for (Place& place : result.ranking) place.score *= unit;
          unit *= growth;
          return result;
        })
        .log_loss;
  };
  EXPECT_NEAR(loss(1), loss(173.7), 1e-9);
  EXPECT_NEAR(loss(1), loss(1, 3.7), 1e-9);
  EXPECT_NEAR(loss(0), std::log(2.0), 1e-12);
}

MethodOnData line(const char* method, double log_loss, double p, double tau = kNone) {
  MethodOnData made;
  made.method = method;
  made.accuracy = 0.75;
  made.log_loss = log_loss;
  made.p_value = p;
  made.tau = tau;
  return made;
}

TEST(Reading, SaysWhatTheTableSays) {
  CompareResult result;
  result.folds = 5;
  result.methods = {line("a", 0.5, kNone), line("b", 0.51, 0.3), line("c", 0.6, 0.001)};
  EXPECT_EQ(
      read_comparison(result),
      "The best predictor of held-out answers is a (75.0 % right, log loss 0.500); the data do not show that b is "
      "worse; c is clearly worse.");
  result.methods[2].log_loss = 0.50001;
  EXPECT_NE(read_comparison(result).find("the data do not show that b and c are worse"), std::string::npos)
      << "rounding is no news";
  result.methods[0].log_loss = 0.70;
  EXPECT_EQ(read_comparison(result),
            "No method predicts held-out answers better than a coin (log loss 0.700 at best).");
  result.folds = 0;
  result.truth_items = 9;
  result.methods = {line("a", kNone, kNone, 0.5), line("b", kNone, kNone, 0.75)};
  EXPECT_EQ(read_comparison(result), "The ranking of b is closest to the truth (tau 0.750).");
}

}  // namespace
}  // namespace pdrank
