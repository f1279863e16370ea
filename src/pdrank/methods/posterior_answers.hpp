// Comparisons as the posterior is given them: nodes and sources numbered in the order of the names of items and
// annotators, so that the same answers in another order of rows give the same bytes.
#pragma once

#include <utility>
#include <vector>

#include "pdrank/methods/circumstance_table.hpp"
#include "pdrank/methods/registry.hpp"
#include "pdrank/methods/score_nodes.hpp"
#include "pdrank/posterior/answers.hpp"

namespace pdrank {

struct NamedAnswers {
  Answers answers;
  std::vector<std::uint32_t> node;       // of the graph -> of the answers
  std::vector<std::uint32_t> of_number;  // by item, numbered as segments and moments do: node of the graph
  std::vector<std::uint32_t> source;  // by annotator; answers by nobody in particular have a source after all of them
  std::uint64_t rankings = 0;         // whole ones
  std::vector<double> grades;         // the least grade of every strength, where there are several
  std::vector<ControlScale> controls;
  std::vector<ScoreNodes::Segment> segments;                   // by value, where there are any
  std::vector<ScoreNodes::Moment> moments;                     // where scores drift
  std::vector<std::pair<std::uint32_t, std::uint32_t>> asked;  // where an item has several scores, by comparison:
                                                               // winner and loser, the same one if it is left out
  double span = 0;        // of time, where scores drift; a unit of length of their links
  bool in_years = false;  // what `span` is counted in; otherwise in whatever the input has
  bool has_ties = false;  // that have a law of their own
};

// A data row that orders three items or more is a whole ranking, whose comparisons count less than separate answers.
NamedAnswers name_answers(const Comparisons& data, const MergedComparisons& merged, const AnswerView& view = {});

}  // namespace pdrank
