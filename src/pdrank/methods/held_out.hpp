// How well a method predicts answers that it has not seen. The rows are dealt into folds; each fold is predicted from
// the scores that the others give. The same rows are predicted whatever the method, so methods can be compared.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "pdrank/core/result.hpp"
#include "pdrank/data/comparisons.hpp"

namespace pdrank {

// Scores that can be compared within a part only.
struct PartScores {
  std::vector<double> score;        // by item; NaN if it was not ranked
  std::vector<std::uint32_t> part;  // by item
};

PartScores part_scores(const Comparisons& data, const RankResult& result);

// Data rows with a comparison that counts.
std::size_t count_rows(const Comparisons& data, const std::vector<std::uint8_t>& counts);

struct HeldOut {
  double accuracy = kNone, log_loss = kNone, calibration_error = kNone, unpredicted = kNone;
  std::vector<double> fold_log_loss;
};

class HeldOutFolds {
 public:
  // Keeps a reference to the data. `counts[n]` tells whether comparison n is to be predicted. A data row that makes
  // several comparisons stays together. InvalidArgument if there are fewer rows than folds.
  HeldOutFolds(const Comparisons& data, std::vector<std::uint8_t> counts, int folds, std::uint64_t seed);

  int folds() const { return folds_; }
  std::uint64_t size() const;  // comparisons that are predicted

  // `rank_fold` gives the scores from the data without a fold.
  HeldOut predict(const std::function<PartScores(const Comparisons& training)>& rank_fold) const;

 private:
  const Comparisons& data_;
  std::vector<std::uint8_t> counts_;
  std::vector<std::uint16_t> fold_of_;
  int folds_;
};

}  // namespace pdrank
