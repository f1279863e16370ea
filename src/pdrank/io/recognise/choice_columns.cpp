// A ranking with a column for every place: 1st,2nd,3rd; first choice,second choice; choice1,choice2; rank_1,rank_2.
// Beside item_1,item_2 and the like these are not items but what is said of them.
#include <algorithm>
#include <array>

#include "pdrank/core/parse_number.hpp"
#include "pdrank/io/recognise/column_lookup.hpp"

namespace pdrank::io {
namespace {

constexpr std::array<std::string_view, 6> kKinds = {"choice", "preference", "pick", "place", "rank", "position"};
constexpr std::array<std::string_view, 10> kOrdinals = {"first", "second",  "third",  "fourth", "fifth",
                                                        "sixth", "seventh", "eighth", "ninth",  "tenth"};

// "1st", "2nd", "3rd", "4th"
std::size_t number_with_ending(std::string_view text) {
  if (text.size() < 3) return 0;
  const std::string_view ending = text.substr(text.size() - 2);
  if (ending != "st" && ending != "nd" && ending != "rd" && ending != "th") return 0;
  return parse_number<unsigned>(text.substr(0, text.size() - 2)).value_or(0);
}

// The place that a column is named for, from 1; 0 for any other column.
std::size_t place_of(std::string_view name) {
  for (const std::string_view kind : kKinds) {
    if (name.starts_with(kind)) {
      std::string_view number = name.substr(kind.size());
      if (number.starts_with('_')) number.remove_prefix(1);
      return parse_number<unsigned>(number).value_or(0);
    }
    if (name.ends_with(kind) && name.size() > kind.size() + 1 && name[name.size() - kind.size() - 1] == '_') {
      name.remove_suffix(kind.size() + 1);
      break;
    }
  }
  if (const std::size_t number = number_with_ending(name); number > 0) return number;
  const auto word = std::ranges::find(kOrdinals, name);
  return word == kOrdinals.end() ? 0 : static_cast<std::size_t>(word - kOrdinals.begin()) + 1;
}

// "1st" or "first" alone, which may as well say who stood first.
bool is_bare(std::string_view name) { return number_with_ending(name) > 0 || contains(kOrdinals, name); }

// item_1 where there is item_2.
bool is_first_of_several(const std::string& name, const ColumnLookup& lookup) {
  return name.ends_with('1') && contains(lookup.names, name.substr(0, name.size() - 1) + '2');
}

}  // namespace

bool find_choices(const ColumnLookup& lookup, Columns& columns) {
  std::vector<std::pair<std::size_t, std::size_t>> found;  // place, column
  for (std::size_t k = 0; k < lookup.names.size(); ++k)
    if (const std::size_t place = place_of(lookup.names[k]); place > 0)
      found.emplace_back(place, k);
    else if (is_first_of_several(lookup.names[k], lookup))
      return false;
  std::ranges::sort(found);
  if (found.size() < 2) return false;
  if (found.size() == 2 && is_bare(lookup.names[found.front().second])) return false;
  std::vector<std::size_t> by_place;
  for (const auto& [place, column] : found) {
    if (place != by_place.size() + 1) return false;  // one is missing, or there twice
    by_place.push_back(column);
  }
  columns = {.shape = RowShape::ranking, .first = by_place.front(), .more = by_place};
  return true;
}

}  // namespace pdrank::io
