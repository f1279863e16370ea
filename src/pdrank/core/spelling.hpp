// Names as people type them: the same name but for case and dashes, and the name that was probably meant.
#pragma once

#include <cstddef>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pdrank {

// Whether two names are the same but for the case of ASCII letters, '-', '_' and blanks, as "Bradley Terry" and
// "bradley_terry" are.
bool is_same_name(std::string_view one, std::string_view other);

// The fewest insertions, deletions, replacements and swaps of neighbours that lead from one text to the other, where
// nothing is changed twice (optimal string alignment; Damerau 1964).
std::size_t edit_distance(std::string_view one, std::string_view other);

// The name that is closest to a word, if it is close: about one mistake in three letters, or the only name that begins
// with the word.
std::optional<std::string> closest_name(std::string_view word, std::span<const std::string_view> names);

// "; did you mean rank?", or nothing. `names` are texts of any kind.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> names);
template <std::ranges::input_range Names>
std::string did_you_mean(std::string_view word, const Names& names) {
  const std::vector<std::string_view> views(std::ranges::begin(names), std::ranges::end(names));
  return did_you_mean(word, std::span<const std::string_view>(views));
}

}  // namespace pdrank
