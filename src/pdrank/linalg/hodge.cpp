#include "pdrank/linalg/hodge.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "pdrank/linalg/laplacian.hpp"
#include "pdrank/linalg/vector_ops.hpp"

namespace pdrank {
namespace {

constexpr double kSolved = 1e-12;      // kkt_residual at which the gradient needs no correction
constexpr double kFirstSolve = 1e-12;  // relative residual of conjugate gradients, for all nodes together
constexpr double kCorrection = 1e-4;   // likewise, when only some nodes are not solved yet
constexpr std::size_t kLookBack = 10;  // iterations over which the curl must stand still
constexpr double kNoise = 1e-28;       // <flow, M flow> / <flow, flow> of a flow that has no curl but rounding errors
constexpr std::size_t kMaxChunks = 8;

// <flow, flow>
double energy(std::span<const double> weight, std::span<const double> flow) {
  return parallel_sum(flow.size(), [&](std::size_t begin, std::size_t end) {
    double sum = 0;
    for (std::size_t e = begin; e < end; ++e) sum += weight[e] * flow[e] * flow[e];
    return sum;
  });
}

// A'W flow, by own node
std::vector<double> divergence(const Incidence& incidence, std::span<const double> weight, std::span<const double> flow,
                               const Sharing& sharing) {
  std::vector<double> weighted(flow.size()), out(incidence.node_count()), in(incidence.node_count());
  for_each_index(flow.size(), [&](std::size_t e) { weighted[e] = weight[e] * flow[e]; });
  incidence.gather(weighted, out, in);
  for_each_index(out.size(), [&](std::size_t node) { out[node] -= in[node]; });
  sharing.collect(out);
  return out;
}

double largest_size(std::span<const double> values, const Sharing& sharing) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return sharing.largest(largest);
}

// Over the own nodes of each process.
double largest_ratio(std::span<const double> values, std::span<const double> sizes, const Sharing& sharing) {
  double largest = 0;
  for (std::size_t k = 0; k < sharing.own(values.size()); ++k)
    largest = std::max(largest, std::abs(values[k]) / sizes[k]);
  return sharing.largest(largest);
}

// M = W^-1 C' D^-1 C, with D the row sums of |C| W^-1 |C'|, so that the eigenvalues of M lie between 0 and 1. D as the
// diagonal of C W^-1 C' would do too, but takes three times the iterations where some edges are in one triangle and
// others in hundreds.
class CurlOperator {
 public:
  CurlOperator(const Triangles& triangles, std::span<const double> weight)
      : triangles_(triangles), inverse_weight_(weight.size()), load_(weight.size(), 0.0) {
    for (std::size_t e = 0; e < weight.size(); ++e) {
      load_[e] += static_cast<double>(triangles.offset[e + 1] - triangles.offset[e]);
      inverse_weight_[e] = 1 / weight[e];
    }
    for (const auto [second, third] : triangles.sides) ++load_[second], ++load_[third];
    for (std::size_t e = 0; e < weight.size(); ++e) load_[e] *= inverse_weight_[e];
    cut_into_chunks();
  }

  // out = M flow; returns <flow, M flow>.
  double apply(std::span<const double> flow, std::span<double> out) {
    std::array<double, kMaxChunks> sum{};
    parallel_for(chunk_sums_.size(), [&](std::size_t chunk) { sum[chunk] = apply_chunk(chunk, flow); });
    for_each_index(flow.size(), [&](std::size_t e) {
      double total = 0;
      for (const std::vector<double>& sums : chunk_sums_) total += sums[e];
      out[e] = inverse_weight_[e] * total;
    });
    double total = 0;
    for (const double part : sum) total += part;
    return total;
  }

 private:
  // Chunks hold about the same number of triangles. Each has its own sums by edge, because triangles of several chunks
  // meet at an edge; the sums of all chunks take no more memory than the triangles, and their number depends on the
  // graph alone.
  void cut_into_chunks() {
    const std::size_t edges = load_.size();
    const std::size_t chunks =
        std::clamp<std::size_t>(triangles_.size() / std::max<std::size_t>(edges, 1), 1, kMaxChunks);
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
      const auto begin = std::ranges::lower_bound(triangles_.offset, triangles_.size() * chunk / chunks);
      chunk_begin_.push_back(std::min(edges, static_cast<std::size_t>(begin - triangles_.offset.begin())));
    }
    chunk_begin_.push_back(edges);
    chunk_sums_.assign(chunks, std::vector<double>(edges));
  }

  double apply_chunk(std::size_t chunk, std::span<const double> flow) {
    std::vector<double>& sums = chunk_sums_[chunk];
    std::ranges::fill(sums, 0.0);
    double product = 0;
    for (std::size_t first = chunk_begin_[chunk]; first < chunk_begin_[chunk + 1]; ++first) {
      double first_sum = 0;
      for (std::uint64_t t = triangles_.offset[first]; t < triangles_.offset[first + 1]; ++t) {
        const auto [second, third] = triangles_.sides[t];
        const double curl = flow[first] + flow[second] - flow[third];
        const double scaled = curl / (load_[first] + load_[second] + load_[third]);
        product += curl * scaled;
        first_sum += scaled;
        sums[second] += scaled;
        sums[third] -= scaled;
      }
      sums[first] += first_sum;
    }
    return product;
  }

  const Triangles& triangles_;
  std::vector<double> inverse_weight_;
  std::vector<double> load_;  // by edge: number of its triangles / weight, its share in D
  std::vector<std::size_t> chunk_begin_;
  std::vector<std::vector<double>> chunk_sums_;
};

bool has_settled(std::span<const double> rest, double enough) {
  if (rest.back() <= enough) return true;
  return rest.size() > kLookBack && rest[rest.size() - 1 - kLookBack] - rest.back() <= enough;
}

}  // namespace

// Conjugate gradients see to all nodes together, so nodes of small weight may be left for a second or third solve.
GradientReport remove_gradient(const Incidence& incidence, std::span<const double> weight, int max_iterations,
                               std::span<double> flow, std::span<double> scores, Observer* observer,
                               const Sharing& sharing) {
  const EdgeTiles tiles(incidence.graph());
  Laplacian laplacian(tiles);
  laplacian.set_weights(weight, 0);
  sharing.collect(laplacian.diagonal());
  const std::unique_ptr<LinearSolver> solver = sharing.make_linear_solver(scores.size());
  std::vector<double> residual = divergence(incidence, weight, flow, sharing);
  std::vector<double> correction(scores.size()), gradient(flow.size());
  const double scale = largest_size(flow, sharing);
  std::ranges::fill(scores, 0.0);
  GradientReport report;
  if (scale == 0) return report;

  report.kkt_residual = largest_ratio(residual, laplacian.diagonal(), sharing) / scale;
  double tolerance = kFirstSolve, before = std::numeric_limits<double>::infinity();
  while (report.kkt_residual > kSolved && report.kkt_residual < before / 2) {
    const int left = max_iterations - report.iterations;
    report.iterations += solver->solve(laplacian, residual, tolerance, left, correction, observer).iterations;
    sharing.refresh(correction);
    add_scaled(scores, 1, correction);
    incidence.margins(correction, gradient);
    add_scaled(flow, -1, gradient);
    residual = divergence(incidence, weight, flow, sharing);
    tolerance = kCorrection;
    before = report.kkt_residual;
    report.kkt_residual = largest_ratio(residual, laplacian.diagonal(), sharing) / scale;
  }
  centre(sharing, scores);
  incidence.margins(scores, gradient);
  report.gradient = sum(sharing, energy(weight, gradient));
  report.rest = sum(sharing, energy(weight, flow));
  return report;
}

// phi is never formed: with residual C r and preconditioned residual D^-1 C r, all that conjugate gradients need are
// the flows r = flow - W^-1 C' phi and q = W^-1 C' p of the direction p, and r'z = <r, M r>, p'(C W^-1 C')p = <q, q>.
// So the vectors are by edge, not by triangle.
CurlReport remove_curl(const Triangles& triangles, std::span<const double> weight, double enough, int max_iterations,
                       std::span<double> flow, Observer* observer) {
  std::vector<double> rest = {energy(weight, flow)};  // by iteration
  CurlOperator curl(triangles, weight);
  std::vector<double> direction(flow.size()), next(flow.size());
  double slope = curl.apply(flow, direction);
  const auto settled = [&] { return slope <= kNoise * rest.front() || has_settled(rest, enough); };

  CurlReport report;
  while (!settled() && report.iterations < max_iterations) {
    if (observer && observer->stop_requested()) break;
    add_scaled(flow, -slope / energy(weight, direction), direction);
    rest.push_back(energy(weight, flow));
    const double next_slope = curl.apply(flow, next);
    const double ratio = next_slope / slope;
    for_each_index(flow.size(), [&](std::size_t e) { direction[e] = next[e] + ratio * direction[e]; });
    slope = next_slope;
    ++report.iterations;
  }
  report.settled = settled();
  report.rest = rest.back();
  report.curl = rest.front() - rest.back();
  return report;
}

}  // namespace pdrank
