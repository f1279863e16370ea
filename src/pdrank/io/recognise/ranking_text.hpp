// Whole rankings in one field: `A>B=C>D`, best first.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace pdrank::io {

struct RankedItem {
  std::string_view item;
  std::uint32_t place = 0;  // 0 = best; items level with each other share it
};

// Replaces `items` by those of `text`, in order. Throws RowError for an empty place, an item named twice or a single
// one.
void split_ranking(std::string_view text, std::vector<RankedItem>& items);

// Throws RowError for an item named twice or a single one; `text` is what the row has.
void check_ranked(const std::vector<RankedItem>& items, std::string_view text);

}  // namespace pdrank::io
