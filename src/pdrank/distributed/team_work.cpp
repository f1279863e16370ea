#include "pdrank/distributed/team_work.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "pdrank/core/random.hpp"
#include "pdrank/linalg/kernels.hpp"

namespace pdrank::distributed {
namespace {

// Of results that hang on the processor: those of the mathematical library, and those of vectors, by their width.
std::uint64_t fingerprint() {
  constexpr std::size_t kValues = 4096;
  std::vector<double> values;
  std::uint64_t print = 0;
  for (std::size_t k = 0; k < kValues; ++k) {
    const double x = 0.001 + 0.01 * static_cast<double>(k % 1000) + 1e-5 * static_cast<double>(k);
    for (const double value : {std::exp(-x), std::log(x), std::log1p(x), std::pow(x, 1.7), std::erfc(x), std::sin(x)}) {
      print = mixed(print ^ std::bit_cast<std::uint64_t>(value));
      values.push_back(value);
    }
  }
  const double sum = kernels::dot(values.data(), values.data(), values.size());
  std::vector<double> force(values.size()), curvature(values.size());
  const double loss = kernels::logistic(values.data(), values.data(), values.size(), force.data(), curvature.data());
  for (const double value : {sum, loss}) print = mixed(print ^ std::bit_cast<std::uint64_t>(value));
  for (const double value : force) print = mixed(print ^ std::bit_cast<std::uint64_t>(value));
  return print;
}

}  // namespace

bool rounds_alike(const Team& team) {
  const std::vector<std::uint64_t> prints = team.gather(fingerprint());
  return std::ranges::all_of(prints, [&](std::uint64_t print) { return print == prints.front(); });
}

}  // namespace pdrank::distributed
