#include "pdrank/methods/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/stopwatch.hpp"
#include "pdrank/methods/automatic.hpp"
#include "pdrank/methods/compare_reading.hpp"
#include "pdrank/methods/held_out.hpp"
#include "pdrank/methods/rank.hpp"
#include "pdrank/methods/registry.hpp"
#include "pdrank/metrics/kendall.hpp"
#include "pdrank/metrics/paired_t_test.hpp"
#include "pdrank/metrics/spearman.hpp"
#include "pdrank/metrics/top_k.hpp"

namespace pdrank {
namespace {

constexpr int kMostFolds = 1000, kUsualFolds = 10;

// "hodgerank:transform=probit" on top of what all methods share.
RankOptions options_of(std::string_view text, const CompareOptions& shared) {
  RankOptions options;
  options.ties = shared.ties;
  options.component = shared.component;
  options.seed = shared.seed;
  options.threads = shared.threads;
  options.standard_errors = false;  // nobody looks at them here
  for (const auto& [name, value] : split_method(text).settings) {
    if (name == "bootstrap")
      throw InvalidArgument("methods", fmt::format("'{}={}'", name, value),
                            "a comparison of methods makes no resamples");
    if (std::ranges::find(common_options(), name) != common_options().end())
      throw InvalidArgument("methods", fmt::format("'{}={}'", name, value),
                            "this option must be the same for all methods");
  }
  return with_method(options, text);
}

std::vector<std::string> names_of(const CompareOptions& options) {
  if (!options.methods.empty()) return options.methods;
  std::vector<std::string> names;
  for (const MethodInfo& method : methods()) names.emplace_back(method.name);
  return names;
}

// Passes on the wish to stop; the rounds of each method are no news beside the progress over all of them.
class Relay final : public Observer {
 public:
  Relay(Observer* outer, std::uint64_t total) : outer_(outer), total_(total) {}

  bool stop_requested() override { return outer_ && outer_->stop_requested(); }

  // A run has ended, early or not.
  void finish_run() {
    if (stop_requested()) throw Stopped();
    if (outer_) outer_->on_progress({"comparing", ++done_, total_, 0});
  }

 private:
  Observer* outer_;
  std::uint64_t done_ = 0, total_;
};

bool contains(const std::vector<std::string>& list, const std::string& text) {
  return std::ranges::find(list, text) != list.end();
}

// One method on its way through the comparison.
struct Entry {
  RankOptions options;
  MethodOnData line;
  PartScores scores;

  bool applies() const { return line.reason.empty(); }
};

// Nobody has asked for the posterior by name, and it is drawn anew for every fold.
void leave_out_if_slow(const Comparisons& data, Entry& entry) {
  constexpr std::uint64_t kTimes = 3;  // as long as it may take: folds are smaller, and there are ten of them
  if (entry.options.method == "posterior" && !suits_posterior(data.items.size() + data.size(), kTimes))
    entry.line.reason = "it takes long on data of this size; --methods names it";
}

std::optional<RankResult> rank_all(const Comparisons& data, Entry& entry, Relay& relay) {
  std::optional<RankResult> result;
  try {
    const Stopwatch stopwatch;
    result = rank(data, entry.options, &relay);
    entry.line.seconds = stopwatch.seconds();
    entry.line.convergence = result->convergence;
    entry.scores = part_scores(data, *result);
    if (entry.options.method == "auto")  // what it has chosen on all rows holds for the folds
      for (const auto& [name, value] : result->options) set_option(entry.options, name, value);
  } catch (const NotApplicable& error) {
    entry.line.reason = error.reason();
  }
  relay.finish_run();
  return result;
}

// Which comparisons take part: those of items that are ranked, ties unless they are left out.
std::vector<std::uint8_t> counted(const Comparisons& data, const RankResult& result) {
  std::vector<std::uint8_t> counts(data.size());
  for (std::size_t n = 0; n < data.size(); ++n) counts[n] = result.confidence[n].standing != Standing::unused;
  return counts;
}

// The usual number, or fewer so that two rows or more are in each; 0 if that is not even two folds.
int possible_folds(const Comparisons& data, const std::vector<std::uint8_t>& counts) {
  const std::size_t folds = std::min<std::size_t>(kUsualFolds, count_rows(data, counts) / 2);
  return folds < 2 ? 0 : static_cast<int>(folds);
}

// Nothing is known about any item.
PartScores no_scores(const Comparisons& data) {
  return {std::vector<double>(data.items.size(), kNone), std::vector<std::uint32_t>(data.items.size(), 0)};
}

// Leaving rows out may take away what a method lives on. It is then given the largest strongly connected part; if that
// is not enough either, it predicts nothing.
PartScores rank_part(const Comparisons& training, RankOptions options, Relay& relay) {
  try {
    return part_scores(training, rank(training, options, &relay));
  } catch (const NotApplicable&) {
    if (options.component == "strong") return no_scores(training);
    options.component = "strong";
    return rank_part(training, options, relay);
  } catch (const InvalidArgument& error) {
    if (error.field() != "component") throw;
    return no_scores(training);
  }
}

PartScores rank_fold(const Comparisons& training, const RankOptions& options, Relay& relay) {
  PartScores scores = rank_part(training, options, relay);
  relay.finish_run();
  return scores;
}

void hold_out(const HeldOutFolds& folds, Entry& entry, Relay& relay) {
  HeldOut held_out =
      folds.predict([&](const Comparisons& training) { return rank_fold(training, entry.options, relay); });
  entry.line.accuracy = held_out.accuracy;
  entry.line.log_loss = held_out.log_loss;
  entry.line.fold_log_loss = std::move(held_out.fold_log_loss);
  entry.line.calibration_error = held_out.calibration_error;
  entry.line.unpredicted = held_out.unpredicted;
}

// Items of the largest part among those that are ranked.
std::vector<std::uint8_t> largest_part(const PartScores& scores) {
  std::vector<std::uint8_t> in_largest(scores.part.size());
  for (std::size_t item = 0; item < in_largest.size(); ++item)
    in_largest[item] = !std::isnan(scores.score[item]) && scores.part[item] == 1;
  return in_largest;
}

// Two lists of scores on the items of the largest part that have both.
struct Matched {
  std::vector<double> a, b;
};

Matched match(const PartScores& scores, std::span<const double> other, const std::vector<std::uint8_t>& in_largest) {
  Matched matched;
  for (std::size_t item = 0; item < other.size(); ++item) {
    if (!in_largest[item] || std::isnan(scores.score[item]) || std::isnan(other[item])) continue;
    matched.a.push_back(scores.score[item]);
    matched.b.push_back(other[item]);
  }
  return matched;
}

void check_truth(std::span<const double> truth, const std::vector<std::uint8_t>& in_largest) {
  std::size_t known = 0;
  for (std::size_t item = 0; item < truth.size(); ++item) known += in_largest[item] && !std::isnan(truth[item]);
  if (!truth.empty() && known < 2)
    throw InvalidArgument("truth", fmt::format("known for {} items of the largest part", known),
                          "at least 2 are needed");
}

void measure_truth(std::span<const double> truth, const std::vector<std::uint8_t>& in_largest, Entry& entry,
                   CompareResult& result) {
  const Matched matched = match(entry.scores, truth, in_largest);
  result.truth_items = matched.a.size();
  result.top = std::min<std::uint64_t>(result.top, matched.a.size());
  entry.line.tau = kendall_tau(matched.a, matched.b).tau_b;
  entry.line.spearman = spearman_rho(matched.a, matched.b);
  entry.line.top_k = top_k_overlap(matched.a, matched.b, result.top) / static_cast<double>(result.top);
}

double agreement(const Entry& a, const Entry& b, const std::vector<std::uint8_t>& in_largest) {
  if (!a.applies() || !b.applies()) return kNone;
  const Matched matched = match(a.scores, b.scores.score, in_largest);
  return matched.a.size() < 2 ? kNone : kendall_tau(matched.a, matched.b).tau_b;
}

void measure_agreement(std::vector<Entry>& entries, const std::vector<std::uint8_t>& in_largest,
                       CompareResult& result) {
  result.agreement.assign(entries.size(), std::vector<double>(entries.size(), kNone));
  for (std::size_t i = 0; i < entries.size(); ++i) {
    double sum = 0;
    int others = 0;
    for (std::size_t j = 0; j < entries.size(); ++j) {
      result.agreement[i][j] = j < i ? result.agreement[j][i] : agreement(entries[i], entries[j], in_largest);
      if (j == i || std::isnan(result.agreement[i][j])) continue;
      sum += result.agreement[i][j];
      ++others;
    }
    if (others > 0) entries[i].line.agreement = sum / others;
  }
}

// Best first: by log loss, else by tau, else as they were; what does not apply comes last. Methods that end at the same
// scores differ in the last digits only, which must not decide.
void sort_entries(std::vector<Entry>& entries) {
  const auto place = [](double value) {
    return std::isnan(value) ? std::numeric_limits<double>::infinity() : std::round(1e6 * value);
  };
  std::ranges::stable_sort(entries, [&](const Entry& a, const Entry& b) {
    if (a.applies() != b.applies()) return a.applies();
    if (place(a.line.log_loss) != place(b.line.log_loss)) return place(a.line.log_loss) < place(b.line.log_loss);
    return place(-a.line.tau) < place(-b.line.tau);
  });
}

// p-values raised so that all of them together are wrong no more often than one alone would be (Holm 1979).
void correct_for_number(std::vector<double*>& p_values) {
  std::ranges::sort(p_values, {}, [](const double* p) { return *p; });
  double largest = 0;
  for (std::size_t k = 0; k < p_values.size(); ++k) {
    largest = std::max(largest, static_cast<double>(p_values.size() - k) * *p_values[k]);
    *p_values[k] = std::min(1.0, largest);
  }
}

// Every two methods are tested, with the correction for folds that share their training rows, and the p-values of all
// pairs are corrected together: which method is the best is seen only from the same losses. Methods whose losses are
// the same in every fold have no p-value.
void test_differences(std::vector<Entry>& entries, int folds) {
  std::vector<Entry*> ran;
  for (Entry& entry : entries)
    if (entry.applies()) ran.push_back(&entry);
  std::vector<double> tests;  // the first ones are those against the best
  for (std::size_t i = 0; i < ran.size(); ++i)
    for (std::size_t j = i + 1; j < ran.size(); ++j)
      tests.push_back(paired_t_test(ran[j]->line.fold_log_loss, ran[i]->line.fold_log_loss, 1.0 / folds).p_value);
  std::vector<double*> p_values;
  for (double& p : tests)
    if (!std::isnan(p)) p_values.push_back(&p);
  correct_for_number(p_values);
  for (std::size_t j = 1; j < ran.size(); ++j) ran[j]->line.p_value = tests[j - 1];
}

}  // namespace

void check(const CompareOptions& options) {
  const int folds = options.folds.value_or(kUsualFolds);
  if (folds < 0 || folds == 1 || folds > kMostFolds)
    throw InvalidArgument("folds", fmt::format("{}", folds), fmt::format("must be 0 or between 2 and {}", kMostFolds));
  if (options.top == 0) throw InvalidArgument("top", "0", "must be at least 1");
  for (const std::string& name : names_of(options)) options_of(name, options);
}

CompareResult compare(const Comparisons& data, const CompareOptions& options, std::span<const double> truth,
                      Observer* observer) {
  check(options);
  std::vector<Entry> entries;
  for (const std::string& name : names_of(options)) {
    Entry& entry = entries.emplace_back();
    entry.options = options_of(name, options);
    entry.line.method = name;
  }
  Relay relay(observer, entries.size() * (1 + static_cast<std::uint64_t>(options.folds.value_or(kUsualFolds))));

  CompareResult result;
  result.seed = options.seed;
  result.top = options.top;
  std::optional<RankResult> first;  // what the data looks like is the same whatever the method
  for (Entry& entry : entries) {
    if (options.methods.empty()) leave_out_if_slow(data, entry);
    std::optional<RankResult> ranked = entry.applies() ? rank_all(data, entry, relay) : std::nullopt;
    if (!ranked) continue;
    if (first) {
      std::erase_if(first->notes, [&](const std::string& note) { return !contains(ranked->notes, note); });
    } else {
      first = std::move(ranked);
      check_truth(truth, largest_part(entry.scores));
    }
  }
  if (!first) throw NotApplicable(entries.front().line.method, entries.front().line.reason);
  result.data = first->data;
  result.graph = first->graph;
  result.notes = first->notes;
  const std::vector<std::uint8_t> in_largest = largest_part(part_scores(data, *first));
  result.items = static_cast<std::uint64_t>(std::ranges::count(in_largest, std::uint8_t{1}));

  const std::vector<std::uint8_t> counts = counted(data, *first);
  result.folds = options.folds.value_or(possible_folds(data, counts));
  if (result.folds > 0) {
    const HeldOutFolds folds(data, counts, result.folds, options.seed);
    result.held_out = folds.size();
    for (Entry& entry : entries)
      if (entry.applies()) hold_out(folds, entry, relay);
  } else if (!options.folds) {
    result.notes.emplace_back("There are too few answers to hold some out and predict them.");
  }
  if (!truth.empty())
    for (Entry& entry : entries)
      if (entry.applies()) measure_truth(truth, in_largest, entry, result);
  sort_entries(entries);
  if (result.folds > 0) test_differences(entries, result.folds);
  measure_agreement(entries, in_largest, result);
  for (Entry& entry : entries) result.methods.push_back(std::move(entry.line));
  result.reading = read_comparison(result);
  return result;
}

}  // namespace pdrank
