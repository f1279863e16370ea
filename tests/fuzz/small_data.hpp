// A few items and rows about them, with whatever rows can say.
#pragma once

#include <array>

#include "fuzz/target.hpp"
#include "support/rows.hpp"

namespace pdrank::fuzz {

struct SmallData {
  std::uint32_t items = 2, annotators = 0;
  zoo::Rows rows = {};

  Comparisons comparisons() const { return zoo::from_rows(items, rows, annotators); }
};

inline SmallData some_data(Choices& input) {
  static constexpr std::array kWeights = {1.0, 1.0, 1.0, 2.0, 0.5, 3.0, 1e-9, 1e9, 1e-3, 1e4, 0.1};
  static constexpr std::array kShares = {1.0, 1.0, 0.75, 0.500001, 0.9};
  static constexpr std::array kGrades = {1.0, 1.0, 2.0, 1e-9, 1e9, 0.3};
  SmallData data;
  data.items = static_cast<std::uint32_t>(input.between(2, 7));
  data.annotators = static_cast<std::uint32_t>(input.below(4));
  const std::size_t count = input.between(1, 24);
  const std::size_t says = input.below(64);  // which of the optional columns there are
  for (std::size_t k = 0; k < count; ++k) {
    Comparison row{.winner = static_cast<ItemId>(input.below(data.items)),
                   .loser = static_cast<ItemId>(input.below(data.items - 1))};
    if (row.loser >= row.winner) ++row.loser;
    if (data.annotators > 0 && !input.once_in(8))
      row.annotator = static_cast<AnnotatorId>(input.below(data.annotators));
    if (says & 1) row.weight = input.pick(kWeights);
    if (says & 2 && input.once_in(4)) row.outcome = input.once_in(3) ? Outcome::both_bad : Outcome::tie;
    if (says & 4) row.first = static_cast<Side>(input.below(3));
    if (says & 8 && !input.once_in(8)) row.time = static_cast<double>(input.below(2000)) * 86'400;
    if (says & 16 && !row.tie()) row.share = input.pick(kShares);
    if (says & 32 && !row.tie()) row.grade = input.pick(kGrades);
    data.rows.push_back(row);
  }
  return data;
}

}  // namespace pdrank::fuzz
