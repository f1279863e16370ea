#include "pdrank/io/recognise/verdict.hpp"

#include <fmt/format.h>

#include <optional>
#include <unordered_map>

#include "pdrank/io/tables/table_reader.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank::io {
namespace {

using Words = std::unordered_map<std::string_view, Verdict>;

// Spelled as folded() spells them.
const Words& side_words() {
  static const Words words = {
      {"left", Verdict::first},
      {"model_a", Verdict::first},
      {"a", Verdict::first},
      {"first", Verdict::first},
      {"w1", Verdict::first},
      {"right", Verdict::second},
      {"model_b", Verdict::second},
      {"b", Verdict::second},
      {"second", Verdict::second},
      {"w2", Verdict::second},
      {"tie", Verdict::tie},
      {"draw", Verdict::tie},
      {"equal", Verdict::tie},
      {"tie_(bothbad)", Verdict::both_bad},
      {"tie_(both_bad)", Verdict::both_bad},
      {"tie_bothbad", Verdict::both_bad},
      {"both_bad", Verdict::both_bad},
      {"bothbad", Verdict::both_bad},
      {"both", Verdict::tie},
      {"neither", Verdict::both_bad},
  };
  return words;
}

const Words& outcome_words() {
  static const Words words = {
      {"w1", Verdict::first}, {"true", Verdict::first}, {"w2", Verdict::second}, {"false", Verdict::second},
      {"d", Verdict::tie},    {"draw", Verdict::tie},   {"tie", Verdict::tie},
  };
  return words;
}

std::optional<Verdict> find(const Words& words, std::string_view word) {
  const auto found = words.find(word);
  if (found == words.end()) return std::nullopt;
  return found->second;
}

// Files have few spellings, so that most values have been looked up before.
constexpr std::size_t kSpellings = 8;

std::optional<Verdict> by_points(std::string_view value) {
  const std::optional<double> points = parse_finite(value);
  if (points == 1.0) return Verdict::first;
  if (points == 0.0) return Verdict::second;
  if (points == 0.5) return Verdict::tie;
  return std::nullopt;
}

[[noreturn]] void refuse(std::string_view value, const char* expected) {
  if (value.empty()) throw RowError(kNoAnswer, fmt::format("no answer (expected {})", expected));
  throw RowError("unknown winner label", fmt::format("unknown winner label {} (expected {})", quoted(value), expected));
}

}  // namespace

VerdictReader::VerdictReader(VerdictKind kind, std::string_view first_column, std::string_view second_column)
    : kind_(kind), first_column_(folded(first_column)), second_column_(folded(second_column)) {}

Verdict VerdictReader::read(std::string_view value, std::string_view first_item, std::string_view second_item) {
  std::optional<Verdict> by_name;
  if (kind_ != VerdictKind::outcome && value == first_item) by_name = Verdict::first;
  if (kind_ != VerdictKind::outcome && value == second_item) by_name = Verdict::second;
  if (by_name && kind_ == VerdictKind::label) return *by_name;

  const std::optional<Verdict> side = by_side(value);
  if (by_name && side && *by_name != *side)
    throw RowError("ambiguous winner label",
                   fmt::format("winner label {} is one of the two items, but also a name for {}", quoted(value),
                               *side == Verdict::second || *side == Verdict::first ? "the other side" : "a tie"));
  if (side) return *side;
  if (by_name) return *by_name;
  refuse(value, kind_ == VerdictKind::outcome ? "W1, W2, D, 1, 0, 0.5, true or false"
                                              : "left, right, tie or one of the two items");
}

std::optional<Verdict> VerdictReader::by_side(std::string_view value) {
  for (const auto& [spelling, verdict] : looked_up_)
    if (spelling == value) return verdict;
  const std::optional<Verdict> verdict = look_up(value);
  if (looked_up_.size() < kSpellings) looked_up_.emplace_back(value, verdict);
  return verdict;
}

std::optional<Verdict> VerdictReader::look_up(std::string_view value) const {
  const std::string word = folded(value);
  if (kind_ == VerdictKind::outcome) {
    const std::optional<Verdict> by_word = find(outcome_words(), word);
    return by_word ? by_word : by_points(value);
  }
  if (word.empty()) return std::nullopt;  // whatever the columns are called
  if (word == second_column_) return Verdict::second;
  if (word == first_column_) return Verdict::first;
  return find(side_words(), word);
}

}  // namespace pdrank::io
