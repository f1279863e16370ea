// A field of few nodes: H as a matrix.
#include <Eigen/Cholesky>

#include "pdrank/posterior/field.hpp"
#include "pdrank/posterior/normal_numbers.hpp"

namespace pdrank {
namespace {

class DenseField final : public Field {
 public:
  explicit DenseField(const Answers& answers) : answers_(answers), mean_(answers.nodes, 0.0) {}

  bool solve(const Sites& sites) override {
    const Eigen::Index nodes = answers_.nodes;
    Eigen::MatrixXd precision = Eigen::MatrixXd::Zero(nodes, nodes);
    Eigen::VectorXd pull(nodes);
    for (Eigen::Index node = 0; node < nodes; ++node) {
      const auto k = static_cast<std::size_t>(node);
      precision(node, node) = sites.node_precision[k];
      pull[node] = sites.node_pull[k];
    }
    for (std::size_t pair = 0; pair < answers_.pairs(); ++pair) {
      const Eigen::Index i = answers_.first[pair], j = answers_.second[pair];
      const double tau = sites.pair_precision[pair];
      precision(i, i) += tau;
      precision(j, j) += tau;
      precision(i, j) -= tau;
      precision(j, i) -= tau;
      pull[i] += sites.pair_pull[pair];
      pull[j] -= sites.pair_pull[pair];
    }
    factors_.compute(precision);
    if (factors_.info() != Eigen::Success) return false;
    inverse_ = factors_.solve(Eigen::MatrixXd::Identity(nodes, nodes));
    const Eigen::VectorXd solution = inverse_ * pull;
    mean_.assign(solution.begin(), solution.end());
    return solution.allFinite();
  }

  std::span<const double> mean() const override { return mean_; }
  double variance(std::uint32_t node) const override { return inverse_(node, node); }
  double pair_variance(std::size_t pair) const override {
    const Eigen::Index i = answers_.first[pair], j = answers_.second[pair];
    return inverse_(i, i) + inverse_(j, j) - 2 * inverse_(i, j);
  }
  double log_determinant() const override { return 2 * factors_.matrixLLT().diagonal().array().log().sum(); }

  std::vector<std::vector<double>> solve_for(const std::vector<std::vector<double>>& sides) override {
    std::vector<std::vector<double>> solutions;
    for (const std::vector<double>& side : sides) {
      const Eigen::VectorXd x = inverse_ * Eigen::Map<const Eigen::VectorXd>(side.data(), std::ssize(side));
      solutions.emplace_back(x.begin(), x.end());
    }
    return solutions;
  }

  ScoreDraws draw(const Sites&, std::size_t count, std::uint64_t seed) override {
    const Eigen::Index nodes = answers_.nodes;
    ScoreDraws draws(answers_.nodes, count);
    NormalNumbers normal(seed);
    Eigen::VectorXd z(nodes);
    for (std::size_t k = 0; k < count; k += 2) {
      for (double& value : z) value = static_cast<double>(normal());
      factors_.matrixU().solveInPlace(z);
      for (Eigen::Index node = 0; node < nodes; ++node) {
        const auto n = static_cast<std::size_t>(node);
        draws[k][n] = static_cast<float>(mean_[n] + z[node]);
        if (k + 1 < count) draws[k + 1][n] = static_cast<float>(mean_[n] - z[node]);
      }
    }
    return draws;
  }

 private:
  const Answers& answers_;
  std::vector<double> mean_;
  Eigen::LLT<Eigen::MatrixXd> factors_;
  Eigen::MatrixXd inverse_;
};

}  // namespace

std::unique_ptr<Field> make_dense_field(const Answers& answers) { return std::make_unique<DenseField>(answers); }

}  // namespace pdrank
