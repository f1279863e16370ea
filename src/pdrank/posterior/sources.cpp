#include "pdrank/posterior/sources.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <span>
#include <utility>

#include "pdrank/core/work_sharing.hpp"

namespace pdrank {
namespace {

constexpr double kMostAgainst = 1.0 / 3;  // of all answers
constexpr double kClassWidth = 0.01;

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
      if (!answers.is_strict(row)) continue;
      body(std::clamp(static_cast<double>(preferred[row]), 1e-6, 1 - 1e-6), static_cast<double>(answers.won[row]),
           static_cast<double>(answers.lost[row]));
    }
  }
};

FlipLikelihood likelihood_of(const SourceRows& rows, std::size_t source) {
  const std::array<double, kFlipLevels>& flip = flip_levels();
  std::array<double, kFlipLevels> log_value{}, product;
  product.fill(1);
  int held = 0;  // factors in `product`, each above 1e-6
  const auto take = [&] {
    for (std::size_t k = 0; k < kFlipLevels; ++k) log_value[k] += std::log(product[k]);
    product.fill(1);
    held = 0;
  };
  rows.each(source, [&](double q, double won, double lost) {
    if (won + lost == 1 && won * lost == 0) {
      const double p = won > 0 ? q : 1 - q;
      for (std::size_t k = 0; k < kFlipLevels; ++k) product[k] *= p + flip[k] * (1 - 2 * p);
      if (++held == 40) take();
      return;
    }
    for (std::size_t k = 0; k < kFlipLevels; ++k) {
      const double p = q + flip[k] * (1 - 2 * q);
      log_value[k] += (won > 0 ? won * std::log(p) : 0) + (lost > 0 ? lost * std::log1p(-p) : 0);
    }
  });
  take();
  const double top = std::ranges::max(log_value);
  FlipLikelihood of;
  for (std::size_t k = 0; k < kFlipLevels; ++k) of[k] = static_cast<float>(std::exp(log_value[k] - top));
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

// What the answers say beside the law of those who are like most: how many are right, and how likely so bad ones are
// from the worst of them.
void hold_against(const SourceRows& rows, std::size_t source, double common, double worst, SourceQuality& quality) {
  double t = 0, step = 0;
  const auto odds_of = [&](double q) {
    const double p = worst + (1 - 2 * worst) * q;
    return std::pair(p, std::log(p / (1 - p)));
  };
  rows.each(source, [&](double q, double won, double lost) {
    const auto [p, odds] = odds_of(q);
    quality.answers += won + lost;
    quality.expected_right += (won + lost) * (common + (1 - 2 * common) * std::max(q, 1 - q));
    quality.found_right += q > 0.5 ? won : lost;
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

// Sources whose f is close share a class; those that are like most have class 0. Were a large part of the answers to be
// turned round, the others might as well be: then nobody's are.
void sort_into_classes(const Answers& by_source, double common, SourcesLearned& learned) {
  double all = 0, turned = 0;
  for (const SourceQuality& quality : learned.quality) {
    all += quality.answers;
    if (quality.flip.mean > 0.5) turned += quality.answers;
  }
  const double most = turned > kMostAgainst * all ? 0.5 : 1.0;
  learned.class_of_source.assign(by_source.sources, 0);
  learned.flip = {common};
  learned.follows = {1};
  std::vector<double> members = {0};
  std::vector<std::uint32_t> class_of_level(static_cast<std::size_t>(1 / kClassWidth) + 2, 0);
  for (std::size_t source = 0; source < by_source.named; ++source) {
    const double flip = std::min(learned.quality[source].flip.mean, most);
    // NaN, where the fit has left the range of numbers, is no class.
    if (learned.quality[source].answers == 0 || !(std::abs(flip - common) >= kClassWidth)) continue;
    const auto level = static_cast<std::size_t>(flip / kClassWidth);
    if (class_of_level[level] == 0) {
      class_of_level[level] = static_cast<std::uint32_t>(learned.flip.size());
      learned.flip.push_back(std::min((static_cast<double>(level) + 0.5) * kClassWidth, most));
      learned.follows.push_back(0);
      members.push_back(0);
    }
    const std::uint32_t one = class_of_level[level];
    learned.class_of_source[source] = one;
    learned.follows[one] += learned.quality[source].flip.follows;
    members[one] += 1;
  }
  for (std::size_t one = 1; one < members.size(); ++one) learned.follows[one] /= members[one];
}

}  // namespace

std::vector<float> predict_all_rows(const Answers& answers, const Propagation& fit, const Model& model,
                                    const std::vector<std::uint32_t>& class_of_source) {
  std::vector<float> preferred(answers.rows());
  constexpr std::size_t kTogether = 2048, kFewest = 8;
  const SharedBlocks blocks((answers.pairs() + kTogether - 1) / kTogether, kFewest);
  blocks.each([&](std::size_t block) {
    std::vector<std::uint32_t> classes;
    std::vector<double> found;
    constexpr float kOne = 1, kZero = 0;
    constexpr std::uint32_t kFirst = 0;
    constexpr double kNoFlip = 0;
    for (std::size_t pair = block * kTogether; pair < std::min(answers.pairs(), (block + 1) * kTogether); ++pair) {
      const std::size_t begin = answers.begin[pair], count = answers.begin[pair + 1] - begin;
      if (count == 0) continue;
      const Propagation::Cavity cavity = fit.pair_cavity(pair);
      if (count == 1 && answers.tied_of(pair) == 0 && fit.laws().empty()) {  // nothing else is known about the pair
        preferred[begin] = static_cast<float>(std::exp(
            tilt(cavity.mean, cavity.variance, {{&kFirst, 1}, {&kOne, 1}, {&kZero, 1}, 0, {&kNoFlip, 1}}).log_mass));
        continue;
      }
      classes.resize(count);
      found.resize(count);
      for (std::size_t k = 0; k < count; ++k) classes[k] = class_of_source[answers.source[begin + k]];
      PairAnswers said = answers_about(answers, pair, model, fit.laws());
      said.source_class = classes;
      predict_rows(cavity.mean, cavity.variance, said, found);
      for (std::size_t k = 0; k < count; ++k) preferred[begin + k] = static_cast<float>(found[k]);
    }
  });
  blocks.complete(std::span(preferred), [&](std::size_t block) { return answers.begin[block * kTogether]; });
  return preferred;
}

SourcesLearned learn_sources(const Answers& by_source, const Propagation& fit, const Model& model,
                             const std::vector<std::uint32_t>& class_of_source, const Beliefs& beliefs) {
  const std::vector<float> preferred = predict_all_rows(by_source, fit, model, class_of_source);
  const RowsOfSource index = rows_of_source(by_source);
  const SourceRows rows{by_source, index, preferred};
  std::vector<FlipLikelihood> likelihood(by_source.sources);
  const SharedBlocks sources(likelihood.size());
  sources.each([&](std::size_t source) { likelihood[source] = likelihood_of(rows, source); });
  sources.complete(std::span(likelihood), 1);
  const Population population{std::span(likelihood).first(by_source.named), model.flip[0], beliefs.mean_flip};
  SourcesLearned learned;
  learned.quality.resize(by_source.sources);
  sources.each([&](std::size_t source) {
    SourceQuality& quality = learned.quality[source];
    quality.flip = population.judge(likelihood[source]);
    hold_against(rows, source, population.common(), population.worst_alike(), quality);
  });
  sources.complete(std::span(learned.quality), 1);
  learned.stray_share = population.stray_share();
  sort_into_classes(by_source, population.common(), learned);
  return learned;
}

}  // namespace pdrank
