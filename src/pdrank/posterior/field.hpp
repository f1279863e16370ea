// Scores that are jointly normal: every pair has a normal law of its own on the difference of its two scores (its
// *site*), every node one on its score. The precision of all scores is then
//
//     H = diag(node_precision) + sum over pairs of precision (e_i - e_j)(e_i - e_j)',
//
// the Laplacian of a graph on a diagonal. Few nodes: exact, by a dense factorisation. Linked nodes, if their factors
// stay sparse: exact too. Many: means by conjugate gradients, variances from random vectors with covariance H^-1, of
// which only the part that does not follow from a node's, or a pair's, own neighbourhood is estimated (Siden, Lindgren,
// Bolin, Villani 2018). Very many: by messages between neighbours, as far as those are right for the graph at hand.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "pdrank/core/score_draws.hpp"
#include "pdrank/posterior/answers.hpp"

namespace pdrank {

// Natural parameters: precision, and precision times mean.
struct Sites {
  std::vector<double> node_precision, node_pull;  // what is known of a score before any answer
  std::vector<double> pair_precision, pair_pull;  // of the difference first - second
};

class Field {
 public:
  virtual ~Field() = default;

  // Means and variances for these sites. False if H is not positive definite; then nothing is known.
  virtual bool solve(const Sites& sites) = 0;

  // Whether means, variances, and what was solved for or drawn since, are as exact as they should be: false where
  // conjugate gradients ended at the most steps that they may take.
  virtual bool reached() const { return true; }

  virtual std::span<const double> mean() const = 0;
  virtual double variance(std::uint32_t node) const = 0;
  virtual double pair_variance(std::size_t pair) const = 0;
  // NaN where it is not known.
  virtual double log_determinant() const = 0;
  // About how far variances are from those of the sites of the last solve, as a share of them; for fields that are not
  // right for every graph.
  virtual double off(const Sites& /*sites*/, std::uint64_t /*seed*/) const { return 0; }

  // Solutions x of H x = side, one for each side, for the sites of the last solve.
  virtual std::vector<std::vector<double>> solve_for(const std::vector<std::vector<double>>& sides) = 0;

  // Draws of all scores, in pairs that are mirrored at the mean, for the sites of the last solve.
  virtual ScoreDraws draw(const Sites& sites, std::size_t count, std::uint64_t seed) = 0;
};

inline constexpr std::uint32_t kMostDenseNodes = 256;
inline constexpr std::uint32_t kMostSampledNodes = 20'000;  // if messages will do for more

// Keeps a reference to the answers.
std::unique_ptr<Field> make_dense_field(const Answers& answers);
std::unique_ptr<Field> make_sparse_field(const Answers& answers);  // null if that would take too long
std::unique_ptr<Field> make_sampled_field(const Answers& answers, std::uint64_t seed);
std::unique_ptr<Field> make_message_field(const Answers& answers);
inline std::unique_ptr<Field> make_field(const Answers& answers, std::uint64_t seed) {
  if (answers.nodes <= kMostDenseNodes) return make_dense_field(answers);
  if (!answers.link.empty())
    if (std::unique_ptr<Field> sparse = make_sparse_field(answers)) return sparse;
  if (answers.nodes > kMostSampledNodes && answers.link.empty()) return make_message_field(answers);
  return make_sampled_field(answers, seed);
}

}  // namespace pdrank
