#include "pdrank/report/cluster_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "pdrank/core/random.hpp"

namespace pdrank {
namespace {

using Leaves = std::vector<std::uint32_t>;

// The same by the definition: distances of clusters are means over all pairs of members, made anew for every step.
Leaves slow_order(const std::vector<double>& profile, std::uint32_t size) {
  const auto distance = [&](std::uint32_t i, std::uint32_t j) {
    double sum = 0;
    for (std::uint32_t k = 0; k < size; ++k)
      if (k != i && k != j) sum += std::pow(profile[i * size + k] - profile[j * size + k], 2);
    return std::sqrt(sum);
  };
  const auto linkage = [&](const Leaves& a, const Leaves& b) {
    double sum = 0;
    for (const auto i : a)
      for (const auto j : b) sum += distance(i, j);
    return sum / static_cast<double>(a.size() * b.size());
  };
  const auto mean = [](const Leaves& leaves) {
    double sum = 0;
    for (const auto leaf : leaves) sum += leaf;
    return sum / static_cast<double>(leaves.size());
  };
  std::vector<Leaves> clusters;
  for (std::uint32_t i = 0; i < size; ++i) clusters.push_back({i});
  while (clusters.size() > 1) {
    std::size_t first = 0, second = 1;
    for (std::size_t a = 0; a < clusters.size(); ++a)
      for (std::size_t b = a + 1; b < clusters.size(); ++b)
        if (linkage(clusters[a], clusters[b]) < linkage(clusters[first], clusters[second])) {
          first = a;
          second = b;
        }
    Leaves joined = clusters[first], other = clusters[second];
    if (mean(other) < mean(joined)) std::swap(joined, other);
    joined.insert(joined.end(), other.begin(), other.end());
    clusters[first] = joined;
    clusters.erase(clusters.begin() + static_cast<std::ptrdiff_t>(second));
  }
  return clusters.front();
}

TEST(ClusterOrder, IsWhatTheDefinitionSays) {
  Random random(5);
  for (const std::uint32_t size : {1u, 2u, 3u, 8u, 17u, 30u}) {
    std::vector<double> profile(size * size);
    for (double& value : profile) value = random.uniform(-1, 1);
    EXPECT_EQ(cluster_order(profile, size), slow_order(profile, size)) << size;
  }
}

// Even items beat all odd ones and tie among themselves: two kinds that alternate in the order given.
TEST(ClusterOrder, PutsWhatIsAlikeSideBySide) {
  constexpr std::uint32_t kSize = 12;
  std::vector<double> profile(kSize * kSize, 0);
  for (std::uint32_t i = 0; i < kSize; ++i)
    for (std::uint32_t j = 0; j < kSize; ++j) profile[i * kSize + j] = i % 2 == j % 2 ? 0 : i % 2 == 0 ? 0.9 : -0.9;
  const Leaves order = cluster_order(profile, kSize);
  for (std::size_t k = 0; k < kSize; ++k) EXPECT_EQ(order[k] % 2, k < kSize / 2 ? 0u : 1u) << k;
}

TEST(ClusterOrder, OfNothingAndOfEquals) {
  EXPECT_TRUE(cluster_order({}, 0).empty());
  Leaves order = cluster_order(std::vector<double>(49, 0), 7);
  std::ranges::sort(order);
  EXPECT_EQ(order, (Leaves{0, 1, 2, 3, 4, 5, 6})) << "each once";
}

}  // namespace
}  // namespace pdrank
