#include "pdrank/kemeny/local_search.hpp"

#include <gtest/gtest.h>

#include "orders.hpp"
#include "pdrank/kemeny/order_list.hpp"
#include "pdrank/kemeny/packing.hpp"

namespace pdrank {
namespace {

using testing::in_order_of_numbers;
using testing::random_graph;
using testing::weight_of;

TEST(OrderList, MovesAsAVectorDoes) {
  Random random(1);
  std::vector<std::uint32_t> order(20);
  std::iota(order.begin(), order.end(), 0u);
  OrderList list(order);
  for (int move = 0; move < 5000; ++move) {  // always to the same place, so that labels run out
    const std::uint32_t node = order[10 + random.below(10)];
    const std::uint32_t other = move % 50 == 0 ? OrderList::kNoNode : order[random.below(3)];
    if (node == other) continue;
    list.move_behind(node, other);
    std::erase(order, node);
    order.insert(other == OrderList::kNoNode ? order.begin() : std::ranges::find(order, other) + 1, node);
    ASSERT_EQ(list.order(), order);
    for (std::size_t k = 1; k < order.size(); ++k) ASSERT_TRUE(list.is_above(order[k - 1], order[k]));
  }
}

TEST(LocalSearch, LeavesNoItemThatBelongsElsewhere) {
  Random random(2);
  for (int round = 0; round < 20; ++round) {
    const MajorityGraph graph = random_graph(random, 25, 0.4, 0.4, 3);
    const LocalSearchResult found = search_locally(graph, in_order_of_numbers(graph), {.kicks_per_node = 2});
    for (std::size_t from = 0; from < found.order.size(); ++from)
      for (std::size_t to = 0; to < found.order.size(); ++to) {
        std::vector<std::uint32_t> order = found.order;
        const std::uint32_t node = order[from];
        order.erase(order.begin() + static_cast<std::ptrdiff_t>(from));
        order.insert(order.begin() + static_cast<std::ptrdiff_t>(to), node);
        ASSERT_GE(weight_of(graph, order), found.weight - 1e-9);
      }
  }
}

// Two items that beat each other's rivals move only together: each alone would make it worse.
TEST(LocalSearch, MovesRunsWhereItemsAloneAreStuck) {
  // 0 above 1 strongly; 2 is below both, though it beats each by less than 0 beats 1 but by more together with 3.
  const std::vector<testing::Arc> arcs = {{0, 1, 5}, {1, 2, 1}, {2, 0, 2}, {2, 3, 5}, {3, 0, 2}, {3, 1, 2}};
  const MajorityGraph graph = testing::majorities_of(4, arcs);
  const std::vector<std::uint32_t> start = {0, 1, 2, 3};
  const LocalSearchResult runs = search_locally(graph, start, {.longest_run = 2, .kicks_per_node = 0});
  EXPECT_EQ(runs.weight, testing::AllOrders(graph).least());
}

TEST(LocalSearch, RunsNeverMakeItWorse) {
  Random random(8);
  for (int round = 0; round < 50; ++round) {
    const MajorityGraph graph = random_graph(random, 30, 0.9, 0.45, 5);
    const std::vector<std::uint32_t> start = in_order_of_numbers(graph);
    const double items = search_locally(graph, start, {.longest_run = 1, .kicks_per_node = 0}).weight;
    ASSERT_LE(search_locally(graph, start, {.longest_run = 8, .kicks_per_node = 0}).weight, items);
  }
}

TEST(LocalSearch, KicksHelp) {
  Random random(3);
  double without = 0, with = 0;
  for (int round = 0; round < 10; ++round) {
    const MajorityGraph graph = random_graph(random, 60, 0.2, 0.4, 1);
    without += search_locally(graph, in_order_of_numbers(graph), {.kicks_per_node = 0}).weight;
    with += search_locally(graph, in_order_of_numbers(graph), {.kicks_per_node = 20}).weight;
  }
  EXPECT_LT(with, without);
}

// In a graph of n items of which each has met each, a kick may call all of them, which look at all: n squared arcs.
TEST(LocalSearch, LooksAtNoMoreArcsThanItMay) {
  Random random(5);
  const MajorityGraph graph = random_graph(random, 200, 1, 0.45, 3);
  const std::vector<std::uint32_t> start = in_order_of_numbers(graph);
  const LocalSearchResult found = search_locally(graph, start, {.effort = 0});
  const LocalSearchResult more = search_locally(graph, start, {.effort = 100});
  constexpr double kFree = 1e7;
  const double arcs = graph.arc_count(), last_kick = 8 * 2 * arcs;
  EXPECT_GT(found.arcs_seen, kFree);
  EXPECT_LT(found.arcs_seen, kFree + last_kick);
  EXPECT_LT(more.arcs_seen, kFree + 100 * arcs + last_kick);
  EXPECT_LE(more.weight, found.weight);
  EXPECT_LT(found.weight, weight_of(graph, start));
}

TEST(LocalSearch, SaysIfItsEffortEndedFirst) {
  Random random(6);
  const MajorityGraph graph = random_graph(random, 1000, 1, 0.5, 1);
  std::vector<std::uint32_t> start = in_order_of_numbers(graph);
  const LocalSearchResult found = search_locally(graph, start, {.effort = 0});
  EXPECT_FALSE(found.settled);
  EXPECT_FALSE(found.stopped);
  EXPECT_EQ(found.weight, weight_of(graph, found.order));
  EXPECT_TRUE(search_locally(random_graph(random, 60, 1, 0.5, 1), {start.begin(), 60}, {.effort = 0}).settled);
}

TEST(LocalSearch, DoesTheSameWithTinyWeights) {
  Random random(7);
  MajorityGraph graph = random_graph(random, 40, 0.5, 0.4, 3);
  const LocalSearchResult found = search_locally(graph, in_order_of_numbers(graph), {});
  for (double& weight : graph.weight) weight *= 0x1p-40;
  const LocalSearchResult tiny = search_locally(graph, in_order_of_numbers(graph), {});
  EXPECT_EQ(tiny.order, found.order);
  EXPECT_EQ(tiny.weight, found.weight * 0x1p-40);
}

TEST(Packing, FindsCyclesThatShareNothing) {
  std::vector<testing::Arc> arcs;
  for (std::uint32_t k = 0; k < 30; k += 3) arcs.insert(arcs.end(), {{k, k + 1, 2}, {k + 1, k + 2, 3}, {k + 2, k, 4}});
  const MajorityGraph triangles = testing::majorities_of(
      30, (std::ranges::sort(arcs, {}, [](const testing::Arc& arc) { return std::pair(arc.from, arc.to); }), arcs));
  EXPECT_EQ(pack_cycles(triangles, in_order_of_numbers(triangles), 10), 20);

  std::vector<testing::Arc> ring;
  for (std::uint32_t k = 0; k < 50; ++k) ring.push_back({k, (k + 1) % 50, 1.5});
  const MajorityGraph long_way = testing::majorities_of(50, ring);
  EXPECT_EQ(pack_cycles(long_way, in_order_of_numbers(long_way), 10), 1.5);
}

TEST(Packing, FindsNothingWithoutCycles) {
  Random random(4);
  const MajorityGraph graph = random_graph(random, 40, 0.3, 0, 3);
  std::vector<std::uint32_t> order = in_order_of_numbers(graph);
  random.shuffle(std::span(order));
  EXPECT_EQ(pack_cycles(graph, places_in(order), 100), 0);
}

TEST(Packing, IsTheWholeWeightWhereTheOrderIsBestAndCyclesFit) {
  // Two triangles on one contradicted arc of the weight 2.
  const MajorityGraph graph =
      testing::majorities_of(4, std::vector<testing::Arc>{{0, 1, 1}, {0, 2, 1}, {1, 3, 1}, {2, 3, 1}, {3, 0, 2}});
  EXPECT_EQ(pack_cycles(graph, std::vector<std::uint32_t>{0, 1, 2, 3}, 10), 2);
}

}  // namespace
}  // namespace pdrank
