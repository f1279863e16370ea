// When to stop: how much of the ranking is settled, and what more answers would do.
#pragma once

#include <span>

#include "pdrank/active/belief.hpp"
#include "pdrank/core/next_result.hpp"

namespace pdrank {

// The expected tau after the questions is found by asking them: a draw of the belief is taken for the truth and answers
// all of them, and the posterior sees the answers. So many draws as a steady mean takes: the more items, the fewer.
// Throws Stopped if the observer says so; progress is reported under "looking ahead".
Outlook look_ahead(const AskInput& input, const Belief& belief, std::span<const Question> questions, double level,
                   Observer* observer);

}  // namespace pdrank
