// Numbers that are normal enough, and the same on every machine.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "pdrank/core/random.hpp"

namespace pdrank {

// By the inverse of the normal law, a table with straight lines between 2^12 points.
class NormalNumbers {
 public:
  explicit NormalNumbers(std::uint64_t seed) : random_(seed) {}

  float operator()() {
    const std::uint32_t bits = half();
    const float* at = quantiles().data() + (bits >> 20);
    const float between = static_cast<float>(bits & 0xfffffu) * 0x1.0p-20f;
    return at[0] + between * (at[1] - at[0]);
  }
  // In (0, 1].
  float uniform() { return static_cast<float>(half() >> 8) * 0x1.0p-24f + 0x1.0p-24f; }

 private:
  std::uint32_t half() {
    if (has_spare_) {
      has_spare_ = false;
      return static_cast<std::uint32_t>(spare_);
    }
    spare_ = random_.bits();
    has_spare_ = true;
    return static_cast<std::uint32_t>(spare_ >> 32);
  }

  static const std::array<float, 4097>& quantiles() {
    static const std::array<float, 4097> table = [] {
      std::array<float, 4097> values;
      for (std::size_t k = 0; k < values.size(); ++k) {
        // The ends stand for all that is beyond them.
        const double share = std::clamp(static_cast<double>(k) / 4096, 0.25 / 4096, 1 - 0.25 / 4096);
        double low = -10, high = 10;
        for (int step = 0; step < 60; ++step) {
          const double middle = (low + high) / 2;
          (0.5 * std::erfc(-middle / std::numbers::sqrt2) < share ? low : high) = middle;
        }
        values[k] = static_cast<float>(low);
      }
      return values;
    }();
    return table;
  }

  Random random_;
  std::uint64_t spare_ = 0;
  bool has_spare_ = false;
};

// A number for every key, in no order: the sum of 64 coins, of mean 0 and variance 1. Good for sums of several of them.
inline float coin_sum(std::uint64_t key) { return static_cast<float>(std::popcount(mixed(key)) - 32) * 0.25f; }

}  // namespace pdrank
