// What a fit leaves behind for the next one on nearly the same data: where each of its rounds ended. Items are known by
// name, so that they may come, go, and change their ids in between.
#pragma once

#include <span>
#include <vector>

#include "pdrank/data/comparisons.hpp"
#include "pdrank/data/graph.hpp"

namespace pdrank {

class WarmStart {
 public:
  bool empty() const { return path_.empty(); }

  // By round and node of a part; NaN for items that it does not know, or whose part had fewer rounds.
  std::vector<std::vector<double>> path_of(const ComparisonGraph& part, const Comparisons& data) const;

  void keep(const ComparisonGraph& part, const Comparisons& data, std::span<const std::vector<double>> path);

 private:
  ItemIndex items_;
  std::vector<std::vector<double>> path_;  // by round and item
};

}  // namespace pdrank
