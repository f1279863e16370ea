#include "pdrank/posterior/propagate.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "pdrank/core/parallel.hpp"

namespace pdrank {
namespace {

constexpr double kLeastDamping = 0.1;
// Where answers contradict each other strongly, sites may go on circling close to their fixed point. What is left then
// is less than the sweeps over the draws move.
constexpr double kClose = 0.05;
constexpr double kLeastLeft = 1e-9;  // of a precision after its site is taken out

// The logarithm of the integral of a normal law in its natural form.
double log_partition(double mean, double variance) { return 0.5 * std::log(variance) + mean * mean / (2 * variance); }

std::uint32_t find_pair(const Answers& answers, std::uint32_t a, std::uint32_t b) {
  const auto [low, high] = std::minmax(a, b);
  const auto begin = std::ranges::lower_bound(answers.first, low), end = std::ranges::upper_bound(answers.first, low);
  const auto from = answers.second.begin() + (begin - answers.first.begin());
  const auto to = answers.second.begin() + (end - answers.first.begin());
  return static_cast<std::uint32_t>(std::lower_bound(from, to, high) - answers.second.begin());
}

}  // namespace

Propagation::Propagation(const Answers& answers, std::uint64_t seed)
    : answers_(answers),
      field_(make_field(answers, seed)),
      last_mean_(answers.nodes, 0.0),
      variance_(answers.nodes, 1.0) {
  sites_.node_precision.assign(answers.nodes, 0.0);
  sites_.node_pull.assign(answers.nodes, 0.0);
  sites_.pair_precision.assign(answers.pairs(), 0.0);
  sites_.pair_pull.assign(answers.pairs(), 0.0);
  if (answers.lists.empty()) return;
  sites_.list_precision.assign(answers.pairs(), 0.0);
  sites_.list_pull.assign(answers.nodes, 0.0);
  for (const RankedList& list : answers.lists) {
    std::vector<std::uint32_t>& pairs = list_pairs_.emplace_back();
    for (std::size_t a = 0; a < list.node.size(); ++a)
      for (std::size_t b = a + 1; b < list.node.size(); ++b)
        pairs.push_back(find_pair(answers, list.node[a], list.node[b]));
  }
}

PairAnswers Propagation::answers_of(std::size_t pair, const Model& model) const {
  const std::size_t begin = answers_.begin[pair], count = answers_.begin[pair + 1] - begin;
  return {std::span(answers_.source).subspan(begin, count), std::span(answers_.won).subspan(begin, count),
          std::span(answers_.lost).subspan(begin, count), answers_.tied_of(pair), model.flip};
}

Propagation::Cavity Propagation::pair_cavity(std::size_t pair) const {
  const double mean = field_->mean()[answers_.first[pair]] - field_->mean()[answers_.second[pair]];
  const double variance = field_->pair_variance(pair);
  const double left = std::max(1 / variance - sites_.pair_precision[pair], kLeastLeft / variance);
  return {(mean / variance - sites_.pair_pull[pair]) / left, 1 / left};
}

bool Propagation::round(const Model& model) {
  ++rounds_;
  if (model.shape.size() == 1) {
    const double precision = 1 / (model.shape[0].deviation * model.shape[0].deviation);
    std::ranges::fill(sites_.node_precision, precision);
    std::ranges::fill(sites_.node_pull, precision * model.shape[0].mean);
  }
  if (model.shape.size() > 1 && !sites_.node_precision.empty() && sites_.node_precision.front() == 0) {
    const double precision = 1 / (spread(model.shape) * spread(model.shape));
    std::ranges::fill(sites_.node_precision, precision);
    std::ranges::fill(sites_.node_pull, precision * centre(model.shape));
  }
  if (!solve_carefully()) return false;
  const std::span<const double> mean = field_->mean();
  std::vector<double> last_variance(mean.size());
  last_variance.swap(variance_);
  parallel_blocks(mean.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t node = begin; node < end; ++node)
      variance_[node] = field_->variance(static_cast<std::uint32_t>(node));
  });
  double change = 0;
  for (std::size_t node = 0; node < mean.size(); ++node) {
    const double step = mean[node] - last_mean_[node], wider = variance_[node] - last_variance[node];
    change += (step * step + wider * wider / (4 * variance_[node])) / variance_[node];
    last_mean_[node] = mean[node];
  }
  moved_ = std::sqrt(change / static_cast<double>(std::max<std::size_t>(mean.size(), 1)));
  // The evidence is that of the sites the field was solved with, so it is added up before they move.
  double evidence = -0.5 * field_->log_determinant();
  for (std::size_t node = 0; node < mean.size(); ++node)
    evidence += 0.5 * mean[node] * (sites_.node_pull[node] + (sites_.list_pull.empty() ? 0 : sites_.list_pull[node]));
  for (std::size_t pair = 0; pair < answers_.pairs(); ++pair)
    evidence += 0.5 * sites_.pair_pull[pair] * (mean[answers_.first[pair]] - mean[answers_.second[pair]]);
  evidence += update_pairs(model);
  evidence += update_nodes(model);
  if (!answers_.lists.empty()) evidence += update_lists();
  evidence_ = evidence;
  return true;
}

void Propagation::stretch(double factor) {
  for (std::vector<double>* precision : {&sites_.node_precision, &sites_.pair_precision, &sites_.list_precision})
    for (double& value : *precision) value /= factor * factor;
  for (std::vector<double>* pull : {&sites_.node_pull, &sites_.pair_pull, &sites_.list_pull})
    for (double& value : *pull) value /= factor;
  for (double& mean : last_mean_) mean *= factor;
}

bool Propagation::run(const Model& model, double tolerance, int most, Observer* observer) {
  double before = 1e300;
  for (int k = 0; k < most; ++k) {
    if (!round(model)) return false;
    if (k > 0 && moved_ < tolerance) return true;
    // Sites that overshoot each other settle with smaller steps.
    if (k > 6 && moved_ > 0.9 * before) damping_ = std::max(kLeastDamping, 0.8 * damping_);
    before = moved_;
    if (observer && observer->stop_requested()) return false;
  }
  return moved_ < kClose;
}

// Where sites of answers that contradict each other make H indefinite, those are taken back.
bool Propagation::solve_carefully() {
  for (int attempt = 0; attempt < 3; ++attempt) {
    if (field_->solve(sites_)) return true;
    for (double& precision : sites_.pair_precision) precision = std::max(precision, 0.0);
    for (double& precision : sites_.node_precision) precision = std::max(precision, 1e-6);
    damping_ = std::max(kLeastDamping, damping_ / 2);
  }
  return false;
}

namespace {
struct PairSums {
  double evidence = 0, turned = 0;
  void operator+=(const PairSums& other) {
    evidence += other.evidence;
    turned += other.turned;
  }
};
}  // namespace

double Propagation::update_pairs(const Model& model) {
  const std::span<const double> means = field_->mean();
  // An answer that goes against all others makes its pair less certain. Many such together may leave nothing positive
  // definite; among few nodes that is seen, and mended, at once.
  const double most_negative = answers_.nodes > kMostDenseNodes ? 0.3 : 1e300;
  const auto update = [&](std::size_t begin, std::size_t end) {
    PairSums sums;
    for (std::size_t pair = begin; pair < end; ++pair) {
      const PairAnswers said = answers_of(pair, model);
      if (said.won.empty() && said.tied == 0) continue;
      double& precision = sites_.pair_precision[pair];
      double& pull = sites_.pair_pull[pair];
      const double mean = means[answers_.first[pair]] - means[answers_.second[pair]];
      const double variance = field_->pair_variance(pair);
      const double left = 1 / variance - precision;
      if (!(left > kLeastLeft / variance)) continue;
      const double cavity = 1 / left, centre = cavity * (mean / variance - pull);
      const TiltedPair tilted = tilt(centre, cavity, said);
      sums.turned += tilted.turned;
      sums.evidence += tilted.log_mass + log_partition(centre, cavity) - log_partition(mean, variance);
      const double wanted = std::max(1 / tilted.variance - left, -most_negative / variance);
      precision += damping_ * (wanted - precision);
      pull += damping_ * (tilted.mean * (left + wanted) - centre * left - pull);
    }
    return sums;
  };
  constexpr std::size_t kTogether = 4096;
  const std::size_t blocks = (answers_.pairs() + kTogether - 1) / kTogether;
  std::vector<PairSums> partial(blocks);
  parallel_for(blocks, [&](std::size_t block) {
    partial[block] = update(block * kTogether, std::min(answers_.pairs(), (block + 1) * kTogether));
  });
  PairSums sums;
  for (const PairSums& part : partial) sums += part;
  turned_ = sums.turned;
  return sums.evidence;
}

double Propagation::update_nodes(const Model& model) {
  const std::span<const double> means = field_->mean();
  cavity_.resize(means.size());
  const bool one = model.shape.size() == 1;
  // A law with several peaks may leave a node less certain than it was without; a little precision must stay.
  const double least = 0.05 / (spread(model.shape) * spread(model.shape));
  double evidence = 0;
  for (std::size_t node = 0; node < means.size(); ++node) {
    const double mean = means[node], variance = variance_[node], precision = sites_.node_precision[node];
    const double left = std::max(1 / variance - precision, 1e-6 / variance);
    const double cavity = 1 / left, centre = cavity * (mean / variance - sites_.node_pull[node]);
    cavity_[node] = {centre, cavity};
    if (one) {
      const double own = model.shape[0].mean / model.shape[0].deviation;
      evidence += 0.5 * std::log(precision) - 0.5 * own * own;
      continue;
    }
    const TiltedScore tilted = tilt(centre, cavity, model.shape);
    evidence += tilted.log_mass + 0.5 * std::log(2 * std::numbers::pi) + log_partition(centre, cavity) -
                log_partition(mean, variance);
    const double wanted = std::max(1 / tilted.variance - left, least);
    sites_.node_precision[node] += 0.6 * (wanted - precision);
    sites_.node_pull[node] += 0.6 * (tilted.mean * (left + wanted) - centre * left - sites_.node_pull[node]);
  }
  return evidence;
}

// The sites of whole rankings: Plackett and Luce's law around the means. Its logarithm is the sum over the stages of
// x of the one who is chosen less log S_r, S_r = sum of c e^x over those that are left, c = 1. With p = c e^x / S_r the
// Hessian is the sum of diag(p) - p p', a Laplacian in which the pair (i, j) weighs the sum of p_i p_j. Of t items that
// share a level nobody knows the order: at the l-th stage of the level c = 1 - l / t for each of them (Efron 1977).
// Returns what the lists add to the evidence.
double Propagation::update_lists() {
  const std::span<const double> means = field_->mean();
  const std::vector<double> last_precision = std::move(sites_.list_precision), last_pull = std::move(sites_.list_pull);
  sites_.list_precision.assign(last_precision.size(), 0.0);
  sites_.list_pull.assign(last_pull.size(), 0.0);
  double evidence = 0;
  std::vector<double> power, drawn, within, across, pull;
  for (std::size_t n = 0; n < answers_.lists.size(); ++n) {
    const RankedList& list = answers_.lists[n];
    const std::size_t size = list.node.size();
    double top = -1e300;
    for (const std::uint32_t node : list.node) top = std::max(top, means[node]);
    power.resize(size);
    for (std::size_t k = 0; k < size; ++k) power[k] = std::exp(means[list.node[k]] - top);
    // By item, sums over the stages: c / S, c^2 / S^2 for pairs within its level, c / S^2 for pairs with later ones.
    drawn.resize(size);
    within.resize(size);
    across.resize(size);
    // Added up from the end: by subtraction nothing would be left of the last ones.
    std::vector<double> below(list.level_end.size(), 0.0);
    for (std::size_t level = below.size(); level-- > 1;)
      below[level - 1] =
          below[level] + std::accumulate(power.begin() + static_cast<std::ptrdiff_t>(list.level_end[level - 1]),
                                         power.begin() + static_cast<std::ptrdiff_t>(list.level_end[level]), 0.0);
    double value = 0, once = 0, square = 0;
    std::vector<std::uint32_t> level_of(size);
    std::size_t begin = 0;
    for (std::uint32_t level = 0; level < list.level_end.size(); ++level) {
      const std::size_t end = list.level_end[level];
      const double tied = static_cast<double>(end - begin);
      const double of_level = std::accumulate(power.begin() + static_cast<std::ptrdiff_t>(begin),
                                              power.begin() + static_cast<std::ptrdiff_t>(end), 0.0);
      double own = once, own_within = square, own_across = square;
      for (double gone = 0; gone < tied; ++gone) {
        const double share = 1 - gone / tied, sum = std::max(below[level] + share * of_level, 1e-150);
        value -= std::log(sum);
        own += share / sum;
        own_within += share * share / (sum * sum);
        own_across += share / (sum * sum);
        once += 1 / sum;
        square += 1 / (sum * sum);
      }
      for (std::size_t k = begin; k < end; ++k) {
        value += means[list.node[k]] - top;
        drawn[k] = own;
        within[k] = own_within;
        across[k] = own_across;
        level_of[k] = level;
      }
      begin = end;
    }
    pull.resize(size);
    for (std::size_t k = 0; k < size; ++k) pull[k] = 1 - power[k] * drawn[k];
    double curved = 0, along = 0;
    std::size_t at = 0;
    for (std::size_t a = 0; a < size; ++a)
      for (std::size_t b = a + 1; b < size; ++b, ++at) {
        const double tau = power[a] * power[b] * (level_of[a] == level_of[b] ? within[a] : across[a]);
        const double gap = means[list.node[a]] - means[list.node[b]];
        sites_.list_precision[list_pairs_[n][at]] += list.times * tau;
        pull[a] += tau * gap;
        pull[b] -= tau * gap;
        curved += tau * gap * gap;
      }
    for (std::size_t k = 0; k < size; ++k) {
      sites_.list_pull[list.node[k]] += list.times * pull[k];
      along += pull[k] * means[list.node[k]];
    }
    evidence += list.times * (value - along + curved / 2);
  }
  // A whole step of Newton's method may go too far.
  const double share = std::min(damping_, 0.4);
  const auto go_towards = [&](const std::vector<double>& last, std::vector<double>& now) {
    for (std::size_t k = 0; k < now.size(); ++k) now[k] = last[k] + share * (now[k] - last[k]);
  };
  go_towards(last_precision, sites_.list_precision);
  go_towards(last_pull, sites_.list_pull);
  return evidence;
}

}  // namespace pdrank
