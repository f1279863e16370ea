// The rounds of PD-Rank (paper, "Approximation"; docs/MATH.md section 2):
//
//   minimise over x   sum_n c_n log(softplus(1 - a_n'x) + epsilon) + gamma |x|^2        (objective)
//   omega_n = 1 / (softplus(1 - a_n'x) + epsilon), omega = 1 in the first round          (weights)
//
// Each round minimises a majoriser of the objective that touches it at the current point, so the objective never rises.
#pragma once

#include <cstdint>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/data/graph.hpp"
#include "pdrank/solve/inner_solver.hpp"

namespace pdrank {

struct RoundsOptions {
  double gamma = 1e-4;    // ridge, positive
  double epsilon = 1e-2;  // bounds the weights by 1 / epsilon, positive
  SolverKind solver = SolverKind::newton;
  InnerCriteria inner;
  RoundCriteria rounds;
  std::uint64_t seed = 1;  // of the pdhg solver's step bound
};

// Scores and weights in turn.
class Rounds {
 public:
  // Keeps a reference to the graph. All weights are 1, all scores 0.
  Rounds(const ComparisonGraph& graph, double epsilon, std::unique_ptr<InnerSolver> solver);

  // Back to weights of 1, with these scores.
  void start(std::span<const double> scores);

  // Scores for the weights.
  InnerReport solve(double gamma, const InnerCriteria& criteria, Observer* observer);

  struct Reweighted {
    double loss;           // sum c log(softplus(1 - a'x) + epsilon)
    double weight_change;  // |omega - omega before| / |omega before|
  };
  // Weights for the scores.
  Reweighted reweight();

  const std::vector<double>& scores() const { return scores_; }
  std::vector<double> take_scores() { return std::move(scores_); }
  std::vector<double> take_weights();  // omega by edge
  const EdgeTraffic& traffic() const { return traffic_; }

 private:
  struct Sums;
  Sums reweight_block(std::size_t begin, std::size_t end);

  const ComparisonGraph& graph_;
  double epsilon_;
  std::unique_ptr<InnerSolver> solver_;
  std::vector<double> scores_;  // by node
  std::vector<double> weight_;  // by edge: count * omega
  EdgeTraffic traffic_;
};

struct RoundRecord {
  int round = 0;
  double objective = 0;  // after the round
  double kkt_residual = 0;
  int iterations = 0;
  std::uint64_t passes = 0;  // over the edges
  RoundStatistics changes;
};

struct RoundsResult {
  Termination status = Termination::not_run;
  std::vector<double> scores;  // by node
  std::vector<double> weight;  // by edge: omega for those scores
  double objective = 0;
  double kkt_residual = 0;
  long iterations = 0;
  EdgeTraffic traffic;
  std::vector<RoundRecord> trace;
};

// Makes the inner solver for a graph; tests put their own here.
using InnerSolverFactory = std::unique_ptr<InnerSolver> (*)(const ComparisonGraph&, const RoundsOptions&);
std::unique_ptr<InnerSolver> make_inner_solver(const ComparisonGraph& graph, const RoundsOptions& options);

// `graph` is connected. `observer` may be null.
RoundsResult solve_rounds(const ComparisonGraph& graph, const RoundsOptions& options, Observer* observer,
                          InnerSolverFactory make_solver = make_inner_solver);

}  // namespace pdrank
