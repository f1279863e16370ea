// How close a ranking is to the truth, by every measure of score lists.
#pragma once

#include <cstddef>

#include "pdrank/data/item_score.hpp"
#include "pdrank/metrics/kendall.hpp"

namespace pdrank {

struct Evaluation {
  std::size_t items = 0;  // in both lists
  std::size_t only_in_ranking = 0, only_in_truth = 0;
  KendallTau kendall;
  double spearman = 0;
  std::size_t top_k = 0;     // as asked for, but no more than there are items
  double top_k_overlap = 0;  // of the top_k
};

// InvalidArgument for top = 0, fewer than 2 items in both, NaN.
Evaluation evaluate(const MatchedScores& matched, std::size_t top);

}  // namespace pdrank
