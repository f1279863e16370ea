#include "pdrank/report/cluster_order.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace pdrank {
namespace {

using Leaves = std::vector<std::uint32_t>;

double mean(const Leaves& leaves) {
  double sum = 0;
  for (const std::uint32_t leaf : leaves) sum += leaf;
  return sum / static_cast<double>(leaves.size());
}

class Clusters {
 public:
  Clusters(std::span<const double> profile, std::uint32_t size) : distance_(profile.size(), 0), leaves_(size) {
    for (std::uint32_t i = 0; i < size; ++i) {
      leaves_[i] = {i};
      for (std::uint32_t j = 0; j < size; ++j) at(i, j) = measure(profile, i, j);
    }
  }

  // The closest two, of equals the first.
  std::pair<std::size_t, std::size_t> closest() const {
    std::pair<std::size_t, std::size_t> best;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t a = 0; a < leaves_.size(); ++a)
      for (std::size_t b = a + 1; b < leaves_.size(); ++b) {
        if (leaves_[a].empty() || leaves_[b].empty() || at(a, b) >= least) continue;
        least = at(a, b);
        best = {a, b};
      }
    return best;
  }

  // a takes b in.
  void join(std::size_t a, std::size_t b) {
    const auto in_a = static_cast<double>(leaves_[a].size()), in_b = static_cast<double>(leaves_[b].size());
    for (std::size_t other = 0; other < leaves_.size(); ++other)
      at(a, other) = at(other, a) = (in_a * at(a, other) + in_b * at(b, other)) / (in_a + in_b);
    if (mean(leaves_[b]) < mean(leaves_[a])) std::swap(leaves_[a], leaves_[b]);
    leaves_[a].insert(leaves_[a].end(), leaves_[b].begin(), leaves_[b].end());
    leaves_[b].clear();
  }

  const Leaves& leaves(std::size_t cluster) const { return leaves_[cluster]; }

 private:
  double measure(std::span<const double> profile, std::size_t i, std::size_t j) const {
    double sum = 0;
    for (std::size_t k = 0; k < leaves_.size(); ++k) {
      if (k == i || k == j) continue;
      const double gap = profile[i * leaves_.size() + k] - profile[j * leaves_.size() + k];
      sum += gap * gap;
    }
    return std::sqrt(sum);
  }

  double& at(std::size_t a, std::size_t b) { return distance_[a * leaves_.size() + b]; }
  double at(std::size_t a, std::size_t b) const { return distance_[a * leaves_.size() + b]; }

  std::vector<double> distance_;  // mean, between the members of two clusters
  std::vector<Leaves> leaves_;    // by cluster; empty: it is in another
};

}  // namespace

std::vector<std::uint32_t> cluster_order(std::span<const double> profile, std::uint32_t size) {
  if (size == 0) return {};
  Clusters clusters(profile, size);
  for (std::uint32_t joined = 1; joined < size; ++joined) {
    const auto [a, b] = clusters.closest();
    clusters.join(a, b);
  }
  return clusters.leaves(0);
}

}  // namespace pdrank
