#include "pdrank/io/recognise/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

#include "pdrank/data/comparisons.hpp"
#include "pdrank/io/tables/table_reader.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank::io {
namespace {

using Words = std::unordered_map<std::string_view, Verdict>;

bool begins_with_word(std::string_view name, std::string_view word) {
  return name.size() > word.size() && name.starts_with(word) && name[word.size()] == '_';
}

// Spelled as folded() spells them.
const Words& side_words() {
  static const Words words = {
      {"left", Verdict::first},
      {"model_a", Verdict::first},
      {"a", Verdict::first},
      {"first", Verdict::first},
      {"w1", Verdict::first},
      {"right", Verdict::second},
      {"model_b", Verdict::second},
      {"b", Verdict::second},
      {"second", Verdict::second},
      {"w2", Verdict::second},
      {"arrowleft", Verdict::first},
      {"arrowright", Verdict::second},
      {"tie", Verdict::tie},
      {"draw", Verdict::tie},
      {"equal", Verdict::tie},
      {"same", Verdict::tie},
      {"no_preference", Verdict::tie},
      {"no_difference", Verdict::tie},
      {"both_good", Verdict::tie},
      {"tie_(bothgood)", Verdict::tie},
      {"tie_(both_good)", Verdict::tie},
      {"tie_(bothbad)", Verdict::both_bad},
      {"tie_(both_bad)", Verdict::both_bad},
      {"tie_bothbad", Verdict::both_bad},
      {"both_bad", Verdict::both_bad},
      {"bothbad", Verdict::both_bad},
      {"both", Verdict::tie},
      {"neither", Verdict::both_bad},
  };
  return words;
}

const Words& outcome_words() {
  static const Words words = {
      {"w1", Verdict::first}, {"true", Verdict::first}, {"w2", Verdict::second}, {"false", Verdict::second},
      {"d", Verdict::tie},    {"draw", Verdict::tie},   {"tie", Verdict::tie},   {"1/2_1/2", Verdict::tie},
  };
  return words;
}

// Where the items are home and away.
const Words& home_words() {
  static const Words words = {{"home", Verdict::first},     {"h", Verdict::first},        {"away", Verdict::second},
                              {"a", Verdict::second},       {"d", Verdict::tie},          {"x", Verdict::tie},
                              {"home_win", Verdict::first}, {"away_win", Verdict::second}};
  return words;
}

std::optional<Verdict> find(const Words& words, std::string_view word) {
  const auto found = words.find(word);
  if (found == words.end()) return std::nullopt;
  return found->second;
}

// What two things that are judged are called, each with a number or a letter: response_1, answer_b.
constexpr std::array<std::string_view, 16> kThings = {
    "model_",  "response_",  "assistant_",  "answer_", "output_", "option_", "item_",   "image_",
    "system_", "candidate_", "completion_", "text_",   "player_", "team_",   "choice_", "sample_"};

// Takes such a word from the front.
bool take_thing(std::string_view& word) {
  const auto thing = std::ranges::find_if(kThings, [word](std::string_view known) { return word.starts_with(known); });
  if (thing == kThings.end()) return false;
  word.remove_prefix(thing->size());
  return true;
}

// `2`, `R`, `response_1`: short for a side, unless an item is called something like that.
std::optional<Verdict> weak_side(std::string_view word) {
  const bool is_thing = take_thing(word);
  if (!is_thing && word.ends_with(".0")) word.remove_suffix(2);  // as pandas writes whole numbers
  if (word == "1" || word == "l" || (is_thing && word == "a")) return Verdict::first;
  if (word == "2" || word == "r" || (is_thing && word == "b")) return Verdict::second;
  return std::nullopt;
}

// Whether an item is called what such a word could mean: by a number, or by a letter.
bool is_like(std::string_view item, std::string_view word) {
  const std::string folded_item = folded(item);
  std::string_view name = folded_item;
  const bool is_thing = take_thing(name);
  std::string folded_word = folded(word);
  if (folded_word.ends_with(".0")) folded_word.resize(folded_word.size() - 2);
  const char last = folded_word.back();
  if (last == '1' || last == '2') return parse_finite(name).has_value();
  const std::string_view letters = last == 'l' || last == 'r' ? "lr" : "ab";
  return name.size() == 1 && (is_thing || letters.find(name) != std::string_view::npos);
}

// Files have few spellings, so that most values have been looked up before.
constexpr std::size_t kSpellings = 8;

// The points of the first item, from 0 to 1.
std::optional<Judgement> by_points(std::string_view value) {
  const std::optional<double> points = parse_finite(value);
  if (!points || *points < 0 || *points > 1) return std::nullopt;
  if (*points == 0.5) return Judgement{.verdict = Verdict::tie};
  if (*points > 0.5) return Judgement{.verdict = Verdict::first, .share = *points};
  return Judgement{.verdict = Verdict::second, .share = 1 - *points};
}

std::string_view without_bars(std::string_view word) {
  while (word.starts_with('_')) word.remove_prefix(1);
  while (word.ends_with('_')) word.remove_suffix(1);
  return word;
}

// The names of degrees, and the grade of a win of that degree; a plain win has 1.
struct Degree {
  std::string_view word;
  double grade;
};
constexpr std::array<Degree, 14> kDegrees = {{{"much", 2},
                                              {"far", 2},
                                              {"a_lot", 2},
                                              {"clearly", 2},
                                              {"strongly", 2},
                                              {"definitely", 2},
                                              {"significantly", 2},
                                              {"slightly", 0.5},
                                              {"somewhat", 0.5},
                                              {"marginally", 0.5},
                                              {"barely", 0.5},
                                              {"weakly", 0.5},
                                              {"a_bit", 0.5},
                                              {"a_little", 0.5}}};
constexpr std::array<std::string_view, 5> kBetter = {"better", "preferred", "wins", "won", "win"};

// Takes `_word` from the end, or the whole.
bool take_last(std::string_view& text, std::string_view word) {
  if (!text.ends_with(word)) return false;
  const std::string_view rest = text.substr(0, text.size() - word.size());
  if (!rest.empty() && !rest.ends_with('_')) return false;
  text = without_bars(rest);
  return true;
}

[[noreturn]] void refuse(std::string_view value, const char* expected) {
  if (value.empty() || value == "*") throw RowError(kNoAnswer, fmt::format("no answer (expected {})", expected));
  throw RowError("unknown winner label", fmt::format("unknown winner label {} (expected {})", quoted(value), expected));
}

}  // namespace

Judgement by_lead(double ahead) {
  if (ahead == 0) return {.verdict = Verdict::tie};
  return {.verdict = ahead > 0 ? Verdict::first : Verdict::second,
          .grade = std::clamp(std::abs(ahead), kMinGrade, kMaxGrade)};
}

// Goals and the like, and the halves of chess; not the year of a date.
bool is_points(double number) { return number >= 0 && number < 1000 && 2 * number == std::floor(2 * number); }

std::optional<Judgement> by_score(std::string_view text) {
  for (const std::string_view between : {":", "-", "\u2013"}) {
    const std::size_t at = text.find(between);
    if (at == std::string_view::npos) continue;
    const auto first = parse_finite(trimmed(text.substr(0, at))),
               second = parse_finite(trimmed(text.substr(at + between.size())));
    if (first && second && is_points(*first) && is_points(*second)) return by_lead(*first - *second);
  }
  return std::nullopt;
}

VerdictReader::VerdictReader(VerdictKind kind, std::string_view first_column, std::string_view second_column)
    : kind_(kind), first_column_(folded(first_column)), second_column_(folded(second_column)) {}

Judgement VerdictReader::read(std::string_view value, std::string_view first_item, std::string_view second_item) {
  std::optional<Verdict> by_name;
  if (kind_ != VerdictKind::outcome && value == first_item) by_name = Verdict::first;
  if (kind_ != VerdictKind::outcome && value == second_item) by_name = Verdict::second;
  if (by_name && kind_ == VerdictKind::label) return {.verdict = *by_name};

  const Meaning& meaning = meaning_of(value);
  const bool counts =
      meaning.said && !(meaning.is_weak && (by_name || is_like(first_item, value) || is_like(second_item, value)));
  if (by_name && counts && *by_name != meaning.said->verdict)
    throw RowError("ambiguous winner label",
                   fmt::format("winner label {} is one of the two items, but also a name for {}", quoted(value),
                               meaning.said->tie() ? "a tie" : "the other side"));
  if (counts) return *meaning.said;
  if (by_name) return {.verdict = *by_name};
  refuse(value, kind_ == VerdictKind::outcome ? "W1, W2, D, a number from 0 to 1, true, false or a score such as 2:1"
                                              : "left, right, tie or one of the two items");
}

const VerdictReader::Meaning& VerdictReader::meaning_of(std::string_view value) {
  for (const auto& [spelling, meaning] : looked_up_)
    if (spelling == value) return meaning;
  if (looked_up_.size() < kSpellings) return looked_up_.emplace_back(value, look_up(value)).second;
  return last_ = look_up(value);
}

VerdictReader::Meaning VerdictReader::look_up(std::string_view value) const {
  if (kind_ == VerdictKind::outcome)
    if (const auto points = by_points(value)) return {points};
  std::string word = folded(value);
  const bool in_brackets = word.starts_with("[[") && word.ends_with("]]") && word.size() > 4;
  if (in_brackets) word = word.substr(2, word.size() - 4);
  if (word.empty()) return {};  // whatever the columns are called
  if (in_brackets && word == "c") return {Judgement{.verdict = Verdict::tie}};
  const bool at_home = first_column_.starts_with("home"), is_a = word == "a";
  if (at_home && (kind_ == VerdictKind::outcome || !is_a))
    if (const auto verdict = find(home_words(), word)) return {Judgement{.verdict = *verdict}};
  if (kind_ == VerdictKind::outcome) {
    if (const auto verdict = find(outcome_words(), word)) return {Judgement{.verdict = *verdict}};
    if (const auto score = by_score(value)) return {score};
  } else if (at_home && (word == "a" || word == "b")) {
    return {};  // away, or the first of A and B?
  } else {
    if (const auto side = side_of(word)) return {Judgement{.verdict = *side}};
    if (const auto verdict = find(side_words(), word)) return {Judgement{.verdict = *verdict}};
    if (const auto side = weak_side(word)) return {Judgement{.verdict = *side}, true};
  }
  if (const auto signs = by_signs(word)) return {signs};
  return {by_degree(word)};
}

// A column's name, or a word for a side.
std::optional<Verdict> VerdictReader::side_of(std::string_view word) const {
  if (word.empty()) return std::nullopt;
  if (word == second_column_) return Verdict::second;
  if (word == first_column_) return Verdict::first;
  // `white`, where the columns are white_id and black_id.
  const bool is_of_first = begins_with_word(first_column_, word), is_of_second = begins_with_word(second_column_, word);
  if (is_of_first != is_of_second) return is_of_first ? Verdict::first : Verdict::second;
  const auto verdict = find(side_words(), word);
  return verdict == Verdict::first || verdict == Verdict::second ? verdict : std::nullopt;
}

// `>>`, `<`, `=`, alone or between the two sides.
std::optional<Judgement> VerdictReader::by_signs(std::string_view word) const {
  const std::size_t begin = std::min(word.find_first_of("<>=~"), word.size());
  const std::size_t end = std::min(word.find_first_not_of("<>=~", begin), word.size());
  const std::string_view signs = word.substr(begin, end - begin);
  const std::string_view left = without_bars(word.substr(0, begin)), right = without_bars(word.substr(end));
  constexpr std::size_t kMostSigns = 3;
  if (signs.empty() || signs.size() > kMostSigns) return std::nullopt;
  const auto named = [this](std::string_view side) {
    const auto strong = side_of(side);
    return strong ? strong : weak_side(side);
  };
  const auto left_side = named(left), right_side = named(right);
  const bool are_named = left_side && right_side && *left_side != *right_side;
  if (!are_named && !(left.empty() && right.empty())) return std::nullopt;
  if (signs == "=" || signs == "==" || signs == "~=" || signs == "~") return Judgement{.verdict = Verdict::tie};
  const bool is_more = signs.find_first_not_of('>') == std::string_view::npos;
  if (!is_more && signs.find_first_not_of('<') != std::string_view::npos) return std::nullopt;
  const bool is_turned = are_named && *left_side == Verdict::second;
  return Judgement{.verdict = is_more != is_turned ? Verdict::first : Verdict::second,
                   .grade = static_cast<double>(signs.size())};
}

// `A is much better`, `left slightly preferred`, `B wins`.
std::optional<Judgement> VerdictReader::by_degree(std::string_view word) const {
  if (std::ranges::none_of(kBetter, [&](std::string_view better) { return take_last(word, better); }))
    return std::nullopt;
  Judgement judgement;
  for (const Degree& degree : kDegrees)
    if (take_last(word, degree.word)) {
      judgement.grade = degree.grade;
      break;
    }
  take_last(word, "is");
  const auto side = side_of(word);
  const auto verdict = side ? side : weak_side(word);
  if (!verdict) return std::nullopt;
  judgement.verdict = *verdict;
  return judgement;
}

}  // namespace pdrank::io
