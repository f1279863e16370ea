// What a result says about itself, beside the numbers.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pdrank/core/options.hpp"
#include "pdrank/core/result.hpp"
#include "pdrank/methods/registry.hpp"

namespace pdrank {

// What the reader must know: notes from reading, what was left out, what the data cannot tell. The method's own notes
// go behind them. `gamma` where the method has one.
std::vector<std::string> notes_on_result(const RankResult& result, const std::vector<std::string>& read_notes,
                                         const RankOptions& options, const std::vector<std::string>& flag_notes,
                                         std::optional<double> gamma);

// The share of answers that are plain mistakes, with its interval; `by_several`: annotators are told apart, and it is
// that of most of them. The posterior's notes begin with it, and the report's check on noise has it.
std::string noise_in_words(double share, double low, double high, bool by_several);

// For whatever goes by the order of the answers: that it is that of the rows. Nothing if the data have times.
std::vector<std::string> notes_on_order(const Comparisons& data);

// What answers say beside who won, in how many comparisons. Numbers, so that those of several processes add up.
struct SaidBeside {
  double sides = 0, grades = 0, times = 0, no_times = 0;  // the last where others have some
};
SaidBeside said_beside(const Comparisons& data);

// What the answers say and the method does not look at.
std::vector<std::string> notes_on_unused(const SaidBeside& said, const MethodInfo& method, const RankOptions& asked,
                                         const RankOptions& resolved);

// The gamma that the scores were pulled by, if the method has one; where it was chosen, that of the largest part.
std::optional<double> gamma_used(const MethodInfo& method, const RankOptions& resolved, const RankResult& result);

// The options that the result depends on, as resolved: name -> value, in the order of the records.
std::vector<std::pair<std::string, std::string>> options_used(const MethodInfo& method, const RankOptions& resolved);

}  // namespace pdrank
