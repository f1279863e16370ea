#include "pdrank/linalg/stationary.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "pdrank/linalg/vector_ops.hpp"

namespace pdrank {
namespace {

// Beyond these, sums lose their digits or end.
constexpr double kLeast = 1e-280, kMost = 1e280;

class Chain {
 public:
  Chain(const Incidence& incidence, std::span<const double> rate, std::span<const double> log_law)
      : graph_(incidence.graph()), rate_(rate), leaving_(log_law.size()), law_(log_law.size()) {
    std::vector<double> entering(log_law.size());
    incidence.gather(rate, entering, leaving_);
    std::ranges::transform(log_law, law_.begin(), [](double value) { return std::exp(value); });
  }

  // One symmetric Gauss-Seidel sweep: every node in turn is put into balance with its neighbours, up and down again.
  void sweep() {
    before_ = law_;
    for (std::size_t node = 0; node < law_.size(); ++node) law_[node] = entering(node) / leaving_[node];
    for (std::size_t node = law_.size(); node-- > 0;) law_[node] = entering(node) / leaving_[node];
  }

  // Back to where the law was before the last sweep.
  void undo() { law_ = before_; }

  // NaN where the law has left the range of numbers.
  double imbalance() const {
    double largest = 0;
    for (std::size_t node = 0; node < law_.size(); ++node) {
      const double in = entering(node), out = law_[node] * leaving_[node];
      const bool in_range = law_[node] > kLeast && law_[node] < kMost;
      const double relative = in_range ? std::abs(in - out) / (in + out) : kNone;
      if (!(relative <= largest)) largest = relative;
      if (std::isnan(largest)) break;
    }
    return largest;
  }

  void write(std::span<double> log_law) const {
    std::ranges::transform(law_, log_law.begin(), [](double value) { return std::log(value); });
    centre(log_law);
  }

 private:
  double entering(std::size_t node) const {
    double sum = 0;
    for (EdgeId edge = graph_.first_edge[node]; edge < graph_.first_edge[node + 1]; ++edge)
      sum += rate_[edge] * law_[graph_.loser[edge]];
    return sum;
  }

  const ComparisonGraph& graph_;
  std::span<const double> rate_;
  std::vector<double> leaving_, law_, before_;
};

}  // namespace

StationaryReport solve_stationary(const Incidence& incidence, std::span<const double> rate,
                                  const StationaryCriteria& criteria, std::span<double> log_law, Observer* observer) {
  Chain chain(incidence, rate, log_law);
  StationaryReport report;
  report.imbalance = report.first_imbalance = chain.imbalance();
  const double goal = std::max(criteria.tolerance, criteria.factor * report.first_imbalance);
  report.status = std::isnan(report.imbalance) ? Termination::numerical_trouble : Termination::converged;
  while (report.status == Termination::converged && report.imbalance > goal) {
    if (report.sweeps >= criteria.max_sweeps) report.status = Termination::iteration_limit;
    if (observer && observer->stop_requested()) report.status = Termination::stopped;
    if (report.status != Termination::converged) break;
    chain.sweep();
    ++report.sweeps;
    const double imbalance = chain.imbalance();
    if (std::isnan(imbalance)) {
      report.status = Termination::numerical_trouble;
      chain.undo();
    } else {
      report.imbalance = imbalance;
    }
  }
  if (!std::isnan(report.imbalance)) chain.write(log_law);
  return report;
}

}  // namespace pdrank
