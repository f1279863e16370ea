// The fit that bradley-terry and crowd-bt share:
//
//   minimise over x with 1'x = 0:   sum_n c_n softplus(-a_n'x) + gamma |x|^2 + pull'x
//
// gamma = 0 is maximum likelihood (Hunter 2004), gamma > 0 maximum a posteriori with a normal prior of variance
// 1 / (2 gamma). By Newton's method.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/solve/inner_solver.hpp"

namespace pdrank {

// The prior where none was asked for and the likelihood alone has no maximum.
inline constexpr double kBradleyTerryGamma = 0.01;

class BradleyTerryFit {
 public:
  // Keeps a reference to the graph, which is connected; or gamma must be positive, and the parts then share one scale
  // of the residual.
  explicit BradleyTerryFit(const ComparisonGraph& graph, const Sharing& sharing = unshared())
      : tiles_(graph), sharing_(sharing), weight_(graph.edge_count()), scores_(graph.node_count(), 0.0) {}
  BradleyTerryFit(BradleyTerryFit&&) = delete;  // the solver refers to the tiles

  // Starts from scores(), those of the last call or the caller's, or zero. `count` by edge, positive. The residual of
  // an item is relative to the pull of its heaviest comparisons, beside which light ones hardly show: from the usual
  // tolerance it goes on as far as rounding allows.
  InnerReport solve(std::span<const double> count, double gamma, Observer* observer,
                    int max_iterations = defaults::kMaxIterations);

  // The same from scores that are close to the solution, which a small dense graph makes use of.
  InnerReport solve_nearby(std::span<const double> count, double gamma, Observer* observer);

  // The scores under other counts than those they were fitted to.
  Evaluation evaluate(std::span<const double> count, double gamma);

  std::vector<double>& scores() { return scores_; }

  // By node, with sum 0: what the wins of an item are taken to be fewer by. None at first.
  void set_pull(std::vector<double> pull) { pull_ = std::move(pull); }

 private:
  Subproblem problem(std::span<const double> count, double gamma);
  InnerReport solve(const Subproblem& problem, Observer* observer, int max_iterations = defaults::kMaxIterations);

  EdgeTiles tiles_;
  const Sharing& sharing_;
  std::unique_ptr<InnerSolver> solver_;  // made when it is needed
  std::vector<double> weight_;           // in the order of the tiles
  std::vector<double> scores_;
  std::vector<double> pull_;
};

}  // namespace pdrank
