#include "pdrank/methods/confidence.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "pdrank/core/parallel.hpp"
#include "pdrank/methods/places.hpp"
#include "pdrank/metrics/draws.hpp"

namespace pdrank {
namespace {

static_assert(Confidences::kNoAnswer == kNoEdge);

bool has_ties(const Comparisons& data) {
  for (std::size_t n = 0; n < data.size(); ++n)
    if (data.tie(n)) return true;
  return false;
}

std::vector<Standing> standings(const ComparisonGraph& graph, const Components& weak, std::span<const double> scores) {
  const std::vector<double> gap = indistinct_gaps(weak, scores);
  std::vector<Standing> standing(graph.edge_count());
  parallel_blocks(standing.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t edge = begin; edge < end; ++edge) {
      const double margin = scores[graph.winner[edge]] - scores[graph.loser[edge]];
      if (std::abs(margin) <= gap[weak.of_item[graph.winner[edge]]])
        standing[edge] = Standing::level;
      else
        standing[edge] = margin > 0 ? Standing::with : Standing::against;
    }
  });
  return standing;
}

// A tie is right if neither of the two is above the other; what speaks for it is how far the draws leave that open.
double probability_of_tie(double above) { return 2 * std::min(above, 1 - above); }

// A tie is as credible as the less credible of the two orders it stands between.
void add_tie(const ComparisonGraph& graph, EdgeId edge, Confidences& confidence) {
  const EdgeId back = graph.find_edge(graph.loser[edge], graph.winner[edge]);
  confidence.standing.push_back(Standing::with);
  if (auto& weight = confidence.weight; !weight.empty()) weight.push_back(std::min(weight[edge], weight[back]));
  if (auto& above = confidence.probability_correct; !above.empty()) above.push_back(probability_of_tie(above[edge]));
}

// The answers of ties come after the edges, which are those of strict comparisons.
void set_ties_apart(const Comparisons& data, const ComparisonGraph& graph, Confidences& confidence) {
  std::vector<std::uint32_t> tie_of(graph.edge_count(), Confidences::kNoAnswer);
  std::vector<std::uint8_t> strict(graph.edge_count(), 0);
  for (std::size_t n = 0; n < data.size(); ++n) {
    std::uint32_t& answer = confidence.answer_of[n];
    if (answer == Confidences::kNoAnswer) continue;
    if (!data.tie(n)) {
      strict[answer] = 1;
      continue;
    }
    if (tie_of[answer] == Confidences::kNoAnswer) {
      tie_of[answer] = static_cast<std::uint32_t>(confidence.standing.size());
      add_tie(graph, answer, confidence);
    }
    answer = tie_of[answer];
  }
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge)
    if (!strict[edge]) confidence.standing[edge] = Standing::unused;
}

struct Counts {
  std::array<double, 4> by_standing = {};
  void operator+=(const Counts& other) {
    for (std::size_t k = 0; k < 4; ++k) by_standing[k] += other.by_standing[k];
  }
};

Counts count_standings(const Comparisons& data, const Confidences& confidence) {
  return parallel_sum<Counts>(confidence.size(), [&](std::size_t begin, std::size_t end) {
    Counts counts;
    for (std::size_t n = begin; n < end; ++n) {
      const std::uint32_t answer = confidence.answer_of[n];
      const Standing standing = answer == Confidences::kNoAnswer ? Standing::unused : confidence.standing[answer];
      counts.by_standing[static_cast<std::size_t>(standing)] += data.weight(n);
    }
    return counts;
  });
}

Confidences carry_back(const Comparisons& data, OwnAnswers& answers) {
  Confidences confidence;
  confidence.answer_of = std::move(answers.of);
  for (std::size_t k = 0; k < answers.is_tie.size(); ++k) {
    const double above = answers.probability_above[k];
    confidence.probability_correct.push_back(answers.is_tie[k] ? probability_of_tie(above) : above);
    confidence.standing.push_back(answers.is_tie[k] || above > 0.5 ? Standing::with
                                  : above < 0.5                    ? Standing::against
                                                                   : Standing::level);
  }
  confidence.answers = count_standings(data, confidence).by_standing;
  return confidence;
}

}  // namespace

Confidences carry_back(const Comparisons& data, const Components& weak, MergedComparisons& merged,
                       MethodOutput& output) {
  if (!output.answers.of.empty()) return carry_back(data, output.answers);
  const ComparisonGraph& graph = merged.graph;
  Confidences confidence;
  confidence.answer_of = std::move(merged.edge_of);
  confidence.standing = standings(graph, weak, output.ranked_by());
  confidence.weight = std::move(output.edge_weight);
  if (!output.draws.empty())
    confidence.probability_correct = probabilities_above(output.draws, graph.winner, graph.loser);
  if (has_ties(data)) set_ties_apart(data, graph, confidence);
  confidence.answers = count_standings(data, confidence).by_standing;
  return confidence;
}

}  // namespace pdrank
