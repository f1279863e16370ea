#include "pdrank/distributed/shared_graph.hpp"

#include <gtest/gtest.h>
#include <petscsys.h>

#include <algorithm>
#include <set>
#include <utility>

#include "pdrank/core/random.hpp"
#include "unit/distributed/known.hpp"

namespace pdrank::distributed {
namespace {

constexpr std::uint32_t kItems = 1000;

Known random_pairs(std::size_t edges) {
  Known known{.items = kItems, .winner = {}, .loser = {}};
  Random random(edges);
  std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
  while (known.winner.size() < edges) {
    const std::uint64_t from = random.below(kItems), to = random.below(kItems);
    if (from != to && seen.insert({from, to}).second) known.add(from, to);
  }
  return known;
}

// The items of others that edges here end at.
std::set<std::uint32_t> needed(const SharedGraph& shared) {
  std::set<std::uint32_t> numbers;
  for (EdgeId e = 0; e < shared.graph.edge_count(); ++e)
    for (const std::uint32_t node : {shared.graph.winner[e], shared.graph.loser[e]})
      if (node >= shared.own) numbers.insert(shared.graph.item[node]);
  return numbers;
}

// Copies are in the order of their numbers, and each knows its home.
void expect_at_home(const Ranges& ranges, const SharedGraph& shared) {
  ASSERT_EQ(shared.graph.node_count(), shared.own + shared.copies.size());
  const auto numbers = std::span(shared.graph.item).subspan(shared.own);
  EXPECT_TRUE(std::ranges::is_sorted(numbers));
  for (std::size_t k = 0; k < numbers.size(); ++k)
    EXPECT_EQ(ranges.first(shared.copies[k].rank) + shared.copies[k].index, numbers[k]);
}

TEST(SharedGraph, CopiesAreThoseThatEdgesNeed) {
  const Team team(PETSC_COMM_WORLD);
  const Ranges ranges(kItems, team.size());
  const Known known = random_pairs(300);
  const SharedGraph shared = shared_out(team, ranges, known);
  expect_at_home(ranges, shared);
  EXPECT_EQ(shared.copies.size(), needed(shared).size());
  EXPECT_EQ(team.sum(std::uint64_t{shared.graph.edge_count()}), 300u);
}

TEST(SharedGraph, WhoNeedsNearlyAllOfARangeHasAllOfIt) {
  const Team team(PETSC_COMM_WORLD);
  const Ranges ranges(kItems, team.size());
  const Known known = random_pairs(10'000);
  const SharedGraph shared = shared_out(team, ranges, known);
  expect_at_home(ranges, shared);
  const std::size_t wanted = needed(shared).size(), others = kItems - shared.own;
  EXPECT_LT(wanted, others) << "so that the test is one";
  EXPECT_GT(static_cast<double>(wanted), 0.9 * static_cast<double>(others));
  EXPECT_EQ(shared.copies.size(), others);
}

}  // namespace
}  // namespace pdrank::distributed
