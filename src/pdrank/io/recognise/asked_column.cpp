#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/io/recognise/columns.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank::io {
namespace {

std::optional<std::size_t> find_folded(const TableFormat& table, std::string_view name) {
  for (std::size_t k = 0; k < table.names.size(); ++k)
    if (folded(table.names[k]) == name) return k;
  return std::nullopt;
}

// What tells the names of the two item columns apart: "a" and "b" of model_a and model_b, "1" and "2" of player1 and
// player2, and otherwise the whole names.
std::pair<std::string, std::string> telling_words(const std::string& first, const std::string& second) {
  const auto [a, b] = std::ranges::mismatch(first, second);
  std::string one(a, first.end()), other(b, second.end());
  const auto is_short = [](const std::string& word) { return word.size() == 1; };
  if (is_short(one) && is_short(other)) return {one, other};
  std::size_t at = static_cast<std::size_t>(a - first.begin());
  while (at > 0 && first[at - 1] != '_') --at;
  one = first.substr(at), other = second.substr(at);
  // What follows the word is the same: left_item, right_item.
  const std::size_t end_of_one = one.find('_'), end_of_other = other.find('_');
  if (end_of_one != std::string::npos && end_of_other != std::string::npos &&
      one.substr(end_of_one) == other.substr(end_of_other))
    return {one.substr(0, end_of_one), other.substr(0, end_of_other)};
  return {one, other};
}

// A column that is about one of the two items alone, beside one that is about the other.
void refuse_one_of_two(const TableFormat& table, std::uint64_t line, std::string_view base, const std::string& one,
                       const std::string& other) {
  const std::string name = folded(base);
  for (const auto& [own, partner] : {std::pair(one, other), std::pair(other, one)})
    for (const std::string& mark : {"_" + own, own + "_"}) {
      const bool is_front = mark.back() == '_';
      if (name.size() <= mark.size() || !(is_front ? name.starts_with(mark) : name.ends_with(mark))) continue;
      const std::string stem = is_front ? name.substr(mark.size()) : name.substr(0, name.size() - mark.size());
      const auto found = find_folded(table, is_front ? partner + "_" + stem : stem + "_" + partner);
      if (!found) continue;
      throw InputError(table.path, line,
                       fmt::format("{} is about one of the two items; {} means it and {} together", quoted(base),
                                   quoted(stem), quoted(table.names[*found])));
    }
}

struct SidedName {
  AskedColumn::Of of = AskedColumn::Of::row;
  std::string_view name;
};

SidedName split(std::string_view name) {
  if (name.ends_with(kOfWinner)) return {AskedColumn::Of::winner, name.substr(0, name.size() - kOfWinner.size())};
  if (name.ends_with(kOfLoser)) return {AskedColumn::Of::loser, name.substr(0, name.size() - kOfLoser.size())};
  return {AskedColumn::Of::row, name};
}

}  // namespace

AskedColumn find_asked(const TableFormat& table, std::uint64_t line, const Columns& columns, std::string_view name) {
  const auto [of, base] = split(name);
  if (of == AskedColumn::Of::row) return {of, find_column(table, line, columns, name)};
  if (columns.shape != RowShape::winner_loser && columns.shape != RowShape::pair && columns.shape != RowShape::counted)
    throw InputError(table.path, line,
                     fmt::format("{} is asked for of the winner and the loser, but the rows do not compare two items",
                                 quoted(base)));
  if (columns.names_are_data) return {of, find_column(table, line, columns, base)};
  const std::string first = folded(table.names[columns.first]), second = folded(table.names[columns.second]);
  const auto [one, other] = telling_words(first, second);
  if (find_folded(table, folded(base))) {
    refuse_one_of_two(table, line, base, one, other);
    return {of, find_column(table, line, columns, base)};
  }
  const std::string stem = folded(base);
  using Names = std::pair<std::string, std::string>;
  for (const Names& names : std::initializer_list<Names>{{stem + "_" + one, stem + "_" + other},
                                                         {one + "_" + stem, other + "_" + stem},
                                                         {stem + one, stem + other},
                                                         {first + "_" + stem, second + "_" + stem},
                                                         {stem + "_" + first, stem + "_" + second}}) {
    const auto a = find_folded(table, names.first), b = find_folded(table, names.second);
    if (a && b) return {of, a, b};
  }
  if (table.is_keyed) return {of};
  throw InputError(table.path, line,
                   fmt::format("{}; two would do as well, such as '{}_{}' and '{}_{}'", no_column(base, table.names),
                               base, one, base, other));
}

}  // namespace pdrank::io
