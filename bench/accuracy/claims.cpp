#include "claims.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>

#include "pdrank/metrics/kendall.hpp"

namespace pdrank::bench::accuracy {
namespace {

// 1 + the number of items with more; `scores` of one component.
std::vector<std::uint32_t> ranks_of(std::span<const double> scores) {
  std::vector<double> best_first(scores.begin(), scores.end());
  std::ranges::sort(best_first, std::greater());
  std::vector<std::uint32_t> ranks;
  for (const double score : scores) {
    const auto at = std::ranges::lower_bound(best_first, score, std::greater());
    ranks.push_back(1 + static_cast<std::uint32_t>(at - best_first.begin()));
  }
  return ranks;
}

// Lines of a ranking, component by component.
std::vector<std::vector<std::size_t>> lines_by_component(const std::vector<Place>& ranking) {
  std::map<std::uint32_t, std::vector<std::size_t>> lines;
  for (std::size_t line = 0; line < ranking.size(); ++line) lines[ranking[line].component].push_back(line);
  std::vector<std::vector<std::size_t>> all;
  for (auto& [component, of_component] : lines) all.push_back(std::move(of_component));
  return all;
}

bool is_within(const Place& place, std::uint32_t rank) { return *place.rank_low <= rank && rank <= *place.rank_high; }

double mean(const std::vector<double>& values) { return mean_of(values).value; }

std::vector<CalibrationBin> bins_of(const RankResult& result, const Comparisons& data, std::span<const double> truth) {
  std::vector<double> probability, right;
  for (std::size_t n = 0; n < result.confidence.size(); ++n) {
    const double claimed = result.confidence[n].probability_correct;
    if (std::isnan(claimed)) continue;
    probability.push_back(claimed);
    right.push_back(truth[data.winner(n)] > truth[data.loser(n)] ? 1 : 0);
  }
  return probability.empty() ? std::vector<CalibrationBin>() : measure_calibration(probability, right, {}).bins;
}

// Of the runs k with keep(k). A bin stands for all its answers: their mean probability is in the same bin.
template <class Keep>
double pooled_error(std::span<const Claims> runs, Keep&& keep) {
  std::vector<double> probability, outcome, weight;
  for (std::size_t k = 0; k < runs.size(); ++k) {
    if (!keep(k)) continue;
    for (const CalibrationBin& bin : runs[k].bins) {
      if (bin.weight == 0) continue;
      probability.push_back(bin.mean_probability);
      outcome.push_back(bin.mean_outcome);
      weight.push_back(bin.weight);
    }
  }
  return probability.empty() ? kNone : measure_calibration(probability, outcome, weight).expected_error;
}

}  // namespace

std::vector<std::uint32_t> true_ranks(const std::vector<Place>& ranking, std::span<const double> truth) {
  std::vector<std::uint32_t> ranks(ranking.size());
  for (const std::vector<std::size_t>& lines : lines_by_component(ranking)) {
    std::vector<double> scores;
    for (const std::size_t line : lines) scores.push_back(truth[ranking[line].id]);
    const std::vector<std::uint32_t> found = ranks_of(scores);
    for (std::size_t k = 0; k < lines.size(); ++k) ranks[lines[k]] = found[k];
  }
  return ranks;
}

double tau_with_truth(const RankResult& result, std::span<const double> truth) {
  std::vector<double> found, wanted;
  for (const Place& place : result.ranking) {
    found.push_back(-static_cast<double>(place.rank));
    wanted.push_back(truth[place.id]);
  }
  return kendall_tau(wanted, found).tau_a;
}

std::vector<double> share_of_draws_within(const std::vector<Place>& ranking, const KeptDraws& draws) {
  std::map<ItemId, std::size_t> column;
  for (std::size_t k = 0; k < draws.item.size(); ++k) column[draws.item[k]] = k;
  std::vector<double> share(ranking.size(), kNone);
  for (std::vector<std::size_t> lines : lines_by_component(ranking)) {
    std::erase_if(lines,
                  [&](std::size_t line) { return !ranking[line].rank_low || !column.contains(ranking[line].id); });
    std::vector<std::size_t> columns;
    for (const std::size_t line : lines) columns.push_back(column.at(ranking[line].id));
    for (const std::size_t line : lines) share[line] = 0;
    std::vector<double> scores(lines.size());
    for (std::size_t draw = 0; draw < draws.scores.count(); ++draw) {
      for (std::size_t k = 0; k < lines.size(); ++k) scores[k] = static_cast<double>(draws.scores[draw][columns[k]]);
      const std::vector<std::uint32_t> ranks = ranks_of(scores);
      for (std::size_t k = 0; k < lines.size(); ++k) share[lines[k]] += is_within(ranking[lines[k]], ranks[k]);
    }
    for (const std::size_t line : lines) share[line] /= static_cast<double>(draws.scores.count());
  }
  return share;
}

Claims measure_claims(const RankResult& result, const Comparisons& data, std::span<const double> truth) {
  const std::vector<std::uint32_t> ranks = true_ranks(result.ranking, truth);
  std::vector<double> covered, width;
  for (std::size_t line = 0; line < ranks.size(); ++line) {
    const Place& place = result.ranking[line];
    if (!place.rank_low) continue;
    covered.push_back(is_within(place, ranks[line]));
    width.push_back(*place.rank_high - *place.rank_low + 1);
  }
  return {.tau = tau_with_truth(result, truth),
          .covered = mean(covered),
          .stated = mean(share_of_draws_within(result.ranking, *result.draws)),
          .width = mean(width),
          .bins = bins_of(result, data, truth)};
}

Mean calibration_error(std::span<const Claims> runs) {
  const std::size_t groups = std::min<std::size_t>(runs.size(), 10);
  std::vector<double> without;
  for (std::size_t group = 0; group < groups; ++group)
    without.push_back(pooled_error(runs, [&](std::size_t k) { return k % groups != group; }));
  // mean_of has divided by groups - 1, where the jackknife multiplies by it.
  return {pooled_error(runs, [](std::size_t) { return true; }),
          static_cast<double>(groups - 1) * mean_of(without).standard_error};
}

}  // namespace pdrank::bench::accuracy
