// Tilts many pairs. Most have one answer alone where items are many: these wait until there are enough of them for
// vector instructions.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "pdrank/linalg/kernels.hpp"
#include "pdrank/posterior/tilted.hpp"

namespace pdrank {

// each(pair, mean, variance, tilted): what became of a belief about a pair's difference. In an order that depends on
// the pairs alone.
template <class Each>
class TiltBatch {
 public:
  explicit TiltBatch(Each each) : each_(std::move(each)) {}
  ~TiltBatch() = default;
  TiltBatch(const TiltBatch&) = delete;
  TiltBatch& operator=(const TiltBatch&) = delete;

  void add(std::size_t pair, double mean, double variance, const PairAnswers& said) {
    if (!is_plain(mean, variance, said)) {
      each_(pair, mean, variance, tilt(mean, variance, said));
      return;
    }
    sign_[size_] = said.won[0] > 0 ? 1 : -1;
    counts_[size_] = said.source_class[0] < said.alike ? 1 : 0;
    pair_[size_] = pair;
    mean_[size_] = mean;
    variance_[size_] = variance;
    tilted_mean_[size_] = sign_[size_] * mean;
    tilted_variance_[size_] = variance;
    flip_[size_] = said.flip[said.source_class[0]];
    if (++size_ == kMost) flush();
  }

  // Those that wait. To be called at the end.
  void flush() {
    std::size_t padded = size_;
    for (; padded % kernels::kPadding != 0; ++padded) tilted_mean_[padded] = 0, tilted_variance_[padded] = 1;
    kernels::tilt_one_answers(
        {tilted_mean_.data(), tilted_variance_.data(), flip_.data(), log_mass_.data(), turned_.data()}, padded);
    for (std::size_t k = 0; k < size_; ++k)
      each_(pair_[k], mean_[k], variance_[k],
            TiltedPair{log_mass_[k], sign_[k] * tilted_mean_[k], tilted_variance_[k], counts_[k] * turned_[k]});
    size_ = 0;
  }

 private:
  static constexpr std::size_t kMost = 64;
  static_assert(kMost % kernels::kPadding == 0);

  static bool is_plain(double mean, double variance, const PairAnswers& said) {
    return said.laws.empty() && said.won.size() == 1 && said.tied == 0 &&
           ((said.won[0] == 1 && said.lost[0] == 0) || (said.won[0] == 0 && said.lost[0] == 1)) &&
           std::abs(mean) + kernels::kOneAnswerReach * std::sqrt(variance) < kernels::kOneAnswerFarthest;
  }

  Each each_;
  std::size_t size_ = 0;
  std::array<std::size_t, kMost> pair_ = {};
  std::array<double, kMost> mean_ = {}, variance_ = {}, flip_ = {}, sign_ = {}, counts_ = {};
  std::array<double, kMost> tilted_mean_ = {}, tilted_variance_ = {}, log_mass_ = {}, turned_ = {};
};

}  // namespace pdrank
