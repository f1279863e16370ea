#include "pdrank/metrics/evaluate.hpp"

#include <algorithm>

#include "pdrank/core/errors.hpp"
#include "pdrank/metrics/spearman.hpp"
#include "pdrank/metrics/top_k.hpp"

namespace pdrank {

Evaluation evaluate(const MatchedScores& matched, std::size_t top) {
  if (top == 0) throw InvalidArgument("top", "0", "must be at least 1");
  Evaluation evaluation;
  evaluation.items = matched.size();
  evaluation.only_in_ranking = matched.only_in_ranking;
  evaluation.only_in_truth = matched.only_in_truth;
  evaluation.kendall = kendall_tau(matched.ranking, matched.truth);
  evaluation.spearman = spearman_rho(matched.ranking, matched.truth);
  evaluation.top_k = std::min(top, matched.size());
  evaluation.top_k_overlap = top_k_overlap(matched.ranking, matched.truth, evaluation.top_k);
  return evaluation;
}

}  // namespace pdrank
