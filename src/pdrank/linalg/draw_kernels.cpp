// The kernels of kernels.hpp that take draws side by side.
#include "pdrank/linalg/kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "pdrank/linalg/draw_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for every instruction set

#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#include <algorithm>
#include <array>

HWY_BEFORE_NAMESPACE();
namespace pdrank::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using FloatTag = hn::CappedTag<float, kPadding>;
using FloatVector = hn::Vec<FloatTag>;

HWY_INLINE FloatVector float_power(FloatVector base, int exponent) {
  FloatVector value = base;
  for (int k = 1; k < exponent; ++k) value = hn::Mul(value, base);
  return value;
}

// value of the other node, kPadding of them; that of one a little further is asked for.
HWY_INLINE const float* values_of(const NeighbourAnswers* at, const float* values) {
  __builtin_prefetch(values + std::size_t{at[kNeighboursAhead].other} * kPadding);
  return values + std::size_t{at->other} * kPadding;
}

// Product and sum are rounded one by one: fused, numbers of 32 bits would differ in their seventh digit from those of
// processors without such an operation, and every draw with them. It is the memory that this waits for.
void AddNeighbours(const NeighbourAnswers* answers, std::size_t count, const float* values, float* sum) {
  const FloatTag d;
  for (std::size_t k = 0; k < kPadding; k += hn::Lanes(d)) {
    FloatVector all = hn::LoadU(d, sum + k);
    for (const NeighbourAnswers* at = answers; at != answers + count; ++at)
      all = hn::Add(hn::Mul(hn::Set(d, at->weight), hn::LoadU(d, values_of(at, values) + k)), all);
    hn::StoreU(all, d, sum + k);
  }
}

// With e = e^-d, L = (1 - f + f e) / (1 + e), and for the other answer (f + (1 - f) e) / (1 + e). A factor of the
// product is within 1 / f of 1. Where a node moves by no more than kNear, its odds against all others change by one
// factor, and each takes one exponential instead of two.
void AddLogRatio(const NeighbourAnswers* answers, std::size_t count, const float* flip, const float* values,
                 const float* now, const float* then, double* log_ratio) {
  const FloatTag d;
  constexpr int kMostHeld = 10;                                   // factors
  constexpr float kFar = 30.0f, kNear = 25.0f, kFarther = 60.0f;  // kNear + kFarther can be exponents
  const FloatVector one = hn::Set(d, 1.0f), far = hn::Set(d, kFar), farther = hn::Set(d, kFarther),
                    most = hn::Exp(d, far), least = hn::Div(one, most);
  const auto exp_within = [&](FloatVector x, FloatVector reach)
                              HWY_ATTR { return hn::Exp(d, hn::Max(hn::Neg(reach), hn::Min(reach, x))); };
  alignas(64) std::array<float, kPadding> found;
  for (std::size_t k = 0; k < kPadding; k += hn::Lanes(d)) {
    const FloatVector before = hn::LoadU(d, now + k), after = hn::LoadU(d, then + k);
    const FloatVector moved = hn::Sub(before, after);
    const bool is_near = hn::AllTrue(d, hn::Le(hn::Abs(moved), hn::Set(d, kNear)));
    const FloatVector change = is_near ? hn::Exp(d, moved) : one;
    FloatVector sum = hn::Zero(d), product = one;
    int held = 0;
    for (const NeighbourAnswers* at = answers; at != answers + count; ++at) {
      const int won = static_cast<int>(at->won), lost = static_cast<int>(at->lost);
      if (won + lost == 0) continue;
      if ((held += won + lost) > kMostHeld) {
        sum = hn::Add(sum, hn::Log(d, product));
        product = one;
        held = won + lost;
      }
      const FloatVector f = hn::Set(d, flip[at->source]), trust = hn::Sub(one, f),
                        rival = hn::LoadU(d, values + std::size_t{at->other} * kPadding + k);
      FloatVector a, b;
      if (is_near) {
        const FloatVector odds = exp_within(hn::Sub(rival, before), farther);
        a = hn::Max(least, hn::Min(most, odds));
        b = hn::Max(least, hn::Min(most, hn::Mul(odds, change)));
      } else {
        a = exp_within(hn::Sub(rival, before), far);
        b = exp_within(hn::Sub(rival, after), far);
      }
      const FloatVector above = hn::Add(one, a), below = hn::Add(one, b);
      if (won > 0)
        product = hn::Mul(product, float_power(hn::Div(hn::Mul(above, hn::MulAdd(f, b, trust)),
                                                       hn::Mul(below, hn::MulAdd(f, a, trust))),
                                               won));
      if (lost > 0)
        product = hn::Mul(product, float_power(hn::Div(hn::Mul(above, hn::MulAdd(trust, b, f)),
                                                       hn::Mul(below, hn::MulAdd(trust, a, f))),
                                               lost));
    }
    hn::StoreU(hn::Add(sum, hn::Log(d, product)), d, found.data() + k);
  }
  for (std::size_t k = 0; k < kPadding; ++k) log_ratio[k] += static_cast<double>(found[k]);
}

void Accept(const double* log_ratio, const float* uniform, const float* then, float* now) {
  const FloatTag d;
  alignas(64) std::array<float, kPadding> ratio;
  for (std::size_t k = 0; k < kPadding; ++k) ratio[k] = static_cast<float>(std::min(log_ratio[k], 1.0));
  for (std::size_t k = 0; k < kPadding; k += hn::Lanes(d)) {
    const FloatVector chance = hn::Exp(d, hn::Max(hn::Set(d, -80.0f), hn::LoadU(d, ratio.data() + k)));
    const auto is_taken = hn::Le(hn::LoadU(d, uniform + k), chance);
    hn::StoreU(hn::IfThenElse(is_taken, hn::LoadU(d, then + k), hn::LoadU(d, now + k)), d, now + k);
  }
}

}  // namespace pdrank::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pdrank::kernels {

HWY_EXPORT(AddNeighbours);
HWY_EXPORT(AddLogRatio);
HWY_EXPORT(Accept);

void add_neighbours(const NeighbourAnswers* answers, std::size_t count, const float* values, float* sum) {
  HWY_DYNAMIC_DISPATCH(AddNeighbours)(answers, count, values, sum);
}

void add_log_ratio(const NeighbourAnswers* answers, std::size_t count, const float* flip, const float* values,
                   const float* now, const float* then, double* log_ratio) {
  HWY_DYNAMIC_DISPATCH(AddLogRatio)(answers, count, flip, values, now, then, log_ratio);
}

void accept(const double* log_ratio, const float* uniform, const float* then, float* now) {
  HWY_DYNAMIC_DISPATCH(Accept)(log_ratio, uniform, then, now);
}

}  // namespace pdrank::kernels
#endif  // HWY_ONCE
