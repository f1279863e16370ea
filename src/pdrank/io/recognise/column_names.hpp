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
    NamePair{"winner", "loser"},
    NamePair{"winners", "losers"},
    NamePair{"winner_id", "loser_id"},
    NamePair{"winner_name", "loser_name"},
    NamePair{"winner_model", "loser_model"},
    NamePair{"winning_item", "losing_item"},
    NamePair{"chosen_model", "rejected_model"},
    NamePair{"chosen", "rejected"},
    NamePair{"preferred", "other"},
    NamePair{"preferred", "rejected"},
    NamePair{"preferred", "not_preferred"},
    NamePair{"chosen", "not_chosen"},
    NamePair{"candidate_chosen", "candidate_not_chosen"},
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

// The same where another column says who won; alone they could as well be the names of two items.
inline constexpr std::array kJudgedPairNames = {
    NamePair{"response_a_model", "response_b_model"},
    NamePair{"model_a_name", "model_b_name"},
    NamePair{"model_name_a", "model_name_b"},
    NamePair{"model_1", "model_2"},
    NamePair{"model1", "model2"},
    NamePair{"system_a", "system_b"},
    NamePair{"system_1", "system_2"},
    NamePair{"system1", "system2"},
    NamePair{"generator_1", "generator_2"},
    NamePair{"home_team", "away_team"},
    NamePair{"hometeam", "awayteam"},
    NamePair{"home", "away"},
    NamePair{"white", "black"},
    NamePair{"white_id", "black_id"},
    NamePair{"white_name", "black_name"},
    NamePair{"white_player", "black_player"},
    NamePair{"team_a", "team_b"},
    NamePair{"team_1", "team_2"},
    NamePair{"team1", "team2"},
    NamePair{"player_a", "player_b"},
    NamePair{"candidate_a", "candidate_b"},
    NamePair{"candidate_1", "candidate_2"},
    NamePair{"candidate1", "candidate2"},
    NamePair{"left_item", "right_item"},
    NamePair{"item_left", "item_right"},
    NamePair{"left_id", "right_id"},
    NamePair{"left_image", "right_image"},
    NamePair{"image_left", "image_right"},
    NamePair{"image_a", "image_b"},
    NamePair{"image_1", "image_2"},
    NamePair{"image1", "image2"},
    NamePair{"stimulus_a", "stimulus_b"},
    NamePair{"option_1", "option_2"},
    NamePair{"option1", "option2"},
    NamePair{"response_a", "response_b"},
    NamePair{"response_1", "response_2"},
    NamePair{"output_1", "output_2"},
    NamePair{"text_a", "text_b"},
    NamePair{"first", "second"},
    NamePair{"a", "b"},
};

struct VerdictName {
  std::string_view name;
  VerdictKind kind;
};

inline constexpr std::array kVerdictNames = {
    VerdictName{"winner", VerdictKind::winner},         VerdictName{"label", VerdictKind::label},
    VerdictName{"outcome", VerdictKind::outcome},       VerdictName{"result", VerdictKind::outcome},
    VerdictName{"is_a_selected", VerdictKind::outcome}, VerdictName{"verdict", VerdictKind::winner},
    VerdictName{"preference", VerdictKind::winner},     VerdictName{"preferred", VerdictKind::winner},
    VerdictName{"judgement", VerdictKind::winner},      VerdictName{"judgment", VerdictKind::winner},
    VerdictName{"choice", VerdictKind::winner},         VerdictName{"vote", VerdictKind::winner},
    VerdictName{"answer", VerdictKind::winner},         VerdictName{"chosen", VerdictKind::winner},
    VerdictName{"better", VerdictKind::winner},         VerdictName{"picked", VerdictKind::winner},
    VerdictName{"selected", VerdictKind::winner},       VerdictName{"selection", VerdictKind::winner},
    VerdictName{"decision", VerdictKind::winner},       VerdictName{"response", VerdictKind::winner},
};

// What is judged, with a number, a letter or a side as in sample_1 and sample_2, and perhaps _id or _name behind it.
inline constexpr std::array<std::string_view, 40> kJudgedThings = {
    "answer",   "candidate", "clip",   "completion", "concept",     "condition", "design",   "entry",
    "essay",    "idea",      "image",  "item",       "logo",        "model",     "name",     "option",
    "output",   "paper",     "photo",  "picture",    "player",      "poem",      "product",  "project",
    "proposal", "prototype", "recipe", "response",   "sample",      "script",    "stimulus", "story",
    "summary",  "system",    "team",   "text",       "translation", "variant",   "version",  "video"};
// What such a column of the winner is called: preferred_sample.
inline constexpr std::array<std::string_view, 6> kPreferred = {"preferred", "chosen",  "selected",
                                                               "better",    "winning", "favourite"};

// The same, where nothing else says who won.
inline constexpr std::array kLateVerdictNames = {
    VerdictName{"ftr", VerdictKind::outcome},         VerdictName{"full_time_result", VerdictKind::outcome},
    VerdictName{"score", VerdictKind::score_text},    VerdictName{"final_score", VerdictKind::score_text},
    VerdictName{"ft_score", VerdictKind::score_text}, VerdictName{"goals", VerdictKind::score_text},
};

// How often each of the two items has won; beside them, how often neither has.
inline constexpr std::array kCountNames = {
    NamePair{"wins_a", "wins_b"},
    NamePair{"a_wins", "b_wins"},
    NamePair{"wins_1", "wins_2"},
    NamePair{"wins1", "wins2"},
    NamePair{"win1", "win2"},
    NamePair{"win_1", "win_2"},
    NamePair{"prefer_1", "prefer_2"},
    NamePair{"prefer_a", "prefer_b"},
    NamePair{"preferred_1", "preferred_2"},
    NamePair{"votes_1", "votes_2"},
    NamePair{"votes_a", "votes_b"},
    NamePair{"left_wins", "right_wins"},
    NamePair{"wins_left", "wins_right"},
    NamePair{"left_votes", "right_votes"},
    NamePair{"home_wins", "away_wins"},
    NamePair{"count_1", "count_2"},
    NamePair{"count_a", "count_b"},
};
inline constexpr std::array<std::string_view, 5> kTieCountNames = {"ties", "draws", "tie", "draw", "no_preference"};

// What the two items have scored, where nothing else says who won: whoever has more.
inline constexpr std::array kScoreNames = {
    NamePair{"home_goals", "away_goals"},  NamePair{"home_score", "away_score"}, NamePair{"fthg", "ftag"},
    NamePair{"score_a", "score_b"},        NamePair{"score_1", "score_2"},       NamePair{"score1", "score2"},
    NamePair{"left_score", "right_score"}, NamePair{"points_a", "points_b"},     NamePair{"points_1", "points_2"},
};

// wmt16's rankings.csv has both: `ranking` is then a number and `order` the ranking.
inline constexpr std::array<std::string_view, 2> kRankingNames = {"order", "ranking"};
// The same where no other columns make a ranking row by row.
inline constexpr std::array<std::string_view, 3> kBallotNames = {"ballot", "preferences", "preference_order"};

// The best and the worst of some items that were shown, which stand in columns with a number (item1, item_2) or in one.
inline constexpr std::array kBestWorstNames = {NamePair{"best", "worst"},
                                               NamePair{"most", "least"},
                                               NamePair{"best_item", "worst_item"},
                                               NamePair{"best_choice", "worst_choice"},
                                               NamePair{"most_important", "least_important"},
                                               NamePair{"most_preferred", "least_preferred"},
                                               NamePair{"most_appealing", "least_appealing"},
                                               NamePair{"most_likely", "least_likely"}};
inline constexpr std::array<std::string_view, 10> kShownNames = {
    "item", "option", "alternative", "choice", "shown", "pos", "attribute", "statement", "feature", "concept"};
inline constexpr std::array<std::string_view, 4> kShownListNames = {"items", "options", "alternatives", "shown"};

// Rankings with a row for every item: who, where, and what else keeps one ranking apart from another.
inline constexpr std::array<std::string_view, 6> kPlacedNames = {"item",  "option", "candidate",
                                                                 "model", "system", "alternative"};
inline constexpr std::array<std::string_view, 3> kRankNames = {"rank", "place", "position"};
inline constexpr std::array<std::string_view, 3> kRatingNames = {"rating", "score", "stars"};
inline constexpr std::array<std::string_view, 14> kSetNames = {
    "set",      "task",  "question", "question_id", "prompt", "prompt_id", "query",
    "query_id", "trial", "ballot",   "race",        "event",  "match",     "round"};

inline constexpr std::array<std::string_view, 30> kAnnotatorNames = {
    "annotator",      "annotator_id", "annotator_name", "worker",       "worker_id",    "judge",
    "judge_id",       "judge_name",   "rater",          "rater_id",     "user",         "user_id",
    "username",       "observer",     "observer_id",    "voter",        "voter_id",     "participant",
    "participant_id", "assessor",     "evaluator",      "completed_by", "annotated_by", "taster",
    "panelist",       "panellist",    "labeler",        "labeller",     "workerid",     "userid"};
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
// Nobody was at home; where the columns are home and away.
inline constexpr std::array<std::string_view, 3> kNeutralNames = {"neutral", "neutral_ground", "neutral_venue"};

// Columns that a file may have beside those that say who won; in the order of Extra. A time is read only where the
// caller asks for it: files are full of times that nobody needs.
struct ExtraColumn {
  std::string_view role;                    // for `--columns`
  std::span<const std::string_view> names;  // by which it is recognised
  // Whether winners and losers may have it, pairs with a verdict, pairs with counts, and all others; who may not says
  // it already.
  bool of_winners = true, of_pairs = true, of_counts = true, of_others = true;

  constexpr bool belongs_to(RowShape shape) const {
    if (shape == RowShape::winner_loser) return of_winners;
    if (shape == RowShape::pair) return of_pairs;
    return shape == RowShape::counted ? of_counts : of_others;
  }
};
inline constexpr std::array<ExtraColumn, kExtras> kExtraColumns = {{
    {"annotator", kAnnotatorNames},
    {"weight", kWeightNames, true, true, false, true},
    {"tie", kTieNames, true, true, false, false},
    {"time", {}},
    {"first", kFirstNames, true, false, false, false},
    {"share", kShareNames, true, true, false, false},
    {"grade", kGradeNames, true, true, false, false},
    {"neutral", kNeutralNames, false, true, false, false},
}};

// What columns are often called that may say more about the answers, but too often something else to be read unasked.
inline constexpr std::array<std::string_view, 8> kTimeNames = {"time", "timestamp",  "date",        "datetime",
                                                               "when", "created_at", "answered_at", "tstamp"};
inline constexpr std::array<std::string_view, 27> kLikelyAnnotatorNames = {
    "annotators", "annotated_by", "assessor",      "assessor_id", "evaluator",     "evaluator_id", "expert",
    "grader",     "judge_name",   "judged_by",     "juror",       "labeler",       "labeller",     "respondent",
    "reviewer",   "reviewer_id",  "username",      "user_name",   "resp",          "resp_id",      "respid",
    "respnum",    "sys_respnum",  "respondent_id", "email",       "email_address", "your_name"};
inline constexpr std::array<std::string_view, 8> kLikelyWeightNames = {
    "weights", "counts", "freq", "frequency", "num_votes", "n_votes", "n_answers", "multiplicity"};
inline constexpr std::array<std::string_view, 6> kLikelyFirstNames = {"shown_left", "left",      "left_item",
                                                                      "first_item", "home_team", "first_shown"};
struct LikelyNames {
  Extra what;
  std::string_view meaning;
  std::span<const std::string_view> names;
};
inline constexpr std::array<LikelyNames, 4> kLikelyColumns = {{
    {Extra::time, "when answers were given", kTimeNames},
    {Extra::annotator, "who answered", kLikelyAnnotatorNames},
    {Extra::weight, "how often an answer counts", kLikelyWeightNames},
    {Extra::first, "who stood first", kLikelyFirstNames},
}};

// What `pdrank next` writes about a pair beside the comparison itself.
inline constexpr std::array<std::string_view, 3> kAskedColumns = {"probability_left", "value", "reason"};

// What `pdrank serve` exports beside the comparisons.
inline constexpr std::array<std::string_view, 1> kVotedColumns = {"duration_ms"};

// Names of other files' columns that are sometimes given by mistake; two bare columns of data do not begin with them.
inline constexpr std::array<std::string_view, 4> kForeignNames = {"item", "score", "text", "name"};

}  // namespace pdrank::io
