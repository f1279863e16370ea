// The options of a ranking run, with their table and presets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pdrank/core/choices.hpp"
#include "pdrank/core/option_table.hpp"

namespace pdrank {

// Fields without a value are decided by the preset, some of them by the size of the data.
struct RankOptions {
  std::string method = "auto";
  Preset preset = Preset::standard;
  TieRule ties = TieRule::half;
  RankedPart component = RankedPart::all;
  int few = 5;
  std::optional<SolverKind> solver = std::nullopt;
  std::optional<double> gamma = std::nullopt;
  std::optional<double> epsilon = std::nullopt;
  std::optional<int> max_rounds = std::nullopt;
  std::optional<double> round_tolerance = std::nullopt;
  std::optional<InnerRule> inner_rule = std::nullopt;
  std::optional<double> inner_tolerance = std::nullopt;
  std::optional<int> max_iterations = std::nullopt;
  std::optional<Transform> transform = std::nullopt;
  std::optional<double> svm_cost = std::nullopt;
  std::optional<double> elo_k = std::nullopt;
  std::optional<int> bootstrap = std::nullopt;
  double level = 0.9;
  std::uint64_t seed = 1;
  int threads = 0;
  bool standard_errors = true;  // not a flag: where nobody looks at them, they need not be computed
  bool keep_draws = false;      // not a flag: the result keeps the draws of the scores, for predictions
};

template <>
std::span<const OptionRecord<RankOptions>> option_table<RankOptions>();

// What the default preset fills in on small data.
template <>
RankOptions shown_defaults<RankOptions>();

// What the default preset fills in for PD-Rank; the criteria of `solve` start from the same numbers.
namespace defaults {
inline constexpr double kEpsilon = 1e-2, kRoundTolerance = 1e-2, kInnerTolerance = 1e-9;
inline constexpr int kMaxRounds = 200, kMaxIterations = 1000;
}  // namespace defaults

// Whether a number is left to the method: unset, or kAuto.
bool is_left_open(const std::optional<double>& number);

// "hodgerank:transform=probit:max-rounds=5": a method, and options of its own.
struct MethodText {
  std::string method;
  std::vector<std::pair<std::string, std::string>> settings;  // option, spelled as in its record -> value
};

// InvalidArgument, field "methods", where an option has no value. Whether there is such a method or option is not
// asked.
MethodText split_method(std::string_view text);

// Fills what is unset from the preset: the program's, or the paper's (appendix "Parameters" and "Stopping criteria").
RankOptions resolve_preset(const RankOptions& options, std::uint64_t item_count);

}  // namespace pdrank
