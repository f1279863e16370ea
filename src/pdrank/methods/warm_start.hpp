// What a fit leaves behind for the next one on nearly the same data. Items and annotators are known by name, so that
// they may come, go, and change their ids in between.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pdrank/data/comparisons.hpp"
#include "pdrank/data/graph.hpp"
#include "pdrank/methods/learned.hpp"

namespace pdrank {

// Of PD-Rank: where each of its rounds ended.
class RoundsPath {
 public:
  bool empty() const { return path_.empty(); }

  // By round and node of a part; NaN for items that it does not know, or whose part had fewer rounds.
  std::vector<std::vector<double>> path_of(const ComparisonGraph& part, const Comparisons& data) const;

  void keep(const ComparisonGraph& part, const Comparisons& data, std::span<const std::vector<double>> path);

 private:
  ItemIndex items_;
  std::vector<std::vector<double>> path_;  // by round and item
};

// Of the posterior: what it has learned of noise and spread. Who answers as one is not kept: a rough fit counts them
// apart.
class KeptLearning {
 public:
  // None if there are fewer answers than it was learned from, or a tenth more: they may say something else.
  std::optional<Learned> learned_for(const Comparisons& data) const;

  void keep(Learned learned, const Comparisons& data);

 private:
  ItemIndex annotators_;
  Learned learned_;     // by annotator of this index
  double answers_ = 0;  // that it was learned from; 0: nothing yet
};

// Annotators who answered as one, as far as a fit can tell.
struct SameAnnotators {
  std::vector<std::string> names;
  std::uint64_t shared = 0, agreed = 0;  // questions that two of them answered, and those answered alike
};

struct WarmStart {
  // PD-Rank ends where it would have ended without it. What the posterior has learned a fit from scratch would have
  // learned a little differently, so it is used only if that is `rough` enough.
  bool rough = false;
  RoundsPath path = {};
  KeptLearning learning = {};
  // Of the posterior, as its last fit from scratch found them. A rough one does not look for them and leaves them be.
  std::vector<SameAnnotators> same_annotators = {};
};

}  // namespace pdrank
