#include "pdrank/posterior/diagnostics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace pdrank {
namespace {

constexpr std::size_t kFewestDraws = 4;  // of a chain: two in each half

struct Moments {
  double mean = 0, variance = 0;
};

Moments moments(std::span<const float> values) {
  Moments result;
  for (const float value : values) result.mean += static_cast<double>(value);
  result.mean /= static_cast<double>(values.size());
  for (const float value : values) result.variance += std::pow(static_cast<double>(value) - result.mean, 2);
  result.variance /= static_cast<double>(values.size() - 1);
  return result;
}

// The same over sequences of equal length: mean variance within, and the estimate of the variance of all.
struct Variances {
  double within = 0, overall = 0;
};

Variances variances(std::span<const Moments> sequences, double length) {
  const auto count = static_cast<double>(sequences.size());
  Variances result;
  double mean = 0, between = 0;
  for (const Moments& sequence : sequences) {
    result.within += sequence.variance / count;
    mean += sequence.mean;
  }
  mean /= count;  // of equal means exactly theirs: draws that never change have no variance between
  for (const Moments& sequence : sequences) between += std::pow(sequence.mean - mean, 2);
  result.overall = (length - 1) / length * result.within + (count > 1 ? between / (count - 1) : 0);
  return result;
}

std::vector<Moments> moments_of_pieces(const ChainDraws& draws, std::size_t pieces) {
  const std::size_t length = draws.length / pieces;
  std::vector<Moments> result;
  for (std::size_t chain = 0; chain < draws.chains(); ++chain)
    for (std::size_t piece = 0; piece < pieces; ++piece)
      result.push_back(moments(draws.values.subspan(chain * draws.length + piece * length, length)));
  return result;
}

double autocovariance(std::span<const float> values, double mean, std::size_t lag) {
  double sum = 0;
  for (std::size_t t = 0; t + lag < values.size(); ++t)
    sum += (static_cast<double>(values[t]) - mean) * (static_cast<double>(values[t + lag]) - mean);
  return sum / static_cast<double>(values.size());
}

}  // namespace

double split_r_hat(const ChainDraws& draws) {
  if (draws.length < kFewestDraws) return std::numeric_limits<double>::quiet_NaN();
  const std::vector<Moments> halves = moments_of_pieces(draws, 2);
  const Variances found = variances(halves, static_cast<double>(draws.length / 2));
  if (found.within > 0) return std::sqrt(found.overall / found.within);
  return found.overall > 0 ? std::numeric_limits<double>::infinity() : 1;
}

double effective_sample_size(const ChainDraws& draws) {
  if (draws.length < kFewestDraws) return std::numeric_limits<double>::quiet_NaN();
  const auto total = static_cast<double>(draws.values.size());
  const std::vector<Moments> chains = moments_of_pieces(draws, 1);
  const Variances found = variances(chains, static_cast<double>(draws.length));
  if (!(found.overall > 0)) return total;
  const auto correlation = [&](std::size_t lag) {
    double covariance = 0;
    for (std::size_t chain = 0; chain < chains.size(); ++chain)
      covariance += autocovariance(draws.values.subspan(chain * draws.length, draws.length), chains[chain].mean, lag) /
                    static_cast<double>(chains.size());
    return 1 - (found.within - covariance) / found.overall;
  };
  double time = -1;  // 1 + 2 sum of the correlations at lags 1, 2, ..; the pair (0, 1) comes first
  for (std::size_t lag = 0; lag + 1 < draws.length; lag += 2) {
    const double pair = (lag == 0 ? 1 : correlation(lag)) + correlation(lag + 1);
    if (pair <= 0) break;
    time += 2 * pair;
  }
  return std::min(total, total / std::max(time, 1 / total));
}

}  // namespace pdrank
