// A weighted logistic problem on a connected graph (paper, "Approximation"; docs/MATH.md section 3):
//
//   minimise over x with 1'x = 0:   F(x) = sum_n w_n softplus(1 - y_n) + gamma |x|^2 + pull'x,   y_n = a_n'x + lead
//
// A round of PD-Rank has w_n = c_n omega_n and no lead. With a lead of 1 the loss is softplus(-a_n'x), the negative
// log-likelihood of Bradley and Terry. For gamma > 0 the constraint changes nothing but rounding: A'v sums to zero, so
// the minimiser has mean zero anyway. For gamma = 0 a minimiser exists if the graph is strongly connected (Ford 1957).
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "pdrank/core/result.hpp"
#include "pdrank/linalg/sharing.hpp"

namespace pdrank {

struct Subproblem {
  const EdgeTiles& tiles;
  std::span<const double> weight;  // in the order of the tiles, positive; Newton's method takes zero too, if gamma > 0
  double gamma;                    // not negative
  double lead = 0;
  std::span<const double> pull = {};  // by node, with sum 0; empty: none. For Newton's method on unshared graphs alone
};

// Everything a solver needs to know about a point, from one pass over the edges: they are looked at from their winners,
// where forces and curvatures are found, and then from their losers, where these are added up once more.
class Evaluation {
 public:
  // The tiles are those of a process's own edges, where the graph is shared.
  explicit Evaluation(const EdgeTiles& tiles, const Sharing& sharing = unshared());

  // The problem of the points to come; its weights must outlive them.
  void begin(const Subproblem& problem);

  // Copies of others' scores are up to date.
  void at(std::span<const double> scores);

  double objective() const { return objective_; }
  // The largest |gradient| of a node, relative to the forces on that node (docs/MATH.md).
  double kkt_residual() const { return kkt_residual_; }
  double kkt_residual(std::size_t node) const { return relative(gradient_[node], forces(node)); }
  const std::vector<double>& gradient() const { return gradient_; }  // by own node: 2 gamma x + pull - A' force
  const Laplacian& hessian() const { return hessian_; }
  const EdgeTraffic& traffic() const { return traffic_; }  // since begin()

  double gamma() const { return gamma_; }
  double lead() const { return lead_; }
  double pull(std::size_t node) const { return pull_.empty() ? 0 : pull_[node]; }
  std::span<const double> weight() const { return weight_; }  // in the order of the tiles

 private:
  struct Sums;
  struct AtNode {  // sums over edges; side by side because they are always changed together
    double force, curvature;
    void operator+=(const AtNode& edge) {
      force += edge.force;
      curvature += edge.curvature;
    }
  };

  Sums evaluate_won(std::size_t block, std::size_t first, std::size_t last, std::span<const double> scores);
  double evaluate_tile(std::size_t begin, std::size_t end, std::size_t winners, std::size_t losers,
                       std::span<const double> scores);
  void add_lost(std::size_t block, std::size_t first, std::size_t last);
  Sums finish(std::size_t first, std::size_t last, std::span<const double> scores);
  Sums finish_shared(std::span<const double> scores);

  double forces(std::size_t node) const {
    return largest_ridge_ + std::abs(pull(node)) + won_[node].force + lost_[node].force;
  }
  static double relative(double gradient, double forces) { return forces > 0 ? std::abs(gradient) / forces : 0; }

  const EdgeTiles& tiles_;
  const Sharing& sharing_;
  double gamma_ = 0, lead_ = 0;
  double largest_ridge_ = 0;        // |2 gamma x|
  std::span<const double> weight_;  // in the order of the tiles, as the forces
  std::span<const double> pull_;    // by node
  std::vector<double> force_;
  std::vector<AtNode> won_, lost_;  // by node
  std::vector<double> gradient_;
  Laplacian hessian_;
  double objective_ = 0, kkt_residual_ = 0;
  EdgeTraffic traffic_;
};

// sum w softplus(1 - y) for given margins y; by edge, force = w sigmoid(1 - y) and curvature = w sigmoid'(1 - y).
double loss_and_derivatives(std::span<const double> margin, std::span<const double> weight, std::span<double> force,
                            std::span<double> curvature);

}  // namespace pdrank
