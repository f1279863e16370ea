// The slow twin of the posterior: a plain Metropolis sampler of the same model with a known shape and known flips. One
// score after another gets a proposal around where it is, as wide as makes about half of them welcome, and one from the
// prior, which leads from one group of scores to another; after every sweep all scores are proposed to move together,
// and to spread.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <vector>

#include "pdrank/core/random.hpp"
#include "pdrank/posterior/answers.hpp"
#include "pdrank/posterior/model.hpp"

namespace pdrank::mcmc {

struct Moments {
  std::vector<double> mean;                // by node
  std::vector<double> gap, gap_deviation;  // by pair of nodes: (0, 1), (0, 2), .., (1, 2), ..
  std::vector<double> gap_error;           // standard error of `gap`, by batch means
  std::size_t at(std::size_t i, std::size_t j) const { return i * (2 * mean.size() - i - 1) / 2 + j - i - 1; }
};

class Sampler {
 public:
  Sampler(const Answers& answers, const Model& model, std::uint64_t seed)
      : answers_(answers),
        model_(model),
        random_(seed),
        x_(answers.nodes, centre(model.shape)),
        width_(answers.nodes, spread(model.shape)),
        pairs_(answers.nodes) {
    for (std::size_t pair = 0; pair < answers.pairs(); ++pair) {
      pairs_[answers.first[pair]].push_back(pair);
      pairs_[answers.second[pair]].push_back(pair);
    }
  }

  const std::vector<double>& scores() const { return x_; }

  void sweep(bool adapt) {
    for (std::size_t node = 0; node < x_.size(); ++node) {
      const double now = x_[node], before = of_node(node);
      x_[node] = now + width_[node] * normal();
      const bool taken = std::log(1 - random_.uniform()) < of_node(node) - before;
      if (!taken) x_[node] = now;
      if (adapt) width_[node] *= taken ? 1.05 : 1 / 1.05;  // still where half are taken
      if (model_.shape.size() > 1) jump(node);
    }
    // All together: to and fro, and further apart or closer. The latter changes the volume: x -> c x has the factor
    // c^n.
    const std::vector<double> now = x_;
    const double before = of_all();
    const double shift = spread(model_.shape) / std::sqrt(static_cast<double>(x_.size())) * normal();
    const double stretch = 0.1 * normal();
    for (double& x : x_) x = std::exp(stretch) * x + shift;
    if (!(std::log(1 - random_.uniform()) < of_all() - before + stretch * static_cast<double>(x_.size()))) x_ = now;
  }

 private:
  // A proposal from the prior: what it is taken by is the likelihood alone.
  void jump(std::size_t node) {
    double at = random_.uniform();
    std::size_t part = 0;
    while (part + 1 < model_.shape.size() && at >= model_.shape[part].share) at -= model_.shape[part++].share;
    const double now = x_[node], before = of_node(node) - of_shape(now);
    x_[node] = model_.shape[part].mean + model_.shape[part].deviation * normal();
    if (!(std::log(1 - random_.uniform()) < of_node(node) - of_shape(x_[node]) - before)) x_[node] = now;
  }

  double normal() {
    return std::sqrt(-2 * std::log(1 - random_.uniform())) * std::cos(2 * std::numbers::pi * random_.uniform());
  }

  double of_shape(double x) const {
    double sum = 0;
    for (const ShapePart& part : model_.shape) {
      const double z = (x - part.mean) / part.deviation;
      sum += part.share / part.deviation * std::exp(-z * z / 2);
    }
    return std::log(sum);
  }

  double of_pair(std::size_t pair) const {
    const double d = x_[answers_.first[pair]] - x_[answers_.second[pair]], s = 1 / (1 + std::exp(-d));
    double sum = 0;
    for (std::size_t row = answers_.begin[pair]; row < answers_.begin[pair + 1]; ++row) {
      const double f = model_.flip[answers_.source[row]];
      const double won = static_cast<double>(answers_.won[row]), lost = static_cast<double>(answers_.lost[row]);
      if (won > 0) sum += won * std::log(f + (1 - 2 * f) * s);
      if (lost > 0) sum += lost * std::log(1 - f - (1 - 2 * f) * s);
    }
    return sum - answers_.tied_of(pair) * std::log(std::cosh(d / 2));
  }

  double of_node(std::size_t node) const {
    double sum = of_shape(x_[node]);
    for (const std::size_t pair : pairs_[node]) sum += of_pair(pair);
    return sum;
  }

  double of_all() const {
    double sum = 0;
    for (const double x : x_) sum += of_shape(x);
    for (std::size_t pair = 0; pair < answers_.pairs(); ++pair) sum += of_pair(pair);
    return sum;
  }

  const Answers& answers_;
  const Model& model_;
  Random random_;
  std::vector<double> x_, width_;
  std::vector<std::vector<std::size_t>> pairs_;
};

// Of `sweeps` sweeps, after a tenth of them that does not count.
inline Moments sample(const Answers& answers, const Model& model, int sweeps, std::uint64_t seed) {
  Sampler sampler(answers, model, seed);
  for (int k = 0; k < sweeps / 10; ++k) sampler.sweep(true);
  const std::size_t nodes = answers.nodes, pairs = nodes * (nodes - 1) / 2;
  constexpr int kBatches = 20;
  Moments found{std::vector<double>(nodes, 0.0), std::vector<double>(pairs, 0.0), std::vector<double>(pairs, 0.0),
                std::vector<double>(pairs, 0.0)};
  std::vector<double> of_batches(pairs, 0.0);
  for (int batch = 0; batch < kBatches; ++batch) {
    std::vector<double> sum(pairs, 0.0);
    for (int k = 0; k < sweeps / kBatches; ++k) {
      sampler.sweep(false);
      const std::vector<double>& x = sampler.scores();
      std::size_t at = 0;
      for (std::size_t i = 0; i < nodes; ++i) {
        found.mean[i] += x[i];
        for (std::size_t j = i + 1; j < nodes; ++j, ++at) {
          sum[at] += x[i] - x[j];
          found.gap_deviation[at] += (x[i] - x[j]) * (x[i] - x[j]);
        }
      }
    }
    for (std::size_t at = 0; at < pairs; ++at) {
      found.gap[at] += sum[at];
      const double mean = sum[at] / (sweeps / kBatches);
      of_batches[at] += mean * mean;
    }
  }
  const double all = kBatches * (sweeps / kBatches);
  for (double& mean : found.mean) mean /= all;
  for (std::size_t at = 0; at < pairs; ++at) {
    found.gap[at] /= all;
    found.gap_deviation[at] = std::sqrt(std::max(0.0, found.gap_deviation[at] / all - found.gap[at] * found.gap[at]));
    found.gap_error[at] =
        std::sqrt(std::max(0.0, of_batches[at] / kBatches - found.gap[at] * found.gap[at]) / (kBatches - 1));
  }
  return found;
}

}  // namespace pdrank::mcmc
