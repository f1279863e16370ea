// Two ways to the best link, because they are asked different things. The loss of a slope alone is convex: Newton's
// method from zero finds it, however far away it is, to the last digits. With tosses it is not; what is wanted is the
// loss, roughly and often, each time from a link that is nearly right. That is Fisher's scoring in u = log steepness
// and v = logit toss, where no step leaves the range, steps halved until the loss falls.
#include "pdrank/metrics/answer_link.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "pdrank/core/parallel.hpp"
#include "pdrank/metrics/answers.hpp"

namespace pdrank {
namespace {

// The fit of a slope: relative step that ends it, and the steps after which rounding is all that moves it.
constexpr double kTolerance = 1e-12;
constexpr int kMaxNewtonSteps = 200;

// The fit of a link.
constexpr double kEnough = 1e-2;  // nats
constexpr int kMaxScoringSteps = 25;
constexpr double kLongestStep = 2, kShortestStep = 1e-3;
constexpr double kSufficientDecrease = 1e-4;
constexpr double kDamping = 1e-3;              // of the information: where toss is nearly zero, it says little about v
constexpr double kLargestU = 6;                // steepness in e^-6 .. e^6
constexpr double kLeastV = -8, kLargestV = 3;  // toss in 0.0003 .. 0.95

// part / whole, where the part is most of the whole once both are too small to be told from zero.
double share(double part, double whole) { return whole > 0 ? part / whole : 1; }

// The loss, its gradient and the Fisher information by steepness s and toss t. Margins are in units of the
// root-mean-square one. With q = sigmoid(steepness margin): dP/ds = (1 - toss) q (1 - q) margin, dP/dt = 1/2 - q.
struct Sums {
  double loss = 0, by_s = 0, by_t = 0, ss = 0, st = 0, tt = 0;

  Sums& operator+=(const Sums& other) {
    loss += other.loss, by_s += other.by_s, by_t += other.by_t;
    ss += other.ss, st += other.st, tt += other.tt;
    return *this;
  }

  void add(const AnswerLink& link, double margin, double y, double w) {
    const double scaled = link.steepness * margin, e = std::exp(-std::abs(scaled)), near = 1 / (1 + e), far = e * near;
    const double q = scaled < 0 ? far : near, other_q = scaled < 0 ? near : far;
    const double p = link.toss / 2 + (1 - link.toss) * q, other_p = link.toss / 2 + (1 - link.toss) * other_q;
    const double up = (1 - link.toss) * share(q, p) * other_q * margin;          // dP/ds / P
    const double down = (1 - link.toss) * share(other_q, other_p) * q * margin;  // dP/ds / (1 - P)
    by_s += w * ((1 - y) * down - y * up);
    ss += w * up * down;
    if (link.toss == 0) return;  // the steepness is fitted by these two alone
    const double p_t = 0.5 - q;
    loss -= w * (y == 1 ? std::log(p) : y * std::log(p) + (1 - y) * std::log(other_p));
    by_t += w * p_t * ((1 - y) / other_p - y / p);
    st += w * p_t * up / other_p;
    tt += w * p_t * p_t / (p * other_p);
  }
};

Sums made_up_tie(const AnswerLink& link) {
  Sums tie;
  tie.add(link, 1, 0.5, 1);
  return tie;
}

// Answers and the made-up tie.
class LinkProblem {
 public:
  LinkProblem(std::span<const double> margin, std::span<const double> outcome, std::span<const double> weight,
              const AddUp& add_up)
      : margin_(margin), outcome_(outcome), weight_(weight), add_up_(add_up) {
    long double total = 0, squares = 0;  // in which there is room for the squares
    for (std::size_t n = 0; n < margin.size(); ++n) {
      const long double w = entry_or_one(weight, n), m = margin[n];
      total += w;
      squares += w * m * m;
    }
    total_ = static_cast<double>(total);
    typical_ = static_cast<double>(std::sqrt(squares / total));
    if (!add_up) return;
    std::array<double, 2> sums = {total_, static_cast<double>(squares)};
    add_up(sums);
    total_ = sums[0];
    typical_ = std::sqrt(sums[1] / total_);
  }

  double total() const { return total_; }
  double typical_margin() const { return typical_; }

  Sums at(const AnswerLink& link) const {
    Sums sums = parallel_sum<Sums>(margin_.size(), [&](std::size_t begin, std::size_t end) {
      Sums block;
      for (std::size_t n = begin; n < end; ++n)
        if (const double w = entry_or_one(weight_, n); w > 0)
          block.add(link, margin_[n] / typical_, entry_or_one(outcome_, n), w);
      return block;
    });
    if (add_up_) {
      std::array<double, 6> all = {sums.loss, sums.by_s, sums.by_t, sums.ss, sums.st, sums.tt};
      add_up_(all);
      sums = {all[0], all[1], all[2], all[3], all[4], all[5]};
    }
    return sums += made_up_tie(link);
  }

 private:
  std::span<const double> margin_, outcome_, weight_;
  const AddUp& add_up_;
  double total_, typical_;
};

struct Point {
  double u, v;
};

AnswerLink link_at(Point point) { return {std::exp(point.u), 1 / (1 + std::exp(-point.v))}; }

// The derivatives by s and t as those by u and v.
Sums sums_at(const LinkProblem& problem, Point point) {
  const AnswerLink link = link_at(point);
  const double s_u = link.steepness, t_v = link.toss * (1 - link.toss);
  Sums sums = problem.at(link);
  sums.by_s *= s_u, sums.by_t *= t_v;
  sums.ss *= s_u * s_u, sums.st *= s_u * t_v, sums.tt *= t_v * t_v;
  return sums;
}

Point scoring_step(const Sums& at) {
  const double damping = kDamping * (at.ss + at.tt) + 1e-9;
  const double uu = at.ss + damping, vv = at.tt + damping, determinant = uu * vv - at.st * at.st;
  const Point step{(at.st * at.by_t - vv * at.by_s) / determinant, (at.st * at.by_s - uu * at.by_t) / determinant};
  const double shrink = std::max({1.0, std::abs(step.u) / kLongestStep, std::abs(step.v) / kLongestStep});
  return {step.u / shrink, step.v / shrink};
}

Point moved(Point point, Point step, double length) {
  return {std::clamp(point.u + length * step.u, -kLargestU, kLargestU),
          std::clamp(point.v + length * step.v, kLeastV, kLargestV)};
}

// Whether it could move.
bool advance(const LinkProblem& problem, Point step, double slope, Point& point, Sums& at) {
  for (double length = 1; length > kShortestStep; length /= 2) {
    const Point next = moved(point, step, length);
    const Sums there = sums_at(problem, next);
    if (there.loss > at.loss + kSufficientDecrease * length * slope) continue;
    point = next;
    at = there;
    return true;
  }
  return false;
}

}  // namespace

double fit_link(std::span<const double> margin, std::span<const double> weight, AnswerLink& link, const AddUp& add_up) {
  const LinkProblem problem(margin, {}, weight, add_up);
  if (!(problem.typical_margin() > 0)) return problem.total() * std::numbers::ln2;  // nothing is predicted
  Point point = moved({std::log(link.steepness), std::log(link.toss / (1 - link.toss))}, {0, 0}, 0);
  Sums at = sums_at(problem, point);
  for (int k = 0; k < kMaxScoringSteps; ++k) {
    const Point step = scoring_step(at);
    const double slope = at.by_s * step.u + at.by_t * step.v;
    if (-slope < kEnough || !advance(problem, step, slope, point, at)) break;
  }
  link = link_at(point);
  return at.loss - made_up_tie(link).loss;
}

double fit_slope(std::span<const double> margin, std::span<const double> outcome, std::span<const double> weight) {
  check_answers(margin.size(), outcome, weight);
  check_finite_margins(margin);
  const AddUp alone;
  const LinkProblem problem(margin, outcome, weight, alone);
  if (problem.typical_margin() == 0) return 0;
  // From 0 up the first derivative rises and is concave, so Newton's steps from 0 go up to its root and never past it;
  // where it is not negative at 0 there is no step up at all.
  double steepness = 0;
  for (int k = 0; k < kMaxNewtonSteps; ++k) {
    const Sums at = problem.at({steepness, 0});
    const double step = std::max(0.0, -at.by_s / at.ss);
    steepness += step;
    if (step <= kTolerance * steepness) break;
  }
  return steepness / problem.typical_margin();
}

}  // namespace pdrank
