#include "pdrank/posterior/answers.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace pdrank {

struct Answers::Answer {
  std::uint32_t source, winner, loser;
  double times;
  auto key() const { return std::tie(source, winner, loser); }
};

// Sorted, equal ones added up.
std::vector<Answers::Answer> Answers::merged(std::vector<Answer> answers) {
  std::ranges::stable_sort(answers, [](const Answer& a, const Answer& b) { return a.key() < b.key(); });
  std::size_t kept = 0;
  for (const Answer& answer : answers) {
    if (kept > 0 && answers[kept - 1].key() == answer.key())
      answers[kept - 1].times += answer.times;
    else
      answers[kept++] = answer;
  }
  answers.resize(kept);
  return answers;
}

Answers::Answers(const ComparisonGraph& graph) {
  std::vector<Answer> edges;
  for (EdgeId edge = 0; edge < graph.edge_count(); ++edge)
    edges.push_back({0, graph.winner[edge], graph.loser[edge], graph.count[edge]});
  fill(std::move(edges), graph.node_count(), 1);
}

Answers::Answers(const Comparisons& data, const MergedComparisons& comparisons) {
  std::vector<std::uint32_t> source_of(data.annotators.size());
  std::iota(source_of.begin(), source_of.end(), 0u);
  *this = Answers(data, comparisons, source_of, static_cast<std::uint32_t>(source_of.size()));
}

Answers::Answers(const Comparisons& data, const MergedComparisons& comparisons,
                 std::span<const std::uint32_t> source_of, std::uint32_t others) {
  bool some_by_others = false;
  std::vector<Answer> rows;
  for (std::size_t n = 0; n < data.size(); ++n) {
    const EdgeId edge = comparisons.edge_of[n];
    if (edge == kNoEdge) continue;
    const std::uint32_t who = data.annotator(n) == kNoAnnotator ? others : source_of[data.annotator(n)];
    some_by_others |= who == others;
    const std::uint32_t first = comparisons.graph.winner[edge], second = comparisons.graph.loser[edge];
    if (data.tie(n)) {
      rows.push_back({who, first, second, data.weight(n) / 2});
      rows.push_back({who, second, first, data.weight(n) / 2});
    } else {
      rows.push_back({who, first, second, data.weight(n)});
    }
  }
  fill(std::move(rows), comparisons.graph.node_count(), others + (some_by_others || others == 0 ? 1 : 0));
}

void Answers::fill(std::vector<Answer> answers, std::uint32_t nodes, std::uint32_t sources) {
  for (const Answer& answer : merged(std::move(answers))) {
    source.push_back(answer.source);
    winner.push_back(answer.winner);
    loser.push_back(answer.loser);
    times.push_back(static_cast<float>(answer.times));
  }
  index(nodes, sources);
}

void Answers::index(std::uint32_t nodes, std::uint32_t sources) {
  first_of_source_.assign(sources + 1, 0);
  weight_of_source_.assign(sources, 0);
  first_end_.assign(nodes + 1, 0);
  for (std::size_t k = 0; k < size(); ++k) {
    ++first_of_source_[source[k] + 1];
    weight_of_source_[source[k]] += static_cast<double>(times[k]);
    ++first_end_[winner[k] + 1];
    ++first_end_[loser[k] + 1];
  }
  std::partial_sum(first_of_source_.begin(), first_of_source_.end(), first_of_source_.begin());
  std::partial_sum(first_end_.begin(), first_end_.end(), first_end_.begin());
  ends_.resize(2 * size());
  std::vector<std::size_t> next(first_end_.begin(), first_end_.end() - 1);
  for (std::size_t k = 0; k < size(); ++k) {
    ends_[next[winner[k]]++] = {loser[k], source[k], times[k], true};
    ends_[next[loser[k]]++] = {winner[k], source[k], times[k], false};
  }
}

}  // namespace pdrank
