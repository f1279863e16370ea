// What a figure of the paper is, and what its reproduction gives back: plain values, from which files, pictures and
// the page are made. The figures are in registry.cpp, one file each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pdrank/core/enum_names.hpp"
#include "pdrank/core/observer.hpp"
#include "reproduce/chart.hpp"

namespace pdrank::reproduce {

enum class ClaimState { not_measured, holds, in_part, does_not_hold };
constexpr auto enum_names(ClaimState) {
  return NameList<ClaimState, 4>{{{ClaimState::not_measured, "not measured"},
                                  {ClaimState::holds, "holds"},
                                  {ClaimState::in_part, "holds in part"},
                                  {ClaimState::does_not_hold, "does not hold"}}};
}

// One of our numbers, in words.
struct Finding {
  std::string what, value;
};

// A file of numbers. Those in which every number is reproducible hold no times.
struct NumbersFile {
  std::string file;  // "noise-n.csv"
  std::string csv;
};

struct FigureResult {
  ClaimState state = ClaimState::not_measured;
  std::string brief;  // the main numbers in a few words
  std::vector<Finding> findings = {};
  std::vector<NumbersFile> tables = {};
  std::vector<Chart> charts = {};
  std::vector<std::string> notes = {};  // what the reader must know: sentences
};

struct FigureInput {
  std::string folder;                                // of all output; cells that are finished are kept in it
  std::optional<std::size_t> trials = std::nullopt;  // unset: as many as in the paper
  std::string data = {};                             // folder of real data; empty: none
  std::uint64_t seed = 1;
};

struct Figure {
  std::string_view id;        // "noise-n"
  std::string_view title;     // what is shown
  std::string_view place;     // in the paper
  std::string_view claim;     // of the paper, a sentence
  std::string_view in_short;  // the same in a few words
  std::string_view rule;      // by which the verdict is decided, as the figure's file does it
  // `observer` may be null. Stopped if it asks for that; what is finished is kept.
  FigureResult (*run)(const FigureInput& input, Observer* observer);
};

}  // namespace pdrank::reproduce
