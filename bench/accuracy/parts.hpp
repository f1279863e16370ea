// The parts of the study, one file each: what they are given and where they put what they find.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "report.hpp"
#include "runs.hpp"

namespace pdrank::bench::accuracy {

struct Settings {
  std::size_t seeds = 40;             // of a cell, at least 2; some parts take more or fewer in proportion
  std::uint32_t most_items = 10'000;  // cells of coverage with more are left out
  std::vector<std::string> cells;     // words: of coverage and flags, only cells with one of them; empty: all
  std::vector<std::string> methods;   // see method_list.hpp
  std::string data;                   // folder of real data sets
  int threads = 0;                    // 0 = one for each core; changes no figure but times

  bool wants_cell(const std::string& name) const {
    const auto has = [&](const std::string& word) { return name.find(word) != std::string::npos; };
    return cells.empty() || std::ranges::any_of(cells, has);
  }
};

struct Study {
  Settings settings;
  Runs runs;
  Report report = {};
};

void run_toggle(Study& study);
void run_bt(Study& study);
void run_coverage(Study& study);
void run_flags(Study& study);
void run_annotators(Study& study);
void run_real(Study& study);
void run_real_coverage(Study& study);
void run_speed(Study& study);
void run_speed_large(Study& study);

}  // namespace pdrank::bench::accuracy
