// Report cards: how often each annotator's strict answers agree with the final ranking, or what the method has learned
// about the annotator.
#pragma once

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
  double agreed = 0, strict = 0;  // of strict answers: with the ranking, and all
  double ranked = 0;              // comparisons that are part of a whole ranking

  // Comparison n of the data; `margin`: how far the ranking has the winner ahead (data/answer_margin).
  void add(const Comparisons& data, std::size_t n, double margin);
  void operator+=(const AnnotatorSums& other);
};

// One report card; `all` are the sums of all annotators, of whom `tested` have strict answers. `learned` is null if the
// method learns nothing about them. What it says, see below.
AnnotatorReport report_annotator(std::string_view name, const AnnotatorSums& sums, const AnnotatorSums& all,
                                 const AnnotatorQuality* learned, double tested);

// Nobody can tell who is right, and nobody is flagged, where fewer than three annotators answer, half of them or more
// would be adversaries, or more than half would be flagged at all.
struct FlagCount {
  double answering = 0, flagged = 0, adversaries = 0;
};
FlagCount count_flags(std::span<const AnnotatorReport> reports);
bool too_many(const FlagCount& count);
void withdraw_flags(std::span<AnnotatorReport> reports);

// `item_score` by item of the data, NaN for an item that was not ranked. Ties and unranked items do not count.
// `learned` by annotator of the data, empty if the method learns nothing about them. An answer agrees with the ranking
// if the winner is ahead, what standing first is worth by `laws` included; null: nothing is known of that. The interval
// is 90 %: Wilson's for shares of agreement, otherwise what the method has learned. A weight is a number of answers.
// Flags: answers as bad as these must come from an annotator like all others with a probability of at most 0.05 by the
// number of annotators, so that in a whole run somebody honest is flagged with at most 0.05. Then "adversary":
// reliability below 0.4, and below one half with a probability of 0.99; otherwise "random": at least 10 answers, and
// surely less than half as much better than a coin as the others. Who gave whole rankings is not flagged at all: their
// pairs are no separate answers. Annotators in order of first appearance.
std::vector<AnnotatorReport> report_annotators(const Comparisons& data, std::span<const double> item_score,
                                               std::span<const EdgeId> edge_of,
                                               std::span<const AnnotatorQuality> learned,
                                               const AnswerLaws* laws = nullptr);

}  // namespace pdrank
