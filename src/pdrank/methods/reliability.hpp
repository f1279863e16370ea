// The figures of comparative judgement (docs/MATH.md, section 15): how well answers fit the scores, for items and
// annotators, and how far the scores tell the items apart.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "pdrank/core/result.hpp"
#include "pdrank/data/comparisons.hpp"
#include "pdrank/data/components.hpp"
#include "pdrank/data/graph.hpp"

namespace pdrank {

// Sums over the answers about an item, or of an annotator, by weight. An answer is a win (1), a loss (0) or a tie
// (1/2); what it is less what the law expects is its residual.
struct FitSums {
  double answers = 0;
  double squares = 0;   // of residuals
  double variance = 0;  // what `squares` is expected to be
  double ratios = 0;    // of the square of a residual to what it is expected to be
  double scatter = 0;   // variance of `squares`
  double skew = 0;      // third central moment of `squares`

  double infit() const;     // squares by variance; NaN without answers
  double outfit() const;    // the mean ratio
  double surprise() const;  // a normal number as rare as `squares` is
};

struct AnswerFit {
  std::vector<FitSums> item, annotator;  // by id
};

// `item_score` by item of the data. Without a law of ties, a tie is half an answer each way, and a soft answer is
// divided as it says. The law is that of anybody's answers, but for the order effect, which may be the annotator's own.
AnswerFit measure_fit(const Comparisons& data, std::span<const EdgeId> edge_of, std::span<const double> item_score,
                      const AnswerLaws& laws);

// `are_means`: the scores are means of a posterior, which has drawn them together already; otherwise they are estimates
// that scatter around the true scores.
struct Estimates {
  std::span<const double> scores, standard_error;  // by node; NaN or empty: there is none
  bool are_means = false;
};

// Of the largest part, with nothing in words. No SSR where a standard error is missing, or there are fewer than three
// items or no spread.
Reliability measure_reliability(const ComparisonGraph& graph, const Components& weak, const Estimates& estimates);

// The SSR that `times` as many answers would give (Spearman 1910, Brown 1910).
double ssr_with(double ssr, double times);

// What they mean, in sentences: the figures, and which items and annotators do not fit. `annotators` by id; those who
// have a flag are told by it already.
std::vector<std::string> reliability_in_words(const Reliability& reliability, const AnswerFit& fit,
                                              const Comparisons& data, std::span<const AnnotatorReport> annotators);

}  // namespace pdrank
