#include "pdrank/io/recognise/field_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "pdrank/core/option_name.hpp"
#include "pdrank/io/recognise/time_text.hpp"
#include "pdrank/io/recognise/verdict.hpp"
#include "pdrank/io/tables/table_reader.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank::io {
namespace {

// Whether a flag says that the winner stood first.
std::optional<bool> parse_flag(std::string_view text) {
  if (text == "1") return true;
  if (text == "0") return false;
  const std::string word = folded(text);
  if (word == "true" || word == "yes" || word == "left" || word == "first" || word == "winner") return true;
  if (word == "false" || word == "no" || word == "right" || word == "second" || word == "loser") return false;
  return std::nullopt;
}

}  // namespace

double parse_weight(std::string_view text) {
  const std::optional<double> weight = parse_finite(text);
  if (!weight || *weight < kMinWeight || *weight > kMaxWeight)
    throw RowError("bad weight", fmt::format("bad weight {} (expected 0, or a number from 1e-9 to 1e9)", quoted(text)));
  return *weight;
}

double parse_count(std::string_view text) {
  const std::optional<double> count = parse_finite(text);
  if (!count || *count < kMinWeight || *count > kMaxWeight)
    throw RowError("bad number of wins",
                   fmt::format("bad number of wins {} (expected 0, or a number from 1e-9 to 1e9)", quoted(text)));
  return *count;
}

bool is_no_count(std::string_view text) { return text.empty() || text == "0" || parse_finite(text) == 0.0; }

bool parse_truth(std::string_view text, std::string_view what) {
  if (text.empty() || text == "0") return false;
  if (text == "1") return true;
  const std::string word = folded(text);
  if (word == "true" || word == "yes") return true;
  if (word == "false" || word == "no") return false;
  throw RowError(fmt::format("bad {}", what),
                 fmt::format("bad {} {} (expected 1, 0, true, false, yes or no)", what, quoted(text)));
}

double parse_moment(std::string_view text) {
  if (text.empty()) return kNoTime;
  const std::optional<double> time = parse_time(text);
  if (!time)
    throw RowError(
        "bad time",
        fmt::format(
            "bad time {} (expected a number or a date such as 2024-05-01 12:30:00{})", quoted(text),
            text.find('/') == text.npos
                ? ""
                : "; slashes do not tell which number is the month; with dots the day comes first, as in 1.5.2024"));
  return *time;
}

double parse_share(std::string_view text) {
  const std::optional<double> share = parse_finite(text);
  if (!share || *share < 0.5 || *share > 1)
    throw RowError("bad share",
                   fmt::format("bad share {} (expected the part of the answer that goes to the winner, from 0.5 to 1)",
                               quoted(text)));
  return *share;
}

double parse_grade(std::string_view text) {
  const std::optional<double> number = parse_finite(text);
  const double grade = std::abs(number.value_or(0));
  if (grade < kMinGrade || grade > kMaxGrade)
    throw RowError("bad grade",
                   fmt::format("bad grade {} (expected how clear the win is, a number other than 0)", quoted(text)));
  return grade;
}

// Who stood first. A flag is not taken for an item, nor an item for a flag, where the text could be both.
Side parse_first(std::string_view text, FirstKind kind, std::string_view winner, std::string_view loser) {
  if (text.empty()) return Side::unknown;
  std::optional<Side> by_name, by_flag;
  if (text == winner) by_name = Side::winner;
  if (text == loser) by_name = Side::loser;
  if (kind == FirstKind::home) {
    const std::optional<double> home = parse_finite(text);
    if (home == 1.0) by_flag = Side::winner;
    if (home == -1.0) by_flag = Side::loser;
    if (home == 0.0) by_flag = Side::unknown;
  } else if (const std::optional<bool> flag = parse_flag(text)) {
    by_flag = *flag ? Side::winner : Side::loser;
  }
  if (kind == FirstKind::item && by_name) return *by_name;
  if (kind == FirstKind::any && by_name && by_flag && *by_name != *by_flag)
    throw RowError("ambiguous side", fmt::format("{} is one of the two items, but could also be a flag", quoted(text)));
  if (by_flag && kind != FirstKind::item) return *by_flag;
  if (by_name && kind != FirstKind::flag) return *by_name;
  throw RowError("bad side",
                 fmt::format("bad side {} (expected {}; {} first= leaves the column out)", quoted(text),
                             kind == FirstKind::home   ? "1, -1 or 0: the winner, the loser or neither was at home"
                             : kind == FirstKind::item ? "the item that stood first, one of the two"
                                                       : "1 or 0, true or false: whether the winner stood first",
                             option_named("columns")));
}

double parse_score(std::string_view text, std::string_view what) {
  const std::optional<double> score = parse_finite(text);
  if (!score)
    throw RowError(fmt::format("bad {}", what), fmt::format("bad {} {} (expected a number)", what, quoted(text)));
  return *score;
}

Judgement judge_scores(std::string_view first, std::string_view second) {
  return by_lead(parse_score(first, "score") - parse_score(second, "score"));
}

Judgement judge_score_text(std::string_view text) {
  if (text.empty()) throw RowError(kNoAnswer, "no answer (expected the scores of the two, such as 2:1)");
  if (const std::optional<Judgement> judgement = by_score(text)) return *judgement;
  throw RowError("bad score",
                 fmt::format("bad score {} (expected the scores of the two items, such as 2:1 or 2-1)", quoted(text)));
}

Judgement judge_flags(std::string_view first, std::string_view second, std::string_view tie) {
  const bool first_won = parse_truth(first, "winner flag"), second_won = parse_truth(second, "winner flag");
  const bool is_tie = parse_truth(tie, "winner flag");
  if (first_won + second_won + is_tie > 1)
    throw RowError("several winners", "more than one of the columns that say who won is set");
  if (first_won || second_won) return {.verdict = first_won ? Verdict::first : Verdict::second};
  if (!is_tie) throw RowError(kNoAnswer, "no answer: none of the columns that say who won is set");
  return {.verdict = Verdict::tie};
}

}  // namespace pdrank::io
