#include "pdrank/active/crowd_moments.hpp"

#include <algorithm>
#include <cmath>
#include <unsupported/Eigen/SpecialFunctions>

namespace pdrank {
namespace {

constexpr double kLeastShrinkage = 1e-4;  // kappa: of a variance by one answer

double sigmoid(double t) { return 1 / (1 + std::exp(-t)); }

// C_1: that the winner is ahead in a draw by Bradley and Terry's odds, to second order in the uncertainty of both.
double ahead(const AnswerMoments& before) {
  const double p = sigmoid(before.winner.mean - before.loser.mean), q = 1 - p;
  const double value = p + (before.winner.variance + before.loser.variance) / 2 * p * q * (q - p);
  return std::clamp(value, 0.0, 1.0);  // far from where the expansion holds it may leave the range
}

ItemMoments moved(const ItemMoments& item, double slope, double curvature) {
  return {item.mean + item.variance * slope, item.variance * std::max(1 + item.variance * curvature, kLeastShrinkage)};
}

// The law of eta after the answer is a mixture of Beta(alpha + 1, beta) and Beta(alpha, beta + 1); its mean and
// variance are those of equations 17 and 18, without their cancellation.
AnnotatorMoments judged(const AnnotatorMoments& annotator, double ahead) {
  const auto [alpha, beta] = annotator;
  const double size = alpha + beta + 1;
  const double meant = ahead * alpha / (ahead * alpha + (1 - ahead) * beta);
  const double mean = (alpha + meant) / size;
  const double within = (meant * (alpha + 1) * beta + (1 - meant) * alpha * (beta + 1)) / (size * size * (size + 1));
  const double variance = within + meant * (1 - meant) / (size * size);
  const double new_size = mean * (1 - mean) / variance - 1;
  return {mean * new_size, (1 - mean) * new_size};
}

double log_beta(double alpha, double beta) {
  using Eigen::numext::lgamma;
  return lgamma(alpha) + lgamma(beta) - lgamma(alpha + beta);
}

CrowdGain gain(const AnswerMoments& before) {
  const AnswerMoments after = after_answer(before);
  return {divergence(after.winner, before.winner) + divergence(after.loser, before.loser),
          divergence(after.annotator, before.annotator)};
}

}  // namespace

double answer_probability(const AnswerMoments& before) {
  const auto [alpha, beta] = before.annotator;
  const double c = ahead(before);
  return (c * alpha + (1 - c) * beta) / (alpha + beta);
}

// With f(s_i, s_j) the probability of the answer at the mean of eta, Stein's lemma has slope = d log f / d s_i and
// curvature = d^2 log f / d s_i^2, both taken at the means.
AnswerMoments after_answer(const AnswerMoments& before) {
  const double margin = before.winner.mean - before.loser.mean;
  const double p = sigmoid(margin), r = sigmoid(margin + std::log(before.annotator.alpha / before.annotator.beta));
  const double slope = r - p, curvature = r * (1 - r) - p * (1 - p);
  return {moved(before.winner, slope, curvature), moved(before.loser, -slope, curvature),
          judged(before.annotator, ahead(before))};
}

double divergence(const ItemMoments& after, const ItemMoments& before) {
  const double ratio = after.variance / before.variance, step = after.mean - before.mean;
  return (step * step / before.variance + ratio - 1 - std::log(ratio)) / 2;
}

double divergence(const AnnotatorMoments& after, const AnnotatorMoments& before) {
  using Eigen::numext::digamma;
  const double alpha = after.alpha - before.alpha, beta = after.beta - before.beta;
  return log_beta(before.alpha, before.beta) - log_beta(after.alpha, after.beta) + alpha * digamma(after.alpha) +
         beta * digamma(after.beta) - (alpha + beta) * digamma(after.alpha + after.beta);
}

CrowdGain expected_gain(const AnswerMoments& pair) {
  const double p = answer_probability(pair), q = answer_probability(pair.swapped());
  const CrowdGain one = gain(pair), other = gain(pair.swapped());
  return {p * one.items + q * other.items, p * one.annotator + q * other.annotator};
}

}  // namespace pdrank
