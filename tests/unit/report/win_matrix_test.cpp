#include "pdrank/report/win_matrix.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "pdrank/methods/rank.hpp"
#include "support/rows.hpp"

namespace pdrank {
namespace {

// Random answers with ties and weights, some of them in a part of their own.
Comparisons some_data(std::uint32_t items, std::size_t count, std::uint64_t seed) {
  Random random(seed);
  zoo::Rows rows = zoo::random_rows(items, count, 4, random);
  for (Comparison& row : rows) {
    row.outcome = tie_if(random.chance(0.1));
    if (random.chance(0.2)) row.weight = 2.5;
  }
  return zoo::from_rows(items, rows);
}

RankResult ranked(const Comparisons& data, TieRule ties = TieRule::half) {
  return rank(data, {.method = "borda", .ties = ties, .threads = 1});
}

// The answers about two items, counted one pair at a time.
void check_cell(const WinMatrix& matrix, const RankResult& result, const Comparisons& data, std::uint32_t a,
                std::uint32_t b, bool drops_ties) {
  const auto group_of = [&](ItemId item) {
    for (std::uint32_t group = 0; group < matrix.groups.size(); ++group)
      for (std::uint32_t place = matrix.groups[group].first; place <= matrix.groups[group].last; ++place)
        if (result.ranking[place].id == item) return group;
    return std::uint32_t(-1);
  };
  const auto place_of = [&](ItemId item) { return std::ranges::find(result.ranking, item, &Place::id); };
  double higher = 0, lower = 0, ties = 0;
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t n = 0; n < data.size(); ++n) {
    const std::uint32_t winner = group_of(data.winner(n)), loser = group_of(data.loser(n));
    if (std::minmax(winner, loser) != std::minmax(a, b) || (drops_ties && data.tie(n))) continue;
    numbers.push_back(n);
    double& sum = data.tie(n) ? ties : place_of(data.winner(n)) < place_of(data.loser(n)) ? higher : lower;
    sum += data.weight(n);
  }
  const auto cell = std::ranges::find_if(matrix.cells, [&](const WinCell& one) { return one.a == a && one.b == b; });
  ASSERT_EQ(cell == matrix.cells.end(), numbers.empty()) << a << ' ' << b;
  if (numbers.empty()) return;
  EXPECT_DOUBLE_EQ(cell->a_wins, higher);
  EXPECT_DOUBLE_EQ(cell->b_wins, lower);
  EXPECT_DOUBLE_EQ(cell->ties, ties);
  EXPECT_EQ(cell->comparisons, numbers.size());
  numbers.resize(std::min<std::size_t>(numbers.size(), 3));
  EXPECT_EQ(cell->first, numbers) << "the first three";
}

void check_all(const Comparisons& data, const RankResult& result, const std::vector<Group>& groups, bool drops_ties) {
  const WinMatrix matrix = count_wins(result, data, groups, 3);
  for (std::uint32_t a = 0; a < groups.size(); ++a)
    for (std::uint32_t b = a; b < groups.size(); ++b) check_cell(matrix, result, data, a, b, drops_ties);
  std::vector<std::uint32_t> order = matrix.clustered;
  std::ranges::sort(order);
  for (std::uint32_t k = 0; k < order.size(); ++k) EXPECT_EQ(order[k], k);
  EXPECT_EQ(order.size(), groups.size());
}

TEST(WinMatrix, OfAllItemsIsWhatCountingSays) {
  const Comparisons data = some_data(12, 300, 1);
  for (const TieRule ties : {TieRule::half, TieRule::drop}) {
    const RankResult result = ranked(data, ties);
    const std::vector<Group> groups = sample_places(result, kMatrixSize);
    ASSERT_EQ(groups.size(), 12u);
    check_all(data, result, groups, ties == TieRule::drop);
  }
}

TEST(WinMatrix, OfASampleAndOfGroupsIsWhatCountingSays) {
  const Comparisons data = some_data(40, 400, 2);
  const RankResult result = ranked(data);
  check_all(data, result, sample_places(result, 15), false);
  check_all(data, result, band_places(result, 7), false);
}

TEST(WinMatrix, SampleHasOneOfEachSection) {
  const Comparisons data = some_data(47, 500, 3);
  const RankResult result = ranked(data);
  const std::vector<Group> sample = sample_places(result, 10);
  ASSERT_EQ(sample.size(), 10u);
  for (std::uint32_t section = 0; section < 10; ++section) {
    const std::uint32_t begin = section * 47 / 10, end = (section + 1) * 47 / 10, place = sample[section].first;
    EXPECT_EQ(sample[section].last, place);
    ASSERT_TRUE(begin <= place && place < end) << section;
    for (std::uint32_t other = begin; other < end; ++other)
      EXPECT_TRUE(result.ranking[other].comparisons < result.ranking[place].comparisons ||
                  (result.ranking[other].comparisons == result.ranking[place].comparisons && place <= other));
  }
}

TEST(WinMatrix, GroupsCoverTheLargestPartEvenly) {
  Random random(4);
  zoo::Rows rows = zoo::strong_rows(31, 200, 3, random);
  rows.push_back({.winner = 31, .loser = 32});
  const Comparisons data = zoo::from_rows(33, rows);
  const RankResult result = ranked(data);
  const std::vector<Group> bands = band_places(result, 6);
  ASSERT_EQ(bands.size(), 6u);
  std::uint32_t next = 0;
  for (const Group& band : bands) {
    EXPECT_EQ(band.first, next);
    next = band.last + 1;
    EXPECT_TRUE(next - band.first == 5 || next - band.first == 6);
  }
  EXPECT_EQ(next, 31u) << "the part of two items is left out";
}

}  // namespace
}  // namespace pdrank
