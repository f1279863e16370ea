// How margins turn into answers, fitted to answers that were given. With probability `toss` an answer is a coin's,
// otherwise Bradley and Terry's:
//
//   P(margin) = toss / 2 + (1 - toss) sigmoid(slope margin)
//
// toss = 0 is the model of Bradley and Terry, a steep slope the paper's noise with delta = toss / 2. Fitted to margins
// that are predictions, it says how well they predict, in any unit and under either noise. Answers have a margin m, an
// outcome y and a weight w, as in prediction.hpp. What is minimised is their log loss, a sum in nats, held back by one
// made-up tie at the root-mean-square margin r:
//
//   sum of w (-y log P(m) - (1 - y) log P(-m))  -  (log P(r) + log P(-r)) / 2,      r^2 = sum of w m^2 / sum of w
//
// So the slope is finite even if every answer agrees with its margin, and slope(c m) = slope(m) / c.
#pragma once

#include <functional>
#include <span>

namespace pdrank {

struct AnswerLink {
  double steepness = 1;  // slope times the root-mean-square margin
  double toss = 0.1;
};

// Makes each number the sum of what several processes have; none: one has all answers.
using AddUp = std::function<void(std::span<double>)>;

// The log loss, without the made-up tie, of the link that fits best, to a hundredth of a nat. The fit starts from
// `link` and moves it there. Margins are winner less loser (y = 1) and finite, weights positive. Several processes may
// each have some of them; all get the same link and loss.
double fit_link(std::span<const double> margin, std::span<const double> weight, AnswerLink& link,
                const AddUp& add_up = {});

// The slope of the link with toss = 0, to the last digits: J. Platt, "Probabilistic outputs for support vector machines
// and comparisons to regularized likelihood methods" (1999), without his offset, as exchanging the items must turn P
// into 1 - P. At least 0; 0 if all margins are 0 or the answers go against them on the whole. Where all margins are
// equal, the odds are those of Jeffreys: (wins + 1/2) / (losses + 1/2). InvalidArgument as in prediction.hpp, and for a
// margin that is not finite.
double fit_slope(std::span<const double> margin, std::span<const double> outcome, std::span<const double> weight);

}  // namespace pdrank
