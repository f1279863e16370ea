#include "pdrank/core/spelling.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace pdrank {
namespace {

constexpr std::size_t kShortestBeginning = 3;

// In lower case, without what joins words.
std::string letters_of(std::string_view name) {
  std::string letters;
  for (const char c : name) {
    if (c == '-' || c == '_' || c == ' ') continue;
    letters += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return letters;
}

// How many mistakes a name of so many letters may have; names of two letters are all close to each other.
std::size_t mistakes_in(std::size_t letters) { return letters < 3 ? 0 : letters < 6 ? 1 : letters < 10 ? 2 : 3; }

}  // namespace

bool is_same_name(std::string_view one, std::string_view other) { return letters_of(one) == letters_of(other); }

std::size_t edit_distance(std::string_view one, std::string_view other) {
  const std::size_t width = other.size() + 1;
  std::vector<std::size_t> before_last(width), last(width), row(width);
  for (std::size_t k = 0; k < width; ++k) row[k] = k;
  for (std::size_t i = 1; i <= one.size(); ++i) {
    std::swap(before_last, last);
    std::swap(last, row);
    row[0] = i;
    for (std::size_t k = 1; k < width; ++k) {
      const std::size_t replaced = last[k - 1] + (one[i - 1] == other[k - 1] ? 0 : 1);
      row[k] = std::min({last[k] + 1, row[k - 1] + 1, replaced});
      if (i > 1 && k > 1 && one[i - 1] == other[k - 2] && one[i - 2] == other[k - 1])
        row[k] = std::min(row[k], before_last[k - 2] + 1);
    }
  }
  return row.back();
}

std::optional<std::string> closest_name(std::string_view word, std::span<const std::string_view> names) {
  const std::string letters = letters_of(word);
  const std::string_view* closest = nullptr;
  const std::string_view* begun = nullptr;
  std::size_t fewest = 0, beginning = 0;
  for (const std::string_view& name : names) {
    const std::string known = letters_of(name);
    if (letters.size() >= kShortestBeginning && known.starts_with(letters)) {
      begun = &name;
      ++beginning;
    }
    const std::size_t distance = edit_distance(letters, known);
    if (distance > mistakes_in(std::max(letters.size(), known.size()))) continue;
    if (closest && distance >= fewest) continue;
    closest = &name;
    fewest = distance;
  }
  if (!closest && beginning == 1) closest = begun;
  return closest ? std::optional<std::string>(*closest) : std::nullopt;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> names) {
  const std::optional<std::string> closest = closest_name(word, names);
  return closest ? fmt::format("; did you mean {}?", *closest) : std::string();
}

}  // namespace pdrank
