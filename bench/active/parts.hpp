// The parts of the study, one file each: what they are given and where they put what they find.
#pragma once

#include <string>
#include <vector>

#include "curves.hpp"
#include "report.hpp"

namespace pdrank::bench::active {

struct Settings {
  std::size_t seeds = 30;                                    // plays of a setting, at least 2
  std::vector<std::string> strategies;                       // of the registry
  std::vector<std::uint32_t> items = {16, 60};               // of the simulated worlds
  std::vector<std::string> noises = {"toggle:0.1", "bt:5"};  // see simulate/noise.hpp
  std::string data;                                          // folder of real data sets
};

struct Study {
  Settings settings;
  Curves curves = {};
  Report report = {};
};

void run_simulated(Study& study);
void run_real(Study& study);
void run_forecast(Study& study);
void run_large(Study& study);

}  // namespace pdrank::bench::active
