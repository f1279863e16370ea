// Random right sides b with covariance H, whose solutions H^-1 b have covariance H^-1: b is the sum of sqrt(precision)
// z (e_i - e_j) over the pairs, and of sqrt(precision) z e_i over the nodes. Of the few pairs whose precision is
// negative there is none.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pdrank/core/score_draws.hpp"
#include "pdrank/posterior/lanes.hpp"
#include "pdrank/posterior/site_matrix.hpp"

namespace pdrank {

enum class Noise { signs, coins };  // z: a random sign, or nearly normal

// `with_mean`: the first lane has the pulls of the sites instead, whose solution is the mean.
void set_right_side(const SiteMatrix& matrix, const Sites& sites, bool with_mean, std::uint64_t seed, Noise noise,
                    std::vector<Lanes>& side);

// The same for one vector, z a random sign.
void set_right_side(const SiteMatrix& matrix, const Sites& sites, std::uint64_t seed, NodeValues<1>& side);

// The pulls of the sites, whose solution is the mean.
void set_pulls(const SiteMatrix& matrix, const Sites& sites, NodeValues<1>& side);

// Draws of the field, in pairs that are mirrored at the mean. `matrix` has these sites. `reached` becomes false where
// one is not as exact as it should be.
ScoreDraws draw_around(const SiteMatrix& matrix, const Sites& sites, std::span<const double> mean, std::size_t count,
                       std::uint64_t seed, bool& reached);

// Solutions x of H x = side, one for each side; `reached` likewise.
std::vector<std::vector<double>> solve_one_by_one(const SiteMatrix& matrix,
                                                  const std::vector<std::vector<double>>& sides, double tolerance,
                                                  bool& reached);

}  // namespace pdrank
