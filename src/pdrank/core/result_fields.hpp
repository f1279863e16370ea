// The fields of the records of a result (docs/FORMATS.md).
#pragma once

#include <optional>
#include <string>

#include "pdrank/core/compare_result.hpp"
#include "pdrank/core/fields.hpp"
#include "pdrank/core/next_result.hpp"
#include "pdrank/core/option_name.hpp"
#include "pdrank/core/predict_result.hpp"
#include "pdrank/core/result.hpp"

namespace pdrank {

template <>
struct Fields<Place> {
  static constexpr std::tuple list{
      RecordField{"rank", &Place::rank, "place within the component, from 1; items that cannot be told apart share it"},
      RecordField{"item", &Place::item, "its name"},
      RecordField{"score", &Place::score,
                  "of the method's own kind; log-odds with mean 0 for posterior and bradley-terry"},
      RecordField{"rank_low", &Place::rank_low, "best rank that it may have, with the probability `level`"},
      RecordField{"rank_high", &Place::rank_high, "worst rank that it may have"},
      RecordField{"comparisons", &Place::comparisons, "answers about it, by weight"},
      RecordField{"wins", &Place::wins, "answers that prefer it, by weight"},
      RecordField{"losses", &Place::losses, "answers that prefer the other item, by weight"},
      RecordField{"ties", &Place::ties, "answers that prefer neither, by weight"},
      RecordField{"component", &Place::component, "connected part of the data, 1 = the largest"},
      RecordField{"score_low", &Place::score_low, "lower end of where the score is, with the probability `level`"},
      RecordField{"score_high", &Place::score_high, "upper end"},
      RecordField{"tier", &Place::tier, "1 = the best of the component; items that cannot be told apart share it"},
      RecordField{"above_next", &Place::above_next, "probability that it belongs above the item on the next line"},
      RecordField{"flags", &Place::flags, "what the data cannot tell about it: unbeaten, winless, bridge, few"},
      RecordField{"standard_error", &Place::standard_error, "of the score"},
      RecordField{"first", &Place::first, "probability that it is the best of its component"},
  };
};

template <>
struct Fields<AnnotatorReport> {
  static constexpr std::tuple list{
      RecordField{"annotator", &AnnotatorReport::annotator, "their name"},
      RecordField{"comparisons", &AnnotatorReport::comparisons, "answers they gave, by weight"},
      RecordField{"reliability", &AnnotatorReport::reliability,
                  "probability of an answer that is not turned round, or share "
                  "of answers that agree with the ranking"},
      RecordField{"reliability_low", &AnnotatorReport::reliability_low, "lower end of its 90 % interval"},
      RecordField{"reliability_high", &AnnotatorReport::reliability_high, "upper end"},
      RecordField{"flag", &AnnotatorReport::flag, "empty, random or adversary"},
      RecordField{"answers", &AnnotatorReport::answers,
                  "of theirs that are not ties; a pair of a whole ranking of k items is 3 / (k + 1) of one"},
      RecordField{"expected_right", &AnnotatorReport::expected_right,
                  "how many of those an annotator like most would have "
                  "got right"},
      RecordField{"found_right", &AnnotatorReport::found_right, "how many are"},
      RecordField{"order_effect", &AnnotatorReport::order_effect,
                  "by how much they lean towards what stands first, in log-odds; where annotators differ in that"},
      RecordField{"order_effect_low", &AnnotatorReport::order_effect_low, "lower end of its 90 % interval"},
      RecordField{"order_effect_high", &AnnotatorReport::order_effect_high, "upper end"},
  };
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
                  "that the winner belongs above the loser"},
  };
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

using SkippedRows = std::pair<std::string, std::uint64_t>;

template <>
struct Fields<SkippedRows> {
  static constexpr std::tuple list{
      RecordField{"reason", &SkippedRows::first, "why they could not be used"},
      RecordField{"rows", &SkippedRows::second, "how many"},
  };
};

template <>
struct Fields<DataSummary> {
  static constexpr std::tuple list{
      RecordField{"rows", &DataSummary::rows, "data rows read, used or not"},
      RecordField{"rows_used", &DataSummary::rows_used, "rows that took part in the ranking"},
      RecordField{"comparisons", &DataSummary::comparisons, "pairs those rows say something about"},
      RecordField{"answers", &DataSummary::answers, "the same by weight: a weight is a number of answers"},
      RecordField{"ties", &DataSummary::ties, "of the comparisons"},
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

template <>
struct Fields<GraphSummary> {
  static constexpr std::tuple list{
      RecordField{"items", &GraphSummary::items, "ranked"},
      RecordField{"edges", &GraphSummary::edges, "distinct ordered pairs"},
      RecordField{"pairs", &GraphSummary::pairs, "distinct pairs"},
      RecordField{"repeated_pairs", &GraphSummary::repeated_pairs, "of those, compared more than once"},
      RecordField{"contested_pairs", &GraphSummary::contested_pairs, "of those, answered both ways"},
      RecordField{"share_of_pairs_seen", &GraphSummary::share_of_pairs_seen, "of all pairs that there are"},
      RecordField{"components", &GraphSummary::components, "connected parts"},
      RecordField{"largest_component", &GraphSummary::largest_component, "items of the largest"},
      RecordField{"strong_components", &GraphSummary::strong_components, "parts in which everyone is linked both ways"},
      RecordField{"largest_strong_component", &GraphSummary::largest_strong_component, "items of the largest"},
      RecordField{"never_beaten", &GraphSummary::never_beaten, "items that never lost"},
      RecordField{"never_winning", &GraphSummary::never_winning, "items that never won"},
      RecordField{"component_sizes", &GraphSummary::component_sizes, "items of each component, largest first"},
      RecordField{"never_beaten_items", &GraphSummary::never_beaten_items, "the first few by name"},
      RecordField{"never_winning_items", &GraphSummary::never_winning_items, "the first few by name"},
      RecordField{"bridges", &GraphSummary::bridges, "pairs without which a component would fall in two"},
      RecordField{"bridge_pairs", &GraphSummary::bridge_pairs,
                  "those of them with most items on their smaller side: `item` "
                  "(the end there), `other`, `hanging` (items there), "
                  "`comparisons` (of the pair)"},
  };
};

template <>
struct Fields<Effect> {
  static constexpr std::tuple list{
      RecordField{"name", &Effect::name, "order (what stands first), ties, or the column"},
      RecordField{"estimate", &Effect::estimate,
                  "in log-odds; of ties the half width of the stretch that is a tie, or "
                  "Davidson's rate"},
      RecordField{"low", &Effect::low, "lower end of its 90 % interval"},
      RecordField{"high", &Effect::high, "upper end"},
      RecordField{"evidence", &Effect::evidence, "for it against none: logarithm of the ratio of probabilities"},
      RecordField{"used", &Effect::used, "whether the ranking takes it into account"},
      RecordField{"meaning", &Effect::meaning, "the same in words"},
  };
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

template <>
struct Fields<Convergence> {
  static constexpr std::tuple list{
      RecordField{"status", &Convergence::status,
                  "converged, round_limit, iteration_limit, stopped or numerical_trouble"},
      RecordField{"message", &Convergence::message, "the same in words"},
      RecordField{"rounds", &Convergence::rounds, "that it took"},
      RecordField{"iterations", &Convergence::iterations, "of all rounds"},
      RecordField{"objective", &Convergence::objective, "at the end, where the method minimises something"},
      RecordField{"kkt_residual", &Convergence::kkt_residual, "of the last subproblem"},
      RecordField{"passes", +[](const Convergence& run) { return run.traffic.passes; },
                  "over the edges; 0 where a method does not work by them"},
      RecordField{"edge_bytes", +[](const Convergence& run) { return run.traffic.bytes; }, "read and written by these"},
      RecordField{"trace", &Convergence::trace,
                  "of PD-Rank, largest component: `round`, `objective`, `score_change`, "
                  "`weight_change`, `kkt_residual`, `iterations` of every round"},
      RecordField{"seconds", &Convergence::seconds, "of the method"},
  };
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

template <>
struct Fields<MethodOnData> {
  static constexpr std::tuple list{
      RecordField{"method", &MethodOnData::method, "as asked for"},
      RecordField{"status", +[](const MethodOnData& line) { return line.convergence.status; },
                  "how its run on all of the "
                  "data ended"},
      RecordField{"seconds", &MethodOnData::seconds, "of that run"},
      RecordField{"agreement", &MethodOnData::agreement, "mean Kendall tau-b with the other methods"},
      RecordField{"accuracy", &MethodOnData::accuracy, "share of held-out strict answers that are predicted as given"},
      RecordField{"log_loss", &MethodOnData::log_loss, "of held-out answers; the lower the better"},
      RecordField{"p_value", &MethodOnData::p_value,
                  "that its log loss is as good as that of the best; empty for the best"},
      RecordField{"calibration_error", &MethodOnData::calibration_error, "of the predicted probabilities"},
      RecordField{"unpredicted", &MethodOnData::unpredicted,
                  "share of held-out answers about items that nothing connected"},
      RecordField{"tau", &MethodOnData::tau, "Kendall's, against the truth"},
      RecordField{"spearman", &MethodOnData::spearman, "correlation of ranks, against the truth"},
      RecordField{"top_k", &MethodOnData::top_k, "share of the true first k among its first k"},
      RecordField{"reason", +[](const MethodOnData& line) { return plain(line.reason); },
                  "why it does not apply to the data"},
      RecordField{"law", &MethodOnData::law, "what predicts: own, or one slope fitted to held-out answers"},
      RecordField{"message", +[](const MethodOnData& line) { return plain(line.convergence.message); },
                  "the status in words"},
      RecordField{"fold_log_loss", &MethodOnData::fold_log_loss, "log loss by fold"},
  };
};

template <>
struct Fields<NextPair> {
  static constexpr std::tuple list{
      RecordField{"left", &NextPair::left, "the item to be shown on the left"},
      RecordField{"right", &NextPair::right, "the item to be shown on the right"},
      RecordField{"winner", +[](const NextPair&) { return std::optional<std::string>(); }, "empty: for the answer"},
      RecordField{"annotator",
                  +[](const NextPair& pair) {
                    return pair.annotator.empty() ? std::nullopt : std::optional<std::string>(pair.annotator);
                  },
                  "who should answer; empty: anyone"},
      RecordField{"probability_left", &NextPair::probability_left, "that the answer is the left item"},
      RecordField{"value", &NextPair::value, "of the answer, in the strategy's measure"},
      RecordField{"reason", &NextPair::reason, "in a few words"},
  };
};

template <>
struct Fields<Outlook> {
  static constexpr std::tuple list{
      RecordField{"level", &Outlook::level, "of \"settled\" and of tiers"},
      RecordField{"settled_pairs", &Outlook::settled_pairs,
                  "share of all pairs whose order has at least this probability"},
      RecordField{"expected_tau", &Outlook::expected_tau, "Kendall's, between the ranking and the unknown truth"},
      RecordField{"expected_tau_after", &Outlook::expected_tau_after,
                  "the same when all pairs of the list are answered once"},
      RecordField{"leader", &Outlook::leader, "the best item"},
      RecordField{"top_tier", &Outlook::top_tier, "items that cannot be told apart from it, itself included"},
      RecordField{"answers_to_separate", &Outlook::answers_to_separate, "about how many it takes to tell them apart"},
  };
};

template <>
struct Fields<PairPrediction> {
  static constexpr std::tuple list{
      RecordField{"left", &PairPrediction::left, "an item"},
      RecordField{"right", &PairPrediction::right, "the other one"},
      RecordField{"probability", &PairPrediction::probability, "that the left item wins; a tie is half a win"},
      RecordField{"low", &PairPrediction::low, "lower end of that probability, at `level`"},
      RecordField{"high", &PairPrediction::high, "upper end"},
      RecordField{"guess", &PairPrediction::guess, "true if no chain of answers connects the two"},
      RecordField{"tie", &PairPrediction::tie, "probability of a tie, where the method has a law of ties"},
  };
};

}  // namespace pdrank
