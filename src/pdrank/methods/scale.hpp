// Scores, their errors and their intervals on the scale that was asked for (docs/MATH.md, section 16).
#pragma once

#include <string>

#include "pdrank/core/options.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/core/score_scale.hpp"
#include "pdrank/methods/registry.hpp"

namespace pdrank {

// That of the options `scale` and `anchor`. InvalidArgument for an anchor that is not there; NotApplicable where the
// scores are in no unit of answers.
ScoreScale scale_of(const RankOptions& options, const MethodInput& input, const MethodOutput& output);

// Puts the ranking, boards and curves on it. Where scores are shares, or held to an anchor, the intervals are those of
// the draws, each held to its own anchor or sum.
void put_on_scale(const ScoreScale& scale, const RankOptions& options, const MethodInput& input,
                  const MethodOutput& output, RankResult& result);

// What a score means, in a sentence.
std::string scale_in_words(const ScoreScale& scale, const RankOptions& options);

}  // namespace pdrank
