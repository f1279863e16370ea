// What to simulate, in the words of a user: the command line's flags and Python's keywords.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "pdrank/simulate/simulate.hpp"

namespace pdrank {

struct SimulateText {
  std::uint32_t items = 30;
  std::optional<std::uint64_t> comparisons = std::nullopt;  // unset: by `trials`
  std::optional<double> trials = std::nullopt;              // standard trials; unset: 1
  std::optional<std::string> noise = std::nullopt;  // unset: toggle:0.1, with annotators toggle:0, as they err already
  std::string annotators = "";                      // empty: none
  std::string shape = "uniform";
  std::string graph = "any";  // "any", "connected" or "strong"
  std::uint64_t seed = 1;
};

// InvalidArgument for what cannot be read, and for both comparisons and trials.
SimulateOptions parse_simulation(const SimulateText& text);

}  // namespace pdrank
