// Draws charts by running gnuplot, if it is there.
#pragma once

#include <string>

#include "reproduce/chart.hpp"

namespace pdrank::reproduce {

// Whether there is a program of that name on the PATH that may be run.
bool has_gnuplot();

// Writes <file>.gp into the folder and, with gnuplot, <file>.svg and <file>.png; pictures of an earlier run do not
// stay. What went wrong with the drawing, in a sentence; empty if nothing did. InputError if the script cannot be
// written or an old picture not be removed.
std::string draw(const Chart& chart, const std::string& folder);

}  // namespace pdrank::reproduce
