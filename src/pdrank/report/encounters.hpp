// Who met whom, and by whose word: what the page tells of a single item.
#pragma once

#include <cstdint>
#include <vector>

#include "pdrank/core/result.hpp"
#include "pdrank/data/comparisons.hpp"

namespace pdrank {

// The answers of one annotator about two items, or of all of them.
struct Encounter {
  std::uint32_t a = 0, b = 0;               // places of the ranking, from 0; a < b
  AnnotatorId annotator = kNoAnnotator;     // or nobody: it is not known, or these are all
  double a_wins = 0, b_wins = 0, ties = 0;  // by weight
};

struct Encounters {
  std::vector<Encounter> list = {};  // by a, b and annotator
  bool by_annotator = false;
};

// Comparisons that took part. By annotator if the data have some and that makes at most `most` encounters; otherwise
// by pair; nothing if these are more as well.
Encounters count_encounters(const RankResult& result, const Comparisons& data, std::size_t most);

}  // namespace pdrank
