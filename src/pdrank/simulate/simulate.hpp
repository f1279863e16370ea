// Makes comparisons from a hidden truth (paper, "Data generation").
//
// A pair is drawn as the shape says, by default uniformly from all pairs, with replacement; an annotator uniformly from
// all annotators. The noise model gives the answer, the annotator then flips it with their own probability. Where any
// annotator has a position bias, or there is an order effect, the two items are shown in random order; with the
// annotator's probability of not looking the one shown first wins instead.
//
// With an order effect eta and a tie rate nu, and p the noise model's probability that the item shown first wins,
//   logit p' = logit p + eta                                          (Davidson and Beaver 1977)
//   P(tie) = nu s / (1 + nu s), s = sqrt(p' (1 - p')), P(first wins | no tie) = p'     (Davidson 1970)
// A tie is not flipped.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pdrank/core/enum_names.hpp"
#include "pdrank/data/comparisons.hpp"
#include "pdrank/simulate/annotators.hpp"
#include "pdrank/simulate/noise.hpp"
#include "pdrank/simulate/shape.hpp"

namespace pdrank {

inline constexpr std::uint32_t kMaxSimulatedItems = 100'000'000;

// What part of the data is kept: all of it, or the largest weakly or strongly connected part. That part must hold at
// least 0.8 of the items (the paper's rule); the data is drawn again until it does.
enum class GraphKind { any, connected, strong };
constexpr auto enum_names(GraphKind) {
  using enum GraphKind;
  return NameList<GraphKind, 3>{{{any, "any"}, {connected, "connected"}, {strong, "strong"}}};
}

struct SimulateOptions {
  std::uint32_t items = 30;                     // m, in 2..kMaxSimulatedItems
  std::uint64_t comparisons = 435;              // n as drawn, in 1..kMaxComparisons; see also trials_to_comparisons
  NoiseModel noise = {};                        // toggle:0.1
  std::vector<AnnotatorGroup> annotators = {};  // none: the comparisons name no annotator
  Shape shape = {};                             // uniform
  GraphKind graph = GraphKind::any;
  std::optional<double> order_effect = std::nullopt;  // eta; with one, even 0, the comparisons say who was shown first
  double tie_rate = 0;                                // nu, >= 0: equal items tie with probability nu / (2 + nu)
  std::uint64_t seed = 1;
};

struct Simulation {
  // Items and annotators have ids in order of appearance; of two that appear together, the one with the lower number
  // in its name comes first, whoever won. Items and annotators that never appear have no id.
  Comparisons comparisons;
  std::vector<double> truth;                      // true score by item id
  std::vector<std::uint8_t> wrong;                // by comparison: 1 if the answer contradicts the truth
  std::vector<ItemId> shown_first;                // by comparison; empty if the order matters to nobody
  std::vector<std::string> annotator_kinds;       // by annotator id
  std::vector<double> annotator_flips;            // by annotator id: P(turned round | looked at)
  std::vector<double> annotator_position_biases;  // by annotator id: P(not looked at)

  std::uint32_t items_left_out = 0;        // never compared, or outside the part that was kept
  std::uint64_t comparisons_left_out = 0;  // outside the part that was kept
  std::uint32_t draws = 0;                 // times the data was drawn; 1 unless the part was too small
};

// The same options give the same data. For one seed, the first draw with fewer comparisons is a prefix of the one
// with more, and a larger toggle level turns round a superset of the answers (before the annotators do). The prefix
// holds for every shape but regular, whose counts come out even only at the end.
//
// InvalidArgument for options out of range, and where no draw gave a large enough part: at most 1000 draws, fewer for
// data so large that its shape hardly varies.
Simulation simulate(const SimulateOptions& options);

// The paper's unit of effort: one trial compares every pair once. round(trials * m(m-1)/2), in 1..kMaxComparisons;
// InvalidArgument otherwise.
std::uint64_t trials_to_comparisons(double trials, std::uint32_t items);

}  // namespace pdrank
