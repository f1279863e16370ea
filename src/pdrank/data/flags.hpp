// What the data cannot tell about an item, whatever the method that ranks it.
#pragma once

#include <string>
#include <vector>

#include "pdrank/data/bridges.hpp"
#include "pdrank/data/graph.hpp"

namespace pdrank {

struct ItemFlags {
  bool unbeaten = false;  // has won and never lost: how far above the rest it belongs is open
  bool winless = false;   // has lost and never won
  bool bridge = false;    // what links it to the rest is one pair with fewer than `few` comparisons (hanging_nodes)
  bool few = false;       // fewer than `few` comparisons
};

// By node. Comparisons count by weight. A tie that counts is half a win each way, so whoever tied is neither unbeaten
// nor winless. With `few` 0, nothing is bridge or few.
std::vector<ItemFlags> flag_items(const ComparisonGraph& graph, const Bridges& bridges, double few);
// Of one item that has won and lost so much; bridges are for others to find.
ItemFlags flag_item(double won, double lost, double few);

// The names of those that are set, in the order above.
std::vector<std::string> flag_words(const ItemFlags& flags);

}  // namespace pdrank
