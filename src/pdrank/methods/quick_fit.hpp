// Scores that follow a given law of answers, fitted again and again as answers come and go: what a method would roughly
// say without some of them, and how much each answer has to do with it (docs/MATH.md, section 17).
#pragma once

#include <span>
#include <vector>

#include "pdrank/core/effects_result.hpp"
#include "pdrank/core/observer.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/data/comparisons.hpp"
#include "pdrank/data/graph.hpp"
#include "pdrank/linalg/laplacian.hpp"

namespace pdrank {

class QuickFit {
 public:
  struct Start {
    std::vector<double> score;     // by item: where it begins
    std::vector<double> variance;  // by item: how uncertain scores are that are means of a posterior, 0 for others
    AnswerLaws law;
    double precision = 0;  // of the prior, which is normal
  };

  // Keeps a reference to the data.
  QuickFit(const Comparisons& data, const Start& start);

  // With these weights of the comparisons, from the scores of the fit before. Throws Stopped.
  void fit(std::span<const double> weight, Observer* observer);

  // By item.
  std::span<const double> scores() const { return scores_; }

  // By comparison, at the last fit: by how much an answer of weight 1 makes the first item's score larger than the
  // second's, to first order; of those that were left out, would make. Throws Stopped.
  std::vector<double> influences(ItemId first, ItemId second, Observer* observer);
  // The same for the sum of wanted[item] times the item's score.
  std::vector<double> influences(std::span<const double> wanted, Observer* observer);

  // Of a comparison, at the last fit: the part of the answer that the scores lead to expect for the winner.
  double expected_share(std::size_t n) const { return pull(n).probability; }

 private:
  // Of one answer: what its probability, and the slope of that, say of the margin.
  struct Pull {
    double gradient, information, log_likelihood, probability;
  };
  Pull pull(std::size_t n) const;
  double log_likelihood(std::span<const double> weight) const;

  const Comparisons& data_;
  std::vector<AnswerLaw> law_;  // by annotator, and at the end that of anybody
  double precision_;
  std::vector<double> variance_;
  MergedComparisons merged_;
  EdgeTiles tiles_;
  Laplacian information_;
  std::vector<double> scores_;
};

// The method's own scores, law and errors; of a method without a law, those of Bradley and Terry. Throws Stopped.
QuickFit::Start quick_start(const Comparisons& data, const RankResult& ranked, Observer* observer);

}  // namespace pdrank
