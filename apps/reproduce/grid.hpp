// Many runs of one kind: points times trials, each a row of numbers, on all threads and kept as they come.
//
// A finished cell is appended as a line to a file whose first line says what the cells were made with. A run that was
// stopped goes on with the cells that are missing; a last line that was torn off is taken away. The order of the lines
// is that in which cells were finished; what run_grid gives back does not depend on it.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pdrank/core/observer.hpp"

namespace pdrank::reproduce {

struct Grid {
  std::string settings;              // all that the numbers depend on and the names do not tell; one line
  std::vector<std::string> points;   // names, all different
  std::vector<std::string> columns;  // names of the numbers of a cell
  std::size_t trials = 0;            // at every point. Not a setting: trial k is the same whatever comes after it
  std::vector<double> cost = {};     // of a cell by point, in any unit, for the time left; empty: all alike
  // The numbers of a cell, NaN for those that there are not. Called on many threads at once. A cell that takes long
  // asks `stops` now and then, and ends by Stopped where it says so.
  using Stops = std::function<bool()>;
  std::function<std::vector<double>(std::size_t point, std::size_t trial, const Stops& stops)> run = {};
};

class GridValues {
 public:
  GridValues(std::size_t points, std::size_t trials) : cells_(points, std::vector<std::vector<double>>(trials)) {}

  std::size_t trials() const { return cells_.empty() ? 0 : cells_.front().size(); }
  bool has(std::size_t point, std::size_t trial) const { return !cells_[point][trial].empty(); }
  void put(std::size_t point, std::size_t trial, std::vector<double> numbers) {
    cells_[point][trial] = std::move(numbers);
  }
  const std::vector<double>& cell(std::size_t point, std::size_t trial) const { return cells_[point][trial]; }
  std::vector<double> over_trials(std::size_t point, std::size_t column) const;

 private:
  std::vector<std::vector<std::vector<double>>> cells_;  // by point, trial, column
};

// Runs what the file at `path` does not have, and reports as `stage`. InputError if the file was made with other
// settings or is damaged before its last line; Stopped if the observer asks for it. What a cell throws reaches the
// caller; the others that are finished are kept.
GridValues run_grid(const Grid& grid, const std::string& path, std::string_view stage, Observer* observer);

}  // namespace pdrank::reproduce
