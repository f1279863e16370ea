// Scores as they might be: draws of all scores together, each as plausible as the next. Of a posterior or a bootstrap;
// what they say about ranks is in metrics/draws.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace pdrank {

class ScoreDraws {
 public:
  ScoreDraws() = default;
  explicit ScoreDraws(std::size_t nodes, std::size_t count = 0) : nodes_(nodes), values_(nodes * count) {}

  // Few draws of a law that is nearly normal are read as a sample of a normal law, not share by share.
  bool smooth = false;

  std::size_t nodes() const { return nodes_; }
  std::size_t count() const { return nodes_ == 0 ? 0 : values_.size() / nodes_; }
  bool empty() const { return values_.empty(); }

  // One draw: the scores by node.
  std::span<const float> operator[](std::size_t draw) const { return {values_.data() + draw * nodes_, nodes_}; }
  std::span<float> operator[](std::size_t draw) { return {values_.data() + draw * nodes_, nodes_}; }
  // All of them, draw after draw.
  std::span<float> values() { return values_; }

 private:
  std::size_t nodes_ = 0;
  std::vector<float> values_;
};

}  // namespace pdrank
