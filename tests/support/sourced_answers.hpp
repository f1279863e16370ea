// Answers of several sources, each of whom turns answers round with a probability of its own.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "pdrank/core/random.hpp"
#include "pdrank/posterior/answers.hpp"

namespace pdrank::zoo {

// Random pairs of nodes with scores uniform on [0, apart]; `each` answers a source.
inline Answers sourced_answers(std::uint32_t nodes, double apart, const std::vector<double>& flip, int each,
                               std::uint64_t seed) {
  Random random(seed);
  std::vector<double> score(nodes);
  for (double& value : score) value = random.uniform(0, apart);
  std::vector<AnswerRow> rows;
  for (std::uint32_t source = 0; source < flip.size(); ++source)
    for (int k = 0; k < each; ++k) {
      const auto a = static_cast<std::uint32_t>(random.below(nodes));
      const auto b = static_cast<std::uint32_t>((a + 1 + random.below(nodes - 1)) % nodes);
      const std::uint32_t first = std::min(a, b), second = std::max(a, b);
      const double p = 1 / (1 + std::exp(score[second] - score[first]));
      const bool won = random.chance(flip[source] + (1 - 2 * flip[source]) * p);
      rows.push_back({first, second, source, won ? 1.0f : 0.0f, won ? 0.0f : 1.0f, 0});
    }
  return make_answers(std::move(rows), nodes, static_cast<std::uint32_t>(flip.size()));
}

}  // namespace pdrank::zoo
