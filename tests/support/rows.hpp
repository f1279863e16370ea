// Data as a list of rows that a test can change: swap, repeat, shuffle, and make comparisons of again.
#pragma once

#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pdrank/core/random.hpp"
#include "pdrank/data/comparisons.hpp"

namespace pdrank::zoo {

using Rows = std::vector<Comparison>;

// Item k is called "item-k", annotator k "annotator-k".
inline Comparisons from_rows(std::uint32_t items, const Rows& rows, std::uint32_t annotators = 0) {
  Comparisons data;
  for (std::uint32_t item = 0; item < items; ++item) data.items.intern("item-" + std::to_string(item));
  for (std::uint32_t id = 0; id < annotators; ++id) data.annotators.intern("annotator-" + std::to_string(id));
  for (const Comparison& row : rows) data.add(row);
  return data;
}

// Random pairs of distinct items, answered by Bradley and Terry's odds for scores uniform on [0, spread].
inline Rows random_rows(std::uint32_t items, std::size_t count, double spread, Random& random) {
  std::vector<double> score(items);
  for (double& value : score) value = random.uniform(0, spread);
  Rows rows(count);
  for (Comparison& row : rows) {
    row.winner = static_cast<ItemId>(random.below(items));
    row.loser = static_cast<ItemId>(random.below(items - 1));
    if (row.loser >= row.winner) ++row.loser;
    if (!random.chance(1 / (1 + std::exp(score[row.loser] - score[row.winner])))) std::swap(row.winner, row.loser);
  }
  return rows;
}

// The same, and a circle through all items in random order, which makes the graph strongly connected.
inline Rows strong_rows(std::uint32_t items, std::size_t count, double spread, Random& random) {
  Rows rows = random_rows(items, count, spread, random);
  std::vector<ItemId> circle(items);
  std::iota(circle.begin(), circle.end(), 0u);
  random.shuffle(std::span(circle));
  for (std::uint32_t k = 0; k < items; ++k) rows.push_back({.winner = circle[k], .loser = circle[(k + 1) % items]});
  return rows;
}

inline Rows swapped(Rows rows) {
  for (Comparison& row : rows) std::swap(row.winner, row.loser);
  return rows;
}

inline Rows shuffled(Rows rows, Random& random) {
  random.shuffle(std::span(rows));
  return rows;
}

// A row of weight 3 as three rows, in its place; weights are whole.
inline Rows repeated(const Rows& rows) {
  Rows all;
  for (Comparison row : rows) {
    const auto times = static_cast<std::size_t>(std::exchange(row.weight, 1.0));
    all.insert(all.end(), times, row);
  }
  return all;
}

// Annotators, whole weights up to `heaviest`, a share of ties, sides and times, at random.
inline void decorate(Rows& rows, std::uint32_t annotators, std::uint64_t heaviest, double ties, Random& random) {
  for (Comparison& row : rows) {
    if (annotators > 0) row.annotator = static_cast<AnnotatorId>(random.below(annotators));
    row.weight = static_cast<double>(1 + random.below(heaviest));
    row.outcome = tie_if(random.chance(ties));
    row.first = row.winner < row.loser ? Side::winner : Side::loser;
    row.time = static_cast<double>(&row - rows.data());
  }
}

// Some of the wins go to the winner in part.
inline void soften(Rows& rows, double soft, Random& random) {
  for (Comparison& row : rows)
    if (!row.tie() && random.chance(soft)) row.share = random.uniform(0.51, 1);
}

}  // namespace pdrank::zoo
