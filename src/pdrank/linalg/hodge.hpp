// The Hodge decomposition of a flow on the edges of a graph (Jiang, Lim, Yao and Ye 2011, "Statistical ranking and
// combinatorial Hodge theory"). With <X, Y> = sum_e w_e X_e Y_e every flow is the sum of three that are orthogonal to
// each other:
//
//   gradient   A x: differences of scores, what one ranking explains
//   curl       W^-1 C' phi: made of circles round triangles. C has a row for every triangle, with +1, +1, -1 at its
//              edges u -> v, v -> w, u -> w
//   harmonic   the rest: longer circles. It is balanced at every node and sums to zero round every triangle
//
// Each function takes one of them out of a flow and leaves the others in it.
#pragma once

#include <span>

#include "pdrank/core/observer.hpp"
#include "pdrank/data/triangles.hpp"
#include "pdrank/linalg/incidence.hpp"
#include "pdrank/linalg/sharing.hpp"

namespace pdrank {

struct GradientReport {
  int iterations = 0;
  double gradient = 0;      // <A x, A x>
  double rest = 0;          // <flow, flow> of what is left
  double kkt_residual = 0;  // the largest |A'W R| of a node, relative to the node's weights times the largest |Y|
};

// `flow` is Y before and R = Y - A x after, where the scores x minimise <R, R> and have mean zero: A'WA x = A'W Y by
// conjugate gradients, until kkt_residual has fallen to 1e-12 or as far as double precision allows, for
// `max_iterations`, or until the observer asks to stop. The graph must be connected and the weights, by edge, positive.
// Where the graph is shared, each process has its edges' flow and weights, and all solve together.
GradientReport remove_gradient(const Incidence& incidence, std::span<const double> weight, int max_iterations,
                               std::span<double> flow, std::span<double> scores, Observer* observer = nullptr,
                               const Sharing& sharing = unshared());

struct CurlReport {
  int iterations = 0;
  double curl = 0;       // <flow, flow> of what was taken out
  double rest = 0;       // of what is left
  bool settled = false;  // there is no more to take out, as far as can be told
};

// Takes W^-1 C' phi out of the flow, where C W^-1 C' phi = C flow, by conjugate gradients with a diagonal
// preconditioner. These equations may be ill-conditioned, and it is the size of the curl that is wanted, so that
// decides: they have settled when ten iterations together took out no more than `enough`, in units of <flow, flow>,
// which estimates what is left to take out (Hestenes and Stiefel 1952). They also end after `max_iterations` and when
// the observer asks to stop. Wherever they end, `curl` is a lower bound and `rest` an upper one. `weight` is by edge,
// positive.
CurlReport remove_curl(const Triangles& triangles, std::span<const double> weight, double enough, int max_iterations,
                       std::span<double> flow, Observer* observer = nullptr);

}  // namespace pdrank
