// gamma and the number of rounds, chosen by held-out comparisons (docs/MATH.md, "Choosing gamma and the rounds").
//
// The compared pairs are dealt at random into three folds. PD-Rank is run without each fold in turn, along a path from
// the largest gamma to the smallest and from the first round to the last, and asked after every round for the margins
// of the pairs it has not seen. What counts is how well these predict: the log loss of the link that fits them best
// (metrics/answer_link), every pair counting once. The walk goes on as long as the loss does not clearly rise. Fits
// need not be exact to be compared, so that all of them together cost little more than one that is.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "pdrank/core/observer.hpp"
#include "pdrank/data/graph.hpp"
#include "pdrank/solve/reweight.hpp"

namespace pdrank {

inline constexpr std::array<double, 3> kGammaPath = {1e-2, 1e-3, 1e-4};
inline constexpr int kMostRoundsTried = 6;

// Fewer pairs than these say too little about gamma.
inline constexpr double kFewestPairs = 100;
inline constexpr double kGammaOfFewPairs = 3e-3;

// Where no answer contradicts another there is nothing to weigh up, and a pull towards zero could only overrule some.
inline constexpr double kGammaWithoutContradictions = 1e-6;

struct GammaChoice {
  double gamma = 0;
  std::optional<int> rounds = std::nullopt;       // none: until they settle
  std::optional<double> log_loss = std::nullopt;  // of a held-out pair, mean; none where none was held out
  EdgeTraffic traffic = {};                       // of the fits that were compared
};

// `graph` is connected. Of `options` it reads epsilon, seed and the most rounds. None if the observer, which may be
// null, asked to stop. `keys`, by node, decide with the seed how the pairs are dealt; made from names, they make the
// choice the same whatever the order of the rows. Empty: the nodes' numbers.
// Where the graph is shared, both answers about a pair are with one process, and `keys` are not empty.
std::optional<GammaChoice> choose_gamma(const ComparisonGraph& graph, const RoundsOptions& options, Observer* observer,
                                        std::span<const std::uint64_t> keys = {}, const Sharing& sharing = unshared());

}  // namespace pdrank
