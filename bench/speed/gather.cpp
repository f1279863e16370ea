#include "gather.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include "pdrank/core/parallel.hpp"
#include "pdrank/core/random.hpp"
#include "pdrank/core/stopwatch.hpp"

namespace pdrank::speed {
namespace {

constexpr std::size_t kValues = 1 << 15;

// Several sums, so that no addition waits for the one before.
double add_up(const std::uint16_t* place, std::size_t count, const double* value) {
  std::array<double, 8> sum{};
  std::size_t k = 0;
  for (; k + sum.size() <= count; k += sum.size())
    for (std::size_t lane = 0; lane < sum.size(); ++lane) sum[lane] += value[place[k + lane]];
  for (; k < count; ++k) sum[0] += value[place[k]];
  double all = 0;
  for (const double one : sum) all += one;
  return all;
}

}  // namespace

GatherReport measure_gather(std::size_t gathers, int repeats) {
  std::vector<std::uint16_t> place(gathers);
  Random random(1);
  for (std::uint16_t& one : place) one = static_cast<std::uint16_t>(random.below(kValues));
  const std::vector<double> value(kValues, 1.0);
  GatherReport report = {gathers, std::numeric_limits<double>::infinity()};
  for (int k = 0; k < repeats; ++k) {
    const Stopwatch stopwatch;
    const double sum = parallel_sum(gathers, [&](std::size_t begin, std::size_t end) {
      return add_up(place.data() + begin, end - begin, value.data());
    });
    report.seconds = std::min(report.seconds, stopwatch.seconds());
    if (sum != static_cast<double>(gathers)) throw std::logic_error("the sum of ones is not their number");
  }
  return report;
}

}  // namespace pdrank::speed
