// Comparisons as the posterior is given them: nodes and sources numbered in the order of the names of items and
// annotators, so that the same answers in another order of rows give the same bytes.
#pragma once

#include <vector>

#include "pdrank/methods/registry.hpp"
#include "pdrank/posterior/answers.hpp"

namespace pdrank {

struct NamedAnswers {
  Answers answers;
  std::vector<std::uint32_t> node;    // of the graph -> of the answers
  std::vector<std::uint32_t> source;  // by annotator; answers by nobody in particular have a source after all of them
};

// A data row that orders three items or more is one whole ranking. Its judge is no source: a ranking has no answers
// that could be turned round one by one.
NamedAnswers name_answers(const Comparisons& data, const MergedComparisons& merged);

}  // namespace pdrank
