// What the answers so far say about everything unknown: draws from the posterior (docs/MATH.md, section 12), by item.
#pragma once

#include <vector>

#include "pdrank/active/strategy.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/core/score_draws.hpp"

namespace pdrank {

struct Belief {
  ScoreDraws positions;      // by item, in [0, 1]
  std::vector<float> scale;  // by draw: S
  ScoreDraws flips;          // by annotator, and last of answers without one; empty where all are one source's
  std::vector<float> flip;   // by draw: of whoever will answer
  Termination status = Termination::not_run;

  std::size_t draws() const { return scale.size(); }
  // That `first` wins the next answer about a pair, in one draw.
  double wins(std::size_t draw, ItemPair pair) const { return wins(draw, pair, flip[draw]); }
  // The same from someone who turns answers round that often.
  double wins(std::size_t draw, ItemPair pair, float flip_rate) const;
};

// Which pair is worth asking does not hang on the last digit, and chains may stop soon; figures that people read want
// chains that agree as well as for a ranking.
enum class Effort { quick, steady };

// Draws for the answers of the input; the larger the data, the sooner the chains stop in any case. Of several
// annotators, the flip is that of input.annotator, or where nobody is named the mean of all, each in proportion to
// their answers. Throws Stopped if the observer says so.
Belief believe(const AskInput& input, Effort effort, Observer* observer);

// Of each annotator the share of the answers, by weight, and last of those without one.
std::vector<double> shares_of_answers(const Comparisons& data);

// The ranking: by the mean rank over the draws, all parts together; higher is better.
std::vector<double> expected_scores(const Belief& belief);

// Kendall's tau between the ranking and the truth, as the draws expect it.
double expected_tau(const Belief& belief);

}  // namespace pdrank
