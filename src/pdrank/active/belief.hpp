// What the answers so far say about everything unknown: draws from the posterior (docs/MATH.md, section 12), by item.
#pragma once

#include <vector>

#include "pdrank/active/strategy.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/core/score_draws.hpp"
#include "pdrank/methods/learned.hpp"

namespace pdrank {

struct Belief {
  ScoreDraws scores;          // by item, in log-odds
  std::vector<float> flip;    // by draw: of whoever will answer
  std::vector<double> flips;  // by annotator, and last of answers without one; empty where all are one source's
  Learned learned;            // for believe_again
  Termination status = Termination::not_run;

  std::size_t draws() const { return flip.size(); }
  // That `first` wins the next answer about a pair, in one draw.
  double wins(std::size_t draw, ItemPair pair) const { return wins(draw, pair, static_cast<double>(flip[draw])); }
  // The same from someone who turns answers round that often.
  double wins(std::size_t draw, ItemPair pair, double flip_rate) const;
};

// Which pair is worth asking does not hang on the last digit, and fewer draws will do; figures that people read want as
// many as a ranking has.
enum class Effort { quick, steady };

// Draws for the answers of the input. Of several annotators, the flip is that of input.annotator, or where nobody is
// named the mean of all, each in proportion to their answers. Throws Stopped if the observer says so.
Belief believe(const AskInput& input, Effort effort, Observer* observer);
// The same with what was learned for `before`, whose answers were nearly the same: quicker by far.
Belief believe_again(const AskInput& input, const Belief& before, Observer* observer);

// Of each annotator the share of the answers, by weight, and last of those without one.
std::vector<double> shares_of_answers(const Comparisons& data);

// The ranking: by the mean rank over the draws, all parts together; higher is better.
std::vector<double> expected_scores(const Belief& belief);

// Kendall's tau between the ranking and the truth, as the draws expect it.
double expected_tau(const Belief& belief);

}  // namespace pdrank
