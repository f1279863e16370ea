#include "pdrank/posterior/lattice.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "pdrank/core/result.hpp"
#include "pdrank/posterior/propagate.hpp"

namespace pdrank {
namespace {

double log_belief(const Beliefs& beliefs, const Model& model) {
  return beliefs.log_density(std::log(spread(model.shape))) - model.flip[0] / beliefs.mean_flip;
}

class Lattice {
 public:
  // `flip_open` is a deviation of the flips, in log(flip + offset): sums over steps of one and a half are nearly exact.
  Lattice(const Answers& answers, const Beliefs& beliefs, double flip_open, std::uint64_t seed,
          std::vector<ModelPoint>& points, Observer* observer)
      : answers_(answers),
        beliefs_(beliefs),
        flip_step_(std::min(1.5 * flip_open, kFlipStep)),
        seed_(seed),
        points_(points),
        observer_(observer) {
    for (const ModelPoint& point : points) top_ = std::max(top_, point.log_weight);
  }

  void explore(const Model& best, const Sites& sites, double prior) {
    std::map<std::pair<int, int>, bool> seen;
    std::vector<Start> open = {{0, 0, sites}};
    seen[{0, 0}] = true;
    for (std::size_t k = 0; k < open.size() && k < kMostPoints; ++k) {
      if (observer_ && observer_->stop_requested()) return;
      const Start start = std::move(open[k]);
      const std::optional<ModelPoint> point = evaluate(best, start, prior);
      if (!point) continue;
      top_ = std::max(top_, point->log_weight);
      if (point->log_weight > top_ - kDeep)
        for (const auto& [a, b] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}})
          if (!std::exchange(seen[{start.spread + a, start.flip + b}], true))
            open.push_back({start.spread + a, start.flip + b, point->sites});
      points_.push_back(*point);
    }
  }

 private:
  static constexpr double kSpreadStep = 0.3, kFlipStep = 0.7, kDeep = 4;
  static constexpr std::size_t kMostPoints = 80;

  struct Start {
    int spread, flip;
    Sites sites;
  };

  std::optional<ModelPoint> evaluate(const Model& best, const Start& start, double prior) const {
    Model model = best;
    rescale(model.shape, std::exp(kSpreadStep * start.spread));
    const double centre = std::log(best.flip[0] + kFlipOffset) + flip_step_ * start.flip;
    const double low = std::max(centre - flip_step_ / 2, std::log(kLeastFlip + kFlipOffset));
    const double high = std::min(centre + flip_step_ / 2, std::log(kMostFlip + kFlipOffset));
    if (!(low < high) || spread(model.shape) > most_spread(answers_.nodes)) return std::nullopt;
    const double usual = std::exp((low + high) / 2) - kFlipOffset;
    for (std::size_t one = 0; one < model.flip.size(); ++one) model.flip[one] = flip_of(best, one, usual);
    Propagation fit(answers_, seed_);
    fit.restart(start.sites);
    if (!fit.run(model, kFitTolerance, kMostRounds)) return std::nullopt;
    // The lattice is even in log(flip + offset), so a point stands for more flips the larger they are.
    const double flips = std::log((usual + kFlipOffset) * (high - low));
    return ModelPoint{model, fit.sites(), fit.evidence() + log_belief(beliefs_, model) + flips + prior, low, high};
  }

  const Answers& answers_;
  const Beliefs& beliefs_;
  double flip_step_;
  std::uint64_t seed_;
  std::vector<ModelPoint>& points_;
  Observer* observer_;
  double top_ = -1e300;
};

}  // namespace

void explore_models(const Answers& answers, const Beliefs& beliefs, const ModelPoint& best, double prior,
                    double flip_open, std::uint64_t seed, std::vector<ModelPoint>& points, Observer* observer) {
  Lattice(answers, beliefs, flip_open / (best.model.flip[0] + kFlipOffset), seed, points, observer)
      .explore(best.model, best.sites, prior);
}

std::pair<double, double> spread_interval(const std::vector<ModelPoint>& points) {
  double total = 0, sum = 0, square = 0, top = -1e300;
  for (const ModelPoint& point : points) top = std::max(top, point.log_weight);
  for (const ModelPoint& point : points) {
    const double weight = std::exp(point.log_weight - top), log_one = std::log(spread(point.model.shape));
    total += weight;
    sum += weight * log_one;
    square += weight * log_one * log_one;
  }
  const double mean = sum / total, nodes = static_cast<double>(points.front().sites.node_precision.size());
  const double reach = kNormal90 * std::sqrt(std::max(square / total - mean * mean, 0.0) + 0.5 / nodes);
  return {std::exp(mean - reach), std::exp(mean + reach)};
}

}  // namespace pdrank
