// Report cards: how often each annotator's strict answers agree with the final ranking, or what the method has learned
// about the annotator.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "pdrank/core/result.hpp"
#include "pdrank/data/comparisons.hpp"
#include "pdrank/methods/registry.hpp"

namespace pdrank {

// An annotator's answers that took part, by weight.
struct AnnotatorSums {
  double comparisons = 0;
  double agreed = 0, strict = 0, squares = 0;  // of strict answers: with the ranking, all, and squared

  // `margin`: how far the ranking has the winner above the loser.
  void add(double weight, bool tie, double margin);
  void operator+=(const AnnotatorSums& other);
};

// One report card; `all` are the sums of all annotators, `learned` is null if the method learns nothing about them. What
// it says, see below.
AnnotatorReport report_annotator(std::string_view name, const AnnotatorSums& sums, const AnnotatorSums& all,
                                 const AnnotatorQuality* learned);

// `item_score` by item of the data, NaN for an item that was not ranked. Ties and unranked items do not count.
// `learned` by annotator of the data, empty if the method learns nothing about them.
// The interval is 90 %: Wilson's for shares of agreement, otherwise what the method has learned. Flags: "adversary" =
// reliability below 0.4, and below one half with a probability of 0.9 by what was learned, or with 99 % confidence by
// the share of agreement; otherwise "random" = at least 10 answers, and the interval stays below the share of everyone
// else (hard questions make nobody a spammer), and below 0.6, or reaches down to one half and stays below three
// quarters. (Their own answers are in the ranking, so even coin tossers agree with it a little more often than half the
// time.) Annotators in order of first appearance.
std::vector<AnnotatorReport> report_annotators(const Comparisons& data, std::span<const double> item_score,
                                               std::span<const EdgeId> edge_of,
                                               std::span<const AnnotatorQuality> learned);

}  // namespace pdrank
