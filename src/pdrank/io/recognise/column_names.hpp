// The names by which columns are recognised, spelled as folded() spells them. Where a file has several, the first one
// in the table is taken.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "pdrank/io/recognise/columns.hpp"
#include "pdrank/io/recognise/verdict.hpp"

namespace pdrank::io {

struct NamePair {
  std::string_view first, second;
};

inline constexpr std::array kWinnerLoserNames = {
    NamePair{"winner", "loser"},           NamePair{"winners", "losers"},          NamePair{"winner_id", "loser_id"},
    NamePair{"winner_name", "loser_name"}, NamePair{"chosen", "rejected"},         NamePair{"preferred", "other"},
    NamePair{"preferred", "rejected"},     NamePair{"preferred", "not_preferred"}, NamePair{"chosen", "not_chosen"},
    NamePair{"better", "worse"},
};

inline constexpr std::array kPairNames = {
    NamePair{"left", "right"},
    NamePair{"model_a", "model_b"},
    NamePair{"player1", "player2"},
    NamePair{"player_1", "player_2"},
    NamePair{"competitor_1", "competitor_2"},
    NamePair{"competitor1", "competitor2"},
    NamePair{"item_a", "item_b"},
    NamePair{"item1", "item2"},
    NamePair{"item_1", "item_2"},
    NamePair{"condition_a", "condition_b"},
    NamePair{"option_a", "option_b"},
};

struct VerdictName {
  std::string_view name;
  VerdictKind kind;
};

inline constexpr std::array kVerdictNames = {
    VerdictName{"winner", VerdictKind::winner},         VerdictName{"label", VerdictKind::label},
    VerdictName{"outcome", VerdictKind::outcome},       VerdictName{"result", VerdictKind::outcome},
    VerdictName{"is_a_selected", VerdictKind::outcome},
};

// wmt16's rankings.csv has both: `ranking` is then a number and `order` the ranking.
inline constexpr std::array<std::string_view, 2> kRankingNames = {"order", "ranking"};

inline constexpr std::array<std::string_view, 17> kAnnotatorNames = {
    "annotator",   "annotator_id", "annotator_name", "worker",      "worker_id",     "judge",
    "judge_id",    "rater",        "rater_id",       "user",        "user_id",       "observer",
    "observer_id", "voter",        "voter_id",       "participant", "participant_id"};
inline constexpr std::array<std::string_view, 2> kWeightNames = {"weight", "count"};
inline constexpr std::array<std::string_view, 2> kTieNames = {"tie", "draw"};

// Who stood first, where the columns are winner and loser; and what the values of the last ones are.
inline constexpr std::array<std::string_view, 13> kFirstNames = {"winner_shown_left",
                                                                 "winner_shown_first",
                                                                 "winner_named_first",
                                                                 "winner_was_model_a",
                                                                 "winner_was_left",
                                                                 "winner_was_first",
                                                                 "winner_on_left",
                                                                 "winner_left",
                                                                 "winner_first",
                                                                 "winner_at_home",
                                                                 "home",
                                                                 "first",
                                                                 "shown_first"};
constexpr FirstKind first_kind(std::string_view name) {
  if (name == "home") return FirstKind::home;
  if (name == "first" || name == "shown_first") return FirstKind::item;
  return std::ranges::find(kFirstNames, name) != kFirstNames.end() ? FirstKind::flag : FirstKind::any;
}

inline constexpr std::array<std::string_view, 1> kShareNames = {"winner_share"};
inline constexpr std::array<std::string_view, 1> kGradeNames = {"winner_grade"};

// Columns that a file may have beside those that say who won; in the order of Extra. A time is read only where the
// caller asks for it: files are full of times that nobody needs.
struct ExtraColumn {
  std::string_view role;                    // for `--columns`
  std::span<const std::string_view> names;  // by which it is recognised
  bool of_pairs = true,
       of_rankings = true;  // a pair with a verdict, or a ranking, may have it; others say it themselves

  constexpr bool belongs_to(RowShape shape) const {
    return (shape != RowShape::pair || of_pairs) && (shape != RowShape::ranking || of_rankings);
  }
};
inline constexpr std::array<ExtraColumn, kExtras> kExtraColumns = {{
    {"annotator", kAnnotatorNames},
    {"weight", kWeightNames},
    {"tie", kTieNames, true, false},
    {"time", {}},
    {"first", kFirstNames, false, false},
    {"share", kShareNames, true, false},
    {"grade", kGradeNames, true, false},
}};

// What a column of times may be called.
inline constexpr std::array<std::string_view, 8> kTimeNames = {"time", "timestamp",  "date",        "datetime",
                                                               "when", "created_at", "answered_at", "tstamp"};

// What `pdrank next` writes about a pair beside the comparison itself.
inline constexpr std::array<std::string_view, 3> kAskedColumns = {"probability_left", "value", "reason"};

// What `pdrank serve` exports beside the comparisons.
inline constexpr std::array<std::string_view, 1> kVotedColumns = {"duration_ms"};

// Names of other files' columns that are sometimes given by mistake; two bare columns of data do not begin with them.
inline constexpr std::array<std::string_view, 4> kForeignNames = {"item", "score", "text", "name"};

}  // namespace pdrank::io
