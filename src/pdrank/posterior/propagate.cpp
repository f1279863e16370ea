#include "pdrank/posterior/propagate.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "pdrank/core/work_sharing.hpp"
#include "pdrank/posterior/tilt_batch.hpp"

namespace pdrank {
namespace {

constexpr double kLeastDamping = 0.1;
// Where answers contradict each other strongly, sites may go on circling close to their fixed point. What is left then
// is less than the sweeps over the draws move.
constexpr double kClose = 0.05;
constexpr double kLeastLeft = 1e-9;  // of a precision after its site is taken out

constexpr std::size_t kAhead = 12;  // pairs; what is read then is asked for now

// Nodes or pairs of a block; so many that among few nodes there is one block, whose sum is a plain one.
constexpr std::size_t kTogether = 4096;
static_assert(kTogether >= kMostDenseNodes);

SharedBlocks blocks_of(std::size_t count) {
  constexpr std::size_t kFewest = 4;
  return SharedBlocks((count + kTogether - 1) / kTogether, kFewest);
}

// The logarithm of the integral of a normal law in its natural form.
double log_partition(double mean, double variance) { return 0.5 * std::log(variance) + mean * mean / (2 * variance); }

}  // namespace

Propagation::Propagation(const Answers& answers, std::uint64_t seed)
    : answers_(answers),
      seed_(seed),
      field_(make_field(answers, seed)),
      last_mean_(answers.nodes, 0.0),
      variance_(answers.nodes, 1.0) {
  sites_.node_precision.assign(answers.nodes, 0.0);
  sites_.node_pull.assign(answers.nodes, 0.0);
  sites_.pair_precision.assign(answers.pairs(), 0.0);
  sites_.pair_pull.assign(answers.pairs(), 0.0);
}

Propagation::Cavity Propagation::pair_cavity(std::size_t pair) const {
  const double mean = field_->mean()[answers_.first[pair]] - field_->mean()[answers_.second[pair]];
  const double variance = field_->pair_variance(pair);
  const double left = std::max(1 / variance - sites_.pair_precision[pair], kLeastLeft / variance);
  return {(mean / variance - sites_.pair_pull[pair]) / left, 1 / left};
}

bool Propagation::round(const Model& model) {
  ++rounds_;
  laws_ = laws_in_use(answers_.circumstances.get(), model);
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
  hold_links(model);
  if (!solve_carefully()) return false;
  const std::span<const double> mean = field_->mean();
  std::vector<double> last_variance(mean.size());
  last_variance.swap(variance_);
  const SharedBlocks blocks = blocks_of(mean.size());
  blocks.each([&](std::size_t block) {
    for (std::size_t node = block * kTogether; node < std::min(mean.size(), (block + 1) * kTogether); ++node)
      variance_[node] = field_->variance(static_cast<std::uint32_t>(node));
  });
  blocks.complete(std::span(variance_), kTogether);
  const double change = parallel_sum(mean.size(), [&](std::size_t begin, std::size_t end) {
    double sum = 0;
    for (std::size_t node = begin; node < end; ++node) {
      const double step = mean[node] - last_mean_[node], wider = variance_[node] - last_variance[node];
      sum += (step * step + wider * wider / (4 * variance_[node])) / variance_[node];
      last_mean_[node] = mean[node];
    }
    return sum;
  });
  moved_ = std::sqrt(change / static_cast<double>(std::max<std::size_t>(mean.size(), 1)));
  // The evidence is that of the sites the field was solved with, so it is added up before they move.
  evidence_ = field_evidence();
  evidence_ += update_pairs(model);
  evidence_ += update_nodes(model);
  return true;
}

void Propagation::sample_field() {
  field_ = nullptr;  // gives its memory back first
  field_ = make_sampled_field(answers_, seed_);
}

void Propagation::check_field() {
  constexpr double kMostOff = 0.05;
  if (answers_.nodes <= kMostSampledNodes) return;
  // Of negative precisions there are no random vectors to compare with.
  Sites sites = sites_;
  for (double& precision : sites.pair_precision) precision = std::max(precision, 0.0);
  if (field_->solve(sites) && field_->off(sites, seed_) < kMostOff) return;
  sample_field();
}

double Propagation::field_evidence() const {
  double evidence = -0.5 * field_->log_determinant();
  if (std::isnan(evidence)) return evidence;
  const std::span<const double> mean = field_->mean();
  for (std::size_t node = 0; node < mean.size(); ++node) evidence += 0.5 * mean[node] * sites_.node_pull[node];
  for (std::size_t pair = 0; pair < answers_.pairs(); ++pair)
    evidence += 0.5 * sites_.pair_pull[pair] * (mean[answers_.first[pair]] - mean[answers_.second[pair]]);
  for (std::size_t pair = 0; pair < answers_.link.size(); ++pair)
    if (answers_.is_link(pair)) evidence += 0.5 * std::log(sites_.pair_precision[pair]);
  return evidence;
}

// Links are sites that stay what they are; nodes that hang on them have no law of their own.
void Propagation::hold_links(const Model& model) {
  for (std::size_t pair = 0; pair < answers_.link.size(); ++pair)
    if (answers_.is_link(pair)) {
      sites_.pair_precision[pair] = 1 / (model.link_variance * static_cast<double>(answers_.link[pair]));
      sites_.pair_pull[pair] = 0;
    }
  for (std::size_t node = answers_.rooted_nodes(); node < answers_.nodes; ++node)
    sites_.node_precision[node] = sites_.node_pull[node] = 0;
}

Propagation::LinkSlope Propagation::link_slope(double variance) const {
  LinkSlope found;
  for (std::size_t pair = 0; pair < answers_.link.size(); ++pair) {
    if (!answers_.is_link(pair)) continue;
    const double gap = field_->mean()[answers_.first[pair]] - field_->mean()[answers_.second[pair]];
    const double before = variance * static_cast<double>(answers_.link[pair]), after = field_->pair_variance(pair);
    found.slope += ((gap * gap + after) / before - 1) / 2;
    const double known = 1 - std::min(after / before, 1.0);
    found.scale += known * known / 2;
  }
  return found;
}

void Propagation::stretch(double factor) {
  for (std::vector<double>* precision : {&sites_.node_precision, &sites_.pair_precision})
    for (double& value : *precision) value /= factor * factor;
  for (std::vector<double>* pull : {&sites_.node_pull, &sites_.pair_pull})
    for (double& value : *pull) value /= factor;
  for (double& mean : last_mean_) mean *= factor;
}

void Propagation::shift(std::span<const double> way, double times) {
  for (std::size_t pair = 0; pair < answers_.pairs(); ++pair)
    if (!answers_.is_link(pair))
      sites_.pair_pull[pair] +=
          sites_.pair_precision[pair] * times * (way[answers_.first[pair]] - way[answers_.second[pair]]);
  for (std::size_t node = 0; node < last_mean_.size(); ++node) last_mean_[node] += times * way[node];
}

bool Propagation::run(const Model& model, double tolerance, int most, Observer* observer) {
  double before = 1e300;
  for (int k = 0; k < most; ++k) {
    if (!round(model)) return false;
    if (k > 0 && moved_ < tolerance && field_->reached()) return true;
    // Sites that overshoot each other settle with smaller steps.
    if (k > 6 && moved_ > 0.9 * before) damping_ = std::max(kLeastDamping, 0.8 * damping_);
    before = moved_;
    if (observer && observer->stop_requested()) return false;
  }
  return moved_ < kClose && field_->reached();
}

// Where sites of answers that contradict each other make H indefinite, those are taken back.
bool Propagation::solve_carefully() {
  for (int attempt = 0; attempt < 3; ++attempt) {
    if (field_->solve(sites_)) return true;
    if (answers_.nodes > kMostSampledNodes && attempt == 1) sample_field();
    for (double& precision : sites_.pair_precision) precision = std::max(precision, 0.0);
    for (std::size_t node = 0; node < answers_.rooted_nodes(); ++node)
      sites_.node_precision[node] = std::max(sites_.node_precision[node], 1e-6);
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
  const bool knows_evidence = !std::isnan(evidence_);
  const auto update = [&](std::size_t begin, std::size_t end) {
    PairSums sums;
    TiltBatch tilts([&](std::size_t pair, double centre, double cavity, const TiltedPair& tilted) {
      double& precision = sites_.pair_precision[pair];
      double& pull = sites_.pair_pull[pair];
      const double left = 1 / cavity, together = left + precision;
      sums.turned += tilted.turned;
      if (knows_evidence)
        sums.evidence += tilted.log_mass + log_partition(centre, cavity) -
                         log_partition((centre * left + pull) / together, 1 / together);
      const double wanted = std::max(1 / tilted.variance - left, -most_negative * together);
      precision += damping_ * (wanted - precision);
      pull += damping_ * (tilted.mean * (left + wanted) - centre * left - pull);
    });
    for (std::size_t pair = begin; pair < end; ++pair) {
      if (pair + kAhead < end) __builtin_prefetch(&means[answers_.second[pair + kAhead]]);
      const PairAnswers said = answers_of(pair, model);
      if (said.won.empty() && said.tied == 0) continue;
      const double mean = means[answers_.first[pair]] - means[answers_.second[pair]];
      const double variance = field_->pair_variance(pair), left = 1 / variance - sites_.pair_precision[pair];
      if (left > kLeastLeft / variance)
        tilts.add(pair, (mean / variance - sites_.pair_pull[pair]) / left, 1 / left, said);
    }
    tilts.flush();
    return sums;
  };
  const SharedBlocks blocks = blocks_of(answers_.pairs());
  const PairSums sums = sum_shared<PairSums>(blocks, [&](std::size_t block) {
    return update(block * kTogether, std::min(answers_.pairs(), (block + 1) * kTogether));
  });
  blocks.complete(std::span(sites_.pair_precision), kTogether);
  blocks.complete(std::span(sites_.pair_pull), kTogether);
  turned_ = sums.turned;
  return sums.evidence;
}

double Propagation::update_nodes(const Model& model) {
  const std::span<const double> means = field_->mean();
  const std::size_t rooted = answers_.rooted_nodes();
  cavity_.resize(rooted);
  const bool one = model.shape.size() == 1;
  // A law with several peaks may leave a node less certain than it was without; a little precision must stay.
  const double least = 0.05 / (spread(model.shape) * spread(model.shape));
  const auto update = [&](std::size_t node) {
    const double mean = means[node], variance = variance_[node], precision = sites_.node_precision[node];
    const double left = std::max(1 / variance - precision, 1e-6 / variance);
    const double cavity = 1 / left, centre = cavity * (mean / variance - sites_.node_pull[node]);
    cavity_[node] = {centre, cavity};
    if (one) {
      const double own = model.shape[0].mean / model.shape[0].deviation;
      return 0.5 * std::log(precision) - 0.5 * own * own;
    }
    const TiltedScore tilted = tilt(centre, cavity, model.shape);
    const double wanted = std::max(1 / tilted.variance - left, least);
    sites_.node_precision[node] += 0.6 * (wanted - precision);
    sites_.node_pull[node] += 0.6 * (tilted.mean * (left + wanted) - centre * left - sites_.node_pull[node]);
    return tilted.log_mass + 0.5 * std::log(2 * std::numbers::pi) + log_partition(centre, cavity) -
           log_partition(mean, variance);
  };
  const SharedBlocks blocks = blocks_of(rooted);
  const double evidence = sum_shared<double>(blocks, [&](std::size_t block) {
    double sum = 0;
    for (std::size_t node = block * kTogether; node < std::min(rooted, (block + 1) * kTogether); ++node)
      sum += update(node);
    return sum;
  });
  blocks.complete(std::span(cavity_), kTogether);
  if (!one) {
    blocks.complete(std::span(sites_.node_precision).first(rooted), kTogether);
    blocks.complete(std::span(sites_.node_pull).first(rooted), kTogether);
  }
  return evidence;
}

}  // namespace pdrank
