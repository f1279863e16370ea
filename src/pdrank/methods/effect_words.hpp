// What answers were found to depend on beside the scores, as a result tells it.
#pragma once

#include "pdrank/core/result.hpp"
#include "pdrank/methods/circumstance_table.hpp"
#include "pdrank/posterior/effects.hpp"

namespace pdrank {

// `law` is that of the answers.
Effect order_effect(const EffectFound& found, bool used, const AnswerLaw& law);
Effect control_effect(const EffectFound& found, const ControlScale& control, const AnswerLaw& law);

// Of ties: the model has cuts, or Davidson's rate; `deviation` is that of the logarithm.
Effect tie_effect(const Model& model, double deviation);

}  // namespace pdrank
