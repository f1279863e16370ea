#include "pdrank/kemeny/least_contradicted.hpp"

#include <gtest/gtest.h>

#include "orders.hpp"
#include "pdrank/kemeny/branch_and_cut.hpp"
#include "pdrank/kemeny/cover_program.hpp"
#include "pdrank/kemeny/packing.hpp"
#include "pdrank/kemeny/subsets.hpp"

namespace pdrank {
namespace {

using testing::AllOrders;
using testing::in_order_of_numbers;
using testing::random_graph;
using testing::weight_of;

std::vector<std::vector<std::uint32_t>> from_a_random_order(const MajorityGraph& graph, Random& random) {
  std::vector<std::uint32_t> order = in_order_of_numbers(graph);
  random.shuffle(std::span(order));
  return {order};
}

// Sparse and dense, with weights from one to any number.
MajorityGraph any_graph(Random& random, std::uint32_t nodes) {
  const int largest[] = {1, 3, 0};
  return random_graph(random, nodes, random.uniform(0.2, 1), random.uniform(0.1, 0.5), largest[random.below(3)]);
}

TEST(LeastContradicted, IsExactOnEverythingThatCanBeTried) {
  Random random(1);
  for (int round = 0; round < 1000; ++round) {
    const MajorityGraph graph = any_graph(random, 3 + static_cast<std::uint32_t>(random.below(7)));
    const double least = AllOrders(graph).least();
    const LeastContradicted found = find_least_contradicted(graph, from_a_random_order(graph, random), {});
    ASSERT_NEAR(weight_of(graph, found.order), least, 1e-9);
    ASSERT_NEAR(found.weight, least, 1e-9);
    ASSERT_NEAR(found.at_least, least, 1e-9);
    ASSERT_EQ(found.ended, Ended::proven);
  }
}

TEST(LeastContradicted, BoundsNeverExceedTheLeast) {
  Random random(2);
  for (int round = 0; round < 1000; ++round) {
    const MajorityGraph graph = any_graph(random, 3 + static_cast<std::uint32_t>(random.below(6)));
    const double least = AllOrders(graph).least();
    const std::vector<std::uint32_t> start = from_a_random_order(graph, random).front();
    const double packed = pack_cycles(graph, places_in(start), 100);
    ASSERT_LE(packed, least + 1e-9);
    const LocalSearchResult searched = search_locally(graph, start, {});
    ASSERT_GE(searched.weight, least - 1e-9);
    ASSERT_LE(searched.weight, weight_of(graph, start) + 1e-9);
    ASSERT_NEAR(searched.weight, weight_of(graph, searched.order), 1e-9);
  }
}

TEST(OrderBySubsets, KnowsEveryBestOrder) {
  Random random(3);
  for (int round = 0; round < 200; ++round) {
    const MajorityGraph graph = any_graph(random, 3 + static_cast<std::uint32_t>(random.below(5)));
    const AllOrders all(graph);
    const OrderBySubsets found = order_by_subsets(graph);
    ASSERT_NEAR(found.weight, all.least(), 1e-9);
    ASSERT_NEAR(weight_of(graph, found.order), all.least(), 1e-9);
    std::vector<std::uint32_t> is_above(graph.node_count(), 0);
    for (const std::vector<std::uint32_t>& order : all.best())
      for (std::size_t a = 0; a < order.size(); ++a)
        for (std::size_t b = a + 1; b < order.size(); ++b) is_above[order[a]] |= 1u << order[b];
    ASSERT_EQ(found.is_above, is_above);
  }
}

class BranchAndCut : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_linear_solver()) GTEST_SKIP() << "built without a linear solver";
  }
};

// The largest strong part; the graphs are dense enough to have one of nearly all nodes.
StrongPart strong_graph(Random& random, std::uint32_t nodes, double density, double noise) {
  while (true) {
    const MajorityGraph graph = random_graph(random, nodes, density, noise, 1 + static_cast<int>(random.below(3)));
    StrongParts strong = strong_parts(graph, in_order_of_numbers(graph));
    if (!strong.parts.empty() && strong.parts.front().node.size() > nodes / 2) return std::move(strong.parts.front());
  }
}

TEST_F(BranchAndCut, FindsWhatDynamicProgrammingFinds) {
  Random random(4);
  for (const std::uint32_t nodes : {15u, 15u, 16u, 16u, 17u, 17u, 18u, 20u})
    for (const double noise : {0.2, 0.5}) {
      const MajorityGraph graph = strong_graph(random, nodes, 0.7, noise).graph;
      const BranchAndCutResult found = branch_and_cut(graph, in_order_of_numbers(graph), 0, {.most_rounds = 10'000});
      EXPECT_TRUE(found.is_best());
      EXPECT_DOUBLE_EQ(found.weight, order_by_subsets(graph).weight);
      EXPECT_DOUBLE_EQ(found.weight, weight_of(graph, found.order));
    }
}

TEST_F(BranchAndCut, SettlesOnlyWhatEveryBestOrderAgreesOn) {
  Random random(5);
  std::size_t settled = 0;
  for (int round = 0; round < 300; ++round) {
    const MajorityGraph graph = strong_graph(random, 8, 0.8, 0.3).graph;
    const BranchAndCutResult found = branch_and_cut(graph, in_order_of_numbers(graph), 0, {});
    const AllOrders all(graph);
    ASSERT_TRUE(found.is_best());
    ASSERT_NEAR(found.weight, all.least(), 1e-9);
    for (const std::vector<std::uint32_t>& order : all.best()) {
      const std::vector<std::uint32_t> place = places_in(order);
      for (ArcId arc = 0; arc < graph.arc_count(); ++arc) {
        if (found.settled[arc] == 0) continue;
        ++settled;
        ASSERT_EQ(place[graph.from[arc]]<place[graph.to[arc]], found.settled[arc]> 0);
      }
    }
  }
  EXPECT_GT(settled, 0u);
}

TEST_F(BranchAndCut, BoundHoldsWhereverItEnds) {
  Random random(6);
  for (int round = 0; round < 30; ++round) {
    const MajorityGraph graph = strong_graph(random, 14, 0.8, 0.5).graph;
    const double least = order_by_subsets(graph).weight;
    for (int rounds = 1; rounds < 12; ++rounds) {
      const BranchAndCutResult found = branch_and_cut(graph, in_order_of_numbers(graph), 0, {.most_rounds = rounds});
      ASSERT_LE(found.at_least, least + 1e-9);
      ASSERT_GE(found.weight, least - 1e-9);
      ASSERT_NEAR(found.weight, weight_of(graph, found.order), 1e-9);
    }
  }
}

// Asks to stop after so many questions.
class Impatient final : public Observer {
 public:
  explicit Impatient(int patience) : patience_(patience) {}
  bool stop_requested() override { return patience_-- <= 0; }

 private:
  int patience_;
};

TEST(LeastContradicted, KeepsTheBestSoFarWhenStopped) {
  Random random(7);
  const MajorityGraph graph = random_graph(random, 400, 0.02, 0.3, 1);
  const std::vector<std::vector<std::uint32_t>> starts = from_a_random_order(graph, random);
  for (const int patience : {0, 1, 3, 10}) {
    Impatient observer(patience);
    const LeastContradicted found = find_least_contradicted(graph, starts, {}, &observer);
    EXPECT_EQ(found.ended, Ended::stopped);
    std::vector<std::uint32_t> nodes = found.order;
    std::ranges::sort(nodes);
    EXPECT_EQ(nodes, in_order_of_numbers(graph));
    EXPECT_NEAR(found.weight, weight_of(graph, found.order), 1e-9);
    EXPECT_LE(found.weight, weight_of(graph, starts.front()));
    EXPECT_LE(found.at_least, found.weight);
  }
}

TEST(LeastContradicted, IsTheSameEveryTime) {
  Random random(8);
  const MajorityGraph graph = random_graph(random, 60, 0.3, 0.3, 2);
  const std::vector<std::vector<std::uint32_t>> starts = from_a_random_order(graph, random);
  const LeastContradicted one = find_least_contradicted(graph, starts, {}),
                          other = find_least_contradicted(graph, starts, {});
  EXPECT_EQ(one.order, other.order);
  EXPECT_EQ(one.at_least, other.at_least);
}

}  // namespace
}  // namespace pdrank
