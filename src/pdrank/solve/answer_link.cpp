// Fisher's scoring in u = log steepness and v = logit toss, steps halved until the loss falls. With q = sigmoid(slope
// margin): dP/du = (1 - toss) q (1 - q) slope margin, dP/dv = toss (1 - toss) (1/2 - q).
#include "pdrank/solve/answer_link.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "pdrank/linalg/vector_ops.hpp"

namespace pdrank {
namespace {

constexpr double kEnough = 1e-2;  // nats
constexpr int kMaxSteps = 25;
constexpr double kLongestStep = 2, kShortestStep = 1e-3;
constexpr double kSufficientDecrease = 1e-4;
constexpr double kDamping = 1e-3;              // of the information: where toss is nearly zero, it says little about v
constexpr double kLargestU = 6;                // steepness in e^-6 .. e^6
constexpr double kLeastV = -8, kLargestV = 3;  // toss in 0.0003 .. 0.95

double sigmoid(double t) { return 1 / (1 + std::exp(-t)); }

// Of -log P, at a point (u, v): the loss, its gradient and the Fisher information.
struct Sums {
  double loss = 0, by_u = 0, by_v = 0, uu = 0, uv = 0, vv = 0;

  Sums& operator+=(const Sums& other) {
    loss += other.loss, by_u += other.by_u, by_v += other.by_v;
    uu += other.uu, uv += other.uv, vv += other.vv;
    return *this;
  }

  void add(double scaled_margin, double count, double toss) {
    const double q = sigmoid(scaled_margin);
    const double p = toss / 2 + (1 - toss) * q;
    const double p_u = (1 - toss) * q * (1 - q) * scaled_margin, p_v = toss * (1 - toss) * (0.5 - q);
    const double information = count / (p * (1 - p));
    loss -= count * std::log(p);
    by_u -= count / p * p_u, by_v -= count / p * p_v;
    uu += information * p_u * p_u, uv += information * p_u * p_v, vv += information * p_v * p_v;
  }
};

struct Point {
  double u, v;
};

class LinkProblem {
 public:
  LinkProblem(std::span<const double> margin, std::span<const double> count, const Sharing& sharing)
      : margin_(margin),
        count_(count),
        sharing_(sharing),
        total_(sum(sharing, sum(count))),
        typical_(std::sqrt(sum(sharing, sum_of_squares()) / total_)) {}

  double total() const { return total_; }
  double typical_margin() const { return typical_; }

  Sums at(Point point) const {
    const double slope = std::exp(point.u) / typical_, toss = sigmoid(point.v);
    Sums sums = parallel_sum<Sums>(margin_.size(), [&](std::size_t begin, std::size_t end) {
      Sums block;
      for (std::size_t n = begin; n < end; ++n) block.add(slope * margin_[n], count_[n], toss);
      return block;
    });
    std::array<double, 6> all = {sums.loss, sums.by_u, sums.by_v, sums.uu, sums.uv, sums.vv};
    sharing_.add_up(all);
    sums = {all[0], all[1], all[2], all[3], all[4], all[5]};
    return sums += made_up_tie(point);
  }

  static Sums made_up_tie(Point point) {
    Sums tie;
    tie.add(std::exp(point.u), 0.5, sigmoid(point.v));
    tie.add(-std::exp(point.u), 0.5, sigmoid(point.v));
    return tie;
  }

 private:
  double sum_of_squares() const {
    return parallel_sum(margin_.size(), [&](std::size_t begin, std::size_t end) {
      double squares = 0;
      for (std::size_t n = begin; n < end; ++n) squares += count_[n] * margin_[n] * margin_[n];
      return squares;
    });
  }

  std::span<const double> margin_, count_;
  const Sharing& sharing_;
  double total_, typical_;
};

Point scoring_step(const Sums& at) {
  const double damping = kDamping * (at.uu + at.vv) + 1e-9;
  const double uu = at.uu + damping, vv = at.vv + damping, determinant = uu * vv - at.uv * at.uv;
  const Point step{(at.uv * at.by_v - vv * at.by_u) / determinant, (at.uv * at.by_u - uu * at.by_v) / determinant};
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
    const Sums there = problem.at(next);
    if (there.loss > at.loss + kSufficientDecrease * length * slope) continue;
    point = next;
    at = there;
    return true;
  }
  return false;
}

}  // namespace

double fit_link(std::span<const double> margin, std::span<const double> count, AnswerLink& link,
                const Sharing& sharing) {
  const LinkProblem problem(margin, count, sharing);
  if (!(problem.typical_margin() > 0)) return problem.total() * std::numbers::ln2;  // nothing is predicted
  Point point = moved({std::log(link.steepness), std::log(link.toss / (1 - link.toss))}, {0, 0}, 0);
  Sums at = problem.at(point);
  for (int k = 0; k < kMaxSteps; ++k) {
    const Point step = scoring_step(at);
    const double slope = at.by_u * step.u + at.by_v * step.v;
    if (-slope < kEnough || !advance(problem, step, slope, point, at)) break;
  }
  link = {std::exp(point.u), sigmoid(point.v)};
  return at.loss - LinkProblem::made_up_tie(point).loss;
}

}  // namespace pdrank
