// Random numbers that are the same on every machine: std::mt19937_64 is fixed by the standard, the distributions of
// the standard library are not, so the few that are needed are here.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <span>
#include <utility>

namespace pdrank {

// Neighbouring numbers end up far apart (splitmix64's finaliser).
inline std::uint64_t mixed(std::uint64_t bits) {
  bits += 0x9e3779b97f4a7c15u;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  return bits ^ (bits >> 31);
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(mixed(seed)) {}

  std::uint64_t bits() { return engine_(); }

  // What distributions of Boost.Random, which have one source everywhere, ask of an engine.
  using result_type = std::uint64_t;
  static constexpr result_type min() { return std::mt19937_64::min(); }
  static constexpr result_type max() { return std::mt19937_64::max(); }
  result_type operator()() { return bits(); }

  // Uniform in [0, 1), 53 bits.
  double uniform() { return static_cast<double>(engine_() >> 11) * 0x1.0p-53; }

  double uniform(double low, double high) { return low + (high - low) * uniform(); }

  // Uniform in {0, .., bound - 1}, without bias (rejects the last incomplete cycle); bound > 0.
  std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t rejected = (0 - bound) % bound;  // 2^64 mod bound
    while (true) {
      const std::uint64_t draw = engine_();
      if (draw >= rejected) return draw % bound;
    }
  }

  double exponential() { return -std::log1p(-uniform()); }  // mean 1

  // Standard normal (Box and Muller 1958).
  double normal() {
    const double radius = std::sqrt(2 * exponential());
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

  bool chance(double probability) { return uniform() < probability; }

  // Fisher-Yates.
  template <class T>
  void shuffle(std::span<T> values) {
    for (std::size_t left = values.size(); left > 1; --left) std::swap(values[left - 1], values[below(left)]);
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace pdrank
