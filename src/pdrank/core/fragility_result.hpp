// How few answers a ranking rests on: those without which it would say something else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pdrank/core/fields.hpp"

namespace pdrank {

// Answers of one row that are left out.
struct RemovedRow {
  std::uint64_t row = 0, answers = 0;
  std::string winner, loser, annotator;
};

template <>
struct Fields<RemovedRow> {
  static constexpr std::tuple list{
      RecordField{"row", &RemovedRow::row, "of the input, from 1, the header not counted"},
      RecordField{"answers", &RemovedRow::answers,
                  "answers of that row that are left out: 1, or fewer than its "
                  "weight"},
      RecordField{"winner", &RemovedRow::winner, "the item that was preferred; of a whole ranking, the first pair's"},
      RecordField{"loser", &RemovedRow::loser, "the other one"},
      RecordField{"annotator", &RemovedRow::annotator, "who answered"},
  };
};

struct Fragility {
  std::string question;
  std::optional<std::uint64_t> answers;
  double of = 0;
  std::string before, after;
  std::vector<RemovedRow> removed;
  std::string meaning;
};

template <>
struct Fields<Fragility> {
  static constexpr std::tuple list{
      RecordField{"question", &Fragility::question, "what would have to change: the option `fragility`"},
      RecordField{"answers", &Fragility::answers,
                  "the fewest answers found that change it when they are left out, checked by ranking without them; "
                  "empty: none were found"},
      RecordField{"of", &Fragility::of, "number of answers in all; a whole ranking is one"},
      RecordField{"before", &Fragility::before, "the item that would lose its place"},
      RecordField{"after", &Fragility::after, "the item that would take it"},
      RecordField{"removed", &Fragility::removed,
                  "the answers to leave out: `row`, `answers`, `winner`, `loser`, "
                  "`annotator`"},
      RecordField{"meaning", &Fragility::meaning, "the same in words"},
  };
};

}  // namespace pdrank
