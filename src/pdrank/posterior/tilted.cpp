#include "pdrank/posterior/tilted.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "pdrank/posterior/few_answers.hpp"
#include "pdrank/posterior/integrand.hpp"

namespace pdrank {
namespace {

// The likelihood of rows as a function of d: its logarithm is added to a sum. Row `left_out` is left out of it.
constexpr std::size_t kAll = static_cast<std::size_t>(-1);

struct LikelihoodSlopes {
  double slope, bend;
};

// Of ties that are half a win each way.
double log_of_ties(const PairAnswers& answers, double d) {
  if (answers.tied == 0) return 0;
  return answers.tied * (std::numbers::ln2 - std::abs(d) / 2 - std::log1p(std::exp(-std::abs(d))));
}

// Answers of which nothing is known but who gave them.
class PlainRows {
 public:
  explicit PlainRows(const PairAnswers& answers) : answers_(answers) {}

  std::size_t size() const { return answers_.won.size(); }

  double log_value(double d, std::size_t left_out, double sum) const {
    const double s = logistic(d);
    for (std::size_t row = 0; row < size(); ++row)
      if (row != left_out) sum += log_of(row, s);
    return sum + log_of_ties(answers_, d);
  }

  LikelihoodSlopes slopes(double d, std::size_t left_out) const {
    const double s = logistic(d), t = logistic(-d);
    double first = 0, second = 0;  // derivatives by s
    for (std::size_t row = 0; row < size(); ++row) {
      if (row == left_out) continue;
      const auto [won, lost, flip] = get(row);
      const double rate = 1 - 2 * flip, p = flip * t + (1 - flip) * s, q = flip * s + (1 - flip) * t;
      const double by_won = won > 0 ? rate / p : 0, by_lost = lost > 0 ? rate / q : 0;
      first += won * by_won - lost * by_lost;
      second -= won * by_won * by_won + lost * by_lost * by_lost;
    }
    return {s * t * first + answers_.tied * (t - s) / 2,
            s * t * (s * t * second + (t - s) * first) - answers_.tied * s * t};
  }

  double log_row(std::size_t row, double d) const { return log_of(row, logistic(d)); }

  // Probability that `first` is preferred, were no answer turned round; and with which weight that is averaged.
  std::pair<double, double> preferred(std::size_t, double d) const { return {logistic(d), 1}; }

  // Answers of class 0 that were turned round.
  double turned(double d) const {
    const double s = logistic(d);
    double sum = 0;
    for (std::size_t row = 0; row < size() && answers_.source_class[row] == 0; ++row) {
      const auto [won, lost, f] = get(row);
      sum += won * f * (1 - s) / (f + (1 - 2 * f) * s) + lost * f * s / (1 - f - (1 - 2 * f) * s);
    }
    return sum;
  }

 private:
  struct Row {
    double won, lost, flip;
  };
  Row get(std::size_t row) const {
    return {static_cast<double>(answers_.won[row]), static_cast<double>(answers_.lost[row]),
            answers_.flip[answers_.source_class[row]]};
  }
  double log_of(std::size_t row, double s) const {
    const auto [won, lost, flip] = get(row);
    double sum = 0;
    if (won > 0) sum += won * std::log(flip + (1 - 2 * flip) * s);
    if (lost > 0) sum += lost * std::log(1 - flip - (1 - 2 * flip) * s);
    return sum;
  }

  const PairAnswers& answers_;
};

// Answers whose circumstances matter.
class LawRows {
 public:
  explicit LawRows(const PairAnswers& answers) : answers_(answers) {}

  std::size_t size() const { return answers_.won.size(); }

  double log_value(double d, std::size_t left_out, double sum) const {
    for (std::size_t row = 0; row < size(); ++row)
      if (row != left_out) sum += log_row(row, d);
    return sum + log_of_ties(answers_, d);
  }

  LikelihoodSlopes slopes(double d, std::size_t left_out) const {
    const double s = logistic(d), t = logistic(-d);
    LikelihoodSlopes sum{answers_.tied * (t - s) / 2, -answers_.tied * s * t};
    for (std::size_t row = 0; row < size(); ++row) {
      if (row == left_out) continue;
      const RowLaw at = answers_.law_of(row);
      const double m = d + at.offset;
      const auto add = [&](double count, double sign) {
        if (count == 0) return;
        const MarginLaw::Slopes as = at.law.slopes(sign * m), turned = at.law.slopes(-sign * m);
        const double a = (1 - at.flip) * as.chance, b = at.flip * turned.chance, p = a + b;
        const double slope = (a * as.first - b * turned.first) / p;
        const double bend =
            (a * (as.first * as.first + as.second) + b * (turned.first * turned.first + turned.second)) / p;
        sum.slope += count * sign * slope;
        sum.bend += count * (bend - slope * slope);
      };
      add(static_cast<double>(answers_.won[row]), 1);
      add(static_cast<double>(answers_.lost[row]), -1);
    }
    return sum;
  }

  double log_row(std::size_t row, double d) const {
    const RowLaw at = answers_.law_of(row);
    const double won = static_cast<double>(answers_.won[row]), lost = static_cast<double>(answers_.lost[row]);
    const double up = at.law.chance(d + at.offset), down = at.law.chance(-d - at.offset);
    constexpr double kLeast = 1e-300;
    double sum = 0;
    if (won > 0) sum += won * std::log(std::max((1 - at.flip) * up + at.flip * down, kLeast));
    if (lost > 0) sum += lost * std::log(std::max((1 - at.flip) * down + at.flip * up, kLeast));
    return sum;
  }

  std::pair<double, double> preferred(std::size_t row, double d) const {
    const RowLaw at = answers_.law_of(row);
    const double up = at.law.chance(d + at.offset), down = at.law.chance(-d - at.offset);
    return {up, up + down};
  }

  double turned(double d) const {
    double sum = 0;
    for (std::size_t row = 0; row < size() && answers_.source_class[row] < answers_.alike; ++row) {
      const RowLaw at = answers_.law_of(row);
      if (at.law.is_tie) continue;
      const double won = static_cast<double>(answers_.won[row]), lost = static_cast<double>(answers_.lost[row]);
      const double up = at.law.chance(d + at.offset), down = at.law.chance(-d - at.offset);
      if (won > 0) sum += won * at.flip * down / ((1 - at.flip) * up + at.flip * down);
      if (lost > 0) sum += lost * at.flip * up / ((1 - at.flip) * down + at.flip * up);
    }
    return sum;
  }

 private:
  const PairAnswers& answers_;
};

// Belief and likelihood.
template <class Rows>
class Target {
 public:
  Target(double mean, double variance, const Rows& rows, std::size_t left_out = kAll)
      : mean_(mean), variance_(variance), rows_(rows), left_out_(left_out) {}

  double mean() const { return mean_; }
  double deviation() const { return std::sqrt(variance_); }
  double value(double d) const { return rows_.log_value(d, left_out_, -(d - mean_) * (d - mean_) / (2 * variance_)); }
  TargetSlopes slopes(double d) const {
    const LikelihoodSlopes found = rows_.slopes(d, left_out_);
    return {found.slope, found.slope - (d - mean_) / variance_, found.bend - 1 / variance_};
  }

 private:
  double mean_, variance_;
  const Rows& rows_;
  std::size_t left_out_;
};

template <class Rows>
TiltedPair tilt_rows(double mean, double variance, const Rows& rows) {
  const Integrand f = lay_out(Target(mean, variance, rows));
  double sum = 0, sum_d = 0, sum_d2 = 0, turned = 0;
  const double origin = f.d(f.grid.nodes / 2);
  for (std::size_t k = 0; k < f.grid.nodes; ++k) {
    const double weight = std::exp(f.log_value[k] - f.top), d = f.d(k) - origin;
    sum += weight;
    sum_d += weight * d;
    sum_d2 += weight * d * d;
    turned += weight * rows.turned(f.d(k));
  }
  const double moved = sum_d / sum;
  return {f.top + std::log(sum * f.grid.step) - 0.5 * std::log(2 * std::numbers::pi * variance), origin + moved,
          std::max(sum_d2 / sum - moved * moved, 1e-300), turned / sum};
}

template <class Rows>
void predict_each(double mean, double variance, const Rows& rows, std::span<double> preferred) {
  const Integrand all = lay_out(Target(mean, variance, rows));
  std::vector<double> rest;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const auto predict = [&](const Integrand& f) {
      const double top = std::ranges::max(rest);
      double sum = 0, sum_first = 0;
      for (std::size_t k = 0; k < f.grid.nodes; ++k) {
        const auto [first, of] = rows.preferred(row, f.d(k));
        const double weight = std::exp(rest[k] - top);
        sum += weight * of;
        sum_first += weight * first;
      }
      return sum_first / sum;
    };
    rest = all.log_value;
    for (std::size_t k = 0; k < rest.size(); ++k) rest[k] -= rows.log_row(row, all.d(k));
    // The rest of the answers may be at home elsewhere.
    constexpr double kNothing = 10;
    if (std::max(rest.front(), rest.back()) < std::ranges::max(rest) - kNothing) {
      preferred[row] = predict(all);
    } else {
      const Integrand others = lay_out(Target(mean, variance, rows, row));
      rest = others.log_value;
      preferred[row] = predict(others);
    }
  }
}

// The probability that one more answer would be for `first`, without one row after the other: of few whole answers, a
// ratio of two integrals in closed form. False where there is none.
bool predict_each_of_few(double mean, double variance, const PairAnswers& answers, std::span<double> preferred) {
  const FewAnswers few(answers);
  if (!few.are_few()) return false;
  for (std::size_t row = 0; row < preferred.size(); ++row) {
    constexpr double kFlip = 0.05;  // of the one more; any would do that tells the two sides apart
    const FewAnswers rest = few.without(row);
    const std::optional<TiltedPair> without = rest.is_empty() ? TiltedPair{} : rest.tilt(mean, variance),
                                    with = rest.with_one(kFlip).tilt(mean, variance);
    if (!without || !with) return false;
    const double won = std::exp(with->log_mass - without->log_mass);
    preferred[row] = std::clamp((won - kFlip) / (1 - 2 * kFlip), 0.0, 1.0);
  }
  return true;
}

}  // namespace

PairAnswers answers_about(const Answers& answers, std::size_t pair, const Model& model,
                          std::span<const MarginLaw> laws) {
  const std::size_t begin = answers.begin[pair], count = answers.begin[pair + 1] - begin;
  PairAnswers about{std::span(answers.source).subspan(begin, count), std::span(answers.won).subspan(begin, count),
                    std::span(answers.lost).subspan(begin, count), answers.tied_of(pair), model.flip};
  if (!laws.empty()) {
    about.circumstance = std::span(answers.circumstance).subspan(begin, count);
    about.laws = laws;
    about.lean = model.lean;
    about.alike = model.alike;
  }
  return about;
}

TiltedPair tilt(double mean, double variance, const PairAnswers& answers) {
  if (!answers.laws.empty()) {
    if (const std::optional<TiltedPair> found = FewLaws(answers).tilt(mean, variance)) return *found;
    return tilt_rows(mean, variance, LawRows(answers));
  }
  if (const FewAnswers few(answers); few.are_few())
    if (const std::optional<TiltedPair> found = few.tilt(mean, variance)) return *found;
  return tilt_rows(mean, variance, PlainRows(answers));
}

void predict_rows(double mean, double variance, const PairAnswers& answers, std::span<double> preferred) {
  if (!answers.laws.empty())
    predict_each(mean, variance, LawRows(answers), preferred);
  else if (!predict_each_of_few(mean, variance, answers, preferred))
    predict_each(mean, variance, PlainRows(answers), preferred);
}

double spread(const ScoreShape& shape) {
  const double middle = centre(shape);
  double sum = 0;
  for (const ShapePart& part : shape)
    sum += part.share * (part.deviation * part.deviation + (part.mean - middle) * (part.mean - middle));
  return std::sqrt(sum);
}

double centre(const ScoreShape& shape) {
  double sum = 0;
  for (const ShapePart& part : shape) sum += part.share * part.mean;
  return sum;
}

TiltedScore tilt(double mean, double variance, const ScoreShape& shape) {
  double top = -1e300;
  std::array<double, kMostShapeParts> log_share;
  for (std::size_t k = 0; k < shape.size(); ++k) {
    const double both = shape[k].deviation * shape[k].deviation + variance, gap = mean - shape[k].mean;
    log_share[k] = std::log(shape[k].share) - gap * gap / (2 * both) - 0.5 * std::log(2 * std::numbers::pi * both);
    top = std::max(top, log_share[k]);
  }
  double sum = 0, sum_x = 0, sum_x2 = 0;
  for (std::size_t k = 0; k < shape.size(); ++k) {
    const double weight = std::exp(log_share[k] - top), own = shape[k].deviation * shape[k].deviation;
    const double narrowed = 1 / (1 / variance + 1 / own);
    const double place = narrowed * (mean / variance + shape[k].mean / own);
    sum += weight;
    sum_x += weight * place;
    sum_x2 += weight * (narrowed + place * place);
  }
  const double found = sum_x / sum;
  return {top + std::log(sum), found, std::max(sum_x2 / sum - found * found, 1e-300)};
}

}  // namespace pdrank
