// What can be chosen about a ranking, as enums with their names.
#pragma once

#include "pdrank/core/enum_names.hpp"

namespace pdrank {

// What a tie counts for: half a win each way, nothing, or it is refused; or ties have a law of their own. Left to the
// method: a law where it has one, half a win otherwise.
enum class TieRule { automatic, half, drop, error, rao_kupper, davidson };
constexpr auto enum_names(TieRule) {
  using enum TieRule;
  return NameList<TieRule, 6>{{{automatic, "auto"},
                               {half, "half"},
                               {drop, "drop"},
                               {error, "error"},
                               {rao_kupper, "rao-kupper"},
                               {davidson, "davidson"}}};
}
inline bool is_tie_law(TieRule rule) { return rule == TieRule::rao_kupper || rule == TieRule::davidson; }

// Whether what stands first has an advantage: used where the answers speak for it, never, one for all annotators, or
// one for each.
enum class OrderEffect { automatic, none, common, per_annotator };
constexpr auto enum_names(OrderEffect) {
  using enum OrderEffect;
  return NameList<OrderEffect, 4>{
      {{automatic, "auto"}, {none, "none"}, {common, "common"}, {per_annotator, "per-annotator"}}};
}

// What scores are written in: log-odds; Elo points; the share of an item in a choice among all; or just-objectionable
// differences, one of which three of four annotators see.
enum class ScaleKind { logit, elo, share, jod };
constexpr auto enum_names(ScaleKind) {
  using enum ScaleKind;
  return NameList<ScaleKind, 4>{{{logit, "logit"}, {elo, "elo"}, {share, "share"}, {jod, "jod"}}};
}

// What is ranked: everything, the largest connected or the largest strongly connected part.
enum class RankedPart { all, largest, strong };
constexpr auto enum_names(RankedPart) {
  using enum RankedPart;
  return NameList<RankedPart, 3>{{{all, "all"}, {largest, "largest"}, {strong, "strong"}}};
}

// Whose settings fill in what is not set: this program's, or the paper's for the size of the data.
enum class Preset { standard, paper };
constexpr auto enum_names(Preset) {
  return NameList<Preset, 2>{{{Preset::standard, "default"}, {Preset::paper, "paper"}}};
}

// What solves a round of PD-Rank.
enum class SolverKind { newton, pdhg };
constexpr auto enum_names(SolverKind) {
  return NameList<SolverKind, 2>{{{SolverKind::newton, "newton"}, {SolverKind::pdhg, "pdhg"}}};
}

// Which measure ends a round's subproblem.
enum class InnerRule {
  kkt,    // the optimality condition holds: kkt_residual <= tolerance
  rough,  // or the last iteration brought little of what all of them have
  cost,   // the paper's: the objective changed by less than tolerance, relative to the iteration before
};
constexpr auto enum_names(InnerRule) {
  using enum InnerRule;
  return NameList<InnerRule, 3>{{{rough, "rough"}, {kkt, "kkt"}, {cost, "cost"}}};
}

// How HodgeRank turns the share of wins of a pair into a score difference.
enum class Transform { linear, log_odds, probit, arcsine };
constexpr auto enum_names(Transform) {
  using enum Transform;
  return NameList<Transform, 4>{{{linear, "linear"}, {log_odds, "log-odds"}, {probit, "probit"}, {arcsine, "arcsine"}}};
}

}  // namespace pdrank
