// The answers as the posterior sees them: who won against whom how often, by whose word. Answers that the model cannot
// tell apart (same winner, same loser, same annotator) are one, with a count.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pdrank/data/graph.hpp"

namespace pdrank {

// One end of an answer, as its node sees it.
struct AnswerEnd {
  std::uint32_t other = 0;   // node at the other end
  std::uint32_t source = 0;  // who gave the answer
  float times = 0;           // summed weight
  bool won = false;
};

class Answers {
 public:
  // As merge_by_source gives them; a source may have none.
  Answers(const std::vector<SourcedEdge>& edges, std::uint32_t nodes, std::uint32_t sources);
  // The graph's edges, in any order, all from one source.
  explicit Answers(const ComparisonGraph& graph);

  std::uint32_t node_count() const { return static_cast<std::uint32_t>(first_end_.size() - 1); }
  std::uint32_t source_count() const { return static_cast<std::uint32_t>(first_of_source_.size() - 1); }
  std::size_t size() const { return winner.size(); }

  // Ends at a node.
  std::span<const AnswerEnd> at(std::uint32_t node) const {
    return {ends_.data() + first_end_[node], ends_.data() + first_end_[node + 1]};
  }
  // The answers of a source are first_of(source) .. first_of(source + 1) - 1.
  std::size_t first_of(std::uint32_t which) const { return first_of_source_[which]; }
  // Summed weight of a source's answers.
  double weight_of(std::uint32_t which) const { return weight_of_source_[which]; }

  std::vector<std::uint32_t> winner, loser, source;  // by answer, sorted by source
  std::vector<float> times;

 private:
  void index(std::uint32_t nodes, std::uint32_t sources);

  std::vector<std::size_t> first_of_source_, first_end_;
  std::vector<double> weight_of_source_;
  std::vector<AnswerEnd> ends_;
};

}  // namespace pdrank
