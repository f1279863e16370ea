// Who won, as a file with two item columns says it: `left`, `model_b`, `tie (bothbad)`, the item's name, `W1`, `0.5`;
// and how clearly, where it says that too: `A>>B`, `slightly better`, `0.75`.
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
  outcome,  // W1, W2, D, the first item's points from 0 to 1, or a score
  // What VerdictReader does not read:
  score_text,  // of both in one column: 2:1
  // Two columns and more:
  scores,  // of the first item and of the second: whoever has more
  flags,   // whether the first has won, whether the second has, whether it is a tie
  counts,  // how often the first has won, how often the second has, how often neither has
  rank,    // the item's place: the lower, the better
  rating,  // the higher, the better
};

// Why a row without a verdict cannot be used.
inline constexpr std::string_view kNoAnswer = "no answer";

enum class Verdict { first, second, tie, both_bad };

// A verdict, and of a win how much of the answer goes to the winner and how clear it is (data/comparisons.hpp).
struct Judgement {
  Verdict verdict = Verdict::first;
  double share = 1, grade = 1;

  bool tie() const { return verdict == Verdict::tie || verdict == Verdict::both_bad; }
};

// Who won by how much more the first has scored, and how clearly.
Judgement by_lead(double ahead);

// The same by the scores of both in one text, the first item's first: 2:1, 2-1, 2–1. Nothing if it is none.
std::optional<Judgement> by_score(std::string_view text);

class VerdictReader {
 public:
  VerdictReader() = default;
  // The names of the two item columns count as names of the sides.
  VerdictReader(VerdictKind kind, std::string_view first_column, std::string_view second_column);

  // Throws RowError for a value that says nothing about the two items.
  Judgement read(std::string_view value, std::string_view first_item, std::string_view second_item);

 private:
  // What a value says whoever the items are, if anything.
  struct Meaning {
    std::optional<Judgement> said;
    bool is_weak = false;  // short for a side, but as well the name of an item: `2`, `R`, `response_1`
  };

  const Meaning& meaning_of(std::string_view value);
  Meaning look_up(std::string_view value) const;
  std::optional<Verdict> side_of(std::string_view word) const;
  std::optional<Judgement> by_signs(std::string_view word) const;
  std::optional<Judgement> by_degree(std::string_view word) const;

  VerdictKind kind_ = VerdictKind::winner;
  std::string first_column_, second_column_;
  std::vector<std::pair<std::string, Meaning>> looked_up_;  // the first few values
  Meaning last_;                                            // of a value that is not among them
};

}  // namespace pdrank::io
