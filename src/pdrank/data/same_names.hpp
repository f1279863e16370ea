// Items that are probably one, because their names differ in nothing that counts; and names that stand for no item.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pdrank/data/comparisons.hpp"

namespace pdrank {

// Spellings of what is probably one name, by how many comparisons have them, the most frequent first.
using Spellings = std::vector<ItemId>;

// Items whose names have the same name_key(), in the order of their first appearance. Not those that were compared with
// each other, which whoever asked took for two; and not those that differ in case where it may well mean something: of
// single letters, and of codes in which upper and lower case are mixed.
std::vector<Spellings> same_names(const Comparisons& data);

// One sentence on them, with the first few; empty if there are none.
std::string same_names_note(const Comparisons& data, const std::vector<Spellings>& names);

// The same rows with one item in place of each of these, by its most frequent name. The report is kept.
Comparisons with_merged_names(const Comparisons& data, const std::vector<Spellings>& names);

// One sentence on items that are called like a missing value (NA, null, ?); empty if there are none. A name that is as
// long as most others, such as NA among codes of two letters, is none.
std::string missing_names_note(const Comparisons& data);

// One sentence where hardly any item is compared twice, as texts that were written for one question each are; empty
// otherwise.
std::string single_names_note(const Comparisons& data);

}  // namespace pdrank
