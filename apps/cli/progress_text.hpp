// How far a run is, for people.
#pragma once

#include <string>

#include "pdrank/core/observer.hpp"

namespace pdrank::cli {

std::string progress_text(const Progress& progress);

}  // namespace pdrank::cli
