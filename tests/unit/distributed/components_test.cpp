#include "pdrank/distributed/components.hpp"

#include <gtest/gtest.h>
#include <petscsys.h>

#include <algorithm>

#include "pdrank/core/random.hpp"
#include "pdrank/data/components.hpp"
#include "pdrank/distributed/partition.hpp"
#include "unit/distributed/known.hpp"

namespace pdrank::distributed {
namespace {

void expect_same(const Team& team, const SharedGraph& shared, const SharedComponents& found,
                 const Components& expected) {
  EXPECT_EQ(found.count, expected.count());
  EXPECT_EQ(found.several, static_cast<std::uint64_t>(
                               std::ranges::count_if(expected.sizes, [](std::uint64_t size) { return size > 1; })));
  const std::size_t kept = std::min(expected.count(), SharedComponents::kSizesKept);
  EXPECT_TRUE(std::ranges::equal(found.sizes, std::span(expected.sizes).first(kept)));
  ASSERT_EQ(found.of_node.size(), shared.graph.node_count());
  std::uint64_t wrong = 0;
  for (std::uint32_t node = 0; node < shared.own; ++node)
    wrong += found.of_node[node] != expected.of_item[shared.place(node)];
  if (shared.place_in_data.empty())
    for (std::uint32_t node = shared.own; node < shared.graph.node_count(); ++node)
      wrong += found.of_node[node] != expected.of_item[shared.graph.item[node]];
  EXPECT_EQ(wrong, 0u) << "of " << shared.graph.node_count() << " nodes of process " << team.rank();
}

// Both kinds of parts are those of one process, numbers included, wherever the items are.
void expect_components(const Team& team, const Known& known) {
  const Components weak = pdrank::weak_components(known.items, known.winner, known.loser);
  const Components strong = pdrank::strong_components(known.items, known.winner, known.loser);
  const Ranges ranges(known.items, team.size());
  const SharedGraph shared = shared_out(team, ranges, known);
  expect_same(team, shared, weak_components(team, ranges, shared), weak);
  expect_same(team, shared, strong_components(team, ranges, shared), strong);

  const Partition partition = partition_graph(team, ranges, shared);
  const SharedGraph elsewhere = moved(team, ranges, shared, partition);
  expect_same(team, elsewhere, weak_components(team, partition.ranges, elsewhere), weak);
  expect_same(team, elsewhere, strong_components(team, partition.ranges, elsewhere), strong);
}

TEST(SharedComponents, RandomGraphs) {
  const Team team(PETSC_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    Known known{.items = static_cast<std::uint32_t>(2 + random.below(200)), .winner = {}, .loser = {}};
    const std::uint64_t edges = 1 + random.below(2 * std::uint64_t{known.items});
    for (std::uint64_t k = 0; k < edges; ++k) {
      const std::uint64_t from = random.below(known.items), to = random.below(known.items);
      if (from != to) known.add(from, to);
    }
    SCOPED_TRACE(seed);
    expect_components(team, known);
  }
}

// In the order of their numbers and in any other, open and closed to a circle.
TEST(SharedComponents, LongChains) {
  const Team team(PETSC_COMM_WORLD);
  for (const bool shuffled : {false, true})
    for (const bool closed : {false, true}) {
      std::vector<std::uint32_t> order(20'000);
      for (std::uint32_t k = 0; k < order.size(); ++k) order[k] = k;
      Random random(1);
      if (shuffled) random.shuffle(std::span(order));
      Known known{.items = static_cast<std::uint32_t>(order.size()), .winner = {}, .loser = {}};
      for (std::size_t k = 0; k + 1 < order.size(); ++k) known.add(order[k], order[k + 1]);
      if (closed) known.add(order.back(), order.front());
      expect_components(team, known);
    }
}

// A circle that goes from process to process thousands of times is not followed all the way.
TEST(SharedComponents, ALongCircleTakesFewExchanges) {
  const Team team(PETSC_COMM_WORLD);
  constexpr std::uint32_t kItems = 20'000;
  std::vector<std::uint32_t> order(kItems);
  for (std::uint32_t k = 0; k < kItems; ++k) order[k] = k;
  Random(1).shuffle(std::span(order));
  Known known{.items = kItems, .winner = {}, .loser = {}};
  for (std::size_t k = 0; k < kItems; ++k) known.add(order[k], order[(k + 1) % kItems]);
  const Ranges ranges(known.items, team.size());
  const SharedGraph shared = shared_out(team, ranges, known);
  const std::uint64_t before = team.bytes_sent();
  EXPECT_EQ(strong_components(team, ranges, shared).count, 1u);
  EXPECT_LT(team.bytes_sent() - before, 1000u * kItems);  // 60 exchanges of all copies
}

// Pairs, triangles that go round and triangles that do not, and items alone, far apart in number.
TEST(SharedComponents, ManySmallParts) {
  const Team team(PETSC_COMM_WORLD);
  constexpr std::uint32_t kThird = 3000;
  Known known{.items = 3 * kThird + 5, .winner = {}, .loser = {}};
  for (std::uint32_t k = 0; k < kThird; ++k) {
    if (k % 4 == 0) continue;
    known.add(k, kThird + k);
    if (k % 4 == 1) continue;
    known.add(kThird + k, 2 * kThird + k);
    k % 4 == 2 ? known.add(2 * kThird + k, k) : known.add(k, 2 * kThird + k);
  }
  expect_components(team, known);
}

// So large that all processes search together, however many edges they leave to one: blocks that are strong for the
// most part, each feeding the next.
TEST(SharedComponents, LargeParts) {
  const Team team(PETSC_COMM_WORLD);
  constexpr std::uint64_t kBlocks = 6, kItems = 125'000, kEdges = 500'000;
  Known known{.items = kBlocks * kItems, .winner = {}, .loser = {}};
  Random random(2);
  for (std::uint64_t block = 0; block < kBlocks; ++block)
    for (std::uint64_t k = 0; k < kEdges; ++k) {
      const std::uint64_t from = block * kItems + random.below(kItems);
      std::uint64_t to = block * kItems + random.below(kItems);
      if (k % 1000 == 0 && block + 1 < kBlocks) to += kItems;
      if (from != to) known.add(from, to);
    }
  const Ranges ranges(known.items, team.size());
  const SharedGraph shared = shared_out(team, ranges, known);
  expect_same(team, shared, weak_components(team, ranges, shared),
              pdrank::weak_components(known.items, known.winner, known.loser));
  expect_same(team, shared, strong_components(team, ranges, shared),
              pdrank::strong_components(known.items, known.winner, known.loser));
}

}  // namespace
}  // namespace pdrank::distributed
