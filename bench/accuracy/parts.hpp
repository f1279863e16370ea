// The parts of the study, one file each: what they are given and where they put what they find.
#pragma once

#include <string>
#include <vector>

#include "report.hpp"
#include "runs.hpp"

namespace pdrank::bench::accuracy {

struct Settings {
  std::size_t seeds = 40;            // of a cell, at least 2
  std::vector<std::string> methods;  // see method_list.hpp
  std::string data;                  // folder of real data sets
  int threads = 0;                   // 0 = one for each core; changes no figure but times
};

struct Study {
  Settings settings;
  Runs runs;
  Report report = {};
};

void run_toggle(Study& study);
void run_bt(Study& study);
void run_calibration(Study& study);
void run_annotators(Study& study);
void run_real(Study& study);
void run_speed(Study& study);
void run_speed_large(Study& study);

}  // namespace pdrank::bench::accuracy
