// What the fields of a row say beside who won, as text. Each throws RowError for a text that is none of its values.
#pragma once

#include <string_view>

#include "pdrank/data/comparisons.hpp"
#include "pdrank/io/recognise/columns.hpp"
#include "pdrank/io/recognise/verdict.hpp"

namespace pdrank::io {

double parse_weight(std::string_view text);

// A number of answers, which is at least 0.
double parse_count(std::string_view text);

// Whether a number of answers is none: 0, or not given.
bool is_no_count(std::string_view text);

// 1, true or yes; 0, false, no or nothing. `what` it is, for errors.
bool parse_truth(std::string_view text, std::string_view what);

// A number or a date; nothing is kNoTime.
double parse_moment(std::string_view text);

// From 0.5 to 1.
double parse_share(std::string_view text);

// The number without its sign, which is not 0.
double parse_grade(std::string_view text);

// Who stood first. A flag is not taken for an item, nor an item for a flag, where the text could be both.
Side parse_first(std::string_view text, FirstKind kind, std::string_view winner, std::string_view loser);

// Any number.
double parse_score(std::string_view text, std::string_view what);

// Who won by the scores of the two: whoever has more, as clearly as it is more.
Judgement judge_scores(std::string_view first, std::string_view second);

// The same where one field has both scores: 2:1, 2-1.
Judgement judge_score_text(std::string_view text);

// Who won by three flags, of which one is set.
Judgement judge_flags(std::string_view first, std::string_view second, std::string_view tie);

}  // namespace pdrank::io
