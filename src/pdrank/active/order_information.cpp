// Pairs whose next answer tells most about which of the two is better: the mutual information of the answer y and the
// order z = [x_i > x_j] under the posterior,
//
//   I(y; z) = H(P(y)) - sum_z P(z) H(P(y | z)),      H the entropy of a coin, probabilities the means over the draws.
//
// A pair whose order is known tells nothing, and neither does one that is so close that its answers are a coin's; where
// everyone errs alike it is the pair whose order is most open.
#include <fmt/format.h>

#include <cmath>

#include "pdrank/active/belief.hpp"
#include "pdrank/active/candidates.hpp"

namespace pdrank {
namespace {

double entropy(double p) { return p <= 0 || p >= 1 ? 0 : -p * std::log(p) - (1 - p) * std::log1p(-p); }

// What the draws say about a pair: sums over them.
struct PairOutlook {
  double draws = 0, above = 0;          // draws; those with the first above the second, equals by half
  double won_above = 0, won_below = 0;  // probabilities that the first wins, summed over draws of either order

  double order() const { return above / draws; }
  double information() const {
    const double below = draws - above;
    double given_order = 0;
    if (above > 0) given_order += above / draws * entropy(won_above / above);
    if (below > 0) given_order += below / draws * entropy(won_below / below);
    return std::max(0.0, entropy((won_above + won_below) / draws) - given_order);
  }
};

PairOutlook look_at(const Belief& belief, ItemPair pair) {
  PairOutlook found;
  for (std::size_t draw = 0; draw < belief.draws(); ++draw) {
    const float gap = belief.scores[draw][pair.first] - belief.scores[draw][pair.second];
    const double above = gap > 0 ? 1 : gap < 0 ? 0 : 0.5, wins = belief.wins(draw, pair);
    found.above += above;
    found.won_above += above * wins;
    found.won_below += (1 - above) * wins;
  }
  found.draws = static_cast<double>(belief.draws());
  return found;
}

std::vector<Question> propose(const AskInput& input, Observer*) {
  const Belief& belief = *input.belief;
  const std::vector<ItemPair> pairs = candidate_pairs(input, expected_scores(belief));
  const auto value_of = [&](ItemPair pair) { return look_at(belief, pair).information(); };
  return choose_questions(pairs, input.count, value_of, [&](ItemPair pair) {
    const double order = look_at(belief, pair).order();
    return fmt::format("order {:.0f} % sure", 100 * std::max(order, 1 - order));
  });
}

}  // namespace

StrategyInfo posterior_strategy() {
  return {.name = "posterior",
          .summary =
              "pairs whose answers tell most about their order, by the posterior of scores, noise and "
              "annotators",
          .paper = "none; docs/MATH.md, section 13",
          .cost = "a fit of the posterior, then items x draws",
          .measure = "information about the order of the pair, in nats",
          .needs_belief = true,
          .propose = propose};
}

}  // namespace pdrank
