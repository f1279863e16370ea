// How far a ranking is from the order that contradicts the fewest answers: of any method, on any data.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/core/options.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/methods/registry.hpp"

namespace pdrank {

// The bound is the method's own, if it has one, otherwise that of cycles found in a walk along the answers; with
// options.certify that of the search for the best order, within options.max_rounds and max_iterations if these are set.
// A tie contradicts no order.
Certificate certify(const MethodInput& input, const std::vector<Place>& ranking, std::optional<double> own_bound,
                    const RankOptions& options, Observer* observer);

// "The ranking contradicts 114 of 600 answers; no order contradicts fewer than 112." Where items share a place, how
// many answers that leaves open.
std::string certificate_text(const Certificate& certificate);

}  // namespace pdrank
