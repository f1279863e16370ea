#include "pdrank/posterior/flips.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "pdrank/core/parallel.hpp"

namespace pdrank {
namespace {

// Seven points of Gauss and Hermite.
constexpr std::array kPlaces = {-3.750439717725742, -2.366759410734541, -1.154405394739968, 0.0,
                                1.154405394739968,  2.366759410734541,  3.750439717725742};
constexpr std::array kWeights = {0.000548268855972217, 0.0307571239675865, 0.240123178605013,   0.457142857142857,
                                 0.240123178605013,    0.0307571239675865, 0.000548268855972217};

// Fisher's information about the share of turned answers, about the difference of the two scores, and both.
struct Information {
  double flip = 0, shared = 0, difference = 0;

  // So many answers, of which those for `first` would be the share u, were none turned round; `slope` is that of u.
  // Their flips are `flips`, and go with the share by `follows`.
  void add(double answers, double u, double slope, double flips, double follows) {
    const double q = flips + (1 - 2 * flips) * u, each = answers / std::max(q * (1 - q), 1e-12);
    const double by_flip = follows * (1 - 2 * u), by_difference = (1 - 2 * flips) * slope;
    flip += each * by_flip * by_flip;
    shared += each * by_flip * by_difference;
    difference += each * by_difference * by_difference;
  }
};

// Of the answers about a pair by sources that are like most, or go with them by `follows`. How often they tie, and how
// strongly they prefer, says nothing about flips. A difference that is not known well says less of them than any that
// it may be: it is their mean probability that is observed.
Information information_of(const PairAnswers& answers, std::span<const double> follows, double mean, double deviation) {
  Information sum;
  for (std::size_t row = 0; row < answers.source_class.size(); ++row) {
    const std::uint32_t one = answers.source_class[row];
    const double goes = one < answers.alike ? 1 : follows.empty() ? 0 : follows[one];
    if (goes == 0) continue;
    double u = 0, slope = 0;
    if (answers.laws.empty()) {
      for (std::size_t k = 0; k < kPlaces.size(); ++k) {
        const double at = logistic(mean + kPlaces[k] * deviation);
        u += kWeights[k] * at;
        slope += kWeights[k] * at * (1 - at);
      }
    } else {
      const RowLaw law = answers.law_of(row);
      if (law.law.is_tie) continue;
      for (std::size_t k = 0; k < kPlaces.size(); ++k) {
        const double margin = mean + kPlaces[k] * deviation + law.offset;
        const MarginLaw::Slopes first = law.law.slopes(margin), second = law.law.slopes(-margin);
        const double both = first.chance + second.chance, at = both > 0 ? first.chance / both : 0.5;
        u += kWeights[k] * at;
        slope += kWeights[k] * at * (1 - at) * (first.first + second.first);
      }
    }
    sum.add(static_cast<double>(answers.won[row] + answers.lost[row]), u, slope, answers.flip[one], goes);
  }
  return sum;
}

// Scores that go with the flips change the slope of the spread.
void let_spread_follow(const Propagation& fit, const Model& model, const Beliefs& beliefs, FlipSlope& found) {
  constexpr double kMostShared = 0.9;
  const SpreadSlope spread = spread_slope(fit, model, beliefs);
  double shared = 0;
  for (std::size_t node = 0; node < fit.answers().rooted_nodes(); ++node)
    shared += fit.field().mean()[node] * found.follows[node];
  shared *= 2 / (model.shape[0].deviation * model.shape[0].deviation);
  const double most = kMostShared * std::sqrt(std::max(found.information, 0.0) * spread.scale);
  found.wider = -std::clamp(shared, -most, most) / spread.scale;
  found.slope += found.wider * spread.value;
  found.information -= found.wider * found.wider * spread.scale;
}

}  // namespace

FlipSlope flip_slope(Propagation& fit, const Model& model, double answers, const Beliefs& beliefs, Others others) {
  const Answers& said = fit.answers();
  const double flip = model.flip[0];
  FlipSlope found;
  found.slope = fit.turned() / flip - (answers - fit.turned()) / (1 - flip) - 1 / beliefs.mean_flip;
  const std::span<const double> follows =
      others == Others::follow ? std::span(model.follows) : std::span<const double>();
  std::vector<Information> of_pair(said.pairs());
  constexpr std::size_t kTogether = 1024;
  parallel_for((said.pairs() + kTogether - 1) / kTogether, [&](std::size_t block) {
    for (std::size_t pair = block * kTogether; pair < std::min(said.pairs(), (block + 1) * kTogether); ++pair) {
      if (said.is_link(pair)) continue;
      const double mean = fit.field().mean()[said.first[pair]] - fit.field().mean()[said.second[pair]];
      of_pair[pair] =
          information_of(fit.answers_of(pair, model), follows, mean, std::sqrt(fit.field().pair_variance(pair)));
    }
  });
  std::vector<std::vector<double>> side(1, std::vector<double>(said.nodes, 0.0));
  for (std::size_t pair = 0; pair < said.pairs(); ++pair) {
    // The scores know the answers by their site. Information that is no larger leaves something when the scores follow.
    const Information& own = of_pair[pair];
    const double site = std::max(fit.sites().pair_precision[pair], 0.0);
    const double as_site = own.difference > site ? site / own.difference : 1;
    found.information += as_site * own.flip;
    side[0][said.first[pair]] += as_site * own.shared;
    side[0][said.second[pair]] -= as_site * own.shared;
  }
  found.follows = std::move(fit.field().solve_for(side)[0]);
  for (std::size_t node = 0; node < said.nodes; ++node) found.information -= side[0][node] * found.follows[node];
  if (model.shape.size() == 1) let_spread_follow(fit, model, beliefs, found);
  found.information = std::max(found.information, 1 / (beliefs.mean_flip * beliefs.mean_flip));
  return found;
}

FlipLaw::FlipLaw(const FlipSlope& found, double flip) {
  constexpr double kReach = 6;  // deviations
  const double mode = flip + found.slope / found.information, deviation = 1 / std::sqrt(found.information);
  const double top = std::clamp(mode, 0.0, kMostFlip);
  // Beyond a limit the law falls off like an exponential.
  const double reach = kReach * std::min(deviation, mode < 0 ? deviation * deviation / -mode * kReach : deviation);
  low_ = std::max(top - reach, 0.0);
  step_ = (std::min(top + reach, kMostFlip) - low_) / (kPlaces - 1);
  const auto density = [&](double at) {
    const double z = (at - mode) / deviation, z_top = (top - mode) / deviation;
    return std::exp((z_top * z_top - z * z) / 2);
  };
  below_.assign(kPlaces, 0.0);
  for (std::size_t k = 1; k < kPlaces; ++k)
    below_[k] = below_[k - 1] + density(low_ + (static_cast<double>(k) - 0.5) * step_);
  for (double& value : below_) value /= below_.back();
}

double FlipLaw::quantile(double probability) const {
  const auto at = std::ranges::upper_bound(below_, probability) - below_.begin();
  const auto k = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at, 1, kPlaces - 1));
  const double width = below_[k] - below_[k - 1], within = width > 0 ? (probability - below_[k - 1]) / width : 0.5;
  return low_ + (static_cast<double>(k - 1) + within) * step_;
}

}  // namespace pdrank
