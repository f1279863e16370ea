// The item that somebody means by a name they typed.
#pragma once

#include <string>
#include <string_view>

#include "pdrank/data/item_index.hpp"

namespace pdrank {

// By its exact name, else the only one with the same name_key(), else the only one whose name_key() begins so.
// InvalidArgument about `field` otherwise, with the names that may be meant.
std::uint32_t find_item(const ItemIndex& items, std::string_view name, const std::string& field);

}  // namespace pdrank
