#include "pdrank/methods/quick_fit.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "pdrank/core/errors.hpp"
#include "pdrank/data/answer_margin.hpp"
#include "pdrank/linalg/conjugate_gradient.hpp"
#include "pdrank/methods/rank.hpp"

namespace pdrank {
namespace {

constexpr int kMostSteps = 50, kMostHalvings = 10, kMostIterations = 1000;
constexpr double kTolerance = 1e-7, kResidual = 1e-8;

void check_stop(Observer* observer) {
  if (observer && observer->stop_requested()) throw Stopped();
}

}  // namespace

QuickFit::QuickFit(const Comparisons& data, const Start& start)
    : data_(data),
      precision_(start.precision),
      variance_(start.variance),
      merged_(merge(data, TieRule::half)),
      tiles_(merged_.graph),
      information_(tiles_),
      scores_(start.score) {
  for (AnnotatorId id = 0; id < data.annotators.size(); ++id) law_.push_back(start.law.of(id));
  law_.push_back(start.law.of(kNoAnnotator));
}

QuickFit::Pull QuickFit::pull(std::size_t n) const {
  constexpr double kStep = 1e-4, kLeast = 1e-12;
  const AnnotatorId annotator = data_.annotator(n);
  const AnswerLaw& law = annotator == kNoAnnotator ? law_.back() : law_[annotator];
  // The mean of a logistic curve over normal margins is nearly one with a gentler slope (MacKay 1992).
  const double variance_of_margin = variance_[data_.winner(n)] + variance_[data_.loser(n)];
  const double gentler = 1 / std::sqrt(1 + std::numbers::pi / 8 * variance_of_margin);
  const double margin = margin_of(data_, n, scores_, law.order, gentler);
  const double probability = std::clamp(law.probability(margin), kLeast, 1 - kLeast);
  const double slope = gentler * (law.probability(margin + kStep) - law.probability(margin - kStep)) / (2 * kStep);
  const double share = data_.winner_share(n), variance = probability * (1 - probability);
  return {(share - probability) * slope / variance, slope * slope / variance,
          share * std::log(probability) + (1 - share) * std::log(1 - probability), probability};
}

double QuickFit::log_likelihood(std::span<const double> weight) const {
  double sum = 0;
  for (std::size_t n = 0; n < data_.size(); ++n)
    if (weight[n] > 0) sum += weight[n] * pull(n).log_likelihood;
  for (const double score : scores_) sum -= precision_ * score * score / 2;
  return sum;
}

// Fisher's scoring: the information is not negative, whatever the law.
void QuickFit::fit(std::span<const double> weight, Observer* observer) {
  const ComparisonGraph& graph = merged_.graph;
  std::vector<double> on_edge(graph.edge_count()), gradient(graph.node_count()), step(graph.node_count());
  std::vector<double> by_item(data_.items.size());
  ConjugateGradient solver(graph.node_count());
  double now = log_likelihood(weight);
  for (int round = 0; round < kMostSteps; ++round) {
    check_stop(observer);
    std::ranges::fill(on_edge, 0.0);
    for (std::size_t item = 0; item < by_item.size(); ++item) by_item[item] = -precision_ * scores_[item];
    for (std::size_t n = 0; n < data_.size(); ++n) {
      if (!(weight[n] > 0)) continue;
      const Pull one = pull(n);
      by_item[data_.winner(n)] += weight[n] * one.gradient;
      by_item[data_.loser(n)] -= weight[n] * one.gradient;
      on_edge[merged_.edge_of[n]] += weight[n] * one.information;
    }
    information_.set_weights(on_edge, precision_);
    for (std::uint32_t node = 0; node < graph.node_count(); ++node) gradient[node] = by_item[graph.item[node]];
    solver.solve(information_, gradient, kResidual, kMostIterations, step, observer);
    double part = 1, moved = 0;
    const std::vector<double> before = scores_;
    for (int halving = 0; halving < kMostHalvings; ++halving, part /= 2) {
      moved = 0;
      for (std::uint32_t node = 0; node < graph.node_count(); ++node) {
        scores_[graph.item[node]] = before[graph.item[node]] + part * step[node];
        moved = std::max(moved, std::abs(part * step[node]));
      }
      const double there = log_likelihood(weight);
      if (there >= now - 1e-12 * std::abs(now)) {
        now = there;
        break;
      }
    }
    if (moved < kTolerance) return;
  }
}

std::vector<double> QuickFit::influences(ItemId first, ItemId second, Observer* observer) {
  std::vector<double> wanted(data_.items.size(), 0.0);
  wanted[first] = 1, wanted[second] = -1;
  return influences(wanted, observer);
}

std::vector<double> QuickFit::influences(std::span<const double> wanted, Observer* observer) {
  const ComparisonGraph& graph = merged_.graph;
  std::vector<double> of_node(graph.node_count()), moved(graph.node_count()), by_item(data_.items.size(), 0.0);
  for (std::uint32_t node = 0; node < graph.node_count(); ++node) of_node[node] = wanted[graph.item[node]];
  ConjugateGradient(graph.node_count()).solve(information_, of_node, kResidual, kMostIterations, moved, observer);
  check_stop(observer);
  for (std::uint32_t node = 0; node < graph.node_count(); ++node) by_item[graph.item[node]] = moved[node];
  std::vector<double> influence(data_.size());
  for (std::size_t n = 0; n < data_.size(); ++n)
    influence[n] = pull(n).gradient * (by_item[data_.winner(n)] - by_item[data_.loser(n)]);
  return influence;
}

QuickFit::Start quick_start(const Comparisons& data, const RankResult& ranked, Observer* observer) {
  constexpr double kFaintPrior = 1e-3;
  const std::vector<double> zeros(data.items.size(), 0.0);
  QuickFit::Start start{.score = zeros, .variance = zeros, .law = {}, .precision = kFaintPrior};
  if (!ranked.law) {
    RankOptions simple;
    simple.method = "bradley-terry", simple.standard_errors = simple.proofs = false;
    start.score = scores_by_item(rank(data, simple, observer), data.items.size());
    return start;
  }
  start.law = *ranked.law;
  const std::optional<double> spread = find_figure(ranked.figures, "spread");  // of a posterior
  if (spread) start.precision = 1 / (*spread * *spread);
  for (const Place& place : ranked.ranking) {
    start.score[place.id] = place.method_score();
    const double error = place.method_error().value_or(0);
    if (spread) start.variance[place.id] = error * error;
  }
  return start;
}

}  // namespace pdrank
