// Who is compared: the lines of the paper's figures, PD-Rank in three settings, and what this program does by itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pdrank/core/options.hpp"
#include "reproduce/chart.hpp"

namespace pdrank::reproduce {

struct Line {
  enum class Kind {
    own,      // PD-Rank; the first of them as the paper sets it
    product,  // what this program offers beside it; no part of any claim
    rival,    // of the paper
  };
  std::string_view id;      // in files
  std::string_view name;    // in pictures
  std::string_view method;  // as with_method reads it
  Kind kind = Kind::rival;
  bool needs_strong = false;
  bool wide = false;  // drawn so, for another that often has the same values lies on it

  Style style() const;
};

// In the order of legends: PD-Rank, this program, then the paper's other methods.
std::span<const Line> lines();

// InvalidArgument if there is none of that id.
std::size_t line_index(std::string_view id);

std::vector<std::size_t> lines_of(Line::Kind kind);

// All methods with their settings, for the settings of a grid.
std::string method_list();

// Of the line, on one thread: cells run beside each other.
RankOptions options_of(const Line& line, std::uint64_t seed);

}  // namespace pdrank::reproduce
