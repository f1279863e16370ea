// Are the probabilities of answers what they say? Of the answers that the ranking has seen, by how often the item that
// was expected to win did.
#pragma once

#include <optional>

#include "pdrank/core/result.hpp"
#include "pdrank/data/comparisons.hpp"
#include "pdrank/metrics/calibration.hpp"

namespace pdrank {

// Bins of one twentieth, of which those from one half on have answers; a tie is half of a win. None where the method
// has no law of answers, or answers depend on more than two scores and who stood first.
std::optional<Calibration> calibrate_answers(const RankResult& result, const Comparisons& data);

}  // namespace pdrank
