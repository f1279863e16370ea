#include "pdrank/posterior/learn.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "pdrank/core/parallel.hpp"
#include "pdrank/posterior/effects.hpp"
#include "pdrank/posterior/flips.hpp"
#include "pdrank/posterior/shape.hpp"

namespace pdrank {
namespace {

double root_mean_square(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return std::sqrt(sum / static_cast<double>(std::max<std::size_t>(values.size(), 1)));
}

// At a fixed point of the rounds the gradient of the evidence is known from the beliefs alone.
class Learner {
 public:
  Learner(Propagation& fit, const Beliefs& beliefs, double answers, const WhatToLearn& what, Model& model,
          Observer* observer)
      : fit_(fit), beliefs_(beliefs), answers_(answers), what_(what), model_(model), observer_(observer) {}

  bool run() { return model_.shape.size() == 1 ? find_spread() : find_parts(); }

 private:
  bool is_many() const { return fit_.answers().nodes > kManyNodes; }
  static constexpr std::uint32_t kManyNodes = 2000;
  static constexpr double kFarthest = 0.9;
  static constexpr double kStill = 0.01;                    // of the logarithm of the spread
  static constexpr double kCalm = 0.01, kNearlyCalm = 0.1;  // of means, in deviations
  static constexpr int kMostSteps = 20;

  // Rounds, the noise learned on the way, until the means hardly move.
  bool settle() {
    constexpr double kFlipCalm = 0.02, kEffectsCalm = 0.005, kLinkCalm = 0.01;
    const int most = is_many() ? 10 : 15;
    for (int k = 0; k < most; ++k) {
      if (!fit_.round(model_)) return false;
      if (observer_) observer_->on_progress({"fitting", static_cast<std::uint64_t>(fit_.rounds()), 0, fit_.moved()});
      if (observer_ && observer_->stop_requested()) return false;
      if (k == 0) continue;
      if (fit_.rounds() > 2 || fit_.moved() < kNearlyCalm) flip_moved_ = what_.flip ? learn_flip() : 0;
      std::fill_n(model_.flip.begin(), model_.alike, model_.flip[0]);
      if (what_.link && !fit_.answers().link.empty())
        link_moved_ = improve_link(fit_.link_slope(model_.link_variance), model_.link_variance);
      // Before the scores are where the answers want them, effects would take what is theirs.
      if (k % 2 == 1 && fit_.moved() < kNearlyCalm) effects_moved_ = improve_effects(fit_, model_);
      if (fit_.moved() < kCalm && flip_moved_ < kFlipCalm && effects_moved_ < kEffectsCalm && link_moved_ < kLinkCalm)
        break;
    }
    return true;
  }

  // Scores that still move would take steps of Newton's method astray.
  double learn_flip() {
    if (fit_.moved() > kNearlyCalm) return improve_flip(fit_.turned(), answers_, beliefs_, model_.flip[0]);
    return fit_.moved() < kCalm ? move_flip() : flip_moved_;
  }

  // A step of Newton's method for the noise, with which scores and spread go. Returns how far it went: of what the
  // answers leave open or, if that is less, of itself.
  double move_flip() {
    constexpr double kTimes = 2, kOfOpen = 0.2;
    const FlipSlope found = flip_slope(fit_, model_, answers_, beliefs_, Others::stay);
    const double before = model_.flip[0], least = (before + kFlipOffset) / kTimes - kFlipOffset,
                 most = (before + kFlipOffset) * kTimes - kFlipOffset;
    double& flip = model_.flip[0];
    flip = std::clamp(before + found.slope / found.information, std::max(least, kLeastFlip), std::min(most, kMostFlip));
    const double step = flip - before, wider = std::clamp(found.wider * step, -kFarthest, kFarthest);
    fit_.shift(found.follows, -step);
    if (wider != 0) {
      double& deviation = model_.shape[0].deviation;
      deviation = std::clamp(deviation * std::exp(wider), kLeastSpread, most_spread(fit_.answers().nodes));
      spread_moved_ = spread_moved_ || std::abs(wider) > kStill;
    }
    return std::abs(step) * std::min(kOfOpen * std::sqrt(found.information), 1 / (flip + 2 * kFlipOffset));
  }

  // The root of the slope: by secants, within a bracket as soon as there is one.
  bool find_spread() {
    std::optional<SpreadSlope> low, high, last;
    double follows = 0.2, size = 0;  // how far means follow the spread, in logarithms; and their size
    for (int step = 0; step < kMostSteps; ++step) {
      if (!settle()) return false;
      if (std::exchange(spread_moved_, false)) low = high = last = std::nullopt;
      const SpreadSlope now = spread_slope(fit_, model_, beliefs_);
      if (fit_.moved() < kCalm) (now.value > 0 ? low : high) = now;
      const double grown = root_mean_square(fit_.field().mean());
      if (last && size > 0 && std::abs(now.at - last->at) > 0.02)
        follows = std::clamp(std::log(grown / size) / (now.at - last->at), 0.0, 1.0);
      size = grown;
      double move = now.value / now.scale;
      if (last && now.at != last->at && now.value != last->value) {
        const double secant = -now.value * (now.at - last->at) / (now.value - last->value);
        if (secant * now.value > 0) move = secant;
      }
      move = std::clamp(move, -kFarthest, kFarthest);
      if (low && high && !(now.at + move > low->at && now.at + move < high->at))
        move = (low->at + high->at) / 2 - now.at;
      if (std::abs(move) < kStill) break;
      last = now;
      const double next = std::clamp(std::exp(now.at + move), kLeastSpread, most_spread(fit_.answers().nodes));
      if (next == model_.shape[0].deviation) break;
      fit_.stretch(std::exp(follows * (std::log(next) - now.at)));
      model_.shape[0].deviation = next;
    }
    return true;
  }

  bool find_parts() {
    const int turns = fit_.answers().nodes > 20'000 ? 3 : 8;
    for (int turn = 0; turn < turns; ++turn) {
      if (!settle()) return false;
      const double before = spread(model_.shape);
      improve_shape(fit_.cavities(), model_.shape);
      if (turn > (is_many() ? 0 : 2) && std::abs(std::log(spread(model_.shape) / before)) < kStill) break;
    }
    return true;
  }

  Propagation& fit_;
  const Beliefs& beliefs_;
  double answers_;
  WhatToLearn what_;
  Model& model_;
  Observer* observer_;
  bool spread_moved_ = false;  // since it was last looked at
  double flip_moved_ = 1, effects_moved_ = fit_.answers().circumstances ? 1 : 0, link_moved_ = 0;
};

}  // namespace

double Beliefs::log_density(double log_spread) const {
  const double z = (log_spread - log_spread_mean) / log_spread_scale;
  return -(log_spread_freedom + 1) / 2 * std::log1p(z * z / log_spread_freedom);
}

double Beliefs::slope(double log_spread) const {
  const double z = (log_spread - log_spread_mean) / log_spread_scale;
  return -(log_spread_freedom + 1) * z / (log_spread_freedom + z * z) / log_spread_scale;
}

double Beliefs::curvature() const {
  return (log_spread_freedom + 1) / (log_spread_freedom * log_spread_scale * log_spread_scale);
}

double improve_flip(double turned, double answers, const Beliefs& beliefs, double& flip) {
  const double wanted = turned / (answers + 1 / beliefs.mean_flip);
  const double longer = 1.5 * std::log((wanted + kFlipOffset) / (flip + kFlipOffset));
  const double moved = (flip + kFlipOffset) * std::exp(std::clamp(longer, -0.7, 0.7)) - kFlipOffset;
  const double far = std::abs(moved - flip) / (moved + 2 * kFlipOffset);
  flip = std::clamp(moved, kLeastFlip, kMostFlip);
  return far;
}

SpreadSlope spread_slope(const Propagation& fit, const Model& model, const Beliefs& beliefs) {
  const double deviation = model.shape[0].deviation, square = deviation * deviation;
  struct Sums {
    double value = 0, scale = 0;
    void operator+=(const Sums& more) { value += more.value, scale += more.scale; }
  };
  const std::span<const double> means = fit.field().mean(), variances = fit.variances();
  const Sums sums = parallel_sum<Sums>(fit.answers().rooted_nodes(), [&](std::size_t begin, std::size_t end) {
    Sums own;
    for (std::size_t node = begin; node < end; ++node) {
      own.value += (means[node] * means[node] + variances[node]) / square - 1;
      const double known = std::clamp(1 - variances[node] / square, 0.2, 1.0);
      own.scale += 2 * known * known;
    }
    return own;
  });
  return {std::log(deviation), beliefs.slope(std::log(deviation)) + sums.value, beliefs.curvature() + sums.scale};
}

double flip_of(const Model& model, std::size_t one, double usual) {
  if (one < model.alike) return usual;
  const double follows = model.follows.empty() ? 0 : model.follows[one];
  return std::clamp(model.flip[one] + follows * (usual - model.flip[0]), kLeastFlip, 1 - kLeastFlip);
}

void rescale(ScoreShape& shape, double factor) {
  for (ShapePart& part : shape) {
    part.mean *= factor;
    part.deviation *= factor;
  }
}

double improve_link(const Propagation::LinkSlope& found, double& variance) {
  constexpr double kFarthest = 1;
  const double off = (std::log(variance) - kLinkMean) / (kLinkDeviation * kLinkDeviation);
  const double move =
      std::clamp((found.slope - off) / (found.scale + 1 / (kLinkDeviation * kLinkDeviation)), -kFarthest, kFarthest);
  variance = std::clamp(variance * std::exp(move), kLeastLink, kMostLink);
  return std::abs(move);
}

bool learn_model(Propagation& fit, const Beliefs& beliefs, double answers, const WhatToLearn& what, Model& model,
                 Observer* observer) {
  return Learner(fit, beliefs, answers, what, model, observer).run();
}

}  // namespace pdrank
