// Whole-vector arithmetic, in parallel and in a fixed order of summation.
#pragma once

#include <cmath>
#include <span>

#include "pdrank/core/parallel.hpp"
#include "pdrank/linalg/kernels.hpp"

namespace pdrank {

inline double dot(std::span<const double> a, std::span<const double> b) {
  return parallel_sum(a.size(), [&](std::size_t begin, std::size_t end) {
    return kernels::dot(a.data() + begin, b.data() + begin, end - begin);
  });
}

inline double norm(std::span<const double> a) { return std::sqrt(dot(a, a)); }

// body(k) for every index; elements must not depend on each other.
template <class Body>
void for_each_index(std::size_t count, Body&& body) {
  parallel_blocks(count, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) body(k);
  });
}

// y += a x
inline void add_scaled(std::span<double> y, double a, std::span<const double> x) {
  for_each_index(y.size(), [&](std::size_t k) { y[k] += a * x[k]; });
}

inline double sum(std::span<const double> a) {
  return parallel_sum(a.size(), [&](std::size_t begin, std::size_t end) {
    double total = 0;
    for (std::size_t k = begin; k < end; ++k) total += a[k];
    return total;
  });
}

// Makes the mean zero.
inline void centre(std::span<double> a) {
  const double mean = sum(a) / static_cast<double>(a.size());
  for_each_index(a.size(), [&](std::size_t k) { a[k] -= mean; });
}

}  // namespace pdrank
