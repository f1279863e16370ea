// A field of many nodes whose factors stay sparse, such as scores over time: exact as the dense one is. Of H^-1 the
// entries where the factor has some are computed, and all pairs are among those (Takahashi, Fagan, Chin 1973).
#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>

#include "pdrank/posterior/field.hpp"
#include "pdrank/posterior/normal_numbers.hpp"

namespace pdrank {
namespace {

using Sparse = Eigen::SparseMatrix<double>;

// That knows how many entries the columns of its factor will have before it has any.
class Factors : public Eigen::SimplicialLLT<Sparse, Eigen::Lower> {
 public:
  // Multiplications that the inverse takes, roughly.
  double work() const { return (m_nonZerosPerCol.cast<double>().array() + 1).square().sum(); }
};

class SparseField final : public Field {
 public:
  explicit SparseField(const Answers& answers) : answers_(answers), mean_(answers.nodes, 0.0) {
    Sites held;  // positive definite, whatever the pairs are
    held.node_precision.assign(answers.nodes, 1.0);
    held.pair_precision.assign(answers.pairs(), 1.0);
    precision_ = matrix_of(held);
    solver_.analyzePattern(precision_);
  }

  double work() const { return solver_.work(); }

  bool solve(const Sites& sites) override {
    precision_ = matrix_of(sites);
    solver_.factorize(precision_);
    if (solver_.info() != Eigen::Success) return false;
    Eigen::VectorXd pull = Eigen::Map<const Eigen::VectorXd>(sites.node_pull.data(), std::ssize(sites.node_pull));
    for (std::size_t pair = 0; pair < answers_.pairs(); ++pair) {
      pull[answers_.first[pair]] += sites.pair_pull[pair];
      pull[answers_.second[pair]] -= sites.pair_pull[pair];
    }
    const Eigen::VectorXd solution = solver_.solve(pull);
    if (!solution.allFinite()) return false;
    mean_.assign(solution.begin(), solution.end());
    invert();
    return true;
  }

  std::span<const double> mean() const override { return mean_; }
  double variance(std::uint32_t node) const override { return inverse_[place(node, node)]; }
  double pair_variance(std::size_t pair) const override {
    const std::uint32_t i = answers_.first[pair], j = answers_.second[pair];
    return variance(i) + variance(j) - 2 * inverse_[place(i, j)];
  }

  double log_determinant() const override {
    double sum = 0;
    for (Eigen::Index column = 0; column < factor().cols(); ++column)
      sum += 2 * std::log(factor().valuePtr()[factor().outerIndexPtr()[column]]);
    return sum;
  }

  std::vector<std::vector<double>> solve_for(const std::vector<std::vector<double>>& sides) override {
    std::vector<std::vector<double>> solutions;
    for (const std::vector<double>& side : sides) {
      const Eigen::VectorXd x = solver_.solve(Eigen::Map<const Eigen::VectorXd>(side.data(), std::ssize(side)));
      solutions.emplace_back(x.begin(), x.end());
    }
    return solutions;
  }

  ScoreDraws draw(const Sites&, std::size_t count, std::uint64_t seed) override {
    ScoreDraws draws(answers_.nodes, count);
    NormalNumbers normal(seed);
    Eigen::VectorXd z(static_cast<Eigen::Index>(answers_.nodes));
    for (std::size_t k = 0; k < count; k += 2) {
      for (double& value : z) value = static_cast<double>(normal());
      solver_.matrixU().solveInPlace(z);
      const Eigen::VectorXd apart = solver_.permutationPinv() * z;
      for (std::size_t node = 0; node < mean_.size(); ++node) {
        draws[k][node] = static_cast<float>(mean_[node] + apart[static_cast<Eigen::Index>(node)]);
        if (k + 1 < count)
          draws[k + 1][node] = static_cast<float>(mean_[node] - apart[static_cast<Eigen::Index>(node)]);
      }
    }
    return draws;
  }

 private:
  // The lower half of H. Every pair keeps its place, also with a precision of 0.
  Sparse matrix_of(const Sites& sites) const {
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve(answers_.nodes + 3 * answers_.pairs());
    for (std::uint32_t node = 0; node < answers_.nodes; ++node)
      entries.emplace_back(node, node, sites.node_precision[node]);
    for (std::size_t pair = 0; pair < answers_.pairs(); ++pair) {
      const auto first = static_cast<int>(answers_.first[pair]), second = static_cast<int>(answers_.second[pair]);
      const double tau = sites.pair_precision[pair];
      entries.emplace_back(first, first, tau);
      entries.emplace_back(second, second, tau);
      entries.emplace_back(second, first, -tau);  // first < second
    }
    const auto nodes = static_cast<Eigen::Index>(answers_.nodes);
    Sparse matrix(nodes, nodes);
    matrix.setFromTriplets(entries.begin(), entries.end());
    return matrix;
  }

  const Sparse& factor() const { return solver_.matrixL().nestedExpression(); }

  // Where entry i, j of H^-1 stands among those of the factor, whose rows and columns are in another order.
  std::size_t place(std::uint32_t i, std::uint32_t j) const {
    const auto& order = solver_.permutationP().indices();
    int row = order[i], column = order[j];
    if (row < column) std::swap(row, column);
    const int *rows = factor().innerIndexPtr(), *begin = rows + factor().outerIndexPtr()[column],
              *end = rows + factor().outerIndexPtr()[column + 1];
    return static_cast<std::size_t>(std::lower_bound(begin, end, row) - rows);
  }

  // With H = L L' and Z = H^-1: Z L = L'^-1, whose lower half is 1 / L_jj on the diagonal and 0 elsewhere. So column j
  // of Z follows from the columns behind it.
  void invert() {
    const int* begin = factor().outerIndexPtr();
    const int* rows = factor().innerIndexPtr();
    const double* values = factor().valuePtr();
    inverse_.assign(static_cast<std::size_t>(factor().nonZeros()), 0.0);
    std::vector<int> place_of(answers_.nodes, -1);  // in the column at hand
    std::vector<double> sum;
    for (auto j = static_cast<int>(answers_.nodes) - 1; j >= 0; --j) {
      const int first = begin[j] + 1, size = begin[j + 1] - first;  // below the diagonal
      sum.assign(static_cast<std::size_t>(size), 0.0);
      for (int k = 0; k < size; ++k) place_of[static_cast<std::size_t>(rows[first + k])] = k;
      for (int k = 0; k < size; ++k) {
        const int i = rows[first + k];
        double own = values[first + k] * inverse_[static_cast<std::size_t>(begin[i])];
        for (int n = begin[i] + 1; n < begin[i + 1]; ++n) {
          const int other = place_of[static_cast<std::size_t>(rows[n])];
          if (other < 0) continue;
          const double z = inverse_[static_cast<std::size_t>(n)];
          own += values[first + other] * z;
          sum[static_cast<std::size_t>(other)] += values[first + k] * z;
        }
        sum[static_cast<std::size_t>(k)] += own;
      }
      const double diagonal = values[begin[j]];
      double rest = 0;
      for (int k = 0; k < size; ++k) {
        const double z = -sum[static_cast<std::size_t>(k)] / diagonal;
        inverse_[static_cast<std::size_t>(first + k)] = z;
        rest += values[first + k] * z;
        place_of[static_cast<std::size_t>(rows[first + k])] = -1;
      }
      inverse_[static_cast<std::size_t>(begin[j])] = (1 / diagonal - rest) / diagonal;
    }
  }

  const Answers& answers_;
  std::vector<double> mean_;
  Sparse precision_;
  Factors solver_;
  std::vector<double> inverse_;  // in the places of the factor
};

}  // namespace

std::unique_ptr<Field> make_sparse_field(const Answers& answers) {
  constexpr double kMostWork = 5e7;
  auto field = std::make_unique<SparseField>(answers);
  return field->work() > kMostWork ? nullptr : std::move(field);
}

}  // namespace pdrank
