#include "pdrank/methods/warm_start.hpp"

#include "pdrank/core/result.hpp"

namespace pdrank {
namespace {

double count_answers(const Comparisons& data) {
  double sum = 0;
  for (std::size_t n = 0; n < data.size(); ++n) sum += data.weight(n);
  return sum;
}

}  // namespace

std::vector<std::vector<double>> RoundsPath::path_of(const ComparisonGraph& part, const Comparisons& data) const {
  std::vector<std::vector<double>> path(path_.size(), std::vector<double>(part.node_count(), kNone));
  for (std::size_t node = 0; node < part.node_count(); ++node) {
    const auto item = items_.find(data.items.name(part.item[node]));
    if (!item) continue;
    for (std::size_t round = 0; round < path.size(); ++round)
      if (*item < path_[round].size()) path[round][node] = path_[round][*item];
  }
  return path;
}

void RoundsPath::keep(const ComparisonGraph& part, const Comparisons& data, std::span<const std::vector<double>> path) {
  if (path_.size() < path.size()) path_.resize(path.size());
  for (std::size_t node = 0; node < part.node_count(); ++node) {
    const std::uint32_t item = items_.intern(data.items.name(part.item[node]));
    for (std::size_t round = 0; round < path.size(); ++round) {
      path_[round].resize(items_.size(), kNone);
      path_[round][item] = path[round][node];
    }
  }
}

std::optional<Learned> KeptLearning::learned_for(const Comparisons& data) const {
  constexpr double kGrowth = 1.1;
  const double answers = count_answers(data);
  if (answers_ == 0 || answers < answers_ || answers > kGrowth * answers_) return std::nullopt;
  Learned learned{.model = learned_.model, .words = learned_.words};
  if (learned_.flips.empty()) return learned;
  for (AnnotatorId annotator = 0; annotator < data.annotators.size(); ++annotator) {
    const auto known = annotators_.find(data.annotators.name(annotator));
    learned.flips.push_back(known ? learned_.flips[*known] : learned_.flips.back());
  }
  learned.flips.push_back(learned_.flips.back());
  return learned;
}

void KeptLearning::keep(Learned learned, const Comparisons& data) {
  learned_ = std::move(learned);
  answers_ = count_answers(data);
  annotators_ = {};
  for (AnnotatorId annotator = 0; annotator < data.annotators.size(); ++annotator)
    annotators_.intern(data.annotators.name(annotator));
}

}  // namespace pdrank
