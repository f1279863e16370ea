#include <functional>
#include <map>

#include "pdrank/active/crowd_moments.hpp"
#include "unit/active/ask.hpp"

namespace pdrank {
namespace {

const std::vector<AnswerMoments> kMoments = {
    {},
    {{0.3, 1.0}, {-0.2, 0.5}, {10, 1}},
    {{-1.5, 0.2}, {2.0, 1.3}, {4.2, 2.5}},
    {{1.0, 0.01}, {0.5, 0.02}, {1.5, 6}},
    {{0.1, 2.0}, {0.0, 0.7}, {30, 30}},
};

// The mean over a fine grid of cells.
double integral(double low, double high, const std::function<double(double)>& f) {
  constexpr int kCells = 200'000;
  double sum = 0;
  for (int k = 0; k < kCells; ++k) sum += f(low + (high - low) * (k + 0.5) / kCells);
  return sum * (high - low) / kCells;
}

double beta_density(double x, const AnnotatorMoments& law) {
  return std::exp((law.alpha - 1) * std::log(x) + (law.beta - 1) * std::log1p(-x) + std::lgamma(law.alpha + law.beta) -
                  std::lgamma(law.alpha) - std::lgamma(law.beta));
}

double log_normal_density(double x, const ItemMoments& law) {
  return -(x - law.mean) * (x - law.mean) / (2 * law.variance) - std::log(2 * M_PI * law.variance) / 2;
}

// The probability of the answer at given scores, eta at its mean.
double likelihood(double winner, double loser, const AnnotatorMoments& annotator) {
  const double follows = std::exp(winner) / (std::exp(winner) + std::exp(loser));
  return (annotator.alpha * follows + annotator.beta * (1 - follows)) / (annotator.alpha + annotator.beta);
}

// mean' = mean + variance d log f, variance' = variance (1 + variance d^2 log f) by Stein's lemma, with derivatives at
// the means.
TEST(CrowdMoments, ItemsMoveByTheDerivativesOfTheLogLikelihood) {
  constexpr double kStep = 1e-4;
  for (const AnswerMoments& before : kMoments) {
    const AnswerMoments after = after_answer(before);
    const auto f = [&](double winner, double loser) {
      return std::log(likelihood(before.winner.mean + winner, before.loser.mean + loser, before.annotator));
    };
    const double middle = f(0, 0);
    const auto check = [&](const ItemMoments& was, const ItemMoments& is, double up, double down) {
      EXPECT_NEAR(is.mean, was.mean + was.variance * (up - down) / (2 * kStep), 1e-7);
      EXPECT_NEAR(is.variance, was.variance * (1 + was.variance * (up - 2 * middle + down) / (kStep * kStep)), 1e-6);
    };
    check(before.winner, after.winner, f(kStep, 0), f(-kStep, 0));
    check(before.loser, after.loser, f(0, kStep), f(0, -kStep));
  }
}

TEST(CrowdMoments, LimitsThatTheAuthorsName) {
  // A perfect annotator, one at random, one who answers against.
  const ItemMoments winner = {0.4, 0.5}, loser = {1.1, 0.8};
  const double p = 1 / (1 + std::exp(0.7));
  EXPECT_NEAR(after_answer({winner, loser, {1e9, 1e-9}}).winner.mean, 0.4 + 0.5 * (1 - p), 1e-9);
  EXPECT_NEAR(after_answer({winner, loser, {1e9, 1e-9}}).loser.mean, 1.1 - 0.8 * (1 - p), 1e-9);
  EXPECT_NEAR(after_answer({winner, loser, {3, 3}}).winner.mean, 0.4, 1e-12);
  EXPECT_NEAR(after_answer({winner, loser, {1e-9, 1e9}}).winner.mean, 0.4 - 0.5 * p, 1e-9);
  // A variance stays positive: without kappa this one would be 5 - 25 / 4.
  EXPECT_NEAR(after_answer({{0, 5}, {0, 5}, {1e9, 1e-9}}).winner.variance, 5e-4, 1e-9);
}

// Equation 19 is the second-order expansion of E sigmoid(s_i - s_j). |sigmoid''''| < 0.14, so what it leaves out is
// below 0.14 / 24 * 3 variance^2, variance that of the difference.
TEST(CrowdMoments, ProbabilityOfAnAnswer) {
  for (const AnswerMoments& before : kMoments) {
    const double variance = before.winner.variance + before.loser.variance;
    const ItemMoments difference = {before.winner.mean - before.loser.mean, variance};
    const double reach = 12 * std::sqrt(variance);
    const double follows = integral(difference.mean - reach, difference.mean + reach, [&](double d) {
      return std::exp(log_normal_density(d, difference)) / (1 + std::exp(-d));
    });
    const double quality = before.annotator.alpha / (before.annotator.alpha + before.annotator.beta);
    EXPECT_NEAR(answer_probability(before), quality * follows + (1 - quality) * (1 - follows),
                1e-9 + 0.14 / 8 * variance * variance);
    EXPECT_NEAR(answer_probability(before) + answer_probability(before.swapped()), 1, 1e-12);
  }
}

// The Beta law after an answer has the mean and the variance of eta's law by Bayes' rule.
TEST(CrowdMoments, AnnotatorMatchesMoments) {
  for (const AnswerMoments& before : kMoments) {
    // C_1, as an annotator who is always right would give the answer with that probability.
    const double c1 = answer_probability({before.winner, before.loser, {1, 0}});
    const auto moment = [&](int power) {
      return integral(0, 1, [&](double eta) {
        return std::pow(eta, power) * (c1 * eta + (1 - c1) * (1 - eta)) * beta_density(eta, before.annotator);
      });
    };
    const double mean = moment(1) / moment(0), variance = moment(2) / moment(0) - mean * mean;
    const AnnotatorMoments after = after_answer(before).annotator;
    const double size = after.alpha + after.beta;
    EXPECT_NEAR(after.alpha / size, mean, 1e-6);
    EXPECT_NEAR(after.alpha * after.beta / (size * size * (size + 1)), variance, 1e-6);
  }
  // One answer of a hundred thousand moves an annotator by about 1 / size; no digit of that is lost.
  const AnnotatorMoments sure = after_answer({{5, 0.01}, {-5, 0.01}, {9e8, 1e8}}).annotator;
  EXPECT_NEAR(sure.alpha - 9e8, 1, 1e-3);
  EXPECT_NEAR(sure.beta - 1e8, 0, 1e-3);
}

TEST(CrowdMoments, DivergencesAreThoseOfTheDefinition) {
  for (const AnswerMoments& before : kMoments) {
    const AnswerMoments after = after_answer(before);
    const double reach = 12 * std::sqrt(after.winner.variance);
    const double items = integral(after.winner.mean - reach, after.winner.mean + reach, [&](double x) {
      const double log_density = log_normal_density(x, after.winner);
      return std::exp(log_density) * (log_density - log_normal_density(x, before.winner));
    });
    EXPECT_NEAR(divergence(after.winner, before.winner), items, 1e-8);
    const double annotator = integral(0, 1, [&](double eta) {
      const double density = beta_density(eta, after.annotator);
      return density > 0 ? density * std::log(density / beta_density(eta, before.annotator)) : 0;
    });
    EXPECT_NEAR(divergence(after.annotator, before.annotator), annotator, 1e-5);
    EXPECT_EQ(divergence(before.loser, before.loser), 0);
    EXPECT_NEAR(divergence(before.annotator, before.annotator), 0, 1e-12);
  }
}

TEST(CrowdMoments, GainIsTheExpectationOverBothAnswers) {
  for (const AnswerMoments& pair : kMoments) {
    const double p = answer_probability(pair);
    const AnswerMoments one = after_answer(pair), other = after_answer(pair.swapped()).swapped();
    const auto items = [&](const AnswerMoments& after) {
      return divergence(after.winner, pair.winner) + divergence(after.loser, pair.loser);
    };
    const auto annotator = [&](const AnswerMoments& after) { return divergence(after.annotator, pair.annotator); };
    EXPECT_NEAR(expected_gain(pair).items, p * items(one) + (1 - p) * items(other), 1e-12);
    EXPECT_NEAR(expected_gain(pair).annotator, p * annotator(one) + (1 - p) * annotator(other), 1e-12);
    EXPECT_NEAR(expected_gain(pair).total(), expected_gain(pair).items + 5 * expected_gain(pair).annotator, 1e-12);
    EXPECT_NEAR(expected_gain(pair).total(), expected_gain(pair.swapped()).total(), 1e-12) << "order does not matter";
  }
}

// The belief after rows of weight 1 without ties, straight from the definition.
struct Crowd {
  std::vector<ItemMoments> items;
  std::vector<AnnotatorMoments> annotators;

  double value(ItemPair pair, std::size_t annotator) const {
    return expected_gain({items[pair.first], items[pair.second], annotators[annotator]}).total();
  }
};

bool has_answered(const zoo::Rows& rows, AnnotatorId annotator, ItemPair pair) {
  return std::ranges::any_of(rows, [&](const Comparison& row) {
    return row.annotator == annotator && make_pair_of(row.winner, row.loser) == pair;
  });
}

Crowd learn(std::uint32_t items, std::uint32_t annotators, const zoo::Rows& rows) {
  Crowd crowd{std::vector<ItemMoments>(items), std::vector<AnnotatorMoments>(annotators + 1)};
  for (const Comparison& row : rows) {
    AnnotatorMoments& annotator = crowd.annotators[row.annotator == kNoAnnotator ? annotators : row.annotator];
    const AnswerMoments after = after_answer({crowd.items[row.winner], crowd.items[row.loser], annotator});
    crowd.items[row.winner] = after.winner, crowd.items[row.loser] = after.loser, annotator = after.annotator;
  }
  return crowd;
}

zoo::Rows crowd_rows(std::uint32_t items, std::size_t count, std::uint32_t annotators, std::uint64_t seed) {
  Random random(seed);
  zoo::Rows rows = zoo::random_rows(items, count, 3, random);
  zoo::decorate(rows, annotators, 1, 0, random);
  return rows;
}

std::vector<double> scores_of(const ask::AskedData& data) {
  return find_strategy("crowd-bt").own_scores(data.input(1));
}

TEST(CrowdBt, KeepsItsPromises) { ask::check_promises("crowd-bt"); }

TEST(CrowdBt, ReadsRowsInTheirOrder) {
  zoo::Rows rows = crowd_rows(6, 50, 3, 1);
  rows[7].annotator = kNoAnnotator;
  const Crowd crowd = learn(6, 3, rows);
  const std::vector<double> scores = scores_of(ask::AskedData(6, rows, {}, 3));
  for (std::size_t item = 0; item < 6; ++item) EXPECT_EQ(scores[item], crowd.items[item].mean);
}

TEST(CrowdBt, WeightsAreAnswersAndTiesAreHalf) {
  zoo::Rows rows = crowd_rows(5, 20, 2, 2);
  rows[3].weight = 4, rows[9].weight = 2;
  EXPECT_EQ(scores_of(ask::AskedData(5, rows, {}, 2)), scores_of(ask::AskedData(5, zoo::repeated(rows), {}, 2)));
  // A hundred answers after each other are all that a row is read for.
  rows[3].weight = 100;
  const std::vector<double> hundred = scores_of(ask::AskedData(5, rows, {}, 2));
  rows[3].weight = 1e9;
  EXPECT_EQ(scores_of(ask::AskedData(5, rows, {}, 2)), hundred);
  // Half an answer goes half the way, a tie nowhere between equals.
  const std::vector<double> whole = scores_of(ask::AskedData(2, {{.winner = 0, .loser = 1}}));
  const std::vector<double> half = scores_of(ask::AskedData(2, {{.winner = 0, .loser = 1, .weight = 0.5}}));
  EXPECT_NEAR(half[0], whole[0] / 2, 1e-15);
  const std::vector<double> tie = scores_of(ask::AskedData(2, {{.winner = 0, .loser = 1, .outcome = Outcome::tie}}));
  EXPECT_NEAR(tie[0], 0, 1e-15);
  EXPECT_NEAR(tie[1], 0, 1e-15);
}

TEST(CrowdBt, AsksThePairAndTheAnnotatorOfGreatestValue) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const zoo::Rows rows = crowd_rows(7, 40, 4, seed);
    const ask::AskedData data(7, rows, PairSet({{1, 2}}), 4);
    const Crowd crowd = learn(7, 4, rows);
    const auto greatest = [&](std::vector<AnnotatorId> who) {
      double best = 0;
      for (const ItemPair pair : allowed_pairs(data.input(1)))
        for (const AnnotatorId annotator : who)
          if (!has_answered(rows, annotator, pair)) best = std::max(best, crowd.value(pair, annotator));
      return best;
    };
    const Question anyone = ask::ask("crowd-bt", data.input(1)).at(0);
    EXPECT_NEAR(anyone.value, greatest({0, 1, 2, 3}), 1e-12);
    EXPECT_NEAR(anyone.value, crowd.value(anyone.pair, anyone.annotator), 1e-12);
    AskInput input = data.input(1);
    input.annotator = 2;
    const Question of_two = ask::ask("crowd-bt", input).at(0);
    EXPECT_EQ(of_two.annotator, 2u);
    EXPECT_NEAR(of_two.value, greatest({2}), 1e-12);
  }
  EXPECT_EQ(ask::ask("crowd-bt", ask::AskedData(3, {}).input(1)).at(0).annotator, kNoAnnotator) << "nobody is known";
}

TEST(CrowdBt, ABatchIsForEverybody) {
  const ask::AskedData data(10, {}, {}, 5);  // five who are all the same so far
  std::map<AnnotatorId, int> questions;
  for (const Question& question : ask::ask("crowd-bt", data.input(20))) ++questions[question.annotator];
  ASSERT_EQ(questions.size(), 5u);
  for (const auto& [annotator, count] : questions) EXPECT_EQ(count, 4);
}

// Too many to be looked at for every pair: those who are should be about as good.
TEST(CrowdBt, ManyAnnotators) {
  constexpr std::uint32_t kItems = 200, kAnnotators = 400;
  const zoo::Rows rows = crowd_rows(kItems, 6000, kAnnotators, 9);
  const Crowd crowd = learn(kItems, kAnnotators, rows);
  const ask::AskedData data(kItems, rows, {}, kAnnotators);
  double best = 0;
  for (const ItemPair pair : allowed_pairs(data.input(1)))
    for (std::size_t annotator = 0; annotator < kAnnotators; annotator += 7)
      best = std::max(best, crowd.value(pair, annotator));
  EXPECT_GT(ask::ask("crowd-bt", data.input(1)).at(0).value, 0.9 * best);
}

TEST(CrowdBt, NobodyIsAskedTwice) {
  zoo::Rows rows;
  for (const ItemPair pair : allowed_pairs(ask::AskedData(4, {}).input(1)))
    for (const AnnotatorId annotator : {0u, 1u})
      if (annotator == 0 || pair != ItemPair{1, 3})
        rows.push_back({.winner = pair.first, .loser = pair.second, .annotator = annotator});
  const std::vector<Question> left = ask::ask("crowd-bt", ask::AskedData(4, rows, {}, 2).input(6));
  ASSERT_EQ(left.size(), 1u);
  EXPECT_EQ(left[0].pair, (ItemPair{1, 3}));
  EXPECT_EQ(left[0].annotator, 1u);
}

TEST(CrowdBt, WithoutNamesOnlyTheItemsCount) {
  const zoo::Rows rows = crowd_rows(5, 12, 0, 3);
  const Crowd crowd = learn(5, 0, rows);
  for (const Question& question : ask::ask("crowd-bt", ask::AskedData(5, rows).input(10))) {
    const auto [first, second] = question.pair;
    EXPECT_NEAR(question.value, expected_gain({crowd.items[first], crowd.items[second], crowd.annotators[0]}).items,
                1e-12);
  }
}

}  // namespace
}  // namespace pdrank
