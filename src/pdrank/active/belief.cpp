#include "pdrank/active/belief.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/parallel.hpp"
#include "pdrank/methods/posterior_draws.hpp"
#include "pdrank/metrics/draws.hpp"
#include "pdrank/metrics/kendall.hpp"

namespace pdrank {
namespace {

// Draws that the ranking is compared with: all, but of many items, among which tau hardly varies, fewer.
constexpr std::size_t kFewestJudged = 64, kNumbersJudged = 10'000'000;
constexpr std::size_t kSteadier = 4;                                                 // times as long
constexpr std::size_t kWork = 100'000'000, kFewestSweeps = 150, kMostSweeps = 2000;  // of a chain: items and answers

// By draw, of whoever will answer.
std::vector<float> flips_to_come(const AskInput& input, const PosteriorDraws& drawn) {
  const ScoreDraws& flips = drawn.posterior.flips;
  std::vector<float> result(flips.count());
  if (!drawn.several || input.annotator != kNoAnnotator) {
    const std::size_t who = drawn.several ? input.annotator : 0;
    for (std::size_t draw = 0; draw < result.size(); ++draw) result[draw] = flips[draw][who];
    return result;
  }
  const std::vector<double> share = shares_of_answers(input.data);
  for (std::size_t draw = 0; draw < result.size(); ++draw) {
    double mean = 0;
    for (std::size_t who = 0; who < share.size(); ++who) mean += share[who] * static_cast<double>(flips[draw][who]);
    result[draw] = static_cast<float>(mean);
  }
  return result;
}

}  // namespace

double Belief::wins(std::size_t draw, ItemPair pair, float flip_rate) const {
  const float gap = positions[draw][pair.first] - positions[draw][pair.second];
  const double f = static_cast<double>(flip_rate);
  return f + (1 - 2 * f) / (1 + std::exp(-static_cast<double>(scale[draw] * gap)));
}

Belief believe(const AskInput& input, Effort effort, Observer* observer) {
  const std::size_t size = input.item_count() + input.graph().edge_count();
  const bool quick = effort == Effort::quick;
  const std::size_t work = quick ? kWork : kSteadier * kWork, most = quick ? kMostSweeps : kSteadier * kMostSweeps;
  const PosteriorOptions sampling{.max_sweeps = static_cast<int>(std::clamp(work / size, kFewestSweeps, most)),
                                  .most_r_hat = quick ? 1.1 : 1.05,
                                  .least_effective = quick ? 50.0 : 100.0,
                                  .seed = input.seed};
  const MethodInput method_input{.data = input.data, .merged = input.merged, .weak = input.weak, .strong = input.weak};
  PosteriorDraws drawn = draw_posterior(method_input, sampling, observer);
  if (drawn.posterior.status == Termination::stopped) throw Stopped();
  Belief belief;
  belief.flip = flips_to_come(input, drawn);
  belief.positions = std::move(drawn.posterior.positions);
  if (drawn.several) belief.flips = std::move(drawn.posterior.flips);
  belief.scale = std::move(drawn.posterior.scale);
  belief.status = drawn.posterior.status;
  return belief;
}

std::vector<double> shares_of_answers(const Comparisons& data) {
  const std::size_t annotators = data.annotators.size();
  std::vector<double> share(annotators + 1, 0.0);
  double total = 0;
  for (std::size_t n = 0; n < data.size(); ++n) {
    share[std::min<std::size_t>(data.annotator(n), annotators)] += data.weight(n);  // kNoAnnotator is the greatest
    total += data.weight(n);
  }
  if (total == 0) share.back() = total = 1;
  for (double& value : share) value /= total;
  return share;
}

std::vector<double> expected_scores(const Belief& belief) {
  const std::vector<std::uint32_t> one_part(belief.positions.nodes(), 0);
  std::vector<double> scores;
  for (const RankRange& range : rank_ranges(belief.positions, one_part, 0.9)) scores.push_back(-range.mean);
  return scores;
}

double expected_tau(const Belief& belief) {
  const std::vector<double> ranking = expected_scores(belief);
  const std::size_t fit = std::max(kFewestJudged, kNumbersJudged / belief.positions.nodes());
  std::vector<double> tau(std::min(belief.draws(), fit));
  parallel_for(tau.size(), [&](std::size_t k) {
    const auto draw = belief.positions[k * belief.draws() / tau.size()];
    tau[k] = kendall_tau(ranking, std::vector<double>(draw.begin(), draw.end())).tau_a;
  });
  return std::accumulate(tau.begin(), tau.end(), 0.0) / static_cast<double>(tau.size());
}

}  // namespace pdrank
