#include "pdrank/linalg/kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "pdrank/linalg/kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for every instruction set

#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#include <algorithm>
#include <array>

HWY_BEFORE_NAMESPACE();
namespace pdrank::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::ScalableTag<double>;
using Vector = hn::Vec<Tag>;
constexpr std::size_t kMaxLanes = HWY_MAX_BYTES / sizeof(double);

// body(offset) handles the Lanes() elements from `offset` on. A last incomplete vector is handled by `tail`, which
// is given the number of elements left: it works on padded copies, so that no element is computed in another way.
template <class Body, class Tail>
HWY_INLINE void for_each_vector(std::size_t count, Body&& body, Tail&& tail) {
  const std::size_t lanes = hn::Lanes(Tag());
  std::size_t k = 0;
  for (; k + lanes <= count; k += lanes) body(k);
  if (k < count) tail(k, count - k);
}

HWY_INLINE std::array<double, kMaxLanes> padded(const double* values, std::size_t count) {
  std::array<double, kMaxLanes> copy{};
  std::copy_n(values, count, copy.begin());
  return copy;
}

// softplus(t) and sigmoid(t) from one exponential: e = exp(-|t|).
struct SoftplusSigmoid {
  Vector softplus, sigmoid;
};

HWY_INLINE SoftplusSigmoid softplus_sigmoid(Vector t) {
  const Tag d;
  const Vector one = hn::Set(d, 1.0), zero = hn::Zero(d);
  const Vector e = hn::Exp(d, hn::Neg(hn::Abs(t)));
  const Vector numerator = hn::IfThenElse(hn::Ge(t, zero), one, e);
  return {hn::Add(hn::Max(t, zero), hn::Log1p(d, e)), hn::Div(numerator, hn::Add(one, e))};
}

double Logistic(const double* margin, const double* weight, std::size_t count, double* force, double* curvature) {
  const Tag d;
  const Vector one = hn::Set(d, 1.0), zero = hn::Zero(d);
  Vector loss = zero;
  const auto add = [&](const double* y, const double* w, double* f, double* c) HWY_ATTR {
    const Vector t = hn::Sub(one, hn::LoadU(d, y)), scale = hn::LoadU(d, w);
    const Vector e = hn::Exp(d, hn::Neg(hn::Abs(t)));
    const Vector share = hn::Div(one, hn::Add(one, e));
    hn::StoreU(hn::Mul(scale, hn::IfThenElse(hn::Ge(t, zero), share, hn::Mul(e, share))), d, f);
    hn::StoreU(hn::Mul(scale, hn::Mul(e, hn::Mul(share, share))), d, c);
    loss = hn::MulAdd(scale, hn::Add(hn::Max(t, zero), hn::Log1p(d, e)), loss);
  };
  for_each_vector(
      count, [&](std::size_t k) HWY_ATTR { add(margin + k, weight + k, force + k, curvature + k); },
      [&](std::size_t k, std::size_t left) HWY_ATTR {
        const auto y = padded(margin + k, left), w = padded(weight + k, left);
        std::array<double, kMaxLanes> f{}, c{};
        add(y.data(), w.data(), f.data(), c.data());
        std::copy_n(f.begin(), left, force + k);
        std::copy_n(c.begin(), left, curvature + k);
      });
  return hn::GetLane(hn::SumOfLanes(d, loss));
}

double Reweight(const double* margin, const double* edge_count, std::size_t count, double epsilon, double* omega) {
  const Tag d;
  const Vector one = hn::Set(d, 1.0), eps = hn::Set(d, epsilon);
  Vector sum = hn::Zero(d);
  const auto add = [&](const double* y, const double* c, double* out) HWY_ATTR {
    const Vector loss = hn::Add(softplus_sigmoid(hn::Sub(one, hn::LoadU(d, y))).softplus, eps);
    hn::StoreU(hn::Div(one, loss), d, out);
    sum = hn::MulAdd(hn::LoadU(d, c), hn::Log(d, loss), sum);
  };
  for_each_vector(
      count, [&](std::size_t k) HWY_ATTR { add(margin + k, edge_count + k, omega + k); },
      [&](std::size_t k, std::size_t left) HWY_ATTR {
        const auto y = padded(margin + k, left), c = padded(edge_count + k, left);
        std::array<double, kMaxLanes> out{};
        add(y.data(), c.data(), out.data());
        std::copy_n(out.begin(), left, omega + k);
      });
  return hn::GetLane(hn::SumOfLanes(d, sum));
}

// With t = 1 - u and b = 1 - s the equation is G(t) = t + w sigmoid(t) - b = 0, G increasing. Because
// sigmoid(-t) = 1 - sigmoid(t), the case G(0) < 0 is the case G(0) >= 0 with (t, b) replaced by (-t, w - b); so let the
// root be <= 0. There G is convex: from any point, one Newton step lands at or right of the root, and every further one
// moves left towards it, quadratically. The bracket b - w/2 <= root <= min(b, 0) keeps the first step sane.
// Start: with sigmoid(t) ~ e^t and z = w e^t the equation is z + log z = c, c = b + log w, whose root (Wright's omega
// function) is near log1p(e^c) for c <= 1 and near c - log c beyond.
HWY_INLINE Vector prox_pull_vector(Vector s, Vector w) {
  const Tag d;
  const Vector zero = hn::Zero(d), one = hn::Set(d, 1.0), half = hn::Set(d, 0.5);
  const Vector b_given = hn::Sub(one, s);
  const auto mirrored = hn::Lt(hn::MulSub(half, w, b_given), zero);
  const Vector b = hn::IfThenElse(mirrored, hn::Sub(w, b_given), b_given);
  const Vector low = hn::NegMulAdd(half, w, b), high = hn::Min(b, zero);

  const Vector tiny = hn::Set(d, 1e-300);
  const Vector c = hn::Add(b, hn::Log(d, hn::Max(w, tiny)));
  const Vector omega_small = hn::Log1p(d, hn::Exp(d, hn::Min(c, one)));
  const Vector omega_large = hn::Sub(c, hn::Log(d, hn::Max(c, one)));
  const Vector omega = hn::IfThenElse(hn::Gt(c, one), omega_large, omega_small);
  Vector t = hn::Max(low, hn::Min(high, hn::Sub(b, omega)));

  const auto sigmoid_at = [&](Vector at) HWY_ATTR {
    const Vector e = hn::Exp(d, at);
    return hn::Div(e, hn::Add(one, e));
  };
  constexpr int kMaxSteps = 60;  // a handful in practice; the bound only guards against a NaN input
  for (int k = 0; k < kMaxSteps; ++k) {
    const Vector sigmoid = sigmoid_at(t), pull = hn::Mul(w, sigmoid);
    const Vector value = hn::Add(hn::Sub(t, b), pull);
    const Vector slope = hn::MulAdd(pull, hn::Sub(one, sigmoid), one);
    const Vector next = hn::Max(low, hn::Min(high, hn::Sub(t, hn::Div(value, slope))));
    const Vector moved = hn::Abs(hn::Sub(next, t));
    t = next;
    if (hn::AllTrue(d, hn::Le(moved, hn::MulAdd(hn::Set(d, 1e-9), hn::Abs(t), hn::Set(d, 1e-9))))) break;
  }
  const Vector pull = hn::Mul(w, sigmoid_at(t));
  return hn::IfThenElse(mirrored, hn::Sub(w, pull), pull);
}

void ProxPull(const double* s, const double* weight, std::size_t count, double* pull) {
  const Tag d;
  for_each_vector(
      count,
      [&](std::size_t k)
          HWY_ATTR { hn::StoreU(prox_pull_vector(hn::LoadU(d, s + k), hn::LoadU(d, weight + k)), d, pull + k); },
      [&](std::size_t k, std::size_t left) HWY_ATTR {
        const auto s_left = padded(s + k, left), w_left = padded(weight + k, left);
        std::array<double, kMaxLanes> out{};
        hn::StoreU(prox_pull_vector(hn::LoadU(d, s_left.data()), hn::LoadU(d, w_left.data())), d, out.data());
        std::copy_n(out.begin(), left, pull + k);
      });
}

// With t = 1 - u and c = sigma (1 - y) - v the equation is G(t) = sigma t + w sigmoid(t) - c = 0, G increasing, convex
// left of zero and concave right of it. Held on the root's side of zero, Newton's method cannot fail. It starts from
// the t of y. Steps below kShort take the curvature of G along (Chebyshev's method, of third order), and the last one,
// below kLast, leaves an error of about its third power; there sigmoid comes from Taylor's series instead of another
// exponential.
HWY_INLINE Vector dual_prox_vector(Vector margin, Vector w, Vector sigma, Vector v) {
  const Tag d;
  const Vector one = hn::Set(d, 1.0), half = hn::Set(d, 0.5), zero = hn::Zero(d);
  const Vector kShort = hn::Set(d, 0.1), kLast = hn::Set(d, 1e-5);
  Vector t = hn::Sub(one, margin);
  const Vector c = hn::MulSub(sigma, t, v);
  const auto left = hn::Le(c, hn::Mul(half, w));
  const auto on_its_side = [&](Vector at)
                               HWY_ATTR { return hn::IfThenElse(left, hn::Min(at, zero), hn::Max(at, zero)); };
  t = on_its_side(t);
  constexpr int kMaxSteps = 60;  // one to three in practice; the bound only guards against a NaN input
  for (int k = 0;; ++k) {
    const Vector e = hn::Exp(d, hn::Neg(hn::Abs(t))), inverse = hn::Div(one, hn::Add(one, e));
    const Vector sigmoid = hn::Mul(hn::IfThenElse(hn::Ge(t, zero), one, e), inverse);
    const Vector first = hn::Mul(e, hn::Mul(inverse, inverse));                                    // sigmoid'
    const Vector second = hn::Mul(half, hn::Mul(first, hn::Sub(one, hn::Add(sigmoid, sigmoid))));  // sigmoid'' / 2
    const Vector per_slope = hn::Div(one, hn::MulAdd(w, first, sigma));
    const Vector newton = hn::Mul(hn::Sub(c, hn::MulAdd(sigma, t, hn::Mul(w, sigmoid))), per_slope);
    const Vector size = hn::Abs(newton);
    const Vector bend = hn::Mul(hn::Mul(w, second), per_slope);
    const Vector chebyshev = hn::NegMulAdd(hn::Mul(bend, newton), newton, newton);
    const Vector step = hn::IfThenElse(hn::Lt(size, kShort), chebyshev, newton);
    if (hn::AllTrue(d, hn::Le(size, kLast)) || k == kMaxSteps)
      return hn::Neg(hn::Mul(w, hn::MulAdd(step, hn::MulAdd(step, second, first), sigmoid)));
    t = on_its_side(hn::Add(t, step));
  }
}

void DualStep(const double* margin, const double* weight, const double* sigma, double relaxation, std::size_t count,
              double* dual) {
  const Tag d;
  const Vector lambda = hn::Set(d, relaxation);
  const auto step = [&](const double* y, const double* w, const double* s, double* v) HWY_ATTR {
    const Vector before = hn::LoadU(d, v);
    const Vector prox = dual_prox_vector(hn::LoadU(d, y), hn::LoadU(d, w), hn::LoadU(d, s), before);
    hn::StoreU(hn::MulAdd(lambda, hn::Sub(prox, before), before), d, v);
  };
  for_each_vector(
      count, [&](std::size_t k) HWY_ATTR { step(margin + k, weight + k, sigma + k, dual + k); },
      [&](std::size_t k, std::size_t left) HWY_ATTR {
        const auto y = padded(margin + k, left), w = padded(weight + k, left);
        auto s = padded(sigma + k, left), v = padded(dual + k, left);
        std::fill(s.begin() + static_cast<std::ptrdiff_t>(left), s.end(), 1.0);
        step(y.data(), w.data(), s.data(), v.data());
        std::copy_n(v.begin(), left, dual + k);
      });
}

template <class V>
HWY_INLINE V power(V base, int exponent) {
  V value = base;
  for (int k = 1; k < exponent; ++k) value = hn::Mul(value, base);
  return value;
}

void FlipLogRatio(double flip, double won, double lost, const float* now, const float* then, const float* other,
                  double* log_ratio) {
  using DrawTag = hn::CappedTag<double, kPadding>;
  using Draws = hn::Vec<DrawTag>;
  const DrawTag d;
  const Draws one = hn::Set(d, 1.0), f = hn::Set(d, flip), trust = hn::Set(d, 1 - flip), far = hn::Set(d, 30.0);
  std::array<double, kPadding> before, after;
  for (std::size_t k = 0; k < kPadding; ++k) {
    before[k] = static_cast<double>(other[k] - now[k]);
    after[k] = static_cast<double>(other[k] - then[k]);
  }
  for (std::size_t k = 0; k < kPadding; k += hn::Lanes(d)) {
    const auto odds = [&](const double* gap)
                          HWY_ATTR { return hn::Exp(d, hn::Max(hn::Neg(far), hn::Min(far, hn::LoadU(d, gap + k)))); };
    const Draws a = odds(before.data()), b = odds(after.data()), sums = hn::Div(hn::Add(one, a), hn::Add(one, b));
    Draws sum = hn::LoadU(d, log_ratio + k);
    if (won > 0)
      sum = hn::MulAdd(hn::Set(d, won),
                       hn::Log(d, hn::Mul(sums, hn::Div(hn::MulAdd(f, b, trust), hn::MulAdd(f, a, trust)))), sum);
    if (lost > 0)
      sum = hn::MulAdd(hn::Set(d, lost),
                       hn::Log(d, hn::Mul(sums, hn::Div(hn::MulAdd(trust, b, f), hn::MulAdd(trust, a, f)))), sum);
    hn::StoreU(sum, d, log_ratio + k);
  }
}

// At node z of the grid, d = mean + deviation z. No node takes an exponential: weights and odds e^-d follow from those
// of the node before.
void TiltOneAnswers(const OneAnswerTilts& tilts, std::size_t count) {
  using BeliefTag = hn::CappedTag<double, kPadding>;
  using Beliefs = hn::Vec<BeliefTag>;
  const BeliefTag d;
  const Beliefs one = hn::Set(d, 1.0), minus_half = hn::Set(d, -0.5);
  for (std::size_t k = 0; k < count; k += hn::Lanes(d)) {
    const Beliefs mean = hn::LoadU(d, tilts.mean + k), variance = hn::LoadU(d, tilts.variance + k),
                  flip = hn::LoadU(d, tilts.flip + k), trust = hn::Sub(one, flip), deviation = hn::Sqrt(variance);
    const Beliefs step = hn::Min(hn::Set(d, kOneAnswerStep), hn::Div(hn::Set(d, kOneAnswerCoarsest), deviation));
    const Beliefs half = hn::Ceil(hn::Div(hn::Set(d, kOneAnswerReach), step));
    // A lane ends with its own grid, however far those beside it go: a vector of any width gives the same digits.
    const Beliefs end = hn::Mul(hn::Add(half, hn::Set(d, 0.5)), step);
    Beliefs z = hn::Neg(hn::Mul(half, step));
    const Beliefs falls = hn::Exp(d, hn::Neg(hn::Mul(step, step))),
                  grows = hn::Exp(d, hn::Neg(hn::Mul(deviation, step)));
    Beliefs weight = hn::Exp(d, hn::Mul(minus_half, hn::Mul(z, z))),
            ratio = hn::Exp(d, hn::Neg(hn::Mul(step, hn::MulAdd(step, hn::Set(d, 0.5), z)))),
            odds = hn::Exp(d, hn::Neg(hn::MulAdd(deviation, z, mean)));
    Beliefs sum = hn::Zero(d), sum_z = sum, sum_z2 = sum, turned = sum;
    const auto nodes = static_cast<int>(2 * hn::GetLane(hn::MaxOfLanes(d, half))) + 1;
    for (int node = 0; node < nodes; ++node) {
      weight = hn::IfThenElseZero(hn::Lt(z, end), weight);
      const Beliefs up = hn::Div(one, hn::Add(one, odds)), down = hn::Mul(odds, up), turn = hn::Mul(flip, down);
      const Beliefs w = hn::Mul(weight, hn::MulAdd(trust, up, turn)), wz = hn::Mul(w, z);
      sum = hn::Add(sum, w);
      sum_z = hn::Add(sum_z, wz);
      sum_z2 = hn::MulAdd(wz, z, sum_z2);
      turned = hn::MulAdd(weight, turn, turned);
      z = hn::Add(z, step);
      weight = hn::Mul(weight, ratio);
      ratio = hn::Mul(ratio, falls);
      odds = hn::Mul(odds, grows);
    }
    const Beliefs inverse = hn::Div(one, sum), mean_z = hn::Mul(sum_z, inverse);
    constexpr double kRootTwoPi = 2.5066282746310005;
    hn::StoreU(hn::Log(d, hn::Mul(sum, hn::Mul(step, hn::Set(d, 1 / kRootTwoPi)))), d, tilts.log_mass + k);
    hn::StoreU(hn::Mul(turned, inverse), d, tilts.turned + k);
    hn::StoreU(hn::MulAdd(deviation, mean_z, mean), d, tilts.mean + k);
    hn::StoreU(hn::Mul(variance, hn::NegMulAdd(mean_z, mean_z, hn::Mul(sum_z2, inverse))), d, tilts.variance + k);
  }
}

void LawRatio(const AnswerLawRow& row, const float* now, const float* then, const float* other, double* ratio,
              double* log_ratio) {
  using DrawTag = hn::CappedTag<double, kPadding>;
  using Draws = hn::Vec<DrawTag>;
  const DrawTag d;
  const Draws one = hn::Set(d, 1.0), f = hn::Set(d, row.flip), trust = hn::Set(d, 1 - row.flip);
  const Draws far = hn::Set(d, 30.0);
  const Draws low = hn::Set(d, row.low), high = hn::Set(d, row.high), inside = hn::Set(d, row.inside),
              tie = hn::Set(d, row.tie);
  std::array<double, kPadding> before, after;
  for (std::size_t k = 0; k < kPadding; ++k) {
    before[k] = -row.sign * static_cast<double>(now[k] - other[k]) - row.offset;
    after[k] = -row.sign * static_cast<double>(then[k] - other[k]) - row.offset;
  }
  // Of e and 1 / e.
  const auto chance = [&](Draws e, Draws inverse) HWY_ATTR {
    if (row.tie > 0) {
      const Draws root = hn::Sqrt(e);
      if (row.is_tie) return hn::Div(tie, hn::Add(hn::Add(root, hn::Sqrt(inverse)), tie));
      return hn::Div(one, hn::MulAdd(tie, root, hn::Add(one, e)));
    }
    const Draws below = hn::MulAdd(e, low, one);
    return hn::Div(inside, row.high > 0 ? hn::Mul(below, hn::MulAdd(high, inverse, one)) : below);
  };
  for (std::size_t k = 0; k < kPadding; k += hn::Lanes(d)) {
    struct Chances {
      Draws won, lost;
    };
    const auto at = [&](const double* gap) HWY_ATTR {
      const Draws e = hn::Exp(d, hn::Max(hn::Neg(far), hn::Min(far, hn::LoadU(d, gap + k)))), inverse = hn::Div(one, e);
      const Draws up = chance(e, inverse), down = chance(inverse, e);
      return Chances{hn::MulAdd(trust, up, hn::Mul(f, down)), hn::MulAdd(trust, down, hn::Mul(f, up))};
    };
    const Chances a = at(before.data()), b = at(after.data());
    if (row.is_single()) {
      const Draws factor = row.won > 0 ? hn::Div(b.won, a.won) : hn::Div(b.lost, a.lost);
      hn::StoreU(hn::Mul(hn::LoadU(d, ratio + k), factor), d, ratio + k);
      continue;
    }
    Draws sum = hn::LoadU(d, log_ratio + k);
    if (row.won > 0) sum = hn::MulAdd(hn::Set(d, row.won), hn::Log(d, hn::Div(b.won, a.won)), sum);
    if (row.lost > 0) sum = hn::MulAdd(hn::Set(d, row.lost), hn::Log(d, hn::Div(b.lost, a.lost)), sum);
    hn::StoreU(sum, d, log_ratio + k);
  }
}

void FewAnswers(const FewRows& rows, const double* up, const double* down, std::size_t count, double* likelihood,
                double* turned) {
  using NodeTag = hn::CappedTag<double, kPadding>;
  using Nodes = hn::Vec<NodeTag>;
  const NodeTag d;
  for (std::size_t k = 0; k < count; k += hn::Lanes(d)) {
    const Nodes s = hn::LoadU(d, up + k), t = hn::LoadU(d, down + k);
    Nodes product = hn::Set(d, 1.0), sum = hn::Zero(d);
    for (std::size_t n = 0; n < rows.size; ++n) {
      const auto& [won, lost, flip, counts] = rows.row[n];
      const Nodes f = hn::Set(d, flip), trust = hn::Set(d, 1 - flip);
      if (won > 0) {
        const Nodes p = hn::MulAdd(trust, s, hn::Mul(f, t));
        product = hn::Mul(product, power(p, won));
        if (counts) sum = hn::MulAdd(hn::Set(d, flip * won), hn::Div(t, p), sum);
      }
      if (lost > 0) {
        const Nodes q = hn::MulAdd(trust, t, hn::Mul(f, s));
        product = hn::Mul(product, power(q, lost));
        if (counts) sum = hn::MulAdd(hn::Set(d, flip * lost), hn::Div(s, q), sum);
      }
    }
    hn::StoreU(product, d, likelihood + k);
    hn::StoreU(sum, d, turned + k);
  }
}

double Dot(const double* a, const double* b, std::size_t count) {
  const Tag d;
  Vector sum = hn::Zero(d);
  for_each_vector(
      count, [&](std::size_t k) HWY_ATTR { sum = hn::MulAdd(hn::LoadU(d, a + k), hn::LoadU(d, b + k), sum); },
      [&](std::size_t k, std::size_t left) HWY_ATTR {
        const auto x = padded(a + k, left), y = padded(b + k, left);
        sum = hn::MulAdd(hn::LoadU(d, x.data()), hn::LoadU(d, y.data()), sum);
      });
  return hn::GetLane(hn::SumOfLanes(d, sum));
}

double Advance(double step, const double* p, const double* q, const double* inverse, std::size_t count, double* x,
               double* r) {
  const Tag d;
  const Vector a = hn::Set(d, step);
  Vector sum = hn::Zero(d);
  const auto go = [&](const double* from_p, const double* from_q, const double* from_inverse, double* to_x,
                      double* to_r) HWY_ATTR {
    hn::StoreU(hn::MulAdd(a, hn::LoadU(d, from_p), hn::LoadU(d, to_x)), d, to_x);
    const Vector left = hn::NegMulAdd(a, hn::LoadU(d, from_q), hn::LoadU(d, to_r));
    hn::StoreU(left, d, to_r);
    sum = hn::MulAdd(hn::Mul(left, left), hn::LoadU(d, from_inverse), sum);
  };
  for_each_vector(
      count, [&](std::size_t k) HWY_ATTR { go(p + k, q + k, inverse + k, x + k, r + k); },
      [&](std::size_t k, std::size_t left) HWY_ATTR {
        const auto p_left = padded(p + k, left), q_left = padded(q + k, left), i_left = padded(inverse + k, left);
        auto x_left = padded(x + k, left), r_left = padded(r + k, left);
        go(p_left.data(), q_left.data(), i_left.data(), x_left.data(), r_left.data());
        std::copy_n(x_left.begin(), left, x + k);
        std::copy_n(r_left.begin(), left, r + k);
      });
  return hn::GetLane(hn::SumOfLanes(d, sum));
}

}  // namespace pdrank::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pdrank::kernels {

HWY_EXPORT(FlipLogRatio);
HWY_EXPORT(LawRatio);
HWY_EXPORT(TiltOneAnswers);
HWY_EXPORT(FewAnswers);
HWY_EXPORT(Logistic);
HWY_EXPORT(Reweight);
HWY_EXPORT(ProxPull);
HWY_EXPORT(DualStep);
HWY_EXPORT(Dot);
HWY_EXPORT(Advance);

double logistic(const double* margin, const double* weight, std::size_t count, double* force, double* curvature) {
  return HWY_DYNAMIC_DISPATCH(Logistic)(margin, weight, count, force, curvature);
}

double reweight(const double* margin, const double* edge_count, std::size_t count, double epsilon, double* omega) {
  return HWY_DYNAMIC_DISPATCH(Reweight)(margin, edge_count, count, epsilon, omega);
}

void prox_pull(const double* s, const double* weight, std::size_t count, double* pull) {
  HWY_DYNAMIC_DISPATCH(ProxPull)(s, weight, count, pull);
}

void dual_step(const double* margin, const double* weight, const double* sigma, double relaxation, std::size_t count,
               double* dual) {
  HWY_DYNAMIC_DISPATCH(DualStep)(margin, weight, sigma, relaxation, count, dual);
}

double advance(double step, const double* p, const double* q, const double* inverse, std::size_t count, double* x,
               double* r) {
  return HWY_DYNAMIC_DISPATCH(Advance)(step, p, q, inverse, count, x, r);
}

void flip_log_ratio(double flip, double won, double lost, const float* now, const float* then, const float* other,
                    double* log_ratio) {
  HWY_DYNAMIC_DISPATCH(FlipLogRatio)(flip, won, lost, now, then, other, log_ratio);
}

void law_ratio(const AnswerLawRow& row, const float* now, const float* then, const float* other, double* ratio,
               double* log_ratio) {
  HWY_DYNAMIC_DISPATCH(LawRatio)(row, now, then, other, ratio, log_ratio);
}

void few_answers(const FewRows& rows, const double* up, const double* down, std::size_t count, double* likelihood,
                 double* turned) {
  HWY_DYNAMIC_DISPATCH(FewAnswers)(rows, up, down, count, likelihood, turned);
}

void tilt_one_answers(const OneAnswerTilts& tilts, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(TiltOneAnswers)(tilts, count);
}

double dot(const double* a, const double* b, std::size_t count) { return HWY_DYNAMIC_DISPATCH(Dot)(a, b, count); }

}  // namespace pdrank::kernels
#endif  // HWY_ONCE
