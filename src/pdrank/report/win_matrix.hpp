// Who won how often against whom, for a picture of a few dozen rows and columns. Of few items each is a row; of many
// there are two pictures: a sample of them, and groups of neighbours in the ranking.
#pragma once

#include <cstdint>
#include <vector>

#include "pdrank/core/result.hpp"
#include "pdrank/data/comparisons.hpp"

namespace pdrank {

// Places first .. last of RankResult::ranking, counted from 0; one item where they are the same.
struct Group {
  std::uint32_t first = 0, last = 0;
};

// The answers about two groups, or within one.
struct WinCell {
  std::uint32_t a = 0, b = 0;               // groups, a <= b
  double a_wins = 0, b_wins = 0, ties = 0;  // by weight; within a group, a win of the item that stands above is a's
  std::uint64_t comparisons = 0;            // how many
  std::vector<std::uint32_t> first = {};    // the first few of them, by their number in Comparisons
};

struct WinMatrix {
  std::vector<Group> groups;             // in the order of the ranking
  std::vector<WinCell> cells;            // those with answers, by a, then b
  std::vector<std::uint32_t> clustered;  // the groups in the order of cluster_order
};

inline constexpr std::uint32_t kMatrixSize = 60;

// Every place of the ranking, or one from each of `count` sections of it that are equally long: the item that was
// compared most, the best of equals.
std::vector<Group> sample_places(const RankResult& result, std::uint32_t count);

// The largest part of the ranking cut into `count` groups of neighbours, as equal in size as can be.
std::vector<Group> band_places(const RankResult& result, std::uint32_t count);

// Comparisons that took part in the ranking, of each pair of groups; `shown` of them are named.
WinMatrix count_wins(const RankResult& result, const Comparisons& data, std::vector<Group> groups, std::size_t shown);

}  // namespace pdrank
