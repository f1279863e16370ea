// Sixteen sets of scores side by side: they share every look at an answer.
#pragma once

#include <array>
#include <cstddef>

#include "pdrank/linalg/kernels.hpp"

namespace pdrank {

inline constexpr std::size_t kLanes = kernels::kPadding;
using Lanes = std::array<float, kLanes>;

}  // namespace pdrank
