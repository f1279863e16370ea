#include "pdrank/posterior/shape.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace pdrank {
namespace {

constexpr int kSteps = 100, kStepsTogether = 15;
constexpr double kLonger = 1.8;  // than the step of expectation-maximisation, on a logarithmic scale
constexpr std::size_t kMostNodes = 20'000;
constexpr std::size_t kNodesAPart = 20;  // of more than two
// What is believed of a part before any item: one item in it more, and as if one item had this deviation, in units of
// the spread of all.
constexpr double kItemsBelieved = 1, kDeviationBelieved = 0.05;

double log_likelihood(const std::vector<Propagation::Cavity>& cavities, const ScoreShape& shape) {
  double sum = 0;
  for (const Propagation::Cavity& cavity : cavities) sum += tilt(cavity.mean, cavity.variance, shape).log_mass;
  return sum;
}

// Parts side by side, as quantiles of the means.
ScoreShape side_by_side(std::vector<double> sorted, std::size_t parts, double deviation) {
  ScoreShape shape;
  for (std::size_t k = 0; k < parts; ++k) {
    const auto at = static_cast<std::size_t>((static_cast<double>(k) + 0.5) / static_cast<double>(parts) *
                                             static_cast<double>(sorted.size()));
    shape.push_back({1 / static_cast<double>(parts), sorted[std::min(at, sorted.size() - 1)],
                     deviation / static_cast<double>(parts)});
  }
  return shape;
}

// So many nodes tell the shape as well as all.
std::vector<Propagation::Cavity> sampled(const std::vector<Propagation::Cavity>& cavities) {
  const std::size_t stride = std::max<std::size_t>(1, cavities.size() / kMostNodes);
  std::vector<Propagation::Cavity> some;
  for (std::size_t node = 0; node < cavities.size(); node += stride) some.push_back(cavities[node]);
  return some;
}

// One step of expectation-maximisation; centred at 0. Returns the log-likelihood before the step.
double step_shape(const std::vector<Propagation::Cavity>& cavities, ScoreShape& shape) {
  const double whole = spread(shape);
  std::array<double, kMostShapeParts> count{}, sum{}, squares{};
  double likelihood = 0;
  for (const Propagation::Cavity& cavity : cavities) {
    std::array<double, kMostShapeParts> weight{}, place{}, narrowed{};
    double total = 0;
    for (std::size_t k = 0; k < shape.size(); ++k) {
      const double own = shape[k].deviation * shape[k].deviation, both = own + cavity.variance;
      const double gap = cavity.mean - shape[k].mean;
      weight[k] = shape[k].share * std::exp(-gap * gap / (2 * both)) / std::sqrt(both);
      narrowed[k] = 1 / (1 / cavity.variance + 1 / own);
      place[k] = narrowed[k] * (cavity.mean / cavity.variance + shape[k].mean / own);
      total += weight[k];
    }
    total = std::max(total, 1e-300);
    likelihood += std::log(total);
    for (std::size_t k = 0; k < shape.size(); ++k) {
      const double share = weight[k] / total;
      count[k] += share;
      sum[k] += share * place[k];
      squares[k] += share * (narrowed[k] + place[k] * place[k]);
    }
  }
  const double all = std::accumulate(count.begin(), count.end(), 0.0);
  for (std::size_t k = 0; k < shape.size(); ++k) {
    shape[k].share = (count[k] + kItemsBelieved) / (all + kItemsBelieved * static_cast<double>(shape.size()));
    if (count[k] > 1e-6) shape[k].mean = sum[k] / count[k];
    const double scatter = std::max(0.0, squares[k] - count[k] * shape[k].mean * shape[k].mean);
    const double believed = kDeviationBelieved * whole;
    const double found = std::sqrt((scatter + kItemsBelieved * believed * believed) / (count[k] + kItemsBelieved));
    // Where the answers say little about each item, plain steps towards tight groups are small.
    shape[k].deviation *= std::pow(found / shape[k].deviation, kLonger);
  }
  const double middle = centre(shape);
  for (ShapePart& part : shape) part.mean -= middle;
  return likelihood;
}

}  // namespace

void improve_shape(const std::vector<Propagation::Cavity>& cavities, ScoreShape& shape) {
  const std::vector<Propagation::Cavity> some = sampled(cavities);
  for (int step = 0; step < kStepsTogether; ++step) step_shape(some, shape);
}

double shape_penalty(const ScoreShape& shape, std::size_t nodes) {
  const auto all = static_cast<double>(nodes);
  return static_cast<double>(shape.size() - 1) * (1 + 12 / all + std::log(std::max(1.0, all / 30)));
}

ShapeFound find_shape(const std::vector<Propagation::Cavity>& all, double deviation) {
  const std::vector<Propagation::Cavity> cavities = sampled(all);
  const double normal = log_likelihood(cavities, {{1, 0, deviation}});
  std::vector<double> sorted;
  for (const Propagation::Cavity& cavity : cavities) {
    const double kept = deviation * deviation / (deviation * deviation + cavity.variance);
    sorted.push_back(kept * cavity.mean);
  }
  std::ranges::sort(sorted);
  ShapeFound best{{}, -1e300};
  for (std::size_t parts = 2; parts <= kMostShapeParts && (parts == 2 || parts * kNodesAPart <= cavities.size());
       ++parts) {
    std::vector<ScoreShape> starts = {side_by_side(sorted, parts, deviation)};
    if (parts == 2) starts.push_back({{0.7, 0, 0.5 * deviation}, {0.3, 0, 2 * deviation}});  // heavy tails
    for (ScoreShape& shape : starts) {
      for (int step = 0; step < kSteps; ++step) step_shape(cavities, shape);
      const double gain = log_likelihood(cavities, shape) - normal - shape_penalty(shape, cavities.size());
      if (gain > best.gain) best = {shape, gain};
    }
  }
  return best;
}

}  // namespace pdrank
