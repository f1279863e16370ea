// How margins turn into answers. With probability `toss` an answer is a coin's, otherwise Bradley and Terry's:
//
//   P(margin) = toss / 2 + (1 - toss) sigmoid(slope margin)
//
// toss = 0 is the model of Bradley and Terry, a steep slope the paper's noise with delta = toss / 2. Fitted to margins
// that are predictions, it says how well they predict, in any unit and under either noise.
#pragma once

#include <span>

#include "pdrank/linalg/sharing.hpp"

namespace pdrank {

struct AnswerLink {
  double steepness = 1;  // slope times the root-mean-square margin
  double toss = 0.1;
};

// The log loss, -sum c_n log P(margin_n), of the link that fits best: a sum, in nats. The fit starts from `link`, moves
// it there, and ends when another step would gain less than a hundredth of a nat. As in metrics/prediction it is held
// back by one made-up tie at the root-mean-square margin. Margins are winner less loser and finite, counts positive.
// Several processes may each have some of them (`sharing`); all get the same link and loss.
double fit_link(std::span<const double> margin, std::span<const double> count, AnswerLink& link,
                const Sharing& sharing = unshared());

}  // namespace pdrank
