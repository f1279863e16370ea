// What the data cannot tell, in sentences for the notes of a result: one a kind of flag, however many items have it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "pdrank/core/words.hpp"
#include "pdrank/data/bridges.hpp"
#include "pdrank/data/comparisons.hpp"
#include "pdrank/data/flags.hpp"
#include "pdrank/data/graph.hpp"

namespace pdrank {

// How many there are of a kind, and the names of as many as a note shows.
struct Flagged {
  std::uint64_t count = 0;
  std::vector<std::string> names = {};

  // `name` gives it, if it is wanted.
  void add(const auto& name) {
    if (++count <= kFewNames) names.emplace_back(name());
  }
};

struct FlaggedItems {
  std::uint64_t items = 0;  // all
  Flagged unbeaten = {}, winless = {}, few = {};
  Flagged pairs = {};  // bridges with few comparisons on which several items hang
};

// `bridges` and `flags` are those of `graph`, made with `few`. The first few items of each kind are named in the order
// of the data, which is the same whatever the method.
FlaggedItems find_flagged(const Comparisons& data, const ComparisonGraph& graph, const Bridges& bridges,
                          std::span<const ItemFlags> flags, int few_comparisons);

std::vector<std::string> notes_on_flags(const FlaggedItems& flagged, int few_comparisons);

}  // namespace pdrank
