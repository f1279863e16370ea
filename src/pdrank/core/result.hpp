// What a ranking run gives back: plain values, complete enough to be written to any format. Behind each record is the
// list of its fields, which says what they mean (fields.hpp).
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

#include "pdrank/core/effects_result.hpp"
#include "pdrank/core/enum_names.hpp"
#include "pdrank/core/fields.hpp"
#include "pdrank/core/fragility_result.hpp"
#include "pdrank/core/ids.hpp"
#include "pdrank/core/reliability_result.hpp"
#include "pdrank/core/score_draws.hpp"
#include "pdrank/core/score_scale.hpp"

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
constexpr auto enum_names(Termination) {
  return NameList<Termination, 6>{{{Termination::not_run, "not_run"},
                                   {Termination::converged, "converged"},
                                   {Termination::round_limit, "round_limit"},
                                   {Termination::iteration_limit, "iteration_limit"},
                                   {Termination::stopped, "stopped"},
                                   {Termination::numerical_trouble, "numerical_trouble"}}};
}

// One line of the ranking. Optional fields are empty where the method gives none.
struct Place {
  std::uint32_t rank = 0;
  ItemId id = 0;  // of the item in the data
  std::string item;
  double score = 0;
  std::optional<std::uint32_t> rank_low, rank_high;
  double comparisons = 0;  // wins + losses + ties
  double wins = 0, losses = 0, ties = 0;
  std::uint32_t component = 0;
  std::optional<double> standard_error;
  std::optional<std::uint32_t> tier;
  std::optional<double> above_next;
  std::optional<double> score_low, score_high;
  std::optional<double> first;
  std::vector<std::string> flags;
  std::optional<std::uint32_t> rank_without;
  double both_bad = 0;
  std::optional<double> infit, outfit;
  std::string grade;
  std::optional<double> grade_probability;
  // In the method's own unit, where the score is on another scale; not written.
  std::optional<double> own_score = {}, own_error = {};

  double method_score() const { return own_score.value_or(score); }
  std::optional<double> method_error() const { return own_score ? own_error : standard_error; }
};

template <>
struct Fields<Place> {
  static constexpr std::tuple list{
      RecordField{"rank", &Place::rank, "place within the component, from 1; items that cannot be told apart share it"},
      RecordField{"item", &Place::item, "its name"},
      RecordField{"score", &Place::score,
                  "in the method's own unit; log-odds with mean 0 for posterior and bradley-terry"},
      RecordField{"rank_low", &Place::rank_low, "best rank that it may have, with the probability `level`"},
      RecordField{"rank_high", &Place::rank_high, "worst rank that it may have"},
      RecordField{"comparisons", &Place::comparisons, "answers about it, by weight"},
      RecordField{"wins", &Place::wins, "answers that prefer it, by weight"},
      RecordField{"losses", &Place::losses, "answers that prefer the other item, by weight"},
      RecordField{"ties", &Place::ties, "answers that prefer neither, by weight"},
      RecordField{"component", &Place::component, "connected part of the data, 1 = the largest"},
      RecordField{"score_low", &Place::score_low, "lower end of the score's interval, with the probability `level`"},
      RecordField{"score_high", &Place::score_high, "upper end"},
      RecordField{"tier", &Place::tier, "1 = the best of the component; items that cannot be told apart share it"},
      RecordField{"above_next", &Place::above_next, "probability that it belongs above the item on the next line"},
      RecordField{"flags", &Place::flags, "what the data cannot tell about it: unbeaten, winless, bridge, few"},
      RecordField{"standard_error", &Place::standard_error, "standard error of the score"},
      RecordField{"first", &Place::first, "probability that it is the best of its component"},
      RecordField{"rank_without", &Place::rank_without, "rank without controls; empty if nothing is controlled for"},
      RecordField{"both_bad", &Place::both_bad, "ties that call both items bad, by weight"},
      RecordField{"infit", &Place::infit,
                  "squared surprises of the answers about it over what the scores lead to expect; 1 is as expected"},
      RecordField{"outfit", &Place::outfit, "the same as a mean over the answers: one great surprise shows more"},
      RecordField{"grade", &Place::grade, "its grade, where `boundaries` are given"},
      RecordField{"grade_probability", &Place::grade_probability, "probability that this is its grade"},
  };
};

// "3" or "2-5"; empty where there is none.
std::string rank_range(const Place& place);

using SkippedRows = std::pair<std::string, std::uint64_t>;

template <>
struct Fields<SkippedRows> {
  static constexpr std::tuple list{
      RecordField{"reason", &SkippedRows::first, "why they could not be used"},
      RecordField{"rows", &SkippedRows::second, "how many"},
  };
};

// What was in the data, before any method.
struct DataSummary {
  std::uint64_t rows = 0, rows_used = 0;
  std::uint64_t comparisons = 0;  // a ranking row makes several
  double answers = 0;
  std::uint64_t ties = 0, items = 0, annotators = 0;
  std::vector<SkippedRows> skipped;
  std::vector<std::string> first_skipped;
  std::uint64_t ties_dropped = 0, outside_component = 0;
};

template <>
struct Fields<DataSummary> {
  static constexpr std::tuple list{
      RecordField{"rows", &DataSummary::rows, "data rows read, used or not"},
      RecordField{"rows_used", &DataSummary::rows_used, "rows that took part in the ranking"},
      RecordField{"comparisons", &DataSummary::comparisons, "pairs those rows say something about"},
      RecordField{"answers", &DataSummary::answers, "the same by weight: a weight is a number of answers"},
      RecordField{"ties", &DataSummary::ties, "comparisons that are ties"},
      RecordField{"items", &DataSummary::items, "in the data"},
      RecordField{"annotators", &DataSummary::annotators, "in the data"},
      RecordField{"ties_dropped", &DataSummary::ties_dropped, "comparisons left out by `ties` drop"},
      RecordField{"outside_component", &DataSummary::outside_component, "comparisons left out by `component`"},
      RecordField{"skipped", &DataSummary::skipped,
                  "rows left out by `skip_bad_rows`: reason and rows, most frequent first"},
      RecordField{"first_skipped", &DataSummary::first_skipped,
                  "the first few of those, as the error would have said them"},
  };
};

// A pair without which the connected part it is in would fall in two.
struct BridgePair {
  std::string item, other;
  std::uint64_t hanging = 0;
  double comparisons = 0;
};

template <>
struct Fields<BridgePair> {
  static constexpr std::tuple list{
      RecordField{"item", &BridgePair::item, "the end on the smaller side"},
      RecordField{"other", &BridgePair::other, "the other end"},
      RecordField{"hanging", &BridgePair::hanging, "items on the smaller side"},
      RecordField{"comparisons", &BridgePair::comparisons, "of the pair, by weight"},
  };
};

// The shape of the merged comparison graph.
struct GraphSummary {
  std::uint64_t items = 0, edges = 0;
  std::uint64_t pairs = 0, repeated_pairs = 0, contested_pairs = 0;
  double share_of_pairs_seen = 0;  // pairs / (items choose 2)
  std::uint64_t components = 0, largest_component = 0;
  std::uint64_t strong_components = 0, largest_strong_component = 0;
  std::vector<std::uint64_t> component_sizes;
  std::uint64_t never_beaten = 0, never_winning = 0;
  std::vector<std::string> never_beaten_items, never_winning_items;
  std::optional<std::uint64_t> bridges = 0;  // none: they were not looked for
  std::vector<BridgePair> bridge_pairs;      // the first few
};

template <>
struct Fields<GraphSummary> {
  static constexpr std::tuple list{
      RecordField{"items", &GraphSummary::items, "ranked"},
      RecordField{"edges", &GraphSummary::edges, "distinct ordered pairs"},
      RecordField{"pairs", &GraphSummary::pairs, "distinct pairs"},
      RecordField{"repeated_pairs", &GraphSummary::repeated_pairs, "of those, compared more than once"},
      RecordField{"contested_pairs", &GraphSummary::contested_pairs, "of those, answered both ways"},
      RecordField{"share_of_pairs_seen", &GraphSummary::share_of_pairs_seen,
                  "share of all possible pairs that were "
                  "compared"},
      RecordField{"components", &GraphSummary::components, "connected parts"},
      RecordField{"largest_component", &GraphSummary::largest_component, "items of the largest"},
      RecordField{"strong_components", &GraphSummary::strong_components,
                  "parts in which every item can be reached "
                  "from every other along wins"},
      RecordField{"largest_strong_component", &GraphSummary::largest_strong_component, "items of the largest"},
      RecordField{"never_beaten", &GraphSummary::never_beaten, "items that never lost"},
      RecordField{"never_winning", &GraphSummary::never_winning, "items that never won"},
      RecordField{"component_sizes", &GraphSummary::component_sizes, "items of each component, largest first"},
      RecordField{"never_beaten_items", &GraphSummary::never_beaten_items, "the first few by name"},
      RecordField{"never_winning_items", &GraphSummary::never_winning_items, "the first few by name"},
      RecordField{"bridges", &GraphSummary::bridges, "pairs without which a component would fall in two"},
      RecordField{"bridge_pairs", &GraphSummary::bridge_pairs,
                  "those of them with most items on their smaller side: `item` (the end there), `other`, `hanging` "
                  "(items there), `comparisons` (of the pair)"},
  };
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
  std::optional<double> score_change, weight_change;  // none if all was zero before
  double objective = 0, kkt_residual = 0;
  int iterations = 0;
  std::uint64_t passes = 0;  // over the edges
};

template <>
struct Fields<RoundRecord> {
  static constexpr std::tuple list{
      RecordField{"round", &RoundRecord::round, "from 1"},
      RecordField{"objective", &RoundRecord::objective, "after the round"},
      RecordField{"score_change", &RoundRecord::score_change, "relative to the round before"},
      RecordField{"weight_change", &RoundRecord::weight_change, "relative to the round before"},
      RecordField{"kkt_residual", &RoundRecord::kkt_residual, "of its subproblem"},
      RecordField{"iterations", &RoundRecord::iterations, "of its solver"},
  };
};

struct Convergence {
  Termination status = Termination::not_run;
  std::string message;
  int rounds = 0;
  long iterations = 0;
  double objective = kNone;
  double kkt_residual = kNone;  // docs/MATH.md, section 3
  double seconds = 0;
  EdgeTraffic traffic;             // of methods that solve by passes over the edges
  std::vector<RoundRecord> trace;  // empty where a method keeps none
};

template <>
struct Fields<Convergence> {
  static constexpr std::tuple list{
      RecordField{"status", &Convergence::status,
                  "converged, round_limit, iteration_limit, stopped or numerical_trouble"},
      RecordField{"message", &Convergence::message, "the same in words"},
      RecordField{"rounds", &Convergence::rounds, "number of rounds"},
      RecordField{"iterations", &Convergence::iterations, "iterations of all rounds together"},
      RecordField{"objective", &Convergence::objective, "at the end, where the method minimises something"},
      RecordField{"kkt_residual", &Convergence::kkt_residual, "of the last subproblem"},
      RecordField{"passes", +[](const Convergence& run) { return run.traffic.passes; },
                  "passes over the edges; 0 for methods that do not work that way"},
      RecordField{"edge_bytes", +[](const Convergence& run) { return run.traffic.bytes; },
                  "bytes read and written by "
                  "these passes"},
      RecordField{"trace", &Convergence::trace,
                  "of PD-Rank, largest component: `round`, `objective`, `score_change`, `weight_change`, "
                  "`kkt_residual`, `iterations` of every round"},
      RecordField{"seconds", &Convergence::seconds, "time that the method took"},
  };
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
  std::string flag;
  double answers = kNone, expected_right = kNone, found_right = kNone;  // the evidence
  double order_effect = kNone, order_effect_low = kNone, order_effect_high = kNone;
  double infit = kNone, outfit = kNone;
  double agreement = kNone;
};

template <>
struct Fields<AnnotatorReport> {
  static constexpr std::tuple list{
      RecordField{"annotator", &AnnotatorReport::annotator, "their name"},
      RecordField{"comparisons", &AnnotatorReport::comparisons, "answers they gave, by weight"},
      RecordField{"reliability", &AnnotatorReport::reliability,
                  "probability of an answer that is not turned round, or share of answers that agree with the ranking"},
      RecordField{"reliability_low", &AnnotatorReport::reliability_low, "lower end of its 90 % interval"},
      RecordField{"reliability_high", &AnnotatorReport::reliability_high, "upper end"},
      RecordField{"flag", &AnnotatorReport::flag, "empty, random or adversary"},
      RecordField{"answers", &AnnotatorReport::answers,
                  "answers they gave that are not ties; a pair of a whole ranking of k items counts as 3 / (k + 1) of "
                  "one"},
      RecordField{"expected_right", &AnnotatorReport::expected_right,
                  "how many of those a typical annotator would have got right"},
      RecordField{"found_right", &AnnotatorReport::found_right, "how many of those are right"},
      RecordField{"order_effect", &AnnotatorReport::order_effect,
                  "how far they lean towards the item that stands first, in log-odds; empty if annotators do not "
                  "differ in that"},
      RecordField{"order_effect_low", &AnnotatorReport::order_effect_low, "lower end of its 90 % interval"},
      RecordField{"order_effect_high", &AnnotatorReport::order_effect_high, "upper end"},
      RecordField{"infit", &AnnotatorReport::infit,
                  "squared surprises of their answers over what the scores lead to expect; 1 is as expected"},
      RecordField{"outfit", &AnnotatorReport::outfit,
                  "the same as a mean over the answers: one great surprise shows more"},
      RecordField{"agreement", &AnnotatorReport::agreement,
                  "agreement with the others who answered the same pairs: 1 always, 0 as if by coin toss, below 0 "
                  "against them"},
  };
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

template <>
struct Fields<ConfidenceRow> {
  static constexpr std::tuple list{
      RecordField{"row", &ConfidenceRow::row, "of the input, from 1, the header not counted"},
      RecordField{"winner", &ConfidenceRow::winner, "the item that was preferred; of a tie, one of the two"},
      RecordField{"loser", &ConfidenceRow::loser, "the other one"},
      RecordField{"annotator", &ConfidenceRow::annotator, "who answered"},
      RecordField{"weight", &ConfidenceRow::weight, "PD-Rank's omega: a confidence, not a count"},
      RecordField{"probability_correct", &ConfidenceRow::probability_correct,
                  "probability that the winner belongs above the loser"},
  };
};

// What a weight says: the paper's link w = log((1 - delta) / delta) read backwards, the answer being right with
// probability 1 - delta. NaN stays NaN.
double probability_of_weight(double weight);

// That of all comparisons, in the order of Comparisons. Comparisons that give the same answer share theirs, and large
// data have many, so it is kept by answer, in columns.
struct Confidences {
  static constexpr std::uint32_t kNoAnswer = std::numeric_limits<std::uint32_t>::max();

  std::vector<std::uint32_t> answer_of = {};     // comparison -> answer; kNoAnswer where it did not take part
  std::vector<Standing> standing = {};           // by answer; unused if no comparison gives it
  std::vector<double> weight = {};               // by answer; empty: none
  std::vector<double> probability_correct = {};  // by answer; empty: what the weight says, if there is one
  std::array<double, 4> answers = {};            // by standing: how many have it, by weight

  std::size_t size() const { return answer_of.size(); }
  Confidence operator[](std::size_t n) const { return of_answer(answer_of[n]); }
  Confidence of_answer(std::uint32_t answer) const;
  double count(Standing wanted) const { return answers[static_cast<std::size_t>(wanted)]; }
};

// Numbers that a method found, by name, in the order they are shown.
using Figures = std::vector<std::pair<std::string, double>>;
std::optional<double> find_figure(const Figures& figures, std::string_view name);

// The figures noise_low and noise_high further apart than this say nothing: the answers are too few.
inline constexpr double kOpenNoise = 0.25;

// How much of the answers the ranking contradicts, and how much any order would have to. docs/MATH.md, section 14.
struct Certificate {
  double answers = 0, contradicted = 0, undecided = 0, at_least = 0;
  std::optional<double> best_found = std::nullopt;
};

template <>
struct Fields<Certificate> {
  static constexpr std::tuple list{
      RecordField{"answers", &Certificate::answers, "answers that took part and are not ties, by weight"},
      RecordField{"contradicted", &Certificate::contradicted,
                  "those of them whose loser stands above their winner in the ranking, by weight; half of those whose "
                  "items share a place"},
      RecordField{"undecided", &Certificate::undecided,
                  "the answers about items that share a place, by weight; half of this is part of `contradicted`"},
      RecordField{"at_least", &Certificate::at_least,
                  "no order of the items contradicts fewer answers than this, by "
                  "weight"},
      RecordField{"best_found", &Certificate::best_found,
                  "what the best order found contradicts, by weight; with `certify`, and by the method kemeny"},
  };
};

// One of several processes that made a result together.
struct ProcessRecord {
  std::uint64_t rank = 0;
  std::vector<std::pair<std::string, double>> stage_seconds;  // stage -> time, in their order
  std::uint64_t items = 0, edges = 0, copies = 0;
  std::uint64_t peak_bytes = 0, bytes_sent = 0;
};

template <>
struct Fields<ProcessRecord> {
  static constexpr std::tuple list{
      RecordField{"rank", &ProcessRecord::rank, "its number, from 0"},
      RecordField{"seconds", &ProcessRecord::stage_seconds, "by stage"},
      RecordField{"items", &ProcessRecord::items, "that it holds"},
      RecordField{"edges", &ProcessRecord::edges, "that it holds"},
      RecordField{"copies", &ProcessRecord::copies, "of items of other processes"},
      RecordField{"peak_bytes", &ProcessRecord::peak_bytes, "of memory"},
      RecordField{"bytes_sent", &ProcessRecord::bytes_sent, "to other processes"},
  };
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
  // Where the rank ranges hold together (RankOptions::simultaneous): the median width of those that hold one by one.
  std::optional<double> median_range = {};
  Confidences confidence;
  std::vector<AnnotatorReport> annotators;
  std::vector<CurvePoint> curves = {};          // of scores that drift, item by item
  std::vector<BoardPlace> boards = {};          // of the values of a column (RankOptions::by), best first
  Reliability reliability = {};                 // in the words of comparative judgement
  Agreement agreement = {};                     // between annotators
  std::vector<Effect> effects = {};             // of order, ties and the like, where the method knows of them
  std::optional<Certificate> certificate = {};  // none where processes divide the data
  std::optional<Fragility> fragility = {};      // what would change it; none where it was not asked for
  Figures figures;                              // numbers of this method alone, by name
  std::vector<std::string> notes;               // what the reader must know: sentences
  std::vector<ProcessRecord> processes = {};    // empty: one made it alone
  ScoreScale scale = {};                        // from the method's scores to those of places, boards and curves
  std::optional<AnswerLaws> law = {};           // of the method; none: its scores are in no unit of answers
  std::shared_ptr<const KeptDraws> draws = {};  // only if asked for (RankOptions::keep_draws), and there are some

  bool converged() const { return convergence.status == Termination::converged; }
  // Whether places have ranges: all do, or none.
  bool has_ranges() const { return !ranking.empty() && ranking.front().rank_low.has_value(); }
};

}  // namespace pdrank
