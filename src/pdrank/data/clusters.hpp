// Answers that are not independent of each other: those with the same value of a column, or of the same annotator.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pdrank/data/comparisons.hpp"

namespace pdrank {

struct Clusters {
  std::vector<std::uint32_t> of;  // by comparison, numbered in the order of the names
  std::uint32_t count = 0;
};

// By a column of the context, or by annotator (kAnnotatorCluster). A comparison without a value is a cluster of its
// own. InvalidArgument, field "cluster", if there is no such column or all comparisons are in one cluster.
Clusters clusters_by(const Comparisons& data, const std::string& name);

}  // namespace pdrank
