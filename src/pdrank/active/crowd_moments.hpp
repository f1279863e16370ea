// What Crowd-BT believes, answer by answer (Chen, Bennett, Collins-Thompson and Horvitz 2013, section 4): a score is
// normal, an annotator's quality Beta, all independent; after an answer each is again, with moments that match to first
// order. An answer follows the Bradley-Terry odds with probability eta, the quality, and is turned round otherwise.
#pragma once

namespace pdrank {

struct ItemMoments {
  double mean = 0, variance = 1;
};

struct AnnotatorMoments {
  double alpha = 10, beta = 1;
};

// The three that an answer is about.
struct AnswerMoments {
  ItemMoments winner, loser;
  AnnotatorMoments annotator;

  // For the opposite answer.
  AnswerMoments swapped() const { return {loser, winner, annotator}; }
};

// Of the answer, before it is given (equations 16 and 19).
double answer_probability(const AnswerMoments& before);

// Equations 12 to 15, 17 and 18.
AnswerMoments after_answer(const AnswerMoments& before);

// Kullback and Leibler's, of what is believed after from what was before.
double divergence(const ItemMoments& after, const ItemMoments& before);
double divergence(const AnnotatorMoments& after, const AnnotatorMoments& before);

struct CrowdGain {
  double items = 0, annotator = 0;

  // The sum of equation 10. 5 is what the authors advise for a limited budget, to learn about annotators in good time.
  static constexpr double kTradeOff = 5;  // gamma
  double total() const { return items + kTradeOff * annotator; }
};

// The expectation over both answers; `pair` is in either order.
CrowdGain expected_gain(const AnswerMoments& pair);

}  // namespace pdrank
