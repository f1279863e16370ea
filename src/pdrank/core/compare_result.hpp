// What comparing methods on the same data gives back: a line a method, and a sentence that reads them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pdrank/core/result.hpp"

namespace pdrank {

// NaN where a figure was not asked for or the method did not apply.
struct MethodOnData {
  std::string method;  // as asked for: "pdrank", "hodgerank:transform=probit"
  std::string reason;  // why it does not apply to the data; empty if it does
  Convergence convergence;
  double seconds = kNone;             // of a whole run on all the data
  double agreement = kNone;           // mean Kendall tau-b with the other methods
  std::string law;                    // what predicts held-out answers: "own" or "one slope" (docs/MATH.md); or empty
  double accuracy = kNone;            // share of held-out strict answers that are predicted as given
  double log_loss = kNone;            // of held-out answers
  std::vector<double> fold_log_loss;  // the same by fold
  double calibration_error = kNone;
  double unpredicted = kNone;  // share of held-out answers about items the training data did not connect
  double p_value = kNone;  // that the log loss is as good as the best method's (paired t-test over the folds, corrected
                           // for the number of methods); NaN for the best itself
  double tau = kNone, spearman = kNone, top_k = kNone;  // against the truth; top_k is a share of k
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
  std::vector<MethodOnData> methods;  // best first: by log loss, else by tau, else as asked for
  std::vector<std::vector<double>>
      agreement;                        // Kendall tau-b of each pair of methods, in that order; NaN if one did not run
  std::string reading;                  // what the table says, in a sentence
  std::vector<std::string> notes;       // what the reader must know: sentences
  std::vector<std::string> unfinished;  // methods that were not done when the observer asked to stop
};

}  // namespace pdrank
