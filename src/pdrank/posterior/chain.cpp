#include "pdrank/posterior/chain.hpp"

#include <algorithm>
#include <cmath>

#include "pdrank/data/components.hpp"
#include "pdrank/linalg/kernels.hpp"
#include "pdrank/posterior/slice.hpp"

namespace pdrank {
namespace {

constexpr double kLeastLogScale = -3, kMostLogScale = 9;
constexpr double kScaleWindow = 1;  // of log S: a few times what the answers leave open once the positions are given
// A probability in single precision is off by 1e-7, a likelihood by that times the count.
constexpr float kHeavy = 1e5f;
constexpr double kLeastFlip = 1e-5, kLeastMean = 1e-3;
constexpr double kLeastLogConcentration = 1.4, kMostLogConcentration = 7;

std::size_t padded(std::size_t count) {
  return (count + kernels::kPadding - 1) / kernels::kPadding * kernels::kPadding;
}

double square(double x) { return x * x; }

// log P of an answer for the item that is ahead by `margin`, as the kernels have it in single precision.
double log_probability(double margin, double flip) { return std::log(flip + (1 - 2 * flip) / (1 + std::exp(-margin))); }

// std::lgamma writes a global sign, which chains on other threads would write too.
double log_gamma(double x) {
  int sign = 0;
  return lgamma_r(x, &sign);
}

// Of the density of Beta(mean concentration, (1 - mean) concentration).
double log_beta_constant(double mean, double concentration) {
  return log_gamma(concentration) - log_gamma(mean * concentration) - log_gamma((1 - mean) * concentration);
}

std::vector<std::vector<std::uint32_t>> connected_parts(const Answers& answers) {
  const Components found = weak_components(answers.node_count(), answers.winner, answers.loser);
  std::vector<std::vector<std::uint32_t>> parts(found.count());
  for (std::uint32_t node = 0; node < answers.node_count(); ++node) parts[found.of_item[node]].push_back(node);
  return parts;
}

}  // namespace

Chain::Chain(const Answers& answers, const Priors& priors, ModelState start, bool flips_known, std::uint64_t seed)
    : answers_(answers),
      priors_(priors),
      state_(std::move(start)),
      flips_known_(flips_known),
      random_(seed),
      parts_(connected_parts(answers)),
      heavy_(std::ranges::any_of(answers.times, [](float times) { return times > kHeavy; })) {
  state_.stray.resize(answers.source_count(), 0);
  const std::size_t room = padded(answers.size());
  for (std::vector<float>* values : {&slope_, &v_, &flip_, &times_}) values->assign(room, 0.0f);
}

void Chain::sweep() {
  for (std::uint32_t node = 0; node < answers_.node_count(); ++node) draw_position(node);
  shift_parts();
  stretch();
  draw_scale();
  if (flips_known_) return;
  for (std::uint32_t source = 0; source < answers_.source_count(); ++source) draw_flip(source);
  if (answers_.source_count() == 1) return;
  reflect();
  draw_population();
}

// Of the answers at hand, at S or S u = t.
double Chain::log_likelihood(double t, std::size_t count) const {
  if (!heavy_)
    return kernels::flipped_logistic(static_cast<float>(t), slope_.data(), v_.data(), flip_.data(), times_.data(),
                                     padded(count));
  double sum = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const double margin = static_cast<double>(slope_[k]) * t - static_cast<double>(v_[k]);
    sum += static_cast<double>(times_[k]) * log_probability(margin, static_cast<double>(flip_[k]));
  }
  return sum;
}

// Of the answers at hand, which have the same flip; slope_ has the gaps, v_ the probabilities if nothing were flipped.
double Chain::log_likelihood_of_flip(double flip, std::size_t count) const {
  if (!heavy_) return kernels::flipped(static_cast<float>(flip), v_.data(), times_.data(), padded(count));
  double sum = 0;
  for (std::size_t k = 0; k < count; ++k)
    sum += static_cast<double>(times_[k]) * log_probability(state_.scale * static_cast<double>(slope_[k]), flip);
  return sum;
}

// The conditional law is a product of sigmoids, one for each answer, and may have several peaks: the slice is taken
// from all of [0, 1].
void Chain::draw_position(std::uint32_t node) {
  const auto ends = answers_.at(node);
  const auto scale = static_cast<float>(state_.scale);
  for (std::size_t k = 0; k < ends.size(); ++k) {
    slope_[k] = ends[k].won ? 1.0f : -1.0f;
    v_[k] = slope_[k] * scale * state_.position[ends[k].other];
    flip_[k] = static_cast<float>(state_.flip[ends[k].source]);
    times_[k] = ends[k].times;
  }
  fill_up(ends.size());
  const auto at = [&](double u) { return log_likelihood(state_.scale * u, ends.size()); };
  state_.position[node] =
      static_cast<float>(slice_within(0, 1, static_cast<double>(state_.position[node]), at, random_));
}

// Moves along which all S (u_i - u_j), and so the likelihood, stay as they are; without them the ranking as a whole
// would drift slowly where S is small. First, each part is shifted to anywhere it fits.
void Chain::shift_parts() {
  for (const std::vector<std::uint32_t>& part : parts_) {
    float low = 1, high = 0;
    for (const std::uint32_t node : part) {
      low = std::min(low, state_.position[node]);
      high = std::max(high, state_.position[node]);
    }
    const auto shift = static_cast<float>(random_.uniform(static_cast<double>(-low), static_cast<double>(1 - high)));
    for (const std::uint32_t node : part) state_.position[node] = std::clamp(state_.position[node] + shift, 0.0f, 1.0f);
  }
}

// Then u -> c + (u - c) e^t with S -> S e^-t. The density of t has a factor e^(m t), by which the move changes volumes
// (Liu and Sabatti 2000).
void Chain::stretch() {
  const auto [lowest, highest] = std::ranges::minmax(state_.position);
  const double low = static_cast<double>(lowest), high = static_cast<double>(highest), centre = random_.uniform();
  const double log_scale = std::log(state_.scale);
  double most = log_scale - kLeastLogScale;  // t up to here keeps all of them in [0, 1]
  if (high > centre) most = std::min(most, std::log((1 - centre) / (high - centre)));
  if (low < centre) most = std::min(most, std::log(centre / (centre - low)));
  const double least = log_scale - kMostLogScale;
  if (!(least < 0 && most > 0)) return;
  const auto items = static_cast<double>(state_.position.size());
  const auto log_density = [&](double t) { return items * t + log_scale_prior(log_scale - t); };
  const double t = slice_within(least, most, 0, log_density, random_);
  for (float& u : state_.position)
    u = static_cast<float>(std::clamp(centre + (static_cast<double>(u) - centre) * std::exp(t), 0.0, 1.0));
  state_.scale = std::exp(log_scale - t);
}

// The order turned round, and everyone's reliability with it, explains the answers just as well; how many then look
// like strays decides. A Metropolis step; who is a stray is summed over, and drawn anew after it.
void Chain::reflect() {
  const double constant = log_beta_constant(state_.flip_mean, state_.flip_concentration);
  const auto log_prior = [&](double flip) {
    return std::log(state_.stray_share + (1 - state_.stray_share) * std::exp(constant + log_beta(flip)));
  };
  double log_ratio = 0;
  for (const double flip : state_.flip) log_ratio += log_prior(1 - flip) - log_prior(flip);
  if (!(std::log1p(-random_.uniform()) < log_ratio)) return;
  for (float& u : state_.position) u = 1 - u;
  for (double& flip : state_.flip) flip = 1 - flip;
}

double Chain::log_scale_prior(double log_scale) const {
  return -0.5 * square((log_scale - priors_.log_scale_mean) / priors_.log_scale_deviation);
}

void Chain::draw_scale() {
  const std::size_t count = answers_.size();
  for (std::size_t k = 0; k < count; ++k) {
    slope_[k] = state_.position[answers_.winner[k]] - state_.position[answers_.loser[k]];
    v_[k] = 0;
    flip_[k] = static_cast<float>(state_.flip[answers_.source[k]]);
    times_[k] = answers_.times[k];
  }
  fill_up(count);
  const auto log_density = [&](double log_scale) {
    return log_scale_prior(log_scale) + log_likelihood(std::exp(log_scale), count);
  };
  state_.scale =
      std::exp(slice_near(kLeastLogScale, kMostLogScale, kScaleWindow, std::log(state_.scale), log_density, random_));
}

void Chain::draw_flip(std::uint32_t source) {
  const std::size_t first = answers_.first_of(source), count = answers_.first_of(source + 1) - first;
  for (std::size_t k = 0; k < count; ++k) {
    slope_[k] = state_.position[answers_.winner[first + k]] - state_.position[answers_.loser[first + k]];
    v_[k] = 1 / (1 + std::exp(-static_cast<float>(state_.scale) * slope_[k]));
    times_[k] = answers_.times[first + k];
  }
  fill_up(count);
  const bool alone = answers_.source_count() == 1;
  const auto log_prior = [&](double flip) {
    if (alone) return (priors_.noise_rivals - 1) * std::log1p(-2 * flip);
    return state_.stray[source] ? 0.0 : log_beta(flip);
  };
  const auto log_density = [&](double flip) { return log_prior(flip) + log_likelihood_of_flip(flip, count); };
  const double most = (alone ? 0.5 : 1.0) - kLeastFlip;
  state_.flip[source] = slice_within(kLeastFlip, most, state_.flip[source], log_density, random_);
}

// Up to a constant that does not depend on the flip.
double Chain::log_beta(double flip) const {
  const double a = state_.flip_mean * state_.flip_concentration, b = state_.flip_concentration - a;
  return (a - 1) * std::log(flip) + (b - 1) * std::log1p(-flip);
}

// Which sources are strays, how many, and what the others have in common.
void Chain::draw_population() {
  const double constant = log_beta_constant(state_.flip_mean, state_.flip_concentration);
  double strays = 0, log_flip = 0, log_keep = 0;
  for (std::size_t source = 0; source < state_.flip.size(); ++source) {
    const double flip = state_.flip[source];
    const double alike = (1 - state_.stray_share) * std::exp(constant + log_beta(flip));
    state_.stray[source] = random_.chance(state_.stray_share / (state_.stray_share + alike)) ? 1 : 0;
    strays += state_.stray[source];
    if (state_.stray[source]) continue;
    log_flip += std::log(flip);
    log_keep += std::log1p(-flip);
  }
  const double others = static_cast<double>(state_.flip.size()) - strays;
  const auto of_share = [&](double share) {
    return strays * std::log(share) + (others + priors_.stray_rivals - 1) * std::log1p(-share);
  };
  state_.stray_share = slice_within(kLeastMean, 1 - kLeastMean, state_.stray_share, of_share, random_);
  const auto of_both = [&](double mean, double concentration) {
    return mean * concentration * log_flip + (1 - mean) * concentration * log_keep +
           others * log_beta_constant(mean, concentration);
  };
  const auto of_mean = [&](double mean) {
    return of_both(mean, state_.flip_concentration) + (priors_.noise_rivals - 1) * std::log1p(-2 * mean);
  };
  state_.flip_mean = slice_within(kLeastMean, 0.5 - kLeastMean, state_.flip_mean, of_mean, random_);
  const auto of_concentration = [&](double log_concentration) {
    return of_both(state_.flip_mean, std::exp(log_concentration)) -
           0.5 * square((log_concentration - priors_.log_concentration_mean) / priors_.log_concentration_deviation);
  };
  state_.flip_concentration = std::exp(slice_within(kLeastLogConcentration, kMostLogConcentration,
                                                    std::log(state_.flip_concentration), of_concentration, random_));
}

// What the kernels read beyond `count` counts for nothing.
void Chain::fill_up(std::size_t count) {
  for (std::size_t k = count; k < padded(count); ++k) slope_[k] = v_[k] = flip_[k] = times_[k] = 0;
}

}  // namespace pdrank
