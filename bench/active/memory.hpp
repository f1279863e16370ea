// How much memory the process has needed at most.
#pragma once

#include <optional>

namespace pdrank::bench::active {

// Gives back what is free and starts to look for the peak anew. False where the system cannot do that: the peak is then
// that of everything so far.
bool forget_peak_memory();

// In bytes; empty where the system does not say.
std::optional<double> peak_memory();

}  // namespace pdrank::bench::active
