// How far annotators agree where several have answered the same question (docs/MATH.md, section 15).
#pragma once

#include <span>
#include <vector>

#include "pdrank/core/result.hpp"
#include "pdrank/data/comparisons.hpp"

namespace pdrank {

struct AgreementFound {
  Agreement all;                     // nothing in words
  std::vector<double> of_annotator;  // by id: with the others; NaN where nobody has answered the same
};

// Krippendorff's alpha (2004) of answers -1, 0 (a tie) and 1 with squared differences, whichever of the two items is
// called the first. All answers of an annotator to a question are one, their mean. Comparisons without an edge or an
// annotator take no part. Its interval, at `level`, takes the questions for a sample. Who agrees with whom is counted
// on at most 5 million pairs of answers, questions with few answers first, then by name. The order of the rows changes
// nothing.
AgreementFound measure_agreement(const Comparisons& data, std::span<const EdgeId> edge_of, double level);

// What it means, in sentences; none where there are too few questions.
std::vector<std::string> agreement_in_words(const Agreement& agreement);

}  // namespace pdrank
