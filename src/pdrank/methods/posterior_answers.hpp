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
  std::uint64_t rankings = 0;         // whole ones
};

// What of the answers the model is to see.
struct AnswerView {
  bool sides = true;     // who stood first, where that is known
  bool tie_law = false;  // ties are answers of their own, not half a win each way
};

// A data row that orders three items or more is a whole ranking, whose comparisons count less than separate answers.
NamedAnswers name_answers(const Comparisons& data, const MergedComparisons& merged, const AnswerView& view = {});

}  // namespace pdrank
