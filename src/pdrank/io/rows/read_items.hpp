// Lists of items, and of pairs of them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "pdrank/data/item_index.hpp"

namespace pdrank {

// Takes the column `item` (or `items`, `name`); others are ignored. A file of one column needs no header. An item may
// be there several times. Throws InputError for a file without an item.
std::vector<std::string> read_items(const std::string& path);

// Takes the two columns of items of any file that read_comparisons() takes, but rankings, or two columns without a
// header; others are ignored. A file with a header alone has no pairs. Throws InputError for an item that is not among
// `items`, and for a pair of an item with itself.
std::vector<std::pair<std::string, std::string>> read_pairs(const std::string& path, const ItemIndex& items);

}  // namespace pdrank
