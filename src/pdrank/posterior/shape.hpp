// How scores are spread, learned from what the answers say about each of them: a normal law, or a few mixed, by
// expectation-maximisation on the nodes' cavities (a deconvolution). How many is decided by the likelihood less a
// penalty, which is larger for a handful of items, that are overfitted easily.
#pragma once

#include <vector>

#include "pdrank/posterior/model.hpp"
#include "pdrank/posterior/propagate.hpp"

namespace pdrank {

// Some steps of expectation-maximisation; the shape stays centred at 0.
void improve_shape(const std::vector<Propagation::Cavity>& cavities, ScoreShape& shape);

// What the logarithm of a likelihood has to gain before this shape is believed rather than a normal one.
double shape_penalty(const ScoreShape& shape, std::size_t nodes);

// The best shape of two parts or more, and how much better than the normal one it is, penalty included.
struct ShapeFound {
  ScoreShape shape;
  double gain;
};
ShapeFound find_shape(const std::vector<Propagation::Cavity>& cavities, double deviation);

}  // namespace pdrank
