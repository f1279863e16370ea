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
using FloatTag = hn::CappedTag<float, kPadding>;
using FloatVector = hn::Vec<FloatTag>;
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

HWY_INLINE Vector logistic_vector(Vector margin, Vector weight, double* force, double* curvature) {
  const Tag d;
  const Vector one = hn::Set(d, 1.0);
  const auto [softplus, sigmoid] = softplus_sigmoid(hn::Sub(one, margin));
  const Vector pull = hn::Mul(weight, sigmoid);
  hn::StoreU(pull, d, force);
  hn::StoreU(hn::Mul(pull, hn::Sub(one, sigmoid)), d, curvature);
  return hn::Mul(weight, softplus);
}

double Logistic(const double* margin, const double* weight, std::size_t count, double* force, double* curvature) {
  const Tag d;
  Vector loss = hn::Zero(d);
  for_each_vector(
      count,
      [&](std::size_t k) HWY_ATTR {
        loss = hn::Add(loss,
                       logistic_vector(hn::LoadU(d, margin + k), hn::LoadU(d, weight + k), force + k, curvature + k));
      },
      [&](std::size_t k, std::size_t left) HWY_ATTR {
        const auto y = padded(margin + k, left), w = padded(weight + k, left);
        std::array<double, kMaxLanes> f{}, c{};
        loss = hn::Add(loss, logistic_vector(hn::LoadU(d, y.data()), hn::LoadU(d, w.data()), f.data(), c.data()));
        std::copy_n(f.begin(), left, force + k);
        std::copy_n(c.begin(), left, curvature + k);
      });
  return hn::GetLane(hn::SumOfLanes(d, loss));
}

LineSums LogisticOnLine(const double* margin, const double* direction, const double* weight, std::size_t count,
                        double step) {
  const Tag d;
  const Vector one = hn::Set(d, 1.0), t = hn::Set(d, step);
  Vector loss = hn::Zero(d), slope = hn::Zero(d);
  const auto add = [&](const double* y, const double* dy, const double* w) HWY_ATTR {
    const Vector rise = hn::LoadU(d, dy), scale = hn::LoadU(d, w);
    const auto [softplus, sigmoid] = softplus_sigmoid(hn::Sub(one, hn::MulAdd(t, rise, hn::LoadU(d, y))));
    loss = hn::Add(loss, hn::Mul(scale, softplus));
    slope = hn::Sub(slope, hn::Mul(hn::Mul(scale, sigmoid), rise));
  };
  for_each_vector(
      count, [&](std::size_t k) HWY_ATTR { add(margin + k, direction + k, weight + k); },
      [&](std::size_t k, std::size_t left) HWY_ATTR {
        const auto y = padded(margin + k, left), dy = padded(direction + k, left), w = padded(weight + k, left);
        add(y.data(), dy.data(), w.data());
      });
  return {hn::GetLane(hn::SumOfLanes(d, loss)), hn::GetLane(hn::SumOfLanes(d, slope))};
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

// sum c log p over vectors of probabilities. Added up in kPadding columns whatever the width of the vectors, so that
// chains of draws, in which the last bit decides, do not depend on it; in double, so that no length costs digits.
template <class Probability>
HWY_INLINE double log_likelihood(const float* times, std::size_t count, Probability&& probability) {
  const FloatTag d;
  const FloatVector least = hn::Set(d, 1e-30f);
  std::array<double, kPadding> columns{};
  alignas(64) std::array<float, kPadding> terms{};
  for (std::size_t begin = 0; begin < count; begin += kPadding) {
    for (std::size_t k = 0; k < kPadding; k += hn::Lanes(d)) {
      const FloatVector log_p = hn::Log(d, hn::Max(least, probability(begin + k)));
      hn::StoreU(hn::Mul(hn::LoadU(d, times + begin + k), log_p), d, terms.data() + k);
    }
    for (std::size_t k = 0; k < kPadding; ++k) columns[k] += static_cast<double>(terms[k]);
  }
  for (std::size_t width = kPadding / 2; width > 0; width /= 2)
    for (std::size_t k = 0; k < width; ++k) columns[k] += columns[k + width];
  return columns[0];
}

double FlippedLogistic(float t, const float* slope, const float* v, const float* f, const float* times,
                       std::size_t count) {
  const FloatTag d;
  const FloatVector one = hn::Set(d, 1.0f), far = hn::Set(d, 80.0f), at = hn::Set(d, t), two = hn::Set(d, 2.0f);
  return log_likelihood(times, count, [&](std::size_t k) HWY_ATTR {
    const FloatVector flip = hn::LoadU(d, f + k);
    const FloatVector margin = hn::MulSub(hn::LoadU(d, slope + k), at, hn::LoadU(d, v + k));
    const FloatVector e = hn::Exp(d, hn::Min(far, hn::Neg(margin)));
    return hn::Add(flip, hn::Div(hn::NegMulAdd(two, flip, one), hn::Add(one, e)));
  });
}

double Flipped(float f, const float* p, const float* times, std::size_t count) {
  const FloatTag d;
  const FloatVector flip = hn::Set(d, f), trust = hn::Set(d, 1 - 2 * f);
  return log_likelihood(times, count,
                        [&](std::size_t k) HWY_ATTR { return hn::MulAdd(trust, hn::LoadU(d, p + k), flip); });
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

}  // namespace pdrank::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pdrank::kernels {

HWY_EXPORT(Logistic);
HWY_EXPORT(LogisticOnLine);
HWY_EXPORT(Reweight);
HWY_EXPORT(ProxPull);
HWY_EXPORT(FlippedLogistic);
HWY_EXPORT(Flipped);
HWY_EXPORT(Dot);

double logistic(const double* margin, const double* weight, std::size_t count, double* force, double* curvature) {
  return HWY_DYNAMIC_DISPATCH(Logistic)(margin, weight, count, force, curvature);
}

LineSums logistic_on_line(const double* margin, const double* direction, const double* weight, std::size_t count,
                          double step) {
  return HWY_DYNAMIC_DISPATCH(LogisticOnLine)(margin, direction, weight, count, step);
}

double reweight(const double* margin, const double* edge_count, std::size_t count, double epsilon, double* omega) {
  return HWY_DYNAMIC_DISPATCH(Reweight)(margin, edge_count, count, epsilon, omega);
}

void prox_pull(const double* s, const double* weight, std::size_t count, double* pull) {
  HWY_DYNAMIC_DISPATCH(ProxPull)(s, weight, count, pull);
}

double flipped_logistic(float t, const float* slope, const float* v, const float* f, const float* times,
                        std::size_t count) {
  return HWY_DYNAMIC_DISPATCH(FlippedLogistic)(t, slope, v, f, times, count);
}

double flipped(float f, const float* p, const float* times, std::size_t count) {
  return HWY_DYNAMIC_DISPATCH(Flipped)(f, p, times, count);
}

double dot(const double* a, const double* b, std::size_t count) { return HWY_DYNAMIC_DISPATCH(Dot)(a, b, count); }

}  // namespace pdrank::kernels
#endif  // HWY_ONCE
