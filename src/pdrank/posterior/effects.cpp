#include "pdrank/posterior/effects.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "pdrank/core/parallel.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/linalg/dense_algebra.hpp"

namespace pdrank {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

// Points and weights that a normal law is averaged over.
struct NormalPoints {
  std::vector<double> place, weight;

  explicit NormalPoints(double deviation) {
    constexpr double kNarrow = 2;  // where seven points of Gauss and Hermite are exact enough
    if (deviation < kNarrow) {
      constexpr std::array kPlaces = {0.0, 1.154405394739968, 2.366759410734541, 3.750439717725742};
      constexpr std::array kWeights = {0.457142857142857, 0.240123178605013, 0.0307571239675865, 0.000548268855972217};
      for (std::size_t k = 0; k < kPlaces.size(); ++k)
        for (const double sign : {-1.0, 1.0}) {
          if (k == 0 && sign < 0) continue;
          place.push_back(sign * kPlaces[k] * deviation);
          weight.push_back(kWeights[k]);
        }
      return;
    }
    constexpr double kReach = 4, kMost = 60;
    const double half = std::min(kMost, std::ceil(kReach * deviation)), step = kReach * deviation / half;
    double sum = 0;
    for (double k = -half; k <= half; ++k) {
      place.push_back(k * step);
      weight.push_back(std::exp(-k * step * k * step / (2 * deviation * deviation)));
      sum += weight.back();
    }
    for (double& one : weight) one /= sum;
  }
};

double bell(double t) { return logistic(t) * logistic(-t); }

// Probability of an outcome and its derivatives: by the margin, then by the cuts, or by the logarithm of Davidson's
// rate.
class Outcomes {
 public:
  explicit Outcomes(const Model& model) : model_(model) {}

  std::size_t cuts() const { return model_.davidson > 0 ? 1 : model_.cut.size(); }
  std::size_t strengths() const { return std::max<std::size_t>(model_.cut.size(), 1); }
  bool has_ties() const { return cuts() > 0 && (model_.davidson > 0 || model_.cut[0] > 0); }

  // Of "the first" with a strength, or of a tie.
  double evaluate(std::size_t strength, double m, Vector& slope) const {
    slope.setZero();
    if (model_.davidson > 0) {
      const double u = std::exp(-std::abs(m) / 2), all = 1 + u * u + model_.davidson * u;
      const double win = (m >= 0 ? 1 : u * u) / all, tie = model_.davidson * u / all, mean = win + tie / 2;
      const double chance = strength == kTie ? tie : win;
      slope[0] = chance * ((strength == kTie ? 0.5 : 1) - mean);
      slope[1] = strength == kTie ? tie * (1 - tie) : -win * tie;
      return chance;
    }
    if (model_.cut.empty()) {
      slope[0] = bell(m);
      return logistic(m);
    }
    if (strength == kTie) {
      const double c = model_.cut[0], up = bell(m + c), down = bell(m - c);
      slope[0] = up - down;
      slope[1] = up + down;
      return logistic(m + c) * logistic(c - m) * -std::expm1(-2 * c);
    }
    const double low = model_.cut[strength - 1], at_low = bell(m - low);
    slope[0] = at_low;
    slope[static_cast<Eigen::Index>(strength)] = -at_low;
    if (strength >= model_.cut.size()) return logistic(m - low);
    const double high = model_.cut[strength], at_high = bell(m - high);
    slope[0] -= at_high;
    slope[static_cast<Eigen::Index>(strength) + 1] = at_high;
    return logistic(m - low) * logistic(high - m) * -std::expm1(low - high);
  }

  // The same of an answer that may be turned round; sign -1: "the second".
  double evaluate(std::size_t strength, double m, double sign, double flip, Vector& slope, Vector& other) const {
    const double as = evaluate(strength, sign * m, slope), turned = evaluate(strength, -sign * m, other);
    slope *= 1 - flip;
    other *= flip;
    other[0] = -other[0];
    slope += other;
    slope[0] *= sign;
    return (1 - flip) * as + flip * turned;
  }

 private:
  const Model& model_;
};

// Slope and information of the evidence: effects first, then cuts.
struct Sums {
  Vector slope;
  Matrix information;  // as the sites have it
  Matrix fisher;  // as the answers' laws have it: what steps go by, for sites that have not settled have too little
  explicit Sums(Eigen::Index size)
      : slope(Vector::Zero(size)), information(Matrix::Zero(size, size)), fisher(Matrix::Zero(size, size)) {}
};

// Of an effect before any answer.
double belief_deviation(const Circumstances& known, std::size_t effect) {
  return known.has_sides && effect == 0 ? kEffectDeviation : kWideDeviation;
}

class EffectStep {
 public:
  EffectStep(Propagation& fit, const Model& model, std::vector<std::size_t> effects)
      : fit_(fit),
        model_(model),
        outcomes_(model),
        effects_(std::move(effects)),
        size_(static_cast<Eigen::Index>(effects_.size() + outcomes_.cuts())) {}

  // Slope, and the information that is left when the scores follow.
  Sums run() {
    const Answers& answers = fit_.answers();
    constexpr std::size_t kTogether = 1024;
    const std::size_t blocks = (answers.pairs() + kTogether - 1) / kTogether;
    std::vector<Sums> partial(blocks, Sums(size_));
    Matrix coupling = Matrix::Zero(static_cast<Eigen::Index>(answers.pairs()), size_);
    const std::vector<MarginLaw> laws = laws_of(*answers.circumstances, model_);
    parallel_for(blocks, [&](std::size_t block) {
      for (std::size_t pair = block * kTogether; pair < std::min(answers.pairs(), (block + 1) * kTogether); ++pair)
        add_pair(pair, laws, partial[block], coupling);
    });
    Sums sums(size_);
    for (const Sums& part : partial) {
      sums.slope += part.slope;
      sums.information += part.information;
      sums.fisher += part.fisher;
    }
    add_beliefs(sums);
    take_scores_out(coupling, sums);
    return sums;
  }

  // What is not known of the parameters after `run`, which gave these sums.
  Matrix covariance(const Sums& sums) const {
    const Matrix inverse = inverse_of(sums.information);
    if (fit_.answers().circumstances->clusters == 0) return inverse;
    return inverse * scatter() * inverse;
  }

  std::size_t cuts() const { return outcomes_.cuts(); }
  const std::vector<std::vector<double>>& moved() const { return moved_; }

 private:
  void add_pair(std::size_t pair, const std::vector<MarginLaw>& laws, Sums& sums, Matrix& coupling) const {
    Matrix own = Matrix::Zero(size_, size_);
    Vector shared = Vector::Zero(size_);
    double of_margin = 0;
    each_row(pair, laws, [&](std::size_t, const Vector& score, const Matrix& information, const Matrix& spread) {
      sums.slope += spread * score;
      own += spread * information * spread.transpose();
      shared += spread * information.col(0);
      of_margin += information(0, 0);
    });
    // The scores know the answers by their site. Information that is as large as that leaves something when the scores
    // follow, however much effects and scores are mixed up.
    const double site = std::max(fit_.sites().pair_precision[pair], 0.0);
    const double as_site = of_margin > 0 ? site / of_margin : 0;
    sums.information += as_site * own;
    sums.fisher += own;
    coupling.row(static_cast<Eigen::Index>(pair)) = as_site * shared.transpose();
  }

  // Of the slopes from cluster to cluster, the scores following.
  Matrix scatter() const {
    const Answers& answers = fit_.answers();
    const Circumstances& known = *answers.circumstances;
    const std::vector<MarginLaw> laws = laws_of(known, model_);
    Matrix slopes = Matrix::Zero(size_, known.clusters);
    for (std::size_t pair = 0; pair < answers.pairs(); ++pair)
      each_row(pair, laws, [&](std::size_t row, const Vector& score, const Matrix&, const Matrix& spread) {
        const std::uint32_t cluster = known.cluster[answers.circumstance_of(row)];
        slopes.col(cluster) += spread * score;
        for (std::size_t k = 0; k < moved_.size(); ++k)
          slopes(static_cast<Eigen::Index>(k), cluster) -=
              (moved_[k][answers.first[pair]] - moved_[k][answers.second[pair]]) * score[0];
      });
    const double clusters = count_clusters(answers);
    return slopes * slopes.transpose() * (clusters / std::max(clusters - 1, 1.0));
  }

  // visit(row, score, information, spread): slope and information of the row by margin and cuts, and how the parameters
  // move these.
  template <class Visit>
  void each_row(std::size_t pair, const std::vector<MarginLaw>& laws, Visit&& visit) const {
    const Answers& answers = fit_.answers();
    const double mean = fit_.field().mean()[answers.first[pair]] - fit_.field().mean()[answers.second[pair]];
    const NormalPoints points(std::sqrt(fit_.field().pair_variance(pair)));
    const auto inner = static_cast<Eigen::Index>(1 + outcomes_.cuts());
    Vector slope(inner), other(inner), score(inner), row_score(size_);
    Matrix information(inner, inner), spread(size_, inner);
    for (std::size_t row = answers.begin[pair]; row < answers.begin[pair + 1]; ++row) {
      const std::uint32_t circumstance = answers.circumstance_of(row);
      const double won = static_cast<double>(answers.won[row]), lost = static_cast<double>(answers.lost[row]);
      const double flip = model_.flip[answers.source[row]];
      const MarginLaw& law = laws[circumstance];
      const double offset = law.offset + (model_.lean.empty() ? 0 : law.side * model_.lean[answers.source[row]]);
      const std::uint8_t strength = answers.circumstances->strength[circumstance];
      score.setZero();
      information.setZero();
      for (std::size_t k = 0; k < points.place.size(); ++k) {
        const double m = mean + points.place[k] + offset, weight = points.weight[k];
        const auto add_score = [&](double count, double sign) {
          if (count == 0) return;
          const double chance = outcomes_.evaluate(strength, m, sign, flip, slope, other);
          if (chance > kLeast) score += weight * count / chance * slope;
        };
        add_score(won, 1);
        add_score(lost, -1);
        const auto add_information = [&](std::size_t of, double sign) {
          const double chance = outcomes_.evaluate(of, m, sign, flip, slope, other);
          if (chance > kLeast) information += weight * (won + lost) / chance * slope * slope.transpose();
        };
        for (std::size_t of = 1; of <= outcomes_.strengths(); ++of) add_information(of, 1), add_information(of, -1);
        if (outcomes_.has_ties()) add_information(kTie, 1);
      }
      spread_out(answers.circumstances->features(circumstance), spread);
      visit(row, score, information, spread);
    }
  }

  // How the parameters move the margin and the cuts: a row for each parameter.
  void spread_out(std::span<const float> features, Matrix& spread) const {
    spread.setZero();
    for (std::size_t k = 0; k < effects_.size(); ++k)
      spread(static_cast<Eigen::Index>(k), 0) = static_cast<double>(features[effects_[k]]);
    const auto first = static_cast<Eigen::Index>(effects_.size());
    if (model_.davidson > 0) {
      spread(first, 1) = 1;
      return;
    }
    // A cut is a sum of steps, whose logarithms are the parameters.
    for (std::size_t k = 0; k < model_.cut.size(); ++k)
      for (std::size_t cut = k; cut < model_.cut.size(); ++cut)
        spread(first + static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(cut) + 1) =
            model_.cut[k] - (k > 0 ? model_.cut[k - 1] : 0);
  }

  static constexpr double kCutDeviation = 1.5, kCutMean = -0.5;  // of the logarithm

  // Before any answer.
  double deviation_before(std::size_t parameter) const {
    if (parameter >= effects_.size()) return kCutDeviation;
    return belief_deviation(*fit_.answers().circumstances, effects_[parameter]);
  }

  void add_beliefs(Sums& sums) const {
    for (Eigen::Index k = 0; k < size_; ++k) {
      const auto n = static_cast<std::size_t>(k);
      const double deviation = deviation_before(n);
      const double now = n < effects_.size() ? model_.effect[effects_[n]] : log_step(n - effects_.size()) - kCutMean;
      sums.slope[k] -= now / (deviation * deviation);
      sums.information(k, k) += 1 / (deviation * deviation);
      sums.fisher(k, k) += 1 / (deviation * deviation);
    }
  }

  double log_step(std::size_t cut) const {
    if (model_.davidson > 0) return std::log(model_.davidson);
    return std::log(model_.cut[cut] - (cut > 0 ? model_.cut[cut - 1] : 0));
  }

  void take_scores_out(const Matrix& coupling, Sums& sums) {
    const Answers& answers = fit_.answers();
    std::vector<std::vector<double>> sides(static_cast<std::size_t>(size_), std::vector<double>(answers.nodes, 0.0));
    for (std::size_t k = 0; k < sides.size(); ++k)
      for (std::size_t pair = 0; pair < answers.pairs(); ++pair) {
        const double pull = coupling(static_cast<Eigen::Index>(pair), static_cast<Eigen::Index>(k));
        sides[k][answers.first[pair]] += pull;
        sides[k][answers.second[pair]] -= pull;
      }
    std::vector<std::vector<double>> moved = fit_.field().solve_for(sides);
    Matrix less = sums.information;
    for (Eigen::Index k = 0; k < size_; ++k)
      for (Eigen::Index l = 0; l < size_; ++l) {
        const std::vector<double>&a = sides[static_cast<std::size_t>(k)], &b = moved[static_cast<std::size_t>(l)];
        double sum = 0;
        for (std::size_t node = 0; node < a.size(); ++node) sum += a[node] * b[node];
        less(k, l) -= sum;
      }
    less = at_least_beliefs((less + less.transpose()) / 2);
    sums.fisher = at_least_beliefs(sums.fisher + less - sums.information);
    sums.information = less;
    moved_ = std::move(moved);
  }

  // The answers add to what was known before; where rounding, or sites that are not quite the information, say
  // otherwise, they add nothing.
  Matrix at_least_beliefs(const Matrix& information) const {
    Vector root(size_);
    for (Eigen::Index k = 0; k < size_; ++k) root[k] = 1 / deviation_before(static_cast<std::size_t>(k));
    const Matrix scaled = root.cwiseInverse().asDiagonal() * information * root.cwiseInverse().asDiagonal();
    const EigenParts parts = eigen_parts(scaled);
    return root.asDiagonal() * parts.vectors * parts.values.cwiseMax(1.0).asDiagonal() * parts.vectors.transpose() *
           root.asDiagonal();
  }

  static constexpr double kLeast = 1e-12;

  Propagation& fit_;
  const Model& model_;
  Outcomes outcomes_;
  std::vector<std::size_t> effects_;
  Eigen::Index size_;
  std::vector<std::vector<double>> moved_ = {};  // by parameter: how the scores follow it
};

std::vector<std::size_t> effects_in_use(const Model& model) {
  std::vector<std::size_t> effects;
  for (std::size_t k = 0; k < model.effect.size(); ++k)
    if (model.in_use[k]) effects.push_back(k);
  return effects;
}

}  // namespace

double log_evidence(double estimate, double deviation, double before) {
  const double own = 1 / (kEffectDeviation * kEffectDeviation), all = 1 / (deviation * deviation);
  const double precision = std::max(all - 1 / (before * before), 0.0) + own, pull = estimate * all;
  return 0.5 * std::log(own / precision) + pull * pull / (2 * precision);
}

// Student's: the expansion of Fisher and Cornish around the normal one, to a per cent from two degrees of freedom on.
double reach_of_interval(double clusters) {
  if (clusters == 0) return kNormal90;
  const double d = std::max(clusters - 1, 1.0), z = kNormal90, z2 = z * z;
  return z + z * (z2 + 1) / (4 * d) + z * ((5 * z2 + 16) * z2 + 3) / (96 * d * d) +
         z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * d * d * d);
}

double improve_effects(Propagation& fit, Model& model) {
  const std::vector<std::size_t> effects = effects_in_use(model);
  EffectStep step(fit, model, effects);
  if (effects.empty() && step.cuts() == 0) return 0;
  const Sums sums = step.run();
  const Vector move = solve_symmetric(sums.fisher, sums.slope).cwiseMax(-0.5).cwiseMin(0.5);
  if (!move.allFinite()) return 0;
  for (std::size_t k = 0; k < effects.size(); ++k) model.effect[effects[k]] += move[static_cast<Eigen::Index>(k)];
  const auto grown = [&](std::size_t cut) { return std::exp(move[static_cast<Eigen::Index>(effects.size() + cut)]); };
  if (model.davidson > 0) {
    model.davidson *= grown(0);
  } else {
    double before = 0, last = 0;
    for (std::size_t cut = 0; cut < model.cut.size(); ++cut) {
      const double width = model.cut[cut] - before;
      before = model.cut[cut];
      last = model.cut[cut] = last + width * grown(cut);
    }
  }
  return move.cwiseAbs().maxCoeff();
}

EffectsFound find_effects(Propagation& fit, const Model& model) {
  EffectsFound found{std::vector<EffectFound>(model.effect.size()), {}};
  // Of the effects given, those from `first` on are described.
  const auto describe = [&](const std::vector<std::size_t>& effects, std::size_t first) {
    EffectStep step(fit, model, effects);
    const Sums sums = step.run();
    const Matrix inverse = step.covariance(sums);
    const Vector move = solve_symmetric(sums.information, sums.slope);
    for (std::size_t k = first; k < effects.size(); ++k) {
      const auto n = static_cast<Eigen::Index>(k);
      EffectFound& one = found.effect[effects[k]];
      one.estimate = model.effect[effects[k]] + (model.in_use[effects[k]] ? 0 : move[n]);
      one.deviation = std::sqrt(inverse(n, n));
      one.reach = one.deviation * reach_of_interval(count_clusters(fit.answers()));
      one.log_evidence =
          log_evidence(one.estimate, one.deviation, belief_deviation(*fit.answers().circumstances, effects[k]));
    }
    if (first == 0) {
      found.follows = step.moved();
      const Matrix factor = cholesky_factor(inverse);
      found.factor.clear();
      for (Eigen::Index k = 0; k < factor.rows(); ++k) {
        const Vector row = factor.row(k);
        found.factor.emplace_back(row.begin(), row.end());
      }
    }
    found.cut_deviation.clear();
    for (auto n = static_cast<Eigen::Index>(effects.size()); n < inverse.rows(); ++n)
      found.cut_deviation.push_back(std::sqrt(inverse(n, n)));
  };
  const std::vector<std::size_t> used = effects_in_use(model);
  for (std::size_t k = 0; k < model.effect.size(); ++k) {
    if (model.in_use[k]) continue;
    std::vector<std::size_t> with = used;
    with.push_back(k);
    describe(with, used.size());
  }
  if (!used.empty() || EffectStep(fit, model, {}).cuts() > 0) describe(used, 0);
  return found;
}

void start_cuts(const Answers& answers, bool davidson, Model& model) {
  std::vector<double> count;  // by strength
  for (std::size_t row = 0; row < answers.rows(); ++row) {
    const std::uint8_t strength = answers.circumstances->strength[answers.circumstance_of(row)];
    if (count.size() <= strength) count.resize(strength + std::size_t{1}, 0.0);
    count[strength] += static_cast<double>(answers.won[row] + answers.lost[row]);
  }
  count.resize(std::max<std::size_t>(count.size(), 2), 0.0);
  double all = 0, below = 0;
  for (const double one : count) all += one;
  if (davidson && count.size() == 2) {
    if (count[0] > 0) model.davidson = 2 * count[0] / std::max(count[1], 1.0);
    return;
  }
  if (count[0] == 0 && count.size() == 2) return;
  // As if all items were equal: |latent| is below c with probability 2 sigmoid(c) - 1.
  model.cut.clear();
  for (std::size_t strength = 0; strength + 1 < count.size(); ++strength) {
    below += count[strength];
    const double share = std::clamp(below / all, 0.005, 0.99);
    const double least = (model.cut.empty() ? 0 : model.cut.back()) + 0.01;
    model.cut.push_back(std::max(least, std::log((1 + share) / (1 - share))));
  }
}

}  // namespace pdrank
