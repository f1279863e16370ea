#include "pdrank/posterior/site_noise.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "pdrank/posterior/normal_numbers.hpp"

namespace pdrank {
namespace {

const std::array<float, 8>& eight_signs(std::size_t bits) {
  static const auto table = [] {
    std::array<std::array<float, 8>, 256> signs;
    for (std::size_t byte = 0; byte < 256; ++byte)
      for (std::size_t lane = 0; lane < 8; ++lane) signs[byte][lane] = (byte >> lane) & 1 ? 1.0f : -1.0f;
    return signs;
  }();
  return table[bits];
}

void add_noise(std::uint64_t key, Noise noise, float size, Lanes& to) {
  if (noise == Noise::signs) {
    const std::uint64_t bits = mixed(key);
    static_assert(kLanes == 16);
    const std::array<float, 8>&low = eight_signs(bits & 0xff), &high = eight_signs((bits >> 8) & 0xff);
    for (std::size_t lane = 0; lane < 8; ++lane) {
      to[lane] += size * low[lane];
      to[lane + 8] += size * high[lane];
    }
  } else {
    for (std::size_t lane = 0; lane < kLanes; ++lane) to[lane] += size * coin_sum(mixed(key) + lane);
  }
}

}  // namespace

void set_right_side(const SiteMatrix& matrix, const Sites& sites, bool with_mean, std::uint64_t seed, Noise noise,
                    std::vector<Lanes>& side) {
  matrix.for_blocks([&](std::size_t begin, std::size_t end) {
    for (std::size_t node = begin; node < end; ++node) {
      Lanes sum{};
      double pull = sites.node_pull[node];
      matrix.for_each_pair(node, [&](std::size_t pair, float weight, float sign) {
        add_noise(mixed(seed) ^ (2 * std::uint64_t{pair}), noise, sign * std::sqrt(std::max(weight, 0.0f)), sum);
        if (with_mean) pull += static_cast<double>(sign) * sites.pair_pull[pair];
      });
      add_noise(mixed(seed) ^ (2 * std::uint64_t{node} + 1), noise,
                static_cast<float>(std::sqrt(sites.node_precision[node])), sum);
      if (with_mean) sum[0] = static_cast<float>(pull);
      side[node] = sum;
    }
  });
}

void set_right_side(const SiteMatrix& matrix, const Sites& sites, std::uint64_t seed, NodeValues<1>& side) {
  const auto sign_of = [](std::uint64_t key) { return mixed(key) & 1 ? 1.0f : -1.0f; };
  matrix.for_blocks([&](std::size_t begin, std::size_t end) {
    for (std::size_t node = begin; node < end; ++node) {
      float sum = sign_of(mixed(seed) ^ (2 * std::uint64_t{node} + 1)) *
                  static_cast<float>(std::sqrt(sites.node_precision[node]));
      matrix.for_each_pair(node, [&](std::size_t pair, float weight, float sign) {
        sum += sign_of(mixed(seed) ^ (2 * std::uint64_t{pair})) * sign * std::sqrt(std::max(weight, 0.0f));
      });
      side[node][0] = sum;
    }
  });
}

void set_pulls(const SiteMatrix& matrix, const Sites& sites, NodeValues<1>& side) {
  matrix.for_blocks([&](std::size_t begin, std::size_t end) {
    for (std::size_t node = begin; node < end; ++node) {
      double pull = sites.node_pull[node];
      matrix.for_each_pair(node, [&](std::size_t pair, float, float sign) {
        pull += static_cast<double>(sign) * sites.pair_pull[pair];
      });
      side[node][0] = static_cast<float>(pull);
    }
  });
}

ScoreDraws draw_around(const SiteMatrix& matrix, const Sites& sites, std::span<const double> mean, std::size_t count,
                       std::uint64_t seed, bool& reached) {
  constexpr double kTolerance = 1e-3;
  ScoreDraws draws(static_cast<std::uint32_t>(mean.size()), count);
  std::vector<Lanes> batch(mean.size());
  SiteMatrix::Workspace<kLanes> work(mean.size());
  for (std::size_t done = 0; 2 * done < count; done += kLanes) {
    batch.assign(mean.size(), Lanes{});
    set_right_side(matrix, sites, false, mixed(seed) + done, Noise::coins, work.image);
    reached &= matrix.solve(batch, work, kTolerance) == Solved::reached;
    for (std::size_t lane = 0; lane < kLanes && 2 * (done + lane) < count; ++lane) {
      const std::size_t k = 2 * (done + lane);
      for (std::size_t node = 0; node < batch.size(); ++node) {
        const double y = static_cast<double>(batch[node][lane]);
        draws[k][node] = static_cast<float>(mean[node] + y);
        if (k + 1 < count) draws[k + 1][node] = static_cast<float>(mean[node] - y);
      }
    }
  }
  return draws;
}

std::vector<std::vector<double>> solve_one_by_one(const SiteMatrix& matrix,
                                                  const std::vector<std::vector<double>>& sides, double tolerance,
                                                  bool& reached) {
  std::vector<std::vector<double>> solutions;
  for (const std::vector<double>& side : sides) {
    SiteMatrix::Workspace<1> work(side.size());
    NodeValues<1> x(side.size(), std::array{0.0f});
    for (std::size_t node = 0; node < side.size(); ++node) work.image[node][0] = static_cast<float>(side[node]);
    reached &= matrix.solve(x, work, tolerance) == Solved::reached;
    std::vector<double>& solution = solutions.emplace_back(side.size());
    for (std::size_t node = 0; node < side.size(); ++node) solution[node] = static_cast<double>(x[node][0]);
  }
  return solutions;
}

}  // namespace pdrank
