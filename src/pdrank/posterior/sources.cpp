#include "pdrank/posterior/sources.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include "pdrank/core/parallel.hpp"

namespace pdrank {
namespace {

constexpr std::size_t kGrid = 40;  // values of f that a stray may have
constexpr double kStrayBelieved = 0.02, kSourcesBelieved = 10;  // share of strays before any answer, and its weight
constexpr double kMostAgainst = 1.0 / 3;                        // of all answers
constexpr double kClassWidth = 0.01;

double grid_flip(std::size_t k) { return (static_cast<double>(k) + 0.5) / kGrid; }

// Where the rows of each source are.
struct RowsOfSource {
  std::vector<std::uint32_t> begin, row;
};

RowsOfSource rows_of_source(const Answers& answers) {
  RowsOfSource rows{std::vector<std::uint32_t>(answers.sources + std::size_t{1}, 0),
                    std::vector<std::uint32_t>(answers.rows())};
  for (const std::uint32_t source : answers.source) ++rows.begin[source + std::size_t{1}];
  std::partial_sum(rows.begin.begin(), rows.begin.end(), rows.begin.begin());
  std::vector<std::uint32_t> next(rows.begin.begin(), rows.begin.end() - 1);
  for (std::uint32_t row = 0; row < answers.rows(); ++row) rows.row[next[answers.source[row]]++] = row;
  return rows;
}

// What the f of most sources may be, beside the one that the fit has.
constexpr std::array<double, 16> kCommon = {0.001, 0.003, 0.006, 0.01, 0.02, 0.03, 0.045, 0.06,
                                            0.08,  0.1,   0.13,  0.17, 0.22, 0.28, 0.35,  0.42};

// The log-likelihood of a source's answers as a function of its f: as a stray, and as one who is like most, for every
// f that most may have; the last of these is that of the fit.
struct FlipLikelihood {
  std::array<double, kGrid> stray = {};
  std::array<double, kCommon.size() + 1> alike = {};

  double top() const { return std::max(std::ranges::max(alike), std::ranges::max(stray)); }
  double stray_mass(double top) const {
    double sum = 0;
    for (const double value : stray) sum += std::exp(value - top) / kGrid;
    return sum;
  }
};

// The rows of one source, each with the probability that `first` is preferred.
struct SourceRows {
  const Answers& answers;
  const RowsOfSource& rows;
  std::span<const float> preferred;

  // body(q, won, lost) for every row.
  template <class Body>
  void each(std::size_t source, Body&& body) const {
    for (std::size_t k = rows.begin[source]; k < rows.begin[source + 1]; ++k) {
      const std::uint32_t row = rows.row[k];
      body(std::clamp(static_cast<double>(preferred[row]), 1e-6, 1 - 1e-6), static_cast<double>(answers.won[row]),
           static_cast<double>(answers.lost[row]));
    }
  }
};

FlipLikelihood likelihood_of(const SourceRows& rows, std::size_t source, double fitted) {
  FlipLikelihood of;
  rows.each(source, [&](double q, double won, double lost) {
    const auto add = [&](double flip, double& to) {
      const double p = flip + (1 - 2 * flip) * q;
      if (won > 0) to += won * std::log(p);
      if (lost > 0) to += lost * std::log1p(-p);
    };
    for (std::size_t k = 0; k < kGrid; ++k) add(grid_flip(k), of.stray[k]);
    for (std::size_t k = 0; k < kCommon.size(); ++k) add(kCommon[k], of.alike[k]);
    add(fitted, of.alike.back());
  });
  return of;
}

// P(T <= t) for T the sum over answers of +l with probability p and -l otherwise, l = log(p / (1 - p)), by Lugannani
// and Rice's formula; `moments(theta)` gives K, K' and K'' of T.
template <class Moments>
double lower_tail(double t, Moments&& moments) {
  double theta = 0;
  std::array<double, 3> k = moments(theta);
  if (!(k[2] > 1e-12)) return 1;
  for (int step = 0; step < 50; ++step) {
    const double move = std::clamp((t - k[1]) / std::max(k[2], 1e-9), -0.5, 0.5);
    theta = std::clamp(theta + move, -8.0, 8.0);
    k = moments(theta);
    if (std::abs(move) < 1e-8) break;
  }
  const double twice = 2 * (theta * t - k[0]);
  if (std::abs(theta) < 1e-4 || twice <= 1e-10) return 0.5;
  const double r = std::copysign(std::sqrt(twice), theta), u = theta * std::sqrt(k[2]);
  const double normal = 0.5 * std::erfc(-r / std::numbers::sqrt2);
  const double density = std::exp(-r * r / 2) / std::sqrt(2 * std::numbers::pi);
  return std::clamp(normal + density * (1 / r - 1 / u), 0.0, 1.0);
}

// What the sources are as a whole.
struct Population {
  double common = 0;          // f of most
  double stray_share = 0;     // of the others
  std::vector<double> stray;  // by source: probability that it is one of them
};

// The share of strays by expectation-maximisation for one f of the others, `at` in the list. Returns the log-likelihood
// of all sources.
double fit_strays(const std::vector<FlipLikelihood>& likelihood, std::uint32_t named, std::size_t at,
                  Population& population) {
  double total = 0;
  population.stray_share = kStrayBelieved;
  population.stray.assign(likelihood.size(), 0.0);
  for (int step = 0; step < 100; ++step) {
    const double share = population.stray_share;
    double sum = kStrayBelieved * kSourcesBelieved, count = kSourcesBelieved;
    total = 0;
    for (std::size_t source = 0; source < named; ++source) {
      const FlipLikelihood& of = likelihood[source];
      const double top = of.top();
      const double a = (1 - share) * std::exp(of.alike[at] - top), b = share * of.stray_mass(top);
      population.stray[source] = b / (a + b);
      sum += population.stray[source];
      ++count;
      total += top + std::log(a + b);
    }
    population.stray_share = sum / count;
    if (std::abs(population.stray_share - share) < 1e-4 * share) break;
  }
  return total;
}

// The f of most sources is that of the fit unless another one explains all of them clearly better: where there are strays,
// a fit that takes all for alike has a mean of both.
Population find_population(const std::vector<FlipLikelihood>& likelihood, std::uint32_t named, double fitted) {
  constexpr double kClearly = 2;
  Population best;
  best.common = fitted;
  double most = fit_strays(likelihood, named, kCommon.size(), best) + kClearly;
  for (std::size_t k = 0; k < kCommon.size(); ++k) {
    Population other;
    other.common = kCommon[k];
    const double found = fit_strays(likelihood, named, k, other);
    if (found <= most) continue;
    most = found;
    best = std::move(other);
  }
  return best;
}

// What the answers say beside the law of one who is like most: how many are right, and how likely so bad ones are.
void hold_against(const SourceRows& rows, std::size_t source, double common, SourceQuality& quality) {
  double t = 0, step = 0;
  const auto odds_of = [&](double q) {
    const double p = common + (1 - 2 * common) * q;
    return std::pair(p, std::log(p / (1 - p)));
  };
  rows.each(source, [&](double q, double won, double lost) {
    const auto [p, odds] = odds_of(q);
    quality.answers += won + lost;
    quality.expected_right += (won + lost) * std::max(p, 1 - p);
    quality.found_right += p > 0.5 ? won : lost;
    t += (won - lost) * odds;
    step += (won + lost) * std::abs(odds);
  });
  if (quality.answers == 0) return;
  // The sum goes in steps of twice the log-odds of an answer: what is as bad as what was found is counted in full.
  quality.p_value = lower_tail(t + step / quality.answers, [&](double theta) {
    std::array<double, 3> k{};
    rows.each(source, [&](double q, double won, double lost) {
      const auto [p, odds] = odds_of(q);
      const double count = won + lost;
      const double up = p * std::exp(theta * odds), down = (1 - p) * std::exp(-theta * odds), both = up + down;
      const double lean = (up - down) / both;
      k[0] += count * std::log(both);
      k[1] += count * odds * lean;
      k[2] += count * odds * odds * (1 - lean * lean);
    });
    return k;
  });
}

// The law of a source's f: the common one if it is like most, otherwise by its likelihood.
void judge(const FlipLikelihood& likelihood, double common, double stray, SourceQuality& quality) {
  quality.alike = 1 - stray;
  const double top = std::ranges::max(likelihood.stray);
  std::array<std::pair<double, double>, kGrid + 1> atoms;  // f, probability
  double mass = 0, mean = 0;
  for (std::size_t k = 0; k < kGrid; ++k) mass += std::exp(likelihood.stray[k] - top);
  for (std::size_t k = 0; k < kGrid; ++k) {
    const double probability = std::exp(likelihood.stray[k] - top) / mass;
    mean += probability * grid_flip(k);
    if (grid_flip(k) > 0.5) quality.against += stray * probability;
    atoms[k] = {grid_flip(k), stray * probability};
  }
  atoms[kGrid] = {common, quality.alike};
  std::ranges::sort(atoms);
  const auto quantile = [&](double share_below) {
    double reached = 0;
    for (const auto& [flip, probability] : atoms)
      if ((reached += probability) >= share_below) return flip;
    return atoms.back().first;
  };
  quality.flip = quality.alike * common + stray * mean;
  quality.flip_low = std::min(quantile(0.05), quality.flip);
  quality.flip_high = std::max(quantile(0.95), quality.flip);
}

// Sources whose f is close share a class; those that are like most have class 0. Were a large part of the answers to be
// turned round, the others might as well be: then nobody's are.
void sort_into_classes(const Answers& by_source, double common, SourcesLearned& learned) {
  double all = 0, turned = 0;
  for (const SourceQuality& quality : learned.quality) {
    all += quality.answers;
    if (quality.flip > 0.5) turned += quality.answers;
  }
  const double most = turned > kMostAgainst * all ? 0.5 : 1.0;
  learned.class_of_source.assign(by_source.sources, 0);
  learned.flip = {common};
  std::vector<std::uint32_t> class_of_level(static_cast<std::size_t>(1 / kClassWidth) + 2, 0);
  for (std::size_t source = 0; source < by_source.named; ++source) {
    const double flip = std::min(learned.quality[source].flip, most);
    if (learned.quality[source].answers == 0 || std::abs(flip - common) < kClassWidth) continue;
    const auto level = static_cast<std::size_t>(flip / kClassWidth);
    if (class_of_level[level] == 0) {
      class_of_level[level] = static_cast<std::uint32_t>(learned.flip.size());
      learned.flip.push_back((static_cast<double>(level) + 0.5) * kClassWidth);
    }
    learned.class_of_source[source] = class_of_level[level];
  }
}

}  // namespace

std::vector<float> predict_all_rows(const Answers& answers, const Propagation& fit, const Model& model,
                                    const std::vector<std::uint32_t>& class_of_source) {
  std::vector<float> preferred(answers.rows());
  constexpr std::size_t kTogether = 2048;
  parallel_for((answers.pairs() + kTogether - 1) / kTogether, [&](std::size_t block) {
    std::vector<std::uint32_t> classes;
    std::vector<double> found;
    constexpr float kOne = 1, kZero = 0;
    constexpr std::uint32_t kFirst = 0;
    constexpr double kNoFlip = 0;
    for (std::size_t pair = block * kTogether; pair < std::min(answers.pairs(), (block + 1) * kTogether); ++pair) {
      const std::size_t begin = answers.begin[pair], count = answers.begin[pair + 1] - begin;
      if (count == 0) continue;
      const Propagation::Cavity cavity = fit.pair_cavity(pair);
      if (count == 1 && answers.tied_of(pair) == 0) {  // nothing else is known about the pair
        preferred[begin] = static_cast<float>(std::exp(
            tilt(cavity.mean, cavity.variance, {{&kFirst, 1}, {&kOne, 1}, {&kZero, 1}, 0, {&kNoFlip, 1}}).log_mass));
        continue;
      }
      classes.resize(count);
      found.resize(count);
      for (std::size_t k = 0; k < count; ++k) classes[k] = class_of_source[answers.source[begin + k]];
      predict_rows(cavity.mean, cavity.variance,
                   {classes, std::span(answers.won).subspan(begin, count), std::span(answers.lost).subspan(begin, count),
                    answers.tied_of(pair), model.flip},
                   found);
      for (std::size_t k = 0; k < count; ++k) preferred[begin + k] = static_cast<float>(found[k]);
    }
  });
  return preferred;
}

SourcesLearned learn_sources(const Answers& by_source, const Propagation& fit, const Model& model,
                             const std::vector<std::uint32_t>& class_of_source) {
  const std::vector<float> preferred = predict_all_rows(by_source, fit, model, class_of_source);
  const RowsOfSource index = rows_of_source(by_source);
  const SourceRows rows{by_source, index, preferred};
  std::vector<FlipLikelihood> likelihood(by_source.sources);
  parallel_for(likelihood.size(),
               [&](std::size_t source) { likelihood[source] = likelihood_of(rows, source, model.flip[0]); });
  const Population population = find_population(likelihood, by_source.named, model.flip[0]);
  SourcesLearned learned;
  learned.quality.resize(by_source.sources);
  parallel_for(likelihood.size(), [&](std::size_t source) {
    hold_against(rows, source, population.common, learned.quality[source]);
    judge(likelihood[source], population.common, population.stray[source], learned.quality[source]);
  });
  learned.stray_share = population.stray_share;
  sort_into_classes(by_source, population.common, learned);
  return learned;
}

}  // namespace pdrank
