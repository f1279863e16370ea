#include "pdrank/linalg/sharing.hpp"

#include "pdrank/data/components.hpp"
#include "pdrank/linalg/conjugate_gradient.hpp"
#include "pdrank/linalg/vector_ops.hpp"

namespace pdrank {

bool Sharing::has_cycle(const ComparisonGraph& graph) const { return pdrank::has_cycle(graph); }

std::unique_ptr<LinearSolver> Sharing::make_linear_solver(std::size_t nodes) const {
  return std::make_unique<ConjugateGradient>(nodes);
}

const Sharing& unshared() {
  static const Sharing alone;
  return alone;
}

double sum(const Sharing& sharing, double here) {
  sharing.add_up({&here, 1});
  return here;
}

double dot(const Sharing& sharing, std::span<const double> a, std::span<const double> b) {
  const std::size_t own = sharing.own(a.size());
  return sum(sharing, dot(a.first(own), b.first(own)));
}

void centre(const Sharing& sharing, std::span<double> values) {
  const double all = sum(sharing, sum(values.first(sharing.own(values.size()))));
  const double mean = all / static_cast<double>(sharing.total(values.size()));
  for_each_index(values.size(), [&](std::size_t k) { values[k] -= mean; });
}

}  // namespace pdrank
