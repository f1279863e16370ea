// All lines on the same simulated data, point by point of a figure and trial by trial (paper, "Simulated data" and the
// appendix's "Data generation").
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/simulate/simulate.hpp"
#include "reproduce/figure.hpp"
#include "reproduce/grid.hpp"
#include "reproduce/lines.hpp"

namespace pdrank::reproduce {

inline constexpr std::size_t kPaperTrials = 50;

// K of the top-K overlap; the paper does not say which it took.
inline constexpr std::size_t kTop = 10;

// Of a panel: data, seed left out.
struct StudyPoint {
  std::size_t panel = 0;
  double x = 0;
  SimulateOptions simulate = {};
};

struct Study {
  std::string id;                        // of its file of cells
  std::string x_name;                    // a column: "trials"
  std::vector<std::string> panels = {};  // "connected"
  std::vector<StudyPoint> points = {};   // panel by panel, x ascending
  std::size_t trials = kPaperTrials;
};

enum class Metric { tau, spearman, top_k, seconds };
inline constexpr std::array kMetrics = {Metric::tau, Metric::spearman, Metric::top_k, Metric::seconds};
constexpr auto enum_names(Metric) {
  return NameList<Metric, 4>{
      {{Metric::tau, "tau"}, {Metric::spearman, "spearman"}, {Metric::top_k, "top_k"}, {Metric::seconds, "seconds"}}};
}

struct Spread {
  double mean = 0, deviation = 0;  // the standard deviation; NaN for fewer than 2 figures
};
// NaN if any figure is.
Spread spread_of(std::span<const double> figures);

// Of figures that are there; between the two in the middle of an even number.
double median(std::vector<double> figures);

// One line held against another on the same trials.
struct Duel {
  std::size_t rival = 0;  // line
  double difference = 0;  // mean of the line - mean of the rival
  double error = 0;       // its standard error, from the differences by trial; NaN for fewer than 2 trials
  double t = 0, p = 1;    // of the paired t-test; 0 and 1 if the two never differ, or for fewer than 2 trials

  bool better() const { return difference > 0 && p < 0.05; }
  bool worse() const { return difference < 0 && p < 0.05; }
};

// `rival`: whose figures the others are.
Duel duel_of(std::span<const double> own, std::span<const double> others, std::size_t rival = 0);

class StudyRuns {
 public:
  StudyRuns(Study study, GridValues values) : study_(std::move(study)), values_(std::move(values)) {}

  const Study& study() const { return study_; }
  // By trial; NaN where the line does not apply.
  std::vector<double> figures(std::size_t point, std::size_t line, Metric metric) const;
  Spread spread(std::size_t point, std::size_t line, Metric metric) const {
    return spread_of(figures(point, line, metric));
  }
  // Of a ranking; NaN where the line does not apply.
  double median_seconds(std::size_t point, std::size_t line) const;
  bool applies(std::size_t point, std::size_t line) const;
  Duel duel(std::size_t point, std::size_t line, std::size_t rival, Metric metric) const;
  // Against all of the paper's other methods that apply.
  std::vector<Duel> duels(std::size_t point, std::size_t line, Metric metric) const;
  std::vector<std::size_t> points_of(std::size_t panel) const;

 private:
  Study study_;
  GridValues values_;
};

// Cells are kept in input.folder.
StudyRuns run_study(const Study& study, const FigureInput& input, std::string_view stage, Observer* observer);

// Seed of a trial's data, the same at all points of a panel: far from those of other seeds and panels.
std::uint64_t trial_seed(std::uint64_t seed, std::size_t trial, std::size_t panel = 0);

// Seed of the methods that rank these data: none of the numbers that the data were made of.
std::uint64_t method_seed(std::uint64_t data_seed);

// Where the cells of a grid are kept.
std::string cells_path(const FigureInput& input, std::string_view id);

// The settings of a grid: the version of this program, the seed, and what else the numbers depend on.
std::string grid_settings(const FigureInput& input, std::string_view id, std::string_view details);

// Points of one panel for every x.
void add_panel(Study& study, std::string name, std::span<const double> xs, SimulateOptions (*simulate)(double x),
               GraphKind graph, const NoiseModel& noise);

// 30 items, x standard trials: most figures.
SimulateOptions thirty_items(double trials);

// 0.3 to 15 standard trials.
std::span<const double> usual_trials();

// The studies that more than one figure shows.
Study noise_n_study(const FigureInput& input);
Study bt_study(const FigureInput& input);
Study large_study(const FigureInput& input);

}  // namespace pdrank::reproduce
