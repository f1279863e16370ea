#include "pdrank/posterior/tilted.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

namespace pdrank {
namespace {

constexpr double kReach = 5.6;          // deviations of the belief to either side, for one answer
constexpr double kCoarsest = 1.4;       // step in d: the poles of the logistic law are pi away from the real axis
constexpr double kCoarsestOfFew = 1.0;  // of several
constexpr double kCoarsestOfMany =
    0.6;                       // exp(-n e^-2d), as of n answers some of which are turned round, has pi / 4 instead
constexpr double kStep = 0.8;  // step in deviations of what is integrated
constexpr std::size_t kMostNodes = 3000;

double sigmoid(double t) { return 1 / (1 + std::exp(-t)); }

struct Grid {
  double low, step;
  std::size_t nodes;
};

Grid even_grid(double low, double high, double step) {
  const auto nodes = static_cast<std::size_t>(std::ceil((high - low) / step)) + 1;
  const std::size_t kept = std::min(nodes, kMostNodes);
  return {low, (high - low) / static_cast<double>(kept - 1), kept};
}

double power(double base, int exponent) {
  double value = 1;
  for (; exponent > 0; exponent >>= 1, base *= base)
    if (exponent & 1) value *= base;
  return value;
}

// A few whole answers: likelihoods are products, and the weights of the nodes follow from each other, so that no node
// takes an exponential.
class FewAnswers {
 public:
  static constexpr std::size_t kMostRows = 4;
  static constexpr double kMostAnswers = 12;

  explicit FewAnswers(const PairAnswers& answers) {
    if (answers.won.size() > kMostRows || !is_count(answers.tied)) return;
    tied_ = static_cast<int>(answers.tied);
    all_ = answers.tied;
    for (std::size_t row = 0; row < answers.won.size(); ++row) {
      const double won = static_cast<double>(answers.won[row]), lost = static_cast<double>(answers.lost[row]);
      if (!is_count(won) || !is_count(lost)) return;
      const double flip = answers.flip[answers.source_class[row]];
      rows_[count_++] = {static_cast<int>(won), static_cast<int>(lost), flip, answers.source_class[row] == 0};
      all_ += won + lost;
      // By how much the answers may outweigh the belief, in logarithms.
      outweighs_ += (won + lost) * std::log(std::max(1 - flip, flip) / std::min(1 - flip, flip));
    }
    are_few_ = all_ <= kMostAnswers;
    is_one_ = all_ == 1 && tied_ == 0;
  }

  bool are_few() const { return are_few_; }

  // Nothing where the belief is so wide that it would take too many nodes.
  std::optional<TiltedPair> tilt(double mean, double variance) const {
    const double deviation = std::sqrt(variance), outweighs = outweighs_ + tied_ * std::abs(mean) / 2;
    const double reach = is_one_ ? kReach : std::sqrt(kReach * kReach + 2 * outweighs);
    // The product is narrower than the belief: an answer adds a quarter to the precision at most.
    const double step = is_one_ ? std::min(kStep, kCoarsest / deviation)
                                : std::min(kStep / std::sqrt(1 + variance * all_ / 4), kCoarsestOfFew / deviation);
    constexpr double kFarthest = 690, kMostHere = 2000;  // d, whose exponential must not overflow; nodes
    if (!(std::abs(mean) + reach * deviation < kFarthest && 2 * reach / step < kMostHere)) {
      if (is_one_) return tilt_step(mean, variance);
      return std::nullopt;
    }
    const auto half = static_cast<int>(std::ceil(reach / step));
    // z from -half * step on; d = mean + deviation z.
    const double z0 = -half * step;
    double weight = std::exp(-z0 * z0 / 2), ratio = std::exp(-z0 * step - step * step / 2);
    const double falls = std::exp(-step * step), grows = std::exp(-deviation * step);
    double odds = std::exp(-(mean + deviation * z0));  // e^-d
    double sum = 0, sum_z = 0, sum_z2 = 0, turned = 0;
    double z = z0;
    for (int k = 0; k <= 2 * half; ++k) {
      const double s = 1 / (1 + odds), t = odds * s;
      double likelihood = 1, turned_here = 0;
      for (std::size_t row = 0; row < count_; ++row) {
        const auto& [won, lost, flip, counts] = rows_[row];
        const double p = flip * t + (1 - flip) * s, q = flip * s + (1 - flip) * t;
        if (won > 0) likelihood *= power(p, won);
        if (lost > 0) likelihood *= power(q, lost);
        if (counts) turned_here += flip * ((won > 0 ? won * t / p : 0) + (lost > 0 ? lost * s / q : 0));
      }
      if (tied_ > 0) likelihood *= power(2 * std::sqrt(s * t), tied_);
      const double w = weight * likelihood;
      sum += w;
      sum_z += w * z;
      sum_z2 += w * z * z;
      turned += w * turned_here;
      z += step;
      weight *= ratio;
      ratio *= falls;
      odds *= grows;
    }
    const double mean_z = sum_z / sum;
    return TiltedPair{std::log(sum * step) - 0.5 * std::log(2 * std::numbers::pi), mean + deviation * mean_z,
                      variance * (sum_z2 / sum - mean_z * mean_z), turned / sum};
  }

 private:
  // One answer and a belief beside whose width the logistic law is a step: the normal law in closed form.
  TiltedPair tilt_step(double mean, double variance) const {
    const Row& row = rows_[0];
    const double sign = row.won > 0 ? 1 : -1, deviation = std::sqrt(variance), t = sign * mean / deviation;
    const double above = 0.5 * std::erfc(-t / std::numbers::sqrt2);
    const double density = std::exp(-t * t / 2) / std::sqrt(2 * std::numbers::pi);
    const double mass = std::max(row.flip + (1 - 2 * row.flip) * above, 1e-300);
    const double slope = (1 - 2 * row.flip) * density / (deviation * mass),
                 bend = slope * slope + t * slope / deviation;
    return {std::log(mass), mean + sign * variance * slope, std::max(variance - variance * variance * bend, 1e-300),
            row.counts ? row.flip * (1 - above) / mass : 0};
  }

  static bool is_count(double value) { return value <= kMostAnswers && value == std::floor(value); }

  struct Row {
    int won, lost;
    double flip;
    bool counts;  // among those turned round
  };
  std::array<Row, kMostRows> rows_;
  std::size_t count_ = 0;
  int tied_ = 0;
  double all_ = 0, outweighs_ = 0;
  bool are_few_ = false, is_one_ = false;
};

double log_likelihood(double s, double won, double lost, double flip) {
  double sum = 0;
  if (won > 0) sum += won * std::log(flip + (1 - 2 * flip) * s);
  if (lost > 0) sum += lost * std::log(1 - flip - (1 - 2 * flip) * s);
  return sum;
}

// Log-likelihood and law of the belief at a difference, and the slope of the logarithm.
class Target {
 public:
  static constexpr std::size_t kAll = static_cast<std::size_t>(-1);

  Target(double mean, double variance, const PairAnswers& answers, std::size_t left_out)
      : mean_(mean), variance_(variance), answers_(answers), left_out_(left_out) {}

  double mean() const { return mean_; }
  double deviation() const { return std::sqrt(variance_); }

  double value(double d) const {
    const double s = sigmoid(d);
    double sum = -(d - mean_) * (d - mean_) / (2 * variance_);
    for_each_row([&](double won, double lost, double flip) { sum += log_likelihood(s, won, lost, flip); });
    if (answers_.tied > 0)
      sum += answers_.tied * (std::numbers::ln2 - std::abs(d) / 2 - std::log1p(std::exp(-std::abs(d))));
    return sum;
  }

  struct Slopes {
    double likelihood;      // of the answers alone
    double all, curvature;  // of answers and belief
  };

  Slopes slopes(double d) const {
    const double s = sigmoid(d), t = sigmoid(-d);
    double first = 0, second = 0;  // derivatives by s
    for_each_row([&](double won, double lost, double flip) {
      const double rate = 1 - 2 * flip, p = flip * t + (1 - flip) * s, q = flip * s + (1 - flip) * t;
      const double by_won = won > 0 ? rate / p : 0, by_lost = lost > 0 ? rate / q : 0;
      first += won * by_won - lost * by_lost;
      second -= won * by_won * by_won + lost * by_lost * by_lost;
    });
    const double slope = s * t * first + answers_.tied * (t - s) / 2;
    const double bend = s * t * (s * t * second + (t - s) * first) - answers_.tied * s * t;
    return {slope, slope - (d - mean_) / variance_, bend - 1 / variance_};
  }

 private:
  template <class Body>
  void for_each_row(Body&& body) const {
    for (std::size_t row = 0; row < answers_.won.size(); ++row)
      if (row != left_out_)
        body(static_cast<double>(answers_.won[row]), static_cast<double>(answers_.lost[row]),
             answers_.flip[answers_.source_class[row]]);
  }

  double mean_, variance_;
  const PairAnswers& answers_;
  std::size_t left_out_;
};

// A place where the target is greater than around it.
struct Peak {
  double place, value, deviation;
};

// Between `up`, where the target rises towards `down`, and `down`, where it rises towards `up`.
Peak find_peak(const Target& target, double up, double down) {
  double d = (up + down) / 2;
  Target::Slopes at = target.slopes(d);
  for (int step = 0; step < 60; ++step) {
    (at.all * (down - up) > 0 ? up : down) = d;
    double next = at.curvature < 0 ? d - at.all / at.curvature : (up + down) / 2;
    if (!(next > std::min(up, down) && next < std::max(up, down))) next = (up + down) / 2;
    const double move = next - d;
    d = next;
    at = target.slopes(d);
    if (at.curvature < 0 && move * move * -at.curvature < 1e-4) break;
  }
  return {d, target.value(d), 1 / std::sqrt(std::max(-at.curvature, 1e-300))};
}

// The first peak on the way from one place to another, where the target rises at either towards the other.
Peak first_peak(const Target& target, double from, double to, double step) {
  double before = from;
  const double sign = to > from ? 1 : -1;
  for (step = std::min(step, std::abs(to - from)); std::abs(to - before) > step; step *= 2) {
    const double next = before + sign * step;
    if (target.slopes(next).all * sign <= 0) return find_peak(target, before, next);
    before = next;
  }
  return find_peak(target, before, to);
}

// Where the target has fallen by kDeep below `top`, on one side of a peak.
double find_end(const Target& target, const Peak& peak, double top, double sign) {
  constexpr double kDeep = 18, kCloseEnough = 4;
  double inside = 0, outside = 6 * peak.deviation;
  while (target.value(peak.place + sign * outside) > top - kDeep) {
    inside = outside;
    outside *= 1.6;
  }
  for (int step = 0; step < 8; ++step) {
    if (target.value(peak.place + sign * outside) > top - kDeep - kCloseEnough) break;
    const double middle = (inside + outside) / 2;
    (target.value(peak.place + sign * middle) > top - kDeep ? inside : outside) = middle;
  }
  return peak.place + sign * outside;
}

struct Integrand {
  Grid grid;
  std::vector<double> sigma;  // sigmoid(d), by node
  std::vector<double> log_value;
  double top;

  double d(std::size_t k) const { return grid.low + grid.step * static_cast<double>(k); }
};

// The likelihood has one peak, since it is concave in sigmoid(d), and so has the belief: every peak of their product is
// between the two. Where answers may be turned round there can be two that count: near the belief's, and near the
// answers'.
Integrand lay_out(double mean, double variance, const PairAnswers& answers, std::size_t left_out = Target::kAll) {
  const Target target(mean, variance, answers, left_out);
  const double deviation = target.deviation();
  constexpr double kFlat = 40;          // no likelihood changes further out
  double left = -kFlat, right = kFlat;  // of the peak of the likelihood
  for (int step = 0; step < 14; ++step) {
    const double middle = (left + right) / 2;
    (target.slopes(middle).likelihood > 0 ? left : right) = middle;
  }
  Peak low, high;
  if (mean >= left && mean <= right) {
    low = high = find_peak(target, left, right);
  } else {
    const double far = mean < left ? right : left;
    const Peak by_belief = first_peak(target, mean, far, deviation / 2);
    const Peak by_answers =
        first_peak(target, far, mean, 1 / std::sqrt(std::max(-target.slopes(far).curvature, 1 / variance)));
    constexpr double kCounts = 20;
    low = by_belief.value > by_answers.value - kCounts ? by_belief : by_answers;
    high = by_answers.value > by_belief.value - kCounts ? by_answers : by_belief;
    if (low.place > high.place) std::swap(low, high);
  }
  const double top = std::max(low.value, high.value), finest = std::min({deviation, low.deviation, high.deviation});
  Integrand f{even_grid(find_end(target, low, top, -1), find_end(target, high, top, 1),
                        std::min(kCoarsestOfMany, kStep * finest)),
              {},
              {},
              -1e300};
  f.sigma.resize(f.grid.nodes);
  f.log_value.resize(f.grid.nodes);
  for (std::size_t k = 0; k < f.grid.nodes; ++k) {
    f.sigma[k] = sigmoid(f.d(k));
    f.log_value[k] = target.value(f.d(k));
    f.top = std::max(f.top, f.log_value[k]);
  }
  return f;
}

// Answers of class 0 that were turned round, if the difference were that of a node.
double turned_at(double s, const PairAnswers& answers) {
  double turned = 0;
  for (std::size_t row = 0; row < answers.won.size() && answers.source_class[row] == 0; ++row) {
    const double f = answers.flip[0], won = static_cast<double>(answers.won[row]),
                 lost = static_cast<double>(answers.lost[row]);
    turned += won * f * (1 - s) / (f + (1 - 2 * f) * s) + lost * f * s / (1 - f - (1 - 2 * f) * s);
  }
  return turned;
}

}  // namespace

TiltedPair tilt(double mean, double variance, const PairAnswers& answers) {
  if (const FewAnswers few(answers); few.are_few())
    if (const std::optional<TiltedPair> found = few.tilt(mean, variance)) return *found;
  const Integrand f = lay_out(mean, variance, answers);
  double sum = 0, sum_d = 0, sum_d2 = 0, turned = 0;
  const double origin = f.d(f.grid.nodes / 2);
  for (std::size_t k = 0; k < f.grid.nodes; ++k) {
    const double weight = std::exp(f.log_value[k] - f.top), d = f.d(k) - origin;
    sum += weight;
    sum_d += weight * d;
    sum_d2 += weight * d * d;
    turned += weight * turned_at(f.sigma[k], answers);
  }
  const double moved = sum_d / sum;
  return {f.top + std::log(sum * f.grid.step) - 0.5 * std::log(2 * std::numbers::pi * variance), origin + moved,
          std::max(sum_d2 / sum - moved * moved, 1e-300), turned / sum};
}

void predict_rows(double mean, double variance, const PairAnswers& answers, std::span<double> preferred) {
  const Integrand all = lay_out(mean, variance, answers);
  std::vector<double> rest;
  for (std::size_t row = 0; row < answers.won.size(); ++row) {
    const double won = static_cast<double>(answers.won[row]), lost = static_cast<double>(answers.lost[row]);
    const double flip = answers.flip[answers.source_class[row]];
    const auto predict = [&](const Integrand& f) {
      const double top = std::ranges::max(rest);
      double sum = 0, sum_first = 0;
      for (std::size_t k = 0; k < f.grid.nodes; ++k) {
        const double weight = std::exp(rest[k] - top);
        sum += weight;
        sum_first += weight * f.sigma[k];
      }
      return sum_first / sum;
    };
    rest = all.log_value;
    for (std::size_t k = 0; k < rest.size(); ++k) rest[k] -= log_likelihood(all.sigma[k], won, lost, flip);
    // The rest of the answers may be at home elsewhere.
    constexpr double kNothing = 10;
    if (std::max(rest.front(), rest.back()) < std::ranges::max(rest) - kNothing) {
      preferred[row] = predict(all);
    } else {
      const Integrand others = lay_out(mean, variance, answers, row);
      rest = others.log_value;
      preferred[row] = predict(others);
    }
  }
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
