#include "reproduce/grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <utility>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"
#include "pdrank/core/parallel.hpp"
#include "pdrank/core/stopwatch.hpp"
#include "reproduce/cell_file.hpp"

namespace pdrank::reproduce {
namespace {

void check(const Grid& grid) {
  const auto is_one_line = [](const std::string& name) { return name.find_first_of("\r\n") == std::string::npos; };
  for (const std::vector<std::string>* names : {&grid.points, &grid.columns})
    for (const std::string& name : *names)
      if (!is_one_line(name) || std::ranges::count(*names, name) != 1)
        throw InvalidArgument("grid", name, "names must be different, without line breaks");
}

struct CellPlace {
  std::size_t point, trial;
};

// Trial by trial, so that what a stopped run leaves is even.
std::vector<CellPlace> missing_cells(const Grid& grid, const GridValues& values) {
  std::vector<CellPlace> missing;
  for (std::size_t trial = 0; trial < grid.trials; ++trial)
    for (std::size_t point = 0; point < grid.points.size(); ++point)
      if (!values.has(point, trial)) missing.push_back({point, trial});
  return missing;
}

// Tells the observer, from the calling thread alone, and passes on its wish to stop.
class Watch {
 public:
  Watch(const Grid& grid, const std::vector<CellPlace>& missing, std::string_view stage, Observer* observer)
      : grid_(grid), stage_(stage), observer_(observer), total_(grid.points.size() * grid.trials) {
    for (const CellPlace& cell : missing) cost_left_ += cost(cell);
    done_ = total_ - missing.size();
  }

  bool stops() {
    if (observer_ && is_caller() && observer_->stop_requested()) stopped_ = true;
    return stopped_;
  }

  void finish(const CellPlace& cell) {
    Progress progress{.stage = stage_, .total = total_};
    {
      const std::lock_guard lock(mutex_);
      cost_done_ += cost(cell);
      cost_left_ -= cost(cell);
      progress.done = ++done_;
      progress.seconds_left = stopwatch_.seconds() * std::max(0.0, cost_left_) / cost_done_;
    }
    if (observer_ && is_caller()) observer_->on_progress(progress);
  }

 private:
  bool is_caller() const { return std::this_thread::get_id() == caller_; }
  double cost(const CellPlace& cell) const { return grid_.cost.empty() ? 1 : grid_.cost[cell.point]; }

  const Grid& grid_;
  std::string_view stage_;
  Observer* observer_;
  std::uint64_t total_, done_ = 0;
  double cost_done_ = 0, cost_left_ = 0;
  Stopwatch stopwatch_;
  std::mutex mutex_;
  std::atomic<bool> stopped_ = false;
  std::thread::id caller_ = std::this_thread::get_id();
};

void take(const CellFile::Cell& cell, const Grid& grid, const std::string& path, GridValues& values) {
  const auto point = std::ranges::find(grid.points, cell.point);
  if (point == grid.points.end())
    throw InputError(
        path, 0, fmt::format("has cells of other settings; choose another {}, or remove it", option_named("output")));
  if (cell.trial < grid.trials)
    values.put(static_cast<std::size_t>(point - grid.points.begin()), cell.trial, cell.numbers);
}

}  // namespace

std::vector<double> GridValues::over_trials(std::size_t point, std::size_t column) const {
  std::vector<double> numbers;
  for (const std::vector<double>& cell : cells_[point]) numbers.push_back(cell[column]);
  return numbers;
}

GridValues run_grid(const Grid& grid, const std::string& path, std::string_view stage, Observer* observer) {
  check(grid);
  CellFile file(path, grid.settings, grid.columns);
  GridValues values(grid.points.size(), grid.trials);
  for (const CellFile::Cell& cell : file.found()) take(cell, grid, path, values);
  const std::vector<CellPlace> missing = missing_cells(grid, values);
  Watch watch(grid, missing, stage, observer);
  const Grid::Stops stops = [&] { return watch.stops(); };
  parallel_for(missing.size(), [&](std::size_t k) {
    const auto [point, trial] = missing[k];
    if (stops()) return;
    std::vector<double> numbers = grid.run(point, trial, stops);
    file.append({grid.points[point], trial, numbers});
    values.put(point, trial, std::move(numbers));
    watch.finish(missing[k]);
  });
  if (stops()) throw Stopped();
  return values;
}

}  // namespace pdrank::reproduce
