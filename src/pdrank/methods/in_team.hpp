// How a method runs in a team of processes that divide the data (distributed): what one connected part goes through,
// whether all of them share it or one has it whole, and what is said of all parts at the end. A method that has none of
// this (MethodInfo::in_team) runs with all of the data in every process, which may share its loops (core/work_sharing).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/core/options.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/linalg/sharing.hpp"
#include "pdrank/methods/registry.hpp"
#include "pdrank/solve/choose_gamma.hpp"
#include "pdrank/solve/reweight.hpp"

namespace pdrank {

// Where a part of PD-Rank stands, gamma included, for another run to go on from.
class PartJournal : public RoundsJournal {
 public:
  virtual std::optional<GammaChoice> choice() = 0;
  virtual void keep_choice(const GammaChoice& choice) = 0;
};

struct PartInput {
  const ComparisonGraph& graph;
  const RankOptions& options;           // with all their values
  std::span<const std::uint64_t> keys;  // by node: key_of its name
  const Sharing& sharing;
  PartJournal* journal = nullptr;
  Observer* observer = nullptr;
};

struct PartOutput {
  std::vector<double> scores;  // by node
  Convergence convergence;
  std::optional<GammaChoice> choice = std::nullopt;  // PD-Rank's, if it was to choose
  double gradient = 0, rest = 0;                     // HodgeRank's: what one ranking explains, and what it does not
};

struct InTeam {
  PartOutput (*run_part)(const PartInput&) = nullptr;
  // Message, figures and notes of all parts together; the choice is the largest part's.
  void (*describe)(const PartOutput& all, const RankOptions& options, bool is_strong, RankResult& result) = nullptr;
};

// By which choose_gamma knows an item, whatever its number.
std::uint64_t key_of(std::string_view name);

}  // namespace pdrank
