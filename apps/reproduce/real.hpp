// What the two figures of real data have in common: recorded answers, replayed (paper, "Real-world datasets").
#pragma once

#include <string>

#include "reproduce/figure.hpp"

namespace pdrank::reproduce {

// Of the references in input.data/<set>. Where there are none, the result says what it needs.
FigureResult run_real(const std::string& set, const FigureInput& input, Observer* observer);

// The claim and the rule are the same for both.
Figure real_figure(std::string_view id, std::string_view title, std::string_view place,
                   FigureResult (*run)(const FigureInput&, Observer*));

}  // namespace pdrank::reproduce
