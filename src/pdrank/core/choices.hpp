// What can be chosen about a ranking, as enums with their names.
#pragma once

#include "pdrank/core/enum_names.hpp"

namespace pdrank {

// What a tie counts for: half a win each way, nothing, or it is refused.
enum class TieRule { half, drop, error };
template <>
struct EnumNames<TieRule> {
  static constexpr NameList<TieRule, 3> list = {
      {{TieRule::half, "half"}, {TieRule::drop, "drop"}, {TieRule::error, "error"}}};
};

// What is ranked: everything, the largest connected or the largest strongly connected part.
enum class RankedPart { all, largest, strong };
template <>
struct EnumNames<RankedPart> {
  static constexpr NameList<RankedPart, 3> list = {
      {{RankedPart::all, "all"}, {RankedPart::largest, "largest"}, {RankedPart::strong, "strong"}}};
};

// Whose settings fill in what is not set: this program's, or the paper's for the size of the data.
enum class Preset { standard, paper };
template <>
struct EnumNames<Preset> {
  static constexpr NameList<Preset, 2> list = {{{Preset::standard, "default"}, {Preset::paper, "paper"}}};
};

// What solves a round of PD-Rank.
enum class SolverKind { newton, pdhg };
template <>
struct EnumNames<SolverKind> {
  static constexpr NameList<SolverKind, 2> list = {{{SolverKind::newton, "newton"}, {SolverKind::pdhg, "pdhg"}}};
};

// Which measure ends a round's subproblem.
enum class InnerRule {
  kkt,    // the optimality condition holds: kkt_residual <= tolerance
  rough,  // or the last iteration brought little of what all of them have
  cost,   // the paper's: the objective changed by less than tolerance, relative to the iteration before
};
template <>
struct EnumNames<InnerRule> {
  static constexpr NameList<InnerRule, 3> list = {
      {{InnerRule::rough, "rough"}, {InnerRule::kkt, "kkt"}, {InnerRule::cost, "cost"}}};
};

// How HodgeRank turns the share of wins of a pair into a score difference.
enum class Transform { linear, log_odds, probit, arcsine };
template <>
struct EnumNames<Transform> {
  static constexpr NameList<Transform, 4> list = {{{Transform::linear, "linear"},
                                                   {Transform::log_odds, "log-odds"},
                                                   {Transform::probit, "probit"},
                                                   {Transform::arcsine, "arcsine"}}};
};

}  // namespace pdrank
