#include "pdrank/kemeny/majority.hpp"

#include <gtest/gtest.h>

#include "orders.hpp"
#include "support/rows.hpp"

namespace pdrank {
namespace {

// A beats B twice and loses once; B beats C; C beats A; A and D are even; D beats E.
ComparisonGraph few_answers() {
  zoo::Rows rows;
  for (const auto& [winner, loser] :
       std::vector<std::pair<ItemId, ItemId>>{{0, 1}, {0, 1}, {1, 0}, {1, 2}, {2, 0}, {0, 3}, {3, 0}, {3, 4}})
    rows.push_back({.winner = winner, .loser = loser});
  return merge(zoo::from_rows(5, rows), TieRule::half).graph;
}

TEST(MajorityGraph, HasTheSurplusOfEachPair) {
  const MajorityGraph graph = majorities(few_answers());
  EXPECT_EQ(graph.unavoidable, 2);  // one answer of A and B, one of A and D
  EXPECT_EQ(graph.from, (std::vector<std::uint32_t>{0, 1, 2, 3}));
  EXPECT_EQ(graph.to, (std::vector<std::uint32_t>{1, 2, 0, 4}));
  EXPECT_EQ(graph.weight, (std::vector<double>{1, 1, 1, 1}));
}

TEST(MajorityGraph, ContradictedWeightIsThatOfTheAnswers) {
  const ComparisonGraph answers = few_answers();
  const MajorityGraph graph = majorities(answers);
  for (const std::vector<std::uint32_t>& rank :
       {std::vector<std::uint32_t>{1, 2, 3, 4, 5}, {5, 4, 3, 2, 1}, {1, 1, 1, 1, 1}, {1, 1, 3, 2, 4}}) {
    double expected = 0;
    for (EdgeId edge = 0; edge < answers.edge_count(); ++edge) {
      const std::uint32_t winner = rank[answers.winner[edge]], loser = rank[answers.loser[edge]];
      expected += answers.count[edge] * (winner > loser ? 1 : winner == loser ? 0.5 : 0);
    }
    EXPECT_DOUBLE_EQ(contradicted_weight(graph, rank), expected);
  }
}

TEST(StrongParts, ComeInAnOrderThatNoArcGoesAgainst) {
  Random random(3);
  for (int round = 0; round < 50; ++round) {
    const MajorityGraph graph = testing::random_graph(random, 30, 0.08, 0.2, 3);
    const StrongParts strong = strong_parts(graph, testing::in_order_of_numbers(graph));
    std::vector<std::uint32_t> place(strong.part_order.size());
    for (std::uint32_t k = 0; k < place.size(); ++k) place[strong.part_order[k]] = k;
    ArcId inside = 0;
    for (ArcId arc = 0; arc < graph.arc_count(); ++arc) {
      EXPECT_LE(place[strong.part_of[graph.from[arc]]], place[strong.part_of[graph.to[arc]]]);
      inside += strong.part_of[graph.from[arc]] == strong.part_of[graph.to[arc]];
    }
    for (const StrongPart& part : strong.parts) {
      inside -= part.graph.arc_count();
      EXPECT_EQ(part.graph.node_count(), part.node.size());
      EXPECT_GE(part.node.size(), 3u);  // of two items one has the majority
      for (ArcId arc = 0; arc < part.graph.arc_count(); ++arc) {
        const std::uint32_t from = part.node[part.graph.from[arc]], to = part.node[part.graph.to[arc]];
        const std::span<const ArcId> arcs = graph.arcs_to(to);
        const auto same = std::ranges::find_if(arcs, [&](ArcId one) { return graph.from[one] == from; });
        ASSERT_NE(same, arcs.end());
        EXPECT_EQ(part.graph.weight[arc], graph.weight[*same]);
      }
    }
    EXPECT_EQ(inside, 0u);
  }
}

TEST(StrongParts, WhatArcsLeaveOpenFollowsTheRanks) {
  const MajorityGraph graph = testing::majorities_of(4, {{2, 1, 1}});
  const StrongParts strong = strong_parts(graph, std::vector<std::uint32_t>{3, 0, 2, 1});
  std::vector<std::uint32_t> nodes;
  for (const std::uint32_t part : strong.part_order)
    nodes.push_back(static_cast<std::uint32_t>(std::ranges::find(strong.part_of, part) - strong.part_of.begin()));
  EXPECT_EQ(nodes, (std::vector<std::uint32_t>{3, 2, 1, 0}));
}

TEST(WeightUnit, IsTheLargestThatDividesAll) {
  EXPECT_EQ(weight_unit(std::vector<double>{2, 4, 7}), 1);
  EXPECT_EQ(weight_unit(std::vector<double>{2, 0.5}), 0.5);
  EXPECT_EQ(weight_unit(std::vector<double>{0.1 + 0.2, 0.7}), 0.1);
  EXPECT_EQ(weight_unit(std::vector<double>{1, 1.0 / 3}), 0);
}

}  // namespace
}  // namespace pdrank
