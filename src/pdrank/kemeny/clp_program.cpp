#include <algorithm>
#include <cmath>
#include <numeric>

#include "pdrank/core/late_library.hpp"
#include "pdrank/kemeny/cover_program.hpp"

#ifdef PDRANK_CLP
#include <coin/Clp_C_Interface.h>

namespace pdrank {
namespace {

constexpr int kIdleSolves = 100;  // after so many solves without a price a cycle is left out
constexpr double kPrice = 1e-9;   // less is none
constexpr double kUnlimited = 1e30;

// The functions of COIN-OR Clp that are used, loaded with the first proof.
class Clp {
  LateLibrary library_{"Clp", 1};

 public:
  static const Clp& get() {
    static const Clp functions;
    return functions;
  }
  bool is_there() const { return library_.is_complete(); }

  decltype(&Clp_newModel) new_model = library_["Clp_newModel"];
  decltype(&Clp_deleteModel) delete_model = library_["Clp_deleteModel"];
  decltype(&Clp_setLogLevel) set_log_level = library_["Clp_setLogLevel"];
  decltype(&Clp_addColumns) add_columns = library_["Clp_addColumns"];
  decltype(&Clp_addRows) add_rows = library_["Clp_addRows"];
  decltype(&Clp_deleteRows) delete_rows = library_["Clp_deleteRows"];
  decltype(&Clp_chgColumnLower) chg_column_lower = library_["Clp_chgColumnLower"];
  decltype(&Clp_chgColumnUpper) chg_column_upper = library_["Clp_chgColumnUpper"];
  decltype(&Clp_setNumberIterations) set_number_iterations = library_["Clp_setNumberIterations"];
  decltype(&Clp_setMaximumIterations) set_maximum_iterations = library_["Clp_setMaximumIterations"];
  decltype(&Clp_dual) dual = library_["Clp_dual"];
  decltype(&Clp_primalColumnSolution) primal_column_solution = library_["Clp_primalColumnSolution"];
  decltype(&Clp_numberIterations) number_iterations = library_["Clp_numberIterations"];
  decltype(&Clp_dualRowSolution) dual_row_solution = library_["Clp_dualRowSolution"];
};

// What brings weights near 1, where the solver's tolerances are meant for; a power of two, so nothing is rounded.
double scale_of(std::span<const double> weight) {
  const double sum = std::accumulate(weight.begin(), weight.end(), 0.0);
  return sum > 0 ? std::exp2(-std::round(std::log2(sum / static_cast<double>(weight.size())))) : 1;
}

class ClpProgram final : public CoverProgram {
 public:
  explicit ClpProgram(std::span<const double> weight)
      : weight_(weight.begin(), weight.end()),
        reduced_(weight_),
        low_(weight.size(), 0.0),
        high_(weight.size(), 1.0),
        values_(weight.size(), 0.0),
        scale_(scale_of(weight)),
        model_(Clp::get().new_model(), Clp::get().delete_model) {
    Clp::get().set_log_level(model_.get(), 0);
    const std::vector<int> starts(weight.size() + 1, 0);
    std::vector<double> scaled(weight_);
    for (double& value : scaled) value *= scale_;
    Clp::get().add_columns(model_.get(), static_cast<int>(weight.size()), low_.data(), high_.data(), scaled.data(),
                           starts.data(), nullptr, nullptr);
  }

  void add(std::span<const Cycle> cycles) override {
    std::vector<int> starts = {0}, columns;
    for (const Cycle& cycle : cycles) {
      columns.insert(columns.end(), cycle.begin(), cycle.end());
      starts.push_back(static_cast<int>(columns.size()));
    }
    const std::vector<double> ones(columns.size(), 1.0), least(cycles.size(), 1.0), most(cycles.size(), kUnlimited);
    Clp::get().add_rows(model_.get(), static_cast<int>(cycles.size()), least.data(), most.data(), starts.data(),
                        columns.data(), ones.data());
    for (const Cycle& cycle : cycles) rows_.push_back({cycle, 0});
  }

  void drop_idle() override {
    const auto is_idle = [](const Row& row) { return row.idle > kIdleSolves; };
    std::vector<int> idle;
    for (std::size_t k = 0; k < rows_.size(); ++k)
      if (is_idle(rows_[k])) idle.push_back(static_cast<int>(k));
    if (idle.empty()) return;
    Clp::get().delete_rows(model_.get(), static_cast<int>(idle.size()), idle.data());
    std::erase_if(rows_, is_idle);
  }

  void set_bounds(ArcId arc, double low, double high) override { low_[arc] = low, high_[arc] = high; }

  bool solve(int most_iterations) override {
    Clp::get().chg_column_lower(model_.get(), low_.data());
    Clp::get().chg_column_upper(model_.get(), high_.data());
    Clp::get().set_number_iterations(model_.get(), 0);
    Clp::get().set_maximum_iterations(model_.get(), most_iterations);
    const bool solved = Clp::get().dual(model_.get(), 0) == 0;
    const double* const found = Clp::get().primal_column_solution(model_.get());
    for (std::size_t arc = 0; arc < values_.size(); ++arc) values_[arc] = std::clamp(found[arc], low_[arc], high_[arc]);
    read_prices();
    return solved;
  }

  int iterations() const override { return Clp::get().number_iterations(model_.get()); }
  std::span<const double> values() const override { return values_; }
  std::span<const double> reduced_weights() const override { return reduced_; }

  double bound() const override {
    double sum = prices_;
    for (std::size_t arc = 0; arc < reduced_.size(); ++arc)
      sum += reduced_[arc] * (reduced_[arc] > 0 ? low_[arc] : high_[arc]);
    return sum;
  }

 private:
  struct Row {
    Cycle cycle;
    int idle;  // solves since it had a price
  };

  void read_prices() {
    const double* const price = Clp::get().dual_row_solution(model_.get());
    reduced_ = weight_;
    prices_ = 0;
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      rows_[k].idle = price[k] > kPrice ? 0 : rows_[k].idle + 1;
      if (!(price[k] > 0)) continue;
      prices_ += price[k] / scale_;
      for (const ArcId arc : rows_[k].cycle) reduced_[arc] -= price[k] / scale_;
    }
  }

  std::vector<double> weight_, reduced_, low_, high_, values_;
  std::vector<Row> rows_;
  double prices_ = 0;  // of all cycles
  double scale_;       // of the weights that the solver sees
  std::unique_ptr<Clp_Simplex, void (*)(Clp_Simplex*)> model_;
};

}  // namespace

bool has_linear_solver() { return Clp::get().is_there(); }

std::unique_ptr<CoverProgram> make_cover_program(std::span<const double> weight) {
  return std::make_unique<ClpProgram>(weight);
}

}  // namespace pdrank

#else

namespace pdrank {

bool has_linear_solver() { return false; }
std::unique_ptr<CoverProgram> make_cover_program(std::span<const double>) { return nullptr; }

}  // namespace pdrank

#endif
