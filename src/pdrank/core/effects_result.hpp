// What a run finds about answers beside the scores: their law, what else they depend on, boards of segments, scores
// over time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pdrank/core/fields.hpp"
#include "pdrank/core/ids.hpp"

namespace pdrank {

// How scores turn into answers, by a method that has such a law:
//
//   P(i beats j) = flip + (1 - 2 flip) sigmoid(slope (x_i - x_j)).
struct AnswerLaw {
  double flip = 0;      // share of answers that are turned round, at most 1/2
  double slope = 1;     // 1: the scores are log-odds
  double order = 0;     // advantage of what stands first: added to its margin
  double cut = 0;       // ties by Rao and Kupper: margins within +-cut of a logistic variable; 0: none
  double davidson = 0;  // ties by Davidson: their rate; 0: none

  struct Outcomes {
    double win = 0.5, tie = 0;  // the rest are losses
  };

  bool has_ties() const { return cut > 0 || davidson > 0; }
  Outcomes outcomes(double margin) const;   // margin = x_i - x_j
  double probability(double margin) const;  // of a win; a tie is half of one
};

// The law of anybody's answers, and what is known of it beside. Where there are draws of the scores, answers follow the
// mean over them.
struct AnswerLaws : AnswerLaw {
  std::vector<double> flip_of = {}, order_of = {};       // by annotator of the data, where the method tells them apart
  std::vector<float> flip_draws = {}, order_draws = {};  // by draw of the scores, of anybody; empty: it is known

  // Of one annotator; of anybody for one who is not known.
  AnswerLaw of(AnnotatorId annotator) const {
    AnswerLaw law = *this;
    if (annotator < flip_of.size()) law.flip = flip_of[annotator];
    if (annotator < order_of.size()) law.order = order_of[annotator];
    return law;
  }
  // The same in one draw of the scores.
  AnswerLaw in_draw(std::size_t draw, AnnotatorId annotator) const {
    AnswerLaw law = of(annotator);
    if (annotator >= flip_of.size() && !flip_draws.empty()) law.flip = static_cast<double>(flip_draws[draw]);
    if (annotator >= order_of.size() && !order_draws.empty()) law.order = static_cast<double>(order_draws[draw]);
    return law;
  }
};

// Something beside the scores that answers depend on.
struct Effect {
  std::string name;
  double estimate = 0, low = 0, high = 0;
  std::optional<double> evidence;
  bool used = true;
  std::string meaning;
  std::optional<double> unit = std::nullopt;
};

template <>
struct Fields<Effect> {
  static constexpr std::tuple list{
      RecordField{"name", &Effect::name, "order (what stands first), order_by_annotator, ties, or the column"},
      RecordField{"estimate", &Effect::estimate,
                  "in log-odds; for ties, half the width of the stretch that is called a tie, or Davidson's rate"},
      RecordField{"low", &Effect::low, "lower end of its 90 % interval"},
      RecordField{"high", &Effect::high, "upper end"},
      RecordField{"evidence", &Effect::evidence,
                  "evidence for an effect against none: logarithm of the ratio of "
                  "probabilities"},
      RecordField{"used", &Effect::used, "whether the ranking takes it into account"},
      RecordField{"meaning", &Effect::meaning, "the same in words"},
      RecordField{"unit", &Effect::unit, "for a control: the estimate is for this much more of it"},
  };
};

// An item on the board of one segment of the answers.
struct BoardPlace {
  std::string value;
  std::uint32_t rank = 0;
  std::string item;
  double score = 0, score_low = 0, score_high = 0;
  std::uint32_t rank_low = 0, rank_high = 0;
  std::string differs;
  ItemId id = 0;
  double comparisons = 0;
};

template <>
struct Fields<BoardPlace> {
  static constexpr std::tuple list{
      RecordField{"value", &BoardPlace::value, "the value of the column that the board is for"},
      RecordField{"rank", &BoardPlace::rank, "place on the board, from 1"},
      RecordField{"item", &BoardPlace::item, "its name"},
      RecordField{"score", &BoardPlace::score, "log-odds, with mean 0 over the board"},
      RecordField{"score_low", &BoardPlace::score_low,
                  "lower end of the score's interval, with the probability "
                  "`level`"},
      RecordField{"score_high", &BoardPlace::score_high, "upper end"},
      RecordField{"rank_low", &BoardPlace::rank_low, "best rank that it may have, with the probability `level`"},
      RecordField{"rank_high", &BoardPlace::rank_high, "worst rank that it may have"},
      RecordField{"differs", &BoardPlace::differs,
                  "higher or lower: its score differs from that of the whole with a probability of 95 %; otherwise "
                  "empty"},
      RecordField{"comparisons", &BoardPlace::comparisons, "answers about it in the segment, by weight"},
  };
};

// The score of an item at a time, where scores drift.
struct CurvePoint {
  std::string item;
  std::string time;
  double score = 0, score_low = 0, score_high = 0;
  ItemId id = 0;
};

template <>
struct Fields<CurvePoint> {
  static constexpr std::tuple list{
      RecordField{"item", &CurvePoint::item, "its name"},
      RecordField{"time", &CurvePoint::time, "a date, or the number that the input has"},
      RecordField{"score", &CurvePoint::score, "log-odds, on the scale of the ranking"},
      RecordField{"score_low", &CurvePoint::score_low,
                  "lower end of the score's interval, with the probability `level`"},
      RecordField{"score_high", &CurvePoint::score_high, "upper end"},
  };
};

// A pair that was asked with either item first.
struct BothWays {
  std::string item, other;
  double item_first = 0, item_first_won = 0, other_first = 0, other_first_won = 0;
};

template <>
struct Fields<BothWays> {
  static constexpr std::tuple list{
      RecordField{"item", &BothWays::item, "one of the two"},
      RecordField{"other", &BothWays::other, "the other one"},
      RecordField{"item_first", &BothWays::item_first, "answers with `item` first, by weight"},
      RecordField{"item_first_won", &BothWays::item_first_won, "of these, for `item`; a tie is half of one"},
      RecordField{"other_first", &BothWays::other_first, "answers with `other` first"},
      RecordField{"other_first_won", &BothWays::other_first_won, "of these, for `other`, which stood first then"},
  };
};

}  // namespace pdrank
