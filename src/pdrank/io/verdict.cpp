#include "pdrank/io/verdict.hpp"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <optional>

#include "pdrank/io/table_reader.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank::io {
namespace {

using Words = absl::flat_hash_map<std::string_view, Verdict>;

// Spelled as folded() spells them.
const Words& side_words() {
  static const Words words = {
      {"left", Verdict::first},      {"model_a", Verdict::first},     {"a", Verdict::first},
      {"first", Verdict::first},     {"w1", Verdict::first},          {"right", Verdict::second},
      {"model_b", Verdict::second},  {"b", Verdict::second},          {"second", Verdict::second},
      {"w2", Verdict::second},       {"tie", Verdict::tie},           {"draw", Verdict::tie},
      {"equal", Verdict::tie},       {"tie_(bothbad)", Verdict::tie}, {"tie_(both_bad)", Verdict::tie},
      {"tie_bothbad", Verdict::tie}, {"both_bad", Verdict::tie},      {"bothbad", Verdict::tie},
      {"both", Verdict::tie},        {"neither", Verdict::tie},
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

Verdict read_outcome(std::string_view value) {
  if (const auto word = find(outcome_words(), folded(value))) return *word;
  const std::optional<double> points = parse_finite(value);
  if (points == 1.0) return Verdict::first;
  if (points == 0.0) return Verdict::second;
  if (points == 0.5) return Verdict::tie;
  throw RowError("unknown winner label", fmt::format("unknown winner label {} (expected W1, W2, D, 1, 0, 0.5, true or "
                                                     "false)",
                                                     quoted(value)));
}

}  // namespace

VerdictReader::VerdictReader(VerdictKind kind, std::string_view first_column, std::string_view second_column)
    : kind_(kind), first_column_(folded(first_column)), second_column_(folded(second_column)) {}

Verdict VerdictReader::read(std::string_view value, std::string_view first_item, std::string_view second_item) const {
  if (kind_ == VerdictKind::outcome) return read_outcome(value);

  std::optional<Verdict> by_name;
  if (value == first_item) by_name = Verdict::first;
  if (value == second_item) by_name = Verdict::second;
  if (by_name && kind_ == VerdictKind::label) return *by_name;

  const std::string word = folded(value);
  std::optional<Verdict> by_side = find(side_words(), word);
  if (word == first_column_) by_side = Verdict::first;
  if (word == second_column_) by_side = Verdict::second;

  if (by_name && by_side && *by_name != *by_side)
    throw RowError("ambiguous winner label",
                   fmt::format("winner label {} is one of the two items, but also a name for {}", quoted(value),
                               *by_side == Verdict::tie ? "a tie" : "the other side"));
  if (by_side) return *by_side;
  if (by_name) return *by_name;
  throw RowError(
      "unknown winner label",
      fmt::format("unknown winner label {} (expected left, right, tie or one of the two items)", quoted(value)));
}

}  // namespace pdrank::io
