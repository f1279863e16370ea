// What comparing methods on the same data gives back: a line a method, and a sentence that reads them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pdrank/core/option_name.hpp"
#include "pdrank/core/result.hpp"

namespace pdrank {

// How well a method predicts answers that it has not seen. NaN where that was not asked for or the method did not
// apply.
struct HeldOut {
  std::string law;  // "own", "one slope" (docs/MATH.md), or empty
  double accuracy = kNone, log_loss = kNone, calibration_error = kNone, unpredicted = kNone;
  std::vector<double> fold_log_loss;
};

struct MethodOnData : HeldOut {
  std::string method;  // "pdrank", "hodgerank:transform=probit"
  std::string reason;  // empty if it applies
  Convergence convergence;
  double seconds = kNone, agreement = kNone;
  double p_value = kNone;  // of a paired t-test over the folds, corrected for the number of methods
  double tau = kNone, spearman = kNone, top_k = kNone;
  double contradicted = kNone;
};

template <>
struct Fields<MethodOnData> {
  static constexpr std::tuple list{
      RecordField{"method", &MethodOnData::method, "as asked for"},
      RecordField{"status", +[](const MethodOnData& line) { return line.convergence.status; },
                  "how its run on all of the data ended"},
      RecordField{"seconds", &MethodOnData::seconds, "time of that run"},
      RecordField{"agreement", &MethodOnData::agreement, "mean Kendall tau-b with the other methods"},
      RecordField{"accuracy", &MethodOnData::accuracy, "share of held-out strict answers that are predicted as given"},
      RecordField{"log_loss", &MethodOnData::log_loss, "mean over the held-out answers; lower is better"},
      RecordField{"p_value", &MethodOnData::p_value,
                  "how likely chance alone makes a gap this large to the best log loss; empty for the best"},
      RecordField{"calibration_error", &MethodOnData::calibration_error,
                  "how far off the predicted probabilities are, "
                  "on average"},
      RecordField{"unpredicted", &MethodOnData::unpredicted,
                  "share of held-out answers about items that nothing connected"},
      RecordField{"tau", &MethodOnData::tau, "Kendall's tau against the truth"},
      RecordField{"spearman", &MethodOnData::spearman, "correlation of ranks, against the truth"},
      RecordField{"top_k", &MethodOnData::top_k, "share of the true first k among its first k"},
      RecordField{"reason", +[](const MethodOnData& line) { return plain(line.reason); },
                  "why it does not apply to the data"},
      RecordField{"law", &MethodOnData::law, "what predicts: own, or one slope fitted to held-out answers"},
      RecordField{"message", +[](const MethodOnData& line) { return plain(line.convergence.message); },
                  "the status in words"},
      RecordField{"fold_log_loss", &MethodOnData::fold_log_loss, "log loss by fold"},
      RecordField{
          "contradicted", &MethodOnData::contradicted,
          "answers that its ranking of all of the data contradicts, by weight; half of those whose items share a "
          "place"},
  };
};

struct CompareResult {
  DataSummary data;
  GraphSummary graph;
  std::uint64_t seed = 0;
  int folds = 0;                      // 0: nothing was held out
  bool forward = false;               // the folds are blocks of later rows, each predicted from the rows before it
  double held_out = 0;                // answers predicted, over all folds, by weight
  double pair_distance = kNone;       // how far apart in rank compared items are, against chance (methods/adaptive)
  bool adaptive = false;              // whether that shows that pairs were chosen by what was known about the items
  std::uint64_t items = 0;            // of the largest part, on which agreement is measured
  std::uint64_t truth_items = 0;      // of those, with a true score; 0: no truth was given
  std::uint64_t top = 0;              // k of the top-k overlap
  double at_least = kNone;            // no order contradicts less, by weight: the best bound of all methods
  std::vector<MethodOnData> methods;  // best first: by log loss, else by tau, else as asked for
  std::vector<std::vector<double>>
      agreement;                        // Kendall tau-b of each pair of methods, in that order; NaN if one did not run
  std::string reading;                  // what the table says, in a sentence
  std::vector<std::string> notes;       // what the reader must know: sentences
  std::vector<std::string> unfinished;  // methods that were not done when the observer asked to stop
};

}  // namespace pdrank
