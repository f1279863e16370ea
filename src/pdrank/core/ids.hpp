// The engine's names for things: items and annotators are strings outside and 32-bit numbers inside.
#pragma once

#include <cstdint>
#include <limits>

namespace pdrank {

using ItemId = std::uint32_t;       // position in ItemIndex, in order of first appearance
using AnnotatorId = std::uint32_t;  // likewise for annotators
using EdgeId = std::uint32_t;       // position among the merged edges of a ComparisonGraph

inline constexpr EdgeId kNoEdge = std::numeric_limits<EdgeId>::max();
inline constexpr AnnotatorId kNoAnnotator = std::numeric_limits<AnnotatorId>::max();

// One comparison is at most one row number and two edges; all of them stay within 32 bits.
inline constexpr std::uint64_t kMaxComparisons = (std::uint64_t{1} << 31) - 1;

}  // namespace pdrank
