#include "pdrank/posterior/learn.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

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
  Learner(Propagation& fit, const Beliefs& beliefs, double answers, bool with_flip, Model& model, Observer* observer)
      : fit_(fit), beliefs_(beliefs), answers_(answers), with_flip_(with_flip), model_(model), observer_(observer) {}

  // True if the rounds have settled at the best point.
  bool run() {
    if (!(model_.shape.size() == 1 ? find_spread() : find_parts())) return false;
    return fit_.run(model_, kFitTolerance, kMostRounds, observer_);
  }

 private:
  static constexpr double kStill = 0.01;  // of the logarithm of the spread
  static constexpr double kFarthest = 0.9;
  static constexpr int kMostSteps = 20;

  // The noise by expectation-maximisation: the share of answers that look turned round, in steps longer than its own.
  void improve_flip() {
    if (!with_flip_) {
      flip_moved_ = 0;
      return;
    }
    const double wanted = fit_.turned() / (answers_ + 1 / beliefs_.mean_flip);
    const double longer = 1.5 * std::log((wanted + kFlipOffset) / (model_.flip[0] + kFlipOffset));
    const double flip = (model_.flip[0] + kFlipOffset) * std::exp(std::clamp(longer, -0.7, 0.7)) - kFlipOffset;
    flip_moved_ = std::abs(flip - model_.flip[0]) / (flip + 2 * kFlipOffset);
    model_.flip[0] = std::clamp(flip, kLeastFlip, kMostFlip);
  }

  // Rounds, the noise learned on the way, until the means hardly move.
  bool settle() {
    constexpr double kCalm = 0.01, kFlipCalm = 0.02;
    constexpr int kMost = 15;
    for (int k = 0; k < kMost; ++k) {
      if (!fit_.round(model_)) return false;
      if (observer_) observer_->on_progress({"fitting", static_cast<std::uint64_t>(fit_.rounds()), 0, fit_.moved()});
      if (observer_ && observer_->stop_requested()) return false;
      if (k == 0) continue;
      if (fit_.rounds() > 2) improve_flip();
      if (fit_.moved() < kCalm && flip_moved_ < kFlipCalm) break;
    }
    return true;
  }

  struct Slope {
    double at;            // logarithm of the spread
    double value, scale;  // derivative of the log evidence; what Newton's method divides it by
  };

  Slope slope() const {
    const double deviation = model_.shape[0].deviation, square = deviation * deviation;
    const double precision = 1 / (beliefs_.log_spread_deviation * beliefs_.log_spread_deviation);
    Slope found{std::log(deviation), -(std::log(deviation) - beliefs_.log_spread_mean) * precision, precision};
    for (std::size_t node = 0; node < fit_.answers().nodes; ++node) {
      const double mean = fit_.field().mean()[node], variance = fit_.variances()[node];
      found.value += (mean * mean + variance) / square - 1;
      const double known = std::clamp(1 - variance / square, 0.2, 1.0);
      found.scale += 2 * known * known;
    }
    return found;
  }

  // The root of the slope: by secants, within a bracket as soon as there is one.
  bool find_spread() {
    std::optional<Slope> low, high, last;
    double follows = 0.2, size = 0;  // how far means follow the spread, in logarithms; and their size
    for (int step = 0; step < kMostSteps; ++step) {
      if (!settle()) return false;
      const Slope now = slope();
      (now.value > 0 ? low : high) = now;
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
      if (low && high && !(now.at + move > low->at && now.at + move < high->at)) move = (low->at + high->at) / 2 - now.at;
      if (std::abs(move) < kStill) break;
      last = now;
      const double next = std::clamp(std::exp(now.at + move), kLeastSpread, kMostSpread);
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
      if (turn > 2 && std::abs(std::log(spread(model_.shape) / before)) < kStill) break;
    }
    return true;
  }

  Propagation& fit_;
  const Beliefs& beliefs_;
  double answers_;
  bool with_flip_;
  Model& model_;
  Observer* observer_;
  double flip_moved_ = 1;
};

}  // namespace

void rescale(ScoreShape& shape, double factor) {
  for (ShapePart& part : shape) {
    part.mean *= factor;
    part.deviation *= factor;
  }
}

bool learn_model(Propagation& fit, const Beliefs& beliefs, double answers, bool with_flip, Model& model,
                 Observer* observer) {
  return Learner(fit, beliefs, answers, with_flip, model, observer).run();
}

}  // namespace pdrank
