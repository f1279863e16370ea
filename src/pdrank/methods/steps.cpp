#include "pdrank/methods/steps.hpp"

#include <algorithm>
#include <cmath>

#include "pdrank/core/errors.hpp"

namespace pdrank {

std::vector<std::uint8_t> nodes_kept(const RankOptions& options, std::span<const std::uint32_t> part_of_node,
                                     std::uint64_t largest) {
  if (largest == 1)
    throw InvalidArgument("component", std::string(name_of(options.component)),
                          "the data have no such part of two items or more");
  std::vector<std::uint8_t> keep(part_of_node.size());
  std::ranges::transform(part_of_node, keep.begin(), [](std::uint32_t part) { return part == 0; });
  return keep;
}

bool clear_infinite(std::span<double> scores) {
  bool any = false;
  for (double& score : scores) {
    if (std::isfinite(score)) continue;
    score = 0;
    any = true;
  }
  return any;
}

}  // namespace pdrank
