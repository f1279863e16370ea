// What comparative judgement asks of a ranking: how far the scores tell the items apart, how many answers that takes,
// and how far annotators agree.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pdrank/core/fields.hpp"

namespace pdrank {

// A point of the curve of reliability against answers.
struct ReliabilityPoint {
  double answers = 0, ssr = 0;
};

template <>
struct Fields<ReliabilityPoint> {
  static constexpr std::tuple list{
      RecordField{"answers", &ReliabilityPoint::answers, "number of answers in all, by weight"},
      RecordField{"ssr", &ReliabilityPoint::ssr, "SSR to expect with that many answers"},
  };
};

// Of the largest component. Fields are empty where the scores have no standard errors, or nothing was split.
struct Reliability {
  std::optional<double> ssr, separation;
  double answers = 0;
  std::optional<double> more_for_80, more_for_90;
  std::vector<ReliabilityPoint> curve;
  std::optional<double> split_half, split_half_low, split_half_high;
  std::vector<std::string> meaning;
};

template <>
struct Fields<Reliability> {
  static constexpr std::tuple list{
      RecordField{"ssr", &Reliability::ssr,
                  "scale separation reliability: the share of the spread of the scores that is not error, 0 to 1"},
      RecordField{"separation", &Reliability::separation,
                  "standard deviation of the scores over their root mean squared standard error"},
      RecordField{"answers", &Reliability::answers, "answers that it is computed from, by weight"},
      RecordField{"more_for_80", &Reliability::more_for_80,
                  "how many more answers an SSR of 0.8 would take; 0: it is reached; empty: no number is enough"},
      RecordField{"more_for_90", &Reliability::more_for_90, "the same for 0.9"},
      RecordField{"curve", &Reliability::curve, "SSR against the number of answers: `answers`, `ssr`"},
      RecordField{"split_half", &Reliability::split_half,
                  "correlation of the scores that two halves of the annotators give: the median over random halves"},
      RecordField{"split_half_low", &Reliability::split_half_low, "5 % of the splits give a lower correlation"},
      RecordField{"split_half_high", &Reliability::split_half_high, "5 % of the splits give a higher one"},
      RecordField{"meaning", &Reliability::meaning, "the same in words"},
  };
};

// Two annotators who have answered the same questions.
struct AnnotatorPair {
  std::string annotator, other;
  std::uint64_t questions = 0;
  double agreement = 0;
};

template <>
struct Fields<AnnotatorPair> {
  static constexpr std::tuple list{
      RecordField{"annotator", &AnnotatorPair::annotator, "one of the two"},
      RecordField{"other", &AnnotatorPair::other, "the other one"},
      RecordField{"questions", &AnnotatorPair::questions, "pairs of items that both answered"},
      RecordField{
          "agreement", &AnnotatorPair::agreement,
          "how far they agree on them: 1 always, 0 as if both tossed coins, below 0 they contradict each other"},
  };
};

// A question is a pair of items.
struct Agreement {
  std::optional<double> alpha, alpha_low, alpha_high;
  std::uint64_t questions = 0, answers = 0;
  std::vector<AnnotatorPair> closest, furthest;
  std::vector<std::string> meaning;
};

template <>
struct Fields<Agreement> {
  static constexpr std::tuple list{
      RecordField{"alpha", &Agreement::alpha,
                  "Krippendorff's alpha: 1 if annotators always agree, 0 if they agree as often as by chance"},
      RecordField{"alpha_low", &Agreement::alpha_low, "lower end of its interval, with the probability `level`"},
      RecordField{"alpha_high", &Agreement::alpha_high, "upper end"},
      RecordField{"questions", &Agreement::questions, "pairs of items that at least two annotators have answered"},
      RecordField{"answers", &Agreement::answers,
                  "answers to these; all that one annotator says about a pair counts "
                  "as one"},
      RecordField{"closest", &Agreement::closest,
                  "the annotators who agree most, as far as that is sure: `annotator`, `other`, `questions`, "
                  "`agreement`"},
      RecordField{"furthest", &Agreement::furthest, "those who agree least, as far as that is sure"},
      RecordField{"meaning", &Agreement::meaning, "the same in words"},
  };
};

}  // namespace pdrank
