// Who won, as a file with two item columns says it: `left`, `model_b`, `tie (bothbad)`, the item's name, `W1`, `0.5`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdrank::io {

enum class VerdictKind {
  winner,   // a side or an item's name; a value that could mean either item is refused
  label,    // an item's name, or else a side
  outcome,  // W1, W2, D or the first item's points: 1, 0, 0.5
};

// Why a row without a verdict cannot be used.
inline constexpr std::string_view kNoAnswer = "no answer";

enum class Verdict { first, second, tie, both_bad };

class VerdictReader {
 public:
  VerdictReader() = default;
  // The names of the two item columns count as names of the sides.
  VerdictReader(VerdictKind kind, std::string_view first_column, std::string_view second_column);

  // Throws RowError for a value that says nothing about the two items.
  Verdict read(std::string_view value, std::string_view first_item, std::string_view second_item);

 private:
  // What a value says whoever the items are, if anything.
  std::optional<Verdict> by_side(std::string_view value);
  std::optional<Verdict> look_up(std::string_view value) const;

  VerdictKind kind_ = VerdictKind::winner;
  std::string first_column_, second_column_;
  std::vector<std::pair<std::string, std::optional<Verdict>>> looked_up_;  // the first few values
};

}  // namespace pdrank::io
