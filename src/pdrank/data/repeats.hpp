// Rows that are there twice: not answers that were given again, but the same answers saved again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "pdrank/data/comparisons.hpp"

namespace pdrank {

// So many comparisons one after the other are not the same as others by chance.
inline constexpr std::size_t kEnoughToRepeat = 30;

// Whether `count` comparisons from `begin` on say the same as those from `other` on, one by one. The context does not
// count.
bool same_rows(const Comparisons& data, std::size_t begin, std::size_t other, std::size_t count);

// Answers that an annotator gave at the same moment as the same answer before. 0 where moments do not tell answers
// apart: dates alone, or one time for a whole batch. Looks at each comparison once, and at a sample of them more
// closely.
std::uint64_t count_repeats(const Comparisons& data);

// One sentence on either: the second half repeats the first, or so many answers repeat others. Empty if neither.
std::string repeats_note(const Comparisons& data);

}  // namespace pdrank
