// Scores, their errors and their intervals on the scale that was asked for (docs/MATH.md, section 16).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "pdrank/core/options.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/core/score_scale.hpp"
#include "pdrank/methods/registry.hpp"

namespace pdrank {

// That of the options `scale` and `anchor`. InvalidArgument for an anchor that is not there.
ScoreScale scale_of(const RankOptions& options, const MethodInput& input, const MethodOutput& output);

// By component: `zero` of the scale in a draw of the scores, which has an anchor's score, or a sum, of its own.
std::vector<double> zeros_of(const ScoreScale& scale, const Components& weak, std::span<const float> draw);

// Puts the ranking, boards and curves on it; places keep the method's own score and error. Where scores are shares, or
// held to an anchor, errors and intervals of the ranking are those of the distance to the anchor, or of the share.
void put_on_scale(const ScoreScale& scale, const RankOptions& options, const MethodInput& input, MethodOutput& output,
                  RankResult& result);

// What a score on the scale that was asked for means, in a sentence. The result has its options and its law.
std::string scale_in_words(const RankResult& result);

}  // namespace pdrank
