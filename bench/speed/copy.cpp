#include "copy.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "pdrank/core/parallel.hpp"
#include "pdrank/core/stopwatch.hpp"

namespace pdrank::speed {

CopyReport measure_copy(std::size_t bytes, int repeats) {
  const std::size_t count = bytes / (2 * sizeof(double));
  std::vector<double> from(count, 1.0), to(count, 0.0);
  CopyReport report = {2 * count * sizeof(double), std::numeric_limits<double>::infinity()};
  for (int k = 0; k < repeats; ++k) {
    const Stopwatch stopwatch;
    parallel_blocks(count, [&](std::size_t begin, std::size_t end) {
      std::copy(from.data() + begin, from.data() + end, to.data() + begin);
    });
    report.seconds = std::min(report.seconds, stopwatch.seconds());
    from.swap(to);
  }
  return report;
}

}  // namespace pdrank::speed
