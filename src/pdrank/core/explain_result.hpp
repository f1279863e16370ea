// Why an item stands where it does, or above another one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pdrank/core/fields.hpp"

namespace pdrank {

// The place of an item that is explained.
struct ExplainedPlace {
  std::string item;
  std::uint32_t rank = 0, of = 0;
  std::optional<std::uint32_t> rank_low, rank_high;
  double score = 0;
  std::optional<double> score_low, score_high, first;
  double answers = 0, wins = 0, losses = 0, ties = 0;
  std::vector<std::string> flags;
};

template <>
struct Fields<ExplainedPlace> {
  static constexpr std::tuple list{
      RecordField{"item", &ExplainedPlace::item, "its name"},
      RecordField{"rank", &ExplainedPlace::rank, "as in the ranking"},
      RecordField{"of", &ExplainedPlace::of, "items of its connected part"},
      RecordField{"rank_low", &ExplainedPlace::rank_low, "best rank that it may have, with the probability `level`"},
      RecordField{"rank_high", &ExplainedPlace::rank_high, "worst rank that it may have"},
      RecordField{"score", &ExplainedPlace::score, "as in the ranking"},
      RecordField{"score_low", &ExplainedPlace::score_low, "lower end of where the score is"},
      RecordField{"score_high", &ExplainedPlace::score_high, "upper end"},
      RecordField{"first", &ExplainedPlace::first, "probability that it is the best of its part"},
      RecordField{"answers", &ExplainedPlace::answers, "about it, by weight"},
      RecordField{"wins", &ExplainedPlace::wins, "answers that prefer it, by weight"},
      RecordField{"losses", &ExplainedPlace::losses, "answers that prefer the other item, by weight"},
      RecordField{"ties", &ExplainedPlace::ties, "answers that prefer neither, by weight"},
      RecordField{"flags", &ExplainedPlace::flags, "what the data cannot tell about it"},
  };
};

// Who stands right above or right below it.
struct ExplainedNeighbour {
  std::string item;
  std::uint32_t rank = 0;
  bool is_above = false;
  std::optional<double> probability;
};

template <>
struct Fields<ExplainedNeighbour> {
  static constexpr std::tuple list{
      RecordField{"item", &ExplainedNeighbour::item, "its name"},
      RecordField{"rank", &ExplainedNeighbour::rank, "its rank"},
      RecordField{"is_above", &ExplainedNeighbour::is_above, "whether the ranking has it above the explained item"},
      RecordField{"probability", &ExplainedNeighbour::probability,
                  "that the two belong in this order; empty: the method does not say"},
  };
};

// What answers about another item have to do with it. Wins count a tie as half of one.
struct ExplainedOpponent {
  std::string item;
  std::uint32_t rank = 0;
  double answers = 0, wins = 0, expected = 0;
  std::optional<double> other_answers, other_wins, other_expected;
  double pull = 0;
};

template <>
struct Fields<ExplainedOpponent> {
  static constexpr std::tuple list{
      RecordField{"item", &ExplainedOpponent::item, "its name"},
      RecordField{"rank", &ExplainedOpponent::rank, "its rank"},
      RecordField{"answers", &ExplainedOpponent::answers, "about it and the explained item, by weight"},
      RecordField{"wins", &ExplainedOpponent::wins, "of the explained item in those; a tie is half of one"},
      RecordField{"expected", &ExplainedOpponent::expected, "wins that the scores lead to expect"},
      RecordField{"other_answers", &ExplainedOpponent::other_answers,
                  "about it and the second item, where two are explained"},
      RecordField{"other_wins", &ExplainedOpponent::other_wins, "of the second item in those"},
      RecordField{"other_expected", &ExplainedOpponent::other_expected, "wins that the scores lead to expect"},
      RecordField{"pull", &ExplainedOpponent::pull,
                  "how far these answers pull the score, or the lead over the second item, up; below 0: down"},
  };
};

// What one annotator's answers about the item, or the two, have to do with it.
struct ExplainedAnnotator {
  std::string annotator;
  double answers = 0, pull = 0;
};

template <>
struct Fields<ExplainedAnnotator> {
  static constexpr std::tuple list{
      RecordField{"annotator", &ExplainedAnnotator::annotator, "their name"},
      RecordField{"answers", &ExplainedAnnotator::answers, "about the item, or either of the two, by weight"},
      RecordField{"pull", &ExplainedAnnotator::pull, "how far these pull the score, or the lead, up; below 0: down"},
  };
};

// A row of the input that matters.
struct ExplainedRow {
  std::uint64_t row = 0;
  std::string winner, loser;
  bool tie = false;
  std::string annotator;
  double weight = 1, pull = 0;
  std::optional<double> without;
};

template <>
struct Fields<ExplainedRow> {
  static constexpr std::tuple list{
      RecordField{"row", &ExplainedRow::row, "of the input, from 1, the header not counted"},
      RecordField{"winner", &ExplainedRow::winner, "the item that was preferred; of a whole ranking, the first pair's"},
      RecordField{"loser", &ExplainedRow::loser, "the other one"},
      RecordField{"tie", &ExplainedRow::tie, "whether neither was preferred"},
      RecordField{"annotator", &ExplainedRow::annotator, "who answered"},
      RecordField{"weight", &ExplainedRow::weight, "of the answer"},
      RecordField{"pull", &ExplainedRow::pull, "how far it pulls the score, or the lead, up, to first order"},
      RecordField{"without", &ExplainedRow::without,
                  "how far the score, or the lead, goes up if the row is left out and the rest ranked; empty: "
                  "the rest falls apart, or cannot be ranked"},
  };
};

struct Explanation {
  std::string method;
  double level = 0;
  ExplainedPlace item;
  std::optional<ExplainedPlace> other;
  std::optional<double> lead, above;  // over the other one, and the probability that it belongs above it
  std::vector<ExplainedNeighbour> neighbours = {};
  std::vector<ExplainedOpponent> opponents = {};    // by pull, the most helpful first
  std::vector<ExplainedAnnotator> annotators = {};  // likewise
  std::vector<ExplainedRow> rows = {};              // those that matter most, the strongest first
  std::vector<std::string> meaning = {};            // the same in sentences
  std::vector<std::string> notes = {};
};

}  // namespace pdrank
