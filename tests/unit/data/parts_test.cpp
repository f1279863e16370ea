#include "pdrank/data/parts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "support/rows.hpp"

namespace pdrank {
namespace {

// Few edges on up to 30 nodes: many parts, some of one node. Nodes are not numbered like the items.
MergedComparisons scattered_graph(std::uint64_t seed) {
  Random random(seed);
  const auto items = static_cast<std::uint32_t>(4 + random.below(28));
  zoo::Rows rows = zoo::random_rows(items, 1 + random.below(items), 2, random);
  zoo::decorate(rows, 0, 9, 0.2, random);
  std::vector<std::uint8_t> keep(items, 1);
  keep[random.below(items)] = 0;
  return restrict_to(merge(zoo::from_rows(items, rows), TieRule::half), keep);
}

Components parts_of(const ComparisonGraph& graph) { return weak_components(graph); }

// Labels spread along edges until none changes: the smallest node of the part.
std::vector<std::uint32_t> spread_labels(const ComparisonGraph& graph) {
  std::vector<std::uint32_t> label(graph.node_count());
  for (std::uint32_t node = 0; node < label.size(); ++node) label[node] = node;
  for (bool changed = true; changed;) {
    changed = false;
    for (EdgeId edge = 0; edge < graph.edge_count(); ++edge) {
      std::uint32_t &a = label[graph.winner[edge]], &b = label[graph.loser[edge]];
      changed = changed || a != b;
      a = b = std::min(a, b);
    }
  }
  return label;
}

void expect_cut_out(const GraphPart& part, const std::vector<std::uint32_t>& label) {
  std::vector<std::uint32_t> nodes;
  for (std::uint32_t node = 0; node < label.size(); ++node)
    if (label[node] == label[part.node[0]]) nodes.push_back(node);
  ASSERT_EQ(nodes, (std::vector<std::uint32_t>(part.node.begin(), part.node.end()))) << "all of them, in order";
  ASSERT_EQ(part.graph.node_count(), nodes.size());
  for (std::size_t k = 0; k < nodes.size(); ++k) EXPECT_EQ(part.graph.item[k], part.whole.item[nodes[k]]);
  EdgeId next = 0;
  for (EdgeId edge = 0; edge < part.whole.edge_count(); ++edge) {
    if (label[part.whole.winner[edge]] != label[nodes[0]]) continue;
    ASSERT_LT(next, part.graph.edge_count());
    EXPECT_EQ(nodes[part.graph.winner[next]], part.whole.winner[edge]);
    EXPECT_EQ(nodes[part.graph.loser[next]], part.whole.loser[edge]);
    EXPECT_EQ(part.graph.count[next], part.whole.count[edge]);
    EXPECT_EQ(part.graph.find_edge(part.graph.winner[next], part.graph.loser[next]), next);
    ++next;
  }
  EXPECT_EQ(next, part.graph.edge_count());
  EXPECT_EQ(part.graph.first_edge.size(), nodes.size() + 1);
}

TEST(ForEachPart, EveryPartOfTwoItemsOrMoreOnceLargestFirst) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    const MergedComparisons merged = scattered_graph(seed);
    const std::vector<std::uint32_t> label = spread_labels(merged.graph);
    std::map<std::uint32_t, std::size_t> expected;  // label -> size
    for (const std::uint32_t value : label) ++expected[value];
    std::erase_if(expected, [](const auto& part) { return part.second < 2; });

    std::size_t size_before = label.size();
    for_each_part(merged.graph, parts_of(merged.graph), [&](const GraphPart& part) {
      EXPECT_LE(part.node.size(), size_before);
      size_before = part.node.size();
      EXPECT_EQ(expected[label[part.node[0]]], part.node.size()) << "once";
      expected.erase(label[part.node[0]]);
      expect_cut_out(part, label);
      return true;
    });
    EXPECT_TRUE(expected.empty());
  }
}

TEST(ForEachPart, ValuesGoWhereTheyBelongAndNowhereElse) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const MergedComparisons merged = scattered_graph(seed);
    const ComparisonGraph& whole = merged.graph;
    const std::vector<std::uint32_t> label = spread_labels(whole);
    std::vector<double> by_node(whole.node_count(), -1), by_edge(whole.edge_count(), -1);
    for_each_part(whole, parts_of(whole), [&](const GraphPart& part) {
      const std::vector<double> nodes_before = by_node, edges_before = by_edge;
      std::vector<double> node_value, edge_value;
      for (const ItemId item : part.graph.item) node_value.push_back(item);
      for (EdgeId edge = 0; edge < part.graph.edge_count(); ++edge)
        edge_value.push_back(1000.0 * part.graph.item[part.graph.winner[edge]] +
                             part.graph.item[part.graph.loser[edge]]);
      part.put_nodes(node_value, by_node);
      part.put_edges(edge_value, by_edge);
      for (std::size_t node = 0; node < by_node.size(); ++node)
        if (label[node] != label[part.node[0]]) {
          EXPECT_EQ(by_node[node], nodes_before[node]);
        }
      for (std::size_t edge = 0; edge < by_edge.size(); ++edge)
        if (label[whole.winner[edge]] != label[part.node[0]]) {
          EXPECT_EQ(by_edge[edge], edges_before[edge]);
        }
      return true;
    });
    for (std::size_t node = 0; node < by_node.size(); ++node) {
      const bool alone = std::ranges::count(label, label[node]) == 1;
      EXPECT_EQ(by_node[node], alone ? -1.0 : static_cast<double>(whole.item[node])) << "seed " << seed;
    }
    for (EdgeId edge = 0; edge < whole.edge_count(); ++edge)
      EXPECT_EQ(by_edge[edge], 1000.0 * whole.item[whole.winner[edge]] + whole.item[whole.loser[edge]]);
  }
}

TEST(ForEachPart, AConnectedGraphIsNotCopied) {
  const zoo::Rows rows = {{.winner = 2, .loser = 0}, {.winner = 0, .loser = 1}};
  const ComparisonGraph graph = merge(zoo::from_rows(3, rows), TieRule::half).graph;
  int calls = 0;
  for_each_part(graph, parts_of(graph), [&](const GraphPart& part) {
    EXPECT_EQ(&part.graph, &graph);
    return ++calls < 10;
  });
  EXPECT_EQ(calls, 1);
}

TEST(ForEachPart, StopsWhenTold) {
  const zoo::Rows pairs = {{.winner = 0, .loser = 1}, {.winner = 2, .loser = 3}, {.winner = 5, .loser = 4}};
  const ComparisonGraph graph = merge(zoo::from_rows(6, pairs), TieRule::half).graph;
  for (int wanted = 1; wanted <= 3; ++wanted) {
    int calls = 0;
    for_each_part(graph, parts_of(graph), [&](const GraphPart&) { return ++calls < wanted; });
    EXPECT_EQ(calls, wanted);
  }
}

TEST(ForEachPart, NoneWithoutComparisons) {
  const zoo::Rows tie = {{.winner = 0, .loser = 1, .outcome = Outcome::tie}};
  const ComparisonGraph graph = merge(zoo::from_rows(2, tie), TieRule::drop).graph;
  for_each_part(graph, parts_of(graph), [](const GraphPart&) {
    ADD_FAILURE() << "items without comparisons are no part";
    return true;
  });
}

TEST(ReverseEdges, AndSharesOfThePair) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    zoo::Rows rows = zoo::random_rows(6, 1 + random.below(30), 1, random);
    zoo::decorate(rows, 0, 5, 0.2, random);
    const ComparisonGraph graph = merge(zoo::from_rows(6, rows), TieRule::half).graph;
    std::map<std::pair<ItemId, ItemId>, double> won;  // straight from the rows
    for (const Comparison& row : rows) {
      won[{row.winner, row.loser}] += row.tie() ? row.weight / 2 : row.weight;
      if (row.tie()) won[{row.loser, row.winner}] += row.weight / 2;
    }
    const std::vector<EdgeId> reverse = reverse_edges(graph);
    const std::vector<double> share = win_shares(graph);
    ASSERT_EQ(reverse.size(), graph.edge_count());
    ASSERT_EQ(share.size(), graph.edge_count());
    for (EdgeId edge = 0; edge < graph.edge_count(); ++edge) {
      const ItemId winner = graph.winner[edge], loser = graph.loser[edge];
      const auto other_way = won.find({loser, winner});
      if (other_way == won.end()) {
        EXPECT_EQ(reverse[edge], kNoEdge) << "seed " << seed;
        EXPECT_EQ(share[edge], 1);
      } else {
        ASSERT_LT(reverse[edge], graph.edge_count());
        EXPECT_EQ(graph.winner[reverse[edge]], loser);
        EXPECT_EQ(graph.loser[reverse[edge]], winner);
        EXPECT_DOUBLE_EQ(share[edge], won.at({winner, loser}) / (won.at({winner, loser}) + other_way->second));
      }
    }
  }
}

Comparisons decorated_data(Random& random) {
  zoo::Rows rows = zoo::random_rows(7, 40, 1, random);
  zoo::decorate(rows, 3, 4, 0.3, random);
  Comparisons data = zoo::from_rows(7, {}, 3);
  std::uint32_t row = 1;
  for (Comparison& comparison : rows) {
    if (random.chance(0.2)) comparison.annotator = kNoAnnotator;
    data.add(comparison, row += static_cast<std::uint32_t>(random.below(3)));  // rows of several, rows left out
  }
  return data;
}

TEST(Select, KeepsIdsRowsWeightsTiesAndAnnotators) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    Comparisons data = decorated_data(random);
    data.report.rows = 99;
    std::vector<std::uint8_t> keep(data.size());
    for (std::uint8_t& value : keep) value = random.chance(0.5);
    const Comparisons selected = select(data, keep);
    ASSERT_EQ(selected.items.size(), data.items.size());
    ASSERT_EQ(selected.annotators.size(), data.annotators.size());
    for (ItemId item = 0; item < data.items.size(); ++item) EXPECT_EQ(selected.items.name(item), data.items.name(item));
    for (AnnotatorId id = 0; id < data.annotators.size(); ++id)
      EXPECT_EQ(selected.annotators.name(id), data.annotators.name(id));
    EXPECT_EQ(selected.report.rows, 0u);
    std::size_t next = 0;
    for (std::size_t n = 0; n < data.size(); ++n) {
      if (!keep[n]) continue;
      ASSERT_LT(next, selected.size());
      EXPECT_EQ(selected.winner(next), data.winner(n));
      EXPECT_EQ(selected.loser(next), data.loser(n));
      EXPECT_EQ(selected.annotator(next), data.annotator(n));
      EXPECT_EQ(selected.weight(next), data.weight(n));
      EXPECT_EQ(selected.tie(next), data.tie(n));
      EXPECT_EQ(selected.row(next), data.row(n)) << "seed " << seed;
      ++next;
    }
    EXPECT_EQ(next, selected.size());
  }
}

TEST(Select, AllOrNothing) {
  Random random(1);
  const Comparisons data = zoo::from_rows(5, zoo::random_rows(5, 12, 1, random));
  EXPECT_EQ(select(data, std::vector<std::uint8_t>(12, 1)).size(), 12u);
  const Comparisons none = select(data, std::vector<std::uint8_t>(12, 0));
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(none.items.size(), 5u);
}

}  // namespace
}  // namespace pdrank
