#include "pdrank/active/belief.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/parallel.hpp"
#include "pdrank/methods/posterior_answers.hpp"
#include "pdrank/metrics/draws.hpp"
#include "pdrank/metrics/kendall.hpp"
#include "pdrank/posterior/find_posterior.hpp"

namespace pdrank {
namespace {

// Draws that the ranking is compared with: all, but of many items, among which tau hardly varies, fewer.
constexpr std::size_t kFewestJudged = 64, kNumbersJudged = 10'000'000;
constexpr std::size_t kQuickDraws = 512;

// By annotator, and last of answers without one.
std::vector<double> flips_by_annotator(const Posterior& posterior, const NamedAnswers& named) {
  std::vector<double> flips;
  for (const std::uint32_t source : named.source) flips.push_back(posterior.sources[source].flip.mean);
  flips.push_back(posterior.typical_flip);
  return flips;
}

Belief belief_of(const AskInput& input, const NamedAnswers& named, const Posterior& posterior,
                 std::vector<double> flips, Learned learned) {
  if (posterior.status == Termination::stopped) throw Stopped();
  Belief belief;
  belief.scores = ScoreDraws(named.node.size(), posterior.draws.count());
  belief.scores.smooth = posterior.draws.smooth;
  for (std::size_t draw = 0; draw < posterior.draws.count(); ++draw)
    for (std::size_t item = 0; item < named.node.size(); ++item)
      belief.scores[draw][item] = posterior.draws[draw][named.node[item]];
  belief.flip = posterior.flip;
  belief.flips = std::move(flips);
  if (!belief.flips.empty()) {
    const std::vector<double> share = shares_of_answers(input.data);
    const double anyone = std::inner_product(share.begin(), share.end(), belief.flips.begin(), 0.0);
    const double who = input.annotator != kNoAnnotator ? belief.flips[input.annotator] : anyone;
    std::ranges::fill(belief.flip, static_cast<float>(who));
  }
  belief.learned = std::move(learned);
  belief.status = posterior.status;
  return belief;
}

}  // namespace

double Belief::wins(std::size_t draw, ItemPair pair, double flip_rate) const {
  const double gap = static_cast<double>(scores[draw][pair.first] - scores[draw][pair.second]);
  return flip_rate + (1 - 2 * flip_rate) / (1 + std::exp(-gap));
}

Belief believe(const AskInput& input, Effort effort, Observer* observer) {
  const NamedAnswers named = name_answers(input.data, input.merged, {.sides = false});
  PosteriorOptions options;
  options.seed = input.seed;
  if (effort == Effort::quick && input.item_count() <= 4000) options.draws = kQuickDraws;
  const Posterior posterior = find_posterior(named.answers, options, observer);
  return belief_of(input, named, posterior,
                   posterior.sources.empty() ? std::vector<double>() : flips_by_annotator(posterior, named),
                   learned_by(posterior, named));
}

Belief believe_again(const AskInput& input, const Belief& before, Observer* observer) {
  const NamedAnswers named = name_answers(input.data, input.merged, {.sides = false});
  PosteriorOptions options = options_for(before.learned, named);
  options.seed = input.seed;
  options.draws = std::min(before.draws(), kQuickDraws);
  return belief_of(input, named, find_posterior(named.answers, options, observer), before.flips, before.learned);
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
  const std::vector<std::uint32_t> one_part(belief.scores.nodes(), 0);
  std::vector<double> scores;
  for (const RankRange& range : rank_ranges(belief.scores, one_part, 0.9)) scores.push_back(-range.mean);
  return scores;
}

double expected_tau(const Belief& belief) {
  const std::vector<double> ranking = expected_scores(belief);
  const std::size_t fit = std::max(kFewestJudged, kNumbersJudged / belief.scores.nodes());
  std::vector<double> tau(std::min(belief.draws(), fit));
  parallel_for(tau.size(), [&](std::size_t k) {
    const auto draw = belief.scores[k * belief.draws() / tau.size()];
    tau[k] = kendall_tau(ranking, std::vector<double>(draw.begin(), draw.end())).tau_a;
  });
  return std::accumulate(tau.begin(), tau.end(), 0.0) / static_cast<double>(tau.size());
}

}  // namespace pdrank
