// What a ranking run gives back: plain values, complete enough to be written to any format.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pdrank/core/ids.hpp"
#include "pdrank/core/score_draws.hpp"

namespace pdrank {

// The value of a number that there is not.
inline constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// A normal variable is within so many deviations with 90 %.
inline constexpr double kNormal90 = 1.6448536269514722;

enum class Termination {
  not_run,
  converged,
  round_limit,        // the rounds ended before they settled
  iteration_limit,    // an inner solve ended before its tolerance
  stopped,            // the observer asked for it
  numerical_trouble,  // no progress possible in double precision
};
const char* to_string(Termination termination);

// One line of the ranking.
struct Place {
  std::uint32_t rank = 0;  // 1-based, within the component; items that cannot be told apart share a rank
  ItemId id = 0;           // of the item in the data
  std::string item;
  double score = 0;
  std::optional<std::uint32_t> rank_low, rank_high;  // empty where the method gives none
  double comparisons = 0;                            // by weight; wins + losses + ties
  double wins = 0, losses = 0, ties = 0;
  std::uint32_t component = 0;           // 1 = the largest
  std::optional<double> standard_error;  // of the score; empty where the method gives none
  std::optional<std::uint32_t> tier;     // 1 = the best, within the component; items that cannot be told apart share it
  std::optional<double> above_next;      // probability that it belongs above the item on the next line
  std::optional<double> score_low, score_high;  // interval of the score; empty where the method gives none
  std::optional<double> first;                  // probability that it is the best of its component
  std::vector<std::string> flags;  // what the data cannot tell about it: "unbeaten", "winless", "bridge", "few"
};

// "3" or "2-5"; empty where there is none.
std::string rank_range(const Place& place);

// What was in the data, before any method.
struct DataSummary {
  std::uint64_t rows = 0;         // data rows read, used or not
  std::uint64_t rows_used = 0;    // rows that took part in the ranking
  std::uint64_t comparisons = 0;  // pairs those rows say something about (a ranking row makes several)
  double answers = 0;             // the same by weight: a weight is a number of answers
  std::uint64_t ties = 0;
  std::uint64_t items = 0, annotators = 0;
  std::vector<std::pair<std::string, std::uint64_t>> skipped;  // reason -> rows left out, most frequent first
  std::vector<std::string> first_skipped;                      // the first few, as the error would have said them
  std::uint64_t ties_dropped = 0;                              // comparisons left out by --ties drop
  std::uint64_t outside_component = 0;                         // comparisons left out by --component
};

// A pair without which the connected part it is in would fall in two.
struct BridgePair {
  std::string item, other;    // `item` is on the smaller side
  std::uint64_t hanging = 0;  // items on that side
  double comparisons = 0;     // of the pair, by weight
};

// The shape of the merged comparison graph.
struct GraphSummary {
  std::uint64_t items = 0, edges = 0;  // items ranked; distinct ordered pairs
  std::uint64_t pairs = 0;             // distinct unordered pairs
  std::uint64_t repeated_pairs = 0;    // of those, compared more than once
  std::uint64_t contested_pairs = 0;   // of those, answered both ways
  double share_of_pairs_seen = 0;      // pairs / (items choose 2)
  std::uint64_t components = 0, largest_component = 0;
  std::uint64_t strong_components = 0, largest_strong_component = 0;
  std::vector<std::uint64_t> component_sizes;  // largest first
  std::uint64_t never_beaten = 0, never_winning = 0;
  std::vector<std::string> never_beaten_items, never_winning_items;  // the first few by name
  std::optional<std::uint64_t> bridges = 0;                          // none: they were not looked for
  std::vector<BridgePair> bridge_pairs;  // the first few, those with most hanging items first
};

// What was read and written by passes over all edges.
struct EdgeTraffic {
  std::uint64_t passes = 0, bytes = 0;
  void add(std::uint64_t bytes_of_pass, std::uint64_t times = 1) {
    passes += times;
    bytes += times * bytes_of_pass;
  }
  void operator+=(const EdgeTraffic& other) {
    passes += other.passes;
    bytes += other.bytes;
  }
};

// One round of a method that goes in rounds.
struct RoundRecord {
  int round = 0;
  std::optional<double> score_change, weight_change;  // relative to the round before; none if that was all zero
  double objective = 0;                               // after the round
  double kkt_residual = 0;                            // of its subproblem
  int iterations = 0;                                 // of its solver
  std::uint64_t passes = 0;                           // over the edges
};

struct Convergence {
  Termination status = Termination::not_run;
  std::string message;
  int rounds = 0;
  long iterations = 0;          // inner, over all rounds
  double objective = kNone;     // NaN where the method minimises nothing
  double kkt_residual = kNone;  // of the last subproblem (docs/MATH.md, section 3)
  double seconds = 0;
  EdgeTraffic traffic;             // of methods that solve by passes over the edges
  std::vector<RoundRecord> trace;  // round by round, of the largest connected part; empty where a method keeps none
};

// Of a method that needs no iterations.
inline Convergence computed_directly(double seconds) {
  Convergence convergence;
  convergence.status = Termination::converged;
  convergence.message = "computed directly";
  convergence.rounds = 1;
  convergence.seconds = seconds;
  return convergence;
}

struct AnnotatorReport {
  std::string annotator;
  double comparisons = 0;
  double reliability = 0, reliability_low = 0, reliability_high = 0;
  std::string flag;  // empty, "random" or "adversary"
  // The evidence, where the method has a law of answers: strict answers, how many of them an annotator like most would
  // have got right by the ranking, and how many are.
  double answers = kNone, expected_right = kNone, found_right = kNone;
  // Advantage of what stands first, in log-odds, where annotators differ in it.
  double order_effect = kNone, order_effect_low = kNone, order_effect_high = kNone;
};

// Where the ranking has the two items of a comparison.
enum class Standing : std::uint8_t {
  unused,   // the comparison did not take part
  with,     // as it says; ties always
  level,    // on one place, though the answer was strict
  against,  // the other way round
};

// How far to trust one comparison. NaN where it did not take part, or where the method gives no weights.
struct Confidence {
  double weight = kNone;               // omega
  double probability_correct = kNone;  // docs/MATH.md, section 4
  Standing standing = Standing::unused;
};

// A comparison and its confidence, as they are written.
struct ConfidenceRow {
  std::uint64_t row = 0;
  std::string_view winner, loser, annotator;
  double weight = kNone, probability_correct = kNone;
};

// What a weight says: the paper's link w = log((1 - delta) / delta) read backwards, the answer being right with
// probability 1 - delta. NaN stays NaN.
double probability_of_weight(double weight);

// That of all comparisons, in the order of Comparisons. Comparisons that give the same answer share theirs, and large
// data have many, so it is kept by answer, in columns.
struct Confidences {
  static constexpr std::uint32_t kNoAnswer = std::numeric_limits<std::uint32_t>::max();

  std::vector<std::uint32_t> answer_of = {};      // comparison -> answer; kNoAnswer where it did not take part
  std::vector<Standing> standing = {};            // by answer; unused if no comparison gives it
  std::vector<double> weight = {};                // by answer; empty: none
  std::vector<double> probability_correct = {};   // by answer; empty: what the weight says, if there is one
  std::array<std::uint64_t, 4> comparisons = {};  // by standing: how many have it

  std::size_t size() const { return answer_of.size(); }
  Confidence operator[](std::size_t n) const { return of_answer(answer_of[n]); }
  Confidence of_answer(std::uint32_t answer) const;
  std::uint64_t count(Standing wanted) const { return comparisons[static_cast<std::size_t>(wanted)]; }
};

// Numbers that a method found, by name, in the order they are shown.
using Figures = std::vector<std::pair<std::string, double>>;
std::optional<double> find_figure(const Figures& figures, std::string_view name);

// The figures noise_low and noise_high further apart than this say nothing: the answers are too few.
inline constexpr double kOpenNoise = 0.25;

// One of several processes that made a result together.
struct ProcessRecord {
  std::uint64_t rank = 0;                                     // its number, from 0
  std::vector<std::pair<std::string, double>> stage_seconds;  // stage -> time, in their order
  std::uint64_t items = 0, edges = 0, copies = 0;             // that it holds; items of others that it has copies of
  std::uint64_t peak_bytes = 0, bytes_sent = 0;
};

// How scores turn into answers, by a method that has such a law:
//
//   P(i beats j) = flip + (1 - 2 flip) sigmoid(slope (x_i - x_j)),
//
// averaged over the draws of the scores where there are draws.
struct AnswerLaw {
  double flip = 0;                    // share of answers that are turned round, at most 1/2
  double slope = 1;                   // 1: the scores are log-odds
  std::vector<double> flip_of = {};   // by annotator of the data, where the method tells them apart
  std::vector<double> order_of = {};  // the same for `order`
  double order = 0;                   // advantage of what stands first: added to its margin
  double cut = 0;                     // ties by Rao and Kupper: margins within +-cut of a logistic variable; 0: none
  double davidson = 0;                // ties by Davidson: their rate; 0: none

  struct Outcomes {
    double win = 0.5, tie = 0;  // the rest are losses
  };

  // The law of one annotator's answers; that of anybody's for one who is not known.
  AnswerLaw of(AnnotatorId annotator) const {
    AnswerLaw law{.flip = annotator < flip_of.size() ? flip_of[annotator] : flip, .slope = slope};
    law.order = annotator < order_of.size() ? order_of[annotator] : order;
    law.cut = cut, law.davidson = davidson;
    return law;
  }
  bool has_ties() const { return cut > 0 || davidson > 0; }
  Outcomes outcomes(double margin) const;   // margin = x_i - x_j
  double probability(double margin) const;  // of a win; a tie is half of one
};

// Something beside the scores that answers depend on.
struct Effect {
  std::string name;                        // order, ties, or the column
  double estimate = 0, low = 0, high = 0;  // 90 % interval
  std::optional<double> evidence;          // for it against none: the logarithm of the ratio of their probabilities
  bool used = true;                        // in the ranking
  std::string meaning;                     // a sentence
};

// Draws of the scores, kept for predictions.
struct KeptDraws {
  ScoreDraws scores;
  std::vector<ItemId> item;  // by column of the draws
};

struct RankResult {
  std::string method;
  std::string chosen_because;  // where the caller left the choice to the program: why; reads on from the name
  std::vector<std::pair<std::string, std::string>> options;  // as resolved: name -> value, in the order of the records
  std::uint64_t seed = 0;
  DataSummary data;
  GraphSummary graph;
  Convergence convergence;
  std::vector<Place> ranking;  // component by component, best first
  Confidences confidence;
  std::vector<AnnotatorReport> annotators;
  std::vector<Effect> effects = {};             // of order, ties and the like, where the method knows of them
  Figures figures;                              // numbers of this method alone, by name
  std::vector<std::string> notes;               // what the reader must know: sentences
  std::vector<ProcessRecord> processes = {};    // empty: one made it alone
  std::optional<AnswerLaw> law = {};            // of the method; none: its scores are in no unit of answers
  std::shared_ptr<const KeptDraws> draws = {};  // only if asked for (RankOptions::keep_draws), and there are some

  bool converged() const { return convergence.status == Termination::converged; }
  // Whether places have ranges: all do, or none.
  bool has_ranges() const { return !ranking.empty() && ranking.front().rank_low.has_value(); }
};

}  // namespace pdrank
