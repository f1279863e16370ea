// What the program says: tables on stdout as they come, the bars at the end, and all figures as JSON.
#pragma once

#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "table.hpp"

namespace pdrank::bench {

using Json = nlohmann::ordered_json;

// What a figure is held against.
struct Bar {
  std::string what;
  std::optional<double> figure;  // empty: its method was not among those measured. NaN is a miss.
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  double standard_error = std::numeric_limits<double>::quiet_NaN();  // of the figure; NaN: it has none, or nobody knows

  bool missed() const { return figure && !(*figure >= low && *figure <= high); }
  std::string limits() const;  // ">= 0.72", "<= 0.02", "0.87 .. 0.93"
};

class Report {
 public:
  Json figures;  // by part; whoever measures fills it

  void say(std::string_view line) const;
  void show(const cli::Table& table) const;
  void hold(Bar bar) { bars_.push_back(std::move(bar)); }

  // A line for every bar.
  void show_bars() const;
  Json bars() const;
  bool any_missed() const;

 private:
  std::vector<Bar> bars_;
};

// A table whose first column is left-aligned and whose other columns are figures.
cli::Table table_of(const std::vector<std::string>& titles);

// With that many digits behind the point; "-" for NaN.
std::string digits(double figure, int behind_point = 3);

}  // namespace pdrank::bench
