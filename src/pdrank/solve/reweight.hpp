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
  double gamma = 1e-4;                  // ridge, positive
  double epsilon = defaults::kEpsilon;  // bounds the weights by 1 / epsilon, positive
  SolverKind solver = SolverKind::newton;
  InnerCriteria inner;
  RoundCriteria rounds;
  std::uint64_t seed = 1;  // of the pdhg solver's step bound

  // Of an earlier run on nearly the same data: where its rounds ended, by node, NaN for nodes it did not have. Rounds
  // that are solved exactly end where they do wherever they begin, only sooner.
  std::span<const std::vector<double>> earlier_path = {};
  bool keep_path = false;
};

// Where rounds stand after one of them: all that the next ones need.
struct RoundsState {
  std::vector<double> scores;  // by node
  std::vector<RoundRecord> trace;
  EdgeTraffic traffic;
  bool exactly = false;  // rounds are solved exactly from now on
};

// Keeps where rounds stand, so that another run can go on from there.
class RoundsJournal {
 public:
  virtual ~RoundsJournal() = default;
  // Where to begin, if there is anything.
  virtual std::optional<RoundsState> last() = 0;
  virtual void keep(const RoundsState& state) = 0;
};

// Makes the inner solver for the tiles of a graph; tests put their own here.
using InnerSolverFactory = std::unique_ptr<InnerSolver> (*)(const EdgeTiles&, const RoundsOptions&, const Sharing&);
std::unique_ptr<InnerSolver> make_inner_solver(const EdgeTiles& tiles, const RoundsOptions& options,
                                               const Sharing& sharing);

// Scores and weights in turn.
class Rounds {
 public:
  // Keeps references to the graph and the sharing. All weights are 1, all scores 0.
  Rounds(const ComparisonGraph& graph, const RoundsOptions& options, InnerSolverFactory make_solver,
         const Sharing& sharing);
  Rounds(Rounds&&) = delete;  // the solver refers to the tiles

  // Back to weights of 1, with these scores.
  void start(std::span<const double> scores);

  // To where rounds stood.
  void go_on_from(const RoundsState& state);

  // Moves the scores as a round of another run moved them, to begin that round from; NaN: not at all.
  void move_on(std::span<const std::vector<double>> path, std::size_t round);

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
  Sums reweight_tile(std::size_t begin, std::size_t end, std::size_t winners, std::size_t losers);

  EdgeTiles tiles_;
  const Sharing& sharing_;
  double epsilon_;
  std::unique_ptr<InnerSolver> solver_;
  std::vector<double> scores_;          // by node
  std::vector<double> count_, weight_;  // in the order of the tiles; weight = count * omega
  EdgeTraffic traffic_;
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
  std::vector<std::vector<double>> path;  // if asked for: scores after every round
};

// `graph` is connected. `observer` and `journal` may be null. Where the graph is shared, each process has its share of
// the graph and of the result, and their journals stand in the same place.
RoundsResult solve_rounds(const ComparisonGraph& graph, const RoundsOptions& options, Observer* observer,
                          InnerSolverFactory make_solver = make_inner_solver, const Sharing& sharing = unshared(),
                          RoundsJournal* journal = nullptr);

}  // namespace pdrank
