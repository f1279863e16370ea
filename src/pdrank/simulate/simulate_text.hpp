// What to simulate, in the words of a user: the command line's flags and Python's keywords.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "pdrank/core/option_table.hpp"
#include "pdrank/simulate/simulate.hpp"

namespace pdrank {

struct SimulateText {
  std::uint32_t items = 30;
  std::optional<std::uint64_t> comparisons = std::nullopt;  // unset: by `trials`
  std::optional<double> trials = std::nullopt;
  std::optional<std::string> noise = std::nullopt;
  std::string annotators = "";  // empty: none
  std::string shape = "uniform";
  GraphKind graph = GraphKind::any;
  std::optional<double> order_effect = std::nullopt;
  double tie_rate = 0;
  std::uint64_t seed = 1;

  static OptionTable<SimulateText> table();
};

// InvalidArgument for what cannot be read, and for both comparisons and trials.
SimulateOptions parse_simulation(const SimulateText& text);

}  // namespace pdrank
