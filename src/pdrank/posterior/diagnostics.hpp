// Have the chains forgotten where they began, and how much do their draws say? (Gelman et al., Bayesian Data Analysis,
// 3rd edition, section 11.4; Vehtari et al. 2021.)
#pragma once

#include <cstddef>
#include <span>

namespace pdrank {

// Draws of one unknown: chain after chain, each `length` long.
struct ChainDraws {
  std::span<const float> values;
  std::size_t length = 0;

  std::size_t chains() const { return length == 0 ? 0 : values.size() / length; }
};

// Split R-hat: each chain is cut in halves; sqrt of (variance of all halves together) / (mean variance within a half),
// 1 where they agree. 1 too where nothing varies; infinite where halves differ but do not vary within. NaN for chains
// of fewer than four draws, as below.
double split_r_hat(const ChainDraws& draws);

// Effective sample size: how many independent draws tell as much about the mean. Autocorrelations are summed until the
// first negative pair (Geyer 1992). The number of draws where nothing varies.
double effective_sample_size(const ChainDraws& draws);

}  // namespace pdrank
