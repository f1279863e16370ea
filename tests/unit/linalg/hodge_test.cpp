#include "pdrank/linalg/hodge.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>

#include "pdrank/core/parallel.hpp"
#include "pdrank/data/components.hpp"
#include "support/decompositions.hpp"
#include "support/problem_zoo.hpp"

namespace pdrank {
namespace {

constexpr int kMany = 10'000;  // iterations

PairGraph pairs_of(const Comparisons& data) { return merge_pairs(merge(data, TieRule::half).graph); }

// Items 0 .. count - 1 and the pairs {a, b} given.
PairGraph pairs_of(ItemId count, const std::vector<std::pair<ItemId, ItemId>>& pairs) {
  Comparisons data;
  for (ItemId item = 0; item < count; ++item) data.items.intern(std::to_string(item));
  for (const auto& [a, b] : pairs) data.add({.winner = a, .loser = b});
  return pairs_of(data);
}

PairGraph complete(ItemId count) {
  std::vector<std::pair<ItemId, ItemId>> pairs;
  for (ItemId a = 0; a < count; ++a)
    for (ItemId b = 0; b < a; ++b) pairs.emplace_back(a, b);
  return pairs_of(count, pairs);
}

// A path through all items, so that the graph is connected, and `more` pairs.
PairGraph random_connected(Random& random) {
  const auto items = static_cast<std::uint32_t>(3 + random.below(15));
  Comparisons data = zoo::random_comparisons(items, random.below(5 * items), 0.3, random);
  for (ItemId item = 1; item < items; ++item) data.add({.winner = item, .loser = item - 1});
  return pairs_of(data);
}

std::vector<double> random_flow(std::size_t size, Random& random) {
  std::vector<double> flow(size);
  for (double& value : flow) value = random.uniform(-1, 1);
  return flow;
}

Eigen::Map<const Eigen::VectorXd> as_eigen(const std::vector<double>& values) {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}

// The three parts by dense projections in the coordinates sqrt(W) flow, where the inner product is the usual one.
struct DenseSplit {
  Eigen::VectorXd scores, gradient, curl, harmonic;  // flows times sqrt(W)
};

DenseSplit dense_split(const ComparisonGraph& graph, const std::vector<double>& weight,
                       const std::vector<double>& flow) {
  const Eigen::VectorXd root = as_eigen(weight).cwiseSqrt();
  const Eigen::Index edges = root.size(), nodes = graph.node_count();
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(edges, nodes);
  for (EdgeId e = 0; e < graph.edge_count(); ++e) a(e, graph.winner[e]) = root[e], a(e, graph.loser[e]) = -root[e];

  Eigen::MatrixXd circles(edges, 0);
  for (std::uint32_t u = 0; u < graph.node_count(); ++u)
    for (std::uint32_t v = 0; v < u; ++v)
      for (std::uint32_t w = 0; w < v; ++w) {
        Eigen::VectorXd circle = Eigen::VectorXd::Zero(edges);
        int sides = 0;
        for (const auto& [from, to] : {std::pair(u, v), std::pair(v, w), std::pair(w, u)}) {
          const EdgeId along = graph.find_edge(from, to), against = graph.find_edge(to, from);
          if (along != kNoEdge) circle[along] = 1 / root[along], ++sides;
          if (against != kNoEdge) circle[against] = -1 / root[against], ++sides;
        }
        if (sides < 3) continue;
        circles.conservativeResize(Eigen::NoChange, circles.cols() + 1);
        circles.rightCols(1) = circle;
      }

  DenseSplit split;
  const Eigen::VectorXd y = root.cwiseProduct(as_eigen(flow));
  split.scores = dense::least_squares(a, y);
  split.gradient = a * split.scores;
  split.curl = Eigen::VectorXd::Zero(edges);
  if (circles.cols() > 0) split.curl = circles * dense::least_squares(circles, y);
  split.harmonic = y - split.gradient - split.curl;
  return split;
}

class HodgeOnRandomGraphs : public testing::TestWithParam<std::uint64_t> {
 protected:
  HodgeOnRandomGraphs()
      : random_(GetParam()),
        pairs_(random_connected(random_)),
        weight_(zoo::log_uniform(pairs_.graph.edge_count(), 1e-3, 1e3, random_)),
        flow_(random_flow(pairs_.graph.edge_count(), random_)),
        dense_(dense_split(pairs_.graph, weight_, flow_)) {}

  Random random_;
  PairGraph pairs_;
  std::vector<double> weight_, flow_;
  DenseSplit dense_;
};

TEST_P(HodgeOnRandomGraphs, PartsAreThoseOfDenseProjections) {
  const auto total = static_cast<double>(flow_.size());
  std::vector<double> rest = flow_, scores(pairs_.graph.node_count());
  const GradientReport gradient = remove_gradient(Incidence(pairs_.graph), weight_, kMany, rest, scores);
  EXPECT_LT((as_eigen(scores) - dense_.scores).cwiseAbs().maxCoeff(), 1e-10);
  EXPECT_NEAR(gradient.gradient, dense_.gradient.squaredNorm(), 1e-10 * total);
  EXPECT_NEAR(gradient.rest, (dense_.curl + dense_.harmonic).squaredNorm(), 1e-10 * total);
  EXPECT_LE(gradient.kkt_residual, 1e-12);

  const CurlReport curl = remove_curl(*find_triangles(pairs_, 1000), weight_, 1e-14 * total, kMany, rest);
  EXPECT_TRUE(curl.settled);
  EXPECT_NEAR(curl.curl, dense_.curl.squaredNorm(), 1e-10 * total);
  EXPECT_NEAR(curl.rest, dense_.harmonic.squaredNorm(), 1e-10 * total);
  const Eigen::VectorXd harmonic = as_eigen(weight_).cwiseSqrt().cwiseProduct(as_eigen(rest));
  EXPECT_LT((harmonic - dense_.harmonic).cwiseAbs().maxCoeff(), 1e-5) << "enough bounds its square";
}

// The other order gives the same curl: a gradient sums to zero round every triangle.
TEST_P(HodgeOnRandomGraphs, GradientAndCurlAreOrthogonal) {
  const auto total = static_cast<double>(flow_.size());
  const CurlReport curl = remove_curl(*find_triangles(pairs_, 1000), weight_, 1e-14 * total, kMany, flow_);
  EXPECT_NEAR(curl.curl, dense_.curl.squaredNorm(), 1e-10 * total);
  EXPECT_NEAR(dense_.gradient.dot(dense_.curl), 0, 1e-12 * total);
}

INSTANTIATE_TEST_SUITE_P(Seeds, HodgeOnRandomGraphs, testing::Range<std::uint64_t>(0, 100));

TEST(Hodge, ATriangleIsAllCurlAndALongerCircleAllHarmonic) {
  for (const ItemId length : {3u, 4u, 5u}) {
    std::vector<std::pair<ItemId, ItemId>> circle;
    for (ItemId item = 0; item < length; ++item) circle.emplace_back(item, (item + 1) % length);
    const PairGraph pairs = pairs_of(length, circle);
    std::vector<double> flow(length), scores(length), weight(length, 2.0);
    for (EdgeId e = 0; e < length; ++e) flow[e] = pairs.graph.loser[e] == (pairs.graph.winner[e] + 1) % length ? 1 : -1;
    const GradientReport gradient = remove_gradient(Incidence(pairs.graph), weight, kMany, flow, scores);
    EXPECT_NEAR(gradient.gradient, 0, 1e-28);
    const CurlReport curl = remove_curl(*find_triangles(pairs, 10), weight, 1e-10, kMany, flow);
    EXPECT_NEAR(curl.curl, length == 3 ? 6 : 0, 1e-12);
    EXPECT_NEAR(curl.rest, length == 3 ? 0 : 2 * length, 1e-12);
  }
}

// Conjugate gradients lose their orthogonality on long paths; they must get there all the same.
TEST(Hodge, LongPath) {
  constexpr ItemId kItems = 500;
  std::vector<std::pair<ItemId, ItemId>> path;
  for (ItemId item = 1; item < kItems; ++item) path.emplace_back(item, item - 1);
  const PairGraph pairs = pairs_of(kItems, path);
  Random random(1);
  const std::vector<double> weight = zoo::log_uniform(kItems - 1, 1e-2, 1e2, random);
  std::vector<double> flow = random_flow(kItems - 1, random), scores(kItems);
  const std::vector<double> before = flow;
  const GradientReport report = remove_gradient(Incidence(pairs.graph), weight, 100'000, flow, scores);
  EXPECT_LT(report.kkt_residual, 1e-9);
  for (EdgeId e = 0; e + 1 < kItems; ++e)
    EXPECT_NEAR(scores[pairs.graph.winner[e]] - scores[pairs.graph.loser[e]], before[e], 1e-8);
}

TEST(Hodge, ACompleteGraphHasNoHarmonicPart) {
  const PairGraph pairs = complete(30);
  Random random(2);
  const std::vector<double> weight = zoo::log_uniform(pairs.graph.edge_count(), 1e-2, 1e2, random);
  std::vector<double> flow = random_flow(weight.size(), random);
  const CurlReport report = remove_curl(*find_triangles(pairs, 10'000), weight, 1e-9, kMany, flow);
  std::vector<double> scores(30);
  const GradientReport left = remove_gradient(Incidence(pairs.graph), weight, kMany, flow, scores);
  EXPECT_GT(report.curl, 1);
  EXPECT_LT(left.rest, 1e-6);
}

// A strip of triangles whose sides weigh 10,000 times as much as what they share. A flow on three sides in the middle
// spreads by one triangle an iteration, and some iterations take out next to nothing.
TEST(Hodge, DoesNotSettleTooEarly) {
  constexpr ItemId kItems = 200;
  std::vector<std::pair<ItemId, ItemId>> strip;
  for (ItemId item = 1; item < kItems; ++item) strip.emplace_back(item - 1, item);
  for (ItemId item = 2; item < kItems; ++item) strip.emplace_back(item - 2, item);
  const PairGraph pairs = pairs_of(kItems, strip);
  std::vector<double> weight, flow;
  for (EdgeId e = 0; e < pairs.graph.edge_count(); ++e) {
    const auto [low, high] = std::minmax(pairs.graph.winner[e], pairs.graph.loser[e]);
    const bool side = high - low == 2;
    weight.push_back(side ? 1e4 : 1);
    flow.push_back(side && low >= 99 && low <= 101 ? 1 : 0);
  }
  const double total = 3e4;
  const Triangles triangles = *find_triangles(pairs, 1000);
  std::vector<double> quick_flow = flow;
  const CurlReport exact = remove_curl(triangles, weight, 1e-15 * total, kMany, flow);
  const CurlReport quick = remove_curl(triangles, weight, 1e-5 * total, kMany, quick_flow);
  EXPECT_TRUE(quick.settled);
  EXPECT_GT(exact.curl, 1e-3 * total);
  EXPECT_NEAR(quick.curl, exact.curl, 5e-5 * total);
}

TEST(Hodge, SaysWhenItHasNotSettled) {
  const PairGraph pairs = complete(12);
  Random random(3);
  const std::vector<double> weight = zoo::log_uniform(pairs.graph.edge_count(), 1e-4, 1e4, random);
  const std::vector<double> flow = random_flow(weight.size(), random);
  const Triangles triangles = *find_triangles(pairs, 1000);
  std::vector<double> early = flow, late = flow;
  const CurlReport cut_short = remove_curl(triangles, weight, 1e-9, 3, early);
  const CurlReport whole = remove_curl(triangles, weight, 1e-9, kMany, late);
  EXPECT_EQ(cut_short.iterations, 3);
  EXPECT_FALSE(cut_short.settled);
  EXPECT_TRUE(whole.settled);
  EXPECT_LT(cut_short.curl, whole.curl);
  EXPECT_NEAR(cut_short.curl + cut_short.rest, whole.curl + whole.rest, 1e-9 * whole.curl);
}

struct StopAt : Observer {
  int left;
  explicit StopAt(int questions) : left(questions) {}
  bool stop_requested() override { return left-- <= 0; }
};

TEST(Hodge, EndsWhenAskedTo) {
  Random random(4);
  const PairGraph pairs = random_connected(random);
  const std::vector<double> weight(pairs.graph.edge_count(), 1.0);
  std::vector<double> flow = random_flow(weight.size(), random), scores(pairs.graph.node_count());
  StopAt second(1), third(2);
  EXPECT_EQ(remove_gradient(Incidence(pairs.graph), weight, kMany, flow, scores, &second).iterations, 1);
  const CurlReport report = remove_curl(*find_triangles(pairs, 1000), weight, 1e-12, kMany, flow, &third);
  EXPECT_EQ(report.iterations, 2);
  EXPECT_FALSE(report.settled);
}

// Enough triangles an edge for all chunks.
TEST(Hodge, SameBitsOnAnyNumberOfThreads) {
  const PairGraph pairs = complete(60);
  Random random(5);
  const std::vector<double> weight = zoo::log_uniform(pairs.graph.edge_count(), 0.1, 10, random);
  const std::vector<double> flow = random_flow(weight.size(), random);
  const Triangles triangles = *find_triangles(pairs, 100'000);
  const auto rest = [&](int threads) {
    const ThreadScope scope(threads);
    std::vector<double> left = flow;
    remove_curl(triangles, weight, 1e-6, 20, left);
    return left;
  };
  EXPECT_EQ(rest(1), rest(4));
}

}  // namespace
}  // namespace pdrank
