#include "pdrank/methods/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"
#include "pdrank/core/stopwatch.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/data/components.hpp"
#include "pdrank/data/graph.hpp"
#include "pdrank/data/parts.hpp"
#include "pdrank/methods/adaptive.hpp"
#include "pdrank/methods/automatic.hpp"
#include "pdrank/methods/compare_reading.hpp"
#include "pdrank/methods/held_out.hpp"
#include "pdrank/methods/rank.hpp"
#include "pdrank/methods/registry.hpp"
#include "pdrank/methods/result_notes.hpp"
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
    if (name == "by")
      throw InvalidArgument("methods", fmt::format("'{}={}'", name, value), "a comparison of methods makes no boards");
    if (name == "drift" && !shared.forward)
      throw InvalidArgument("methods", fmt::format("'{}={}'", name, value),
                            fmt::format("scores for the time of the last answer can only predict later answers: "
                                        "compare with {}",
                                        option_named("forward")));
    if (std::ranges::find(common_options(), name) != common_options().end())
      throw InvalidArgument("methods", fmt::format("'{}={}'", name, value),
                            "this option must be the same for all methods");
  }
  return with_method(options, text);
}

std::vector<std::string> names_of(const CompareOptions& options) {
  std::vector<std::string> names;
  for (const std::string& method : options.methods) names.push_back(spelled_method(method));
  if (!names.empty()) return names;
  for (const MethodInfo& method : methods()) names.emplace_back(method.name);
  return names;
}

// Passes on the wish to stop; the rounds of each method are no news beside the progress over all of them.
class RunProgress final : public Observer {
 public:
  RunProgress(Observer* outer, std::uint64_t total) : outer_(outer), total_(total) {}

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

std::optional<RankResult> rank_all(const Comparisons& data, Entry& entry, RunProgress& relay) {
  std::optional<RankResult> result;
  try {
    const Stopwatch stopwatch;
    result = rank(data, entry.options, &relay);
    entry.line.seconds = stopwatch.seconds();
    entry.line.convergence = result->convergence;
    entry.line.contradicted = result->certificate->contradicted;
    entry.scores = part_scores(*result, data.items.size());
    entry.options = settled_options(*result, entry.options);  // what it has chosen on all rows holds for the folds
  } catch (const NotApplicable& error) {
    entry.line.reason = error.reason();
  }
  relay.finish_run();
  return result;
}

// The usual number, or fewer so that two answers or more are in each; 0 if that is not even two folds.
int possible_folds(const Comparisons& data, const std::vector<std::uint8_t>& counts) {
  const std::uint64_t folds = std::min<std::uint64_t>(kUsualFolds, count_answers(data, counts) / 2);
  return folds < 2 ? 0 : static_cast<int>(folds);
}

void hold_out(const HeldOutFolds& folds, Entry& entry, RunProgress& relay) {
  RankOptions options = entry.options;
  options.keep_draws = true;
  options.proofs = false;
  static_cast<HeldOut&>(entry.line) = folds.predict([&](const Comparisons& training) {
    RankResult result = rank_what_is_left(training, options, &relay);
    relay.finish_run();
    return result;
  });
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

OptionTable<CompareOptions> CompareOptions::table() {
  static const std::vector<OptionRecord<CompareOptions>> all = {
      option_of<&CompareOptions::methods>("methods",
                                          "methods to compare, separated by commas; the options of a method follow a "
                                          "colon, e.g. elo,pdrank,pdrank:gamma=0.01",
                                          {.placeholder = "LIST", .unset = "all"}),
      option_of<&CompareOptions::folds>(
          "folds", "number of parts that are held out in turn and predicted from the rest; 0 = none",
          {.placeholder = "K", .unset = fmt::format("{}, or as many as a small file allows", kUsualFolds)}),
      option_of<&CompareOptions::forward>("forward",
                                          "predict later rows from earlier ones: each fold is a block of rows that is "
                                          "predicted from the rows before it. Use it if the rows are in the order of "
                                          "time or have a time, and if pairs were chosen by earlier answers"),
      option_of<&CompareOptions::top>("top", "K of the top-K overlap with the truth",
                                      {.range = {1}, .placeholder = "K"}),
      ties_option<&CompareOptions::ties>(),
      component_option<&CompareOptions::component>(),
      seed_option<&CompareOptions::seed>("seed of the folds and of random methods"),
      threads_option<&CompareOptions::threads>(),
  };
  return all;
}

void check(const CompareOptions& options) {
  validate(options);
  const int folds = options.folds.value_or(kUsualFolds);
  if (folds < 0 || folds == 1 || folds > kMostFolds)
    throw InvalidArgument("folds", fmt::format("{}", folds), fmt::format("must be 0 or between 2 and {}", kMostFolds));
  if (options.forward && options.folds == 0)
    throw InvalidArgument("forward", "set", "with no folds nothing is predicted");
  for (const std::string& name : names_of(options)) options_of(name, options);
}

PartScores part_scores(const RankResult& result, std::size_t items) {
  PartScores scores{std::vector<double>(items, kNone), std::vector<std::uint32_t>(items, 0)};
  for (const Place& place : result.ranking) {
    scores.score[place.id] = place.score;
    scores.part[place.id] = place.component;
  }
  return scores;
}

namespace {

// All methods on their way through the comparison.
class Comparing {
 public:
  Comparing(const Comparisons& given, const CompareOptions& options, std::span<const double> truth, Observer* observer)
      : options_(options), relay_(observer, 0) {
    for (const std::string& name : names_of(options)) {
      Entry& entry = entries_.emplace_back();
      entry.options = options_of(name, options);
      entry.line.method = name;
      View& view = view_of(entry);
      if (view.data.empty()) view.data = &view == &as_given_ ? in_order_of_time(given) : in_order_of_answers(given);
    }
    relay_ =
        RunProgress(observer, entries_.size() * (1 + static_cast<std::uint64_t>(options.folds.value_or(kUsualFolds))));
    const ItemIndex& names = view_of(entries_.front()).data.items;
    for (ItemId item = 0; item < names.size() && !truth.empty(); ++item)
      truth_.push_back(truth[*given.items.find(names.name(item))]);
    result_.seed = options.seed;
    result_.top = options.top;
    result_.forward = options.forward;
  }

  CompareResult run() {
    try {
      for (; done_ < entries_.size(); ++done_)
        if (entries_[done_].applies()) run_method(entries_[done_]);
      if (first_ && result_.folds > 0 && !options_.forward) look_at_pairs();
    } catch (const Stopped&) {
      leave_out_unfinished();
    }
    if (!first_) throw NotApplicable(entries_.front().line.method, entries_.front().line.reason);
    return finish();
  }

 private:
  // The data and its folds.
  struct View {
    Comparisons data = {};
    std::optional<HeldOutFolds> folds = {};
  };

  // Rows in the order of time, or in one that does not depend on it.
  View& view_of(const Entry& entry) {
    const bool follows = options_.forward || method_for(entry.options).follows_order;
    return follows ? as_given_ : sorted_;
  }

  void run_method(Entry& entry) {
    View& view = view_of(entry);
    std::optional<RankResult> ranked = rank_all(view.data, entry, relay_);
    if (!ranked) return;
    const std::vector<std::uint8_t> counts = counted(*ranked);
    result_.at_least = std::fmax(result_.at_least, ranked->certificate->at_least);
    if (first_)
      std::erase_if(first_->notes, [&](const std::string& note) { return !contains(ranked->notes, note); });
    else
      begin_with(std::move(*ranked), possible_folds(view.data, counts));
    if (folds_asked_ > 0) hold_out(folds_of(view, counts), entry, relay_);
    if (!truth_.empty()) measure_truth(truth_, in_largest_, entry, result_);
  }

  // What the data look like is the same whatever the method.
  void begin_with(RankResult ranked, int possible) {
    first_ = std::move(ranked);
    in_largest_ = largest_part(part_scores(*first_, first_->data.items));
    check_truth(truth_, in_largest_);
    result_.data = first_->data;
    result_.graph = first_->graph;
    result_.items = static_cast<std::uint64_t>(std::ranges::count(in_largest_, std::uint8_t{1}));
    folds_asked_ = options_.folds.value_or(possible);
  }

  const HeldOutFolds& folds_of(View& view, const std::vector<std::uint8_t>& counts) {
    if (!view.folds)
      view.folds.emplace(options_.forward ? HeldOutFolds::forward(view.data, counts, folds_asked_)
                                          : HeldOutFolds::dealt(view.data, counts, folds_asked_, options_.seed));
    result_.folds = view.folds->folds();
    result_.held_out = view.folds->size();
    return *view.folds;
  }

  void look_at_pairs() {
    const MergedComparisons merged = merge(sorted_.data.empty() ? as_given_.data : sorted_.data, options_.ties);
    for_each_part(merged.graph, weak_components(merged.graph), [&](const GraphPart& part) {
      const PairDistance distance = measure_pair_distance(part.graph, options_.seed, &relay_);
      result_.pair_distance = distance.ratio;
      result_.adaptive = distance.adaptive;
      return false;
    });
  }

  void leave_out_unfinished() {
    for (std::size_t k = done_; k < entries_.size(); ++k)
      if (entries_[k].applies()) result_.unfinished.push_back(entries_[k].line.method);
    std::vector<Entry> finished;
    for (std::size_t k = 0; k < done_; ++k) finished.push_back(std::move(entries_[k]));
    entries_ = std::move(finished);
    if (std::ranges::none_of(entries_, &Entry::applies)) throw Stopped();
  }

  CompareResult finish() {
    result_.notes = first_->notes;
    if (options_.forward) std::ranges::move(notes_on_order(as_given_.data), std::back_inserter(result_.notes));
    if (result_.folds == 0 && !options_.folds)
      result_.notes.emplace_back("There are too few answers to hold some out and predict them.");
    if (result_.adaptive) result_.notes.push_back(adaptive_note(result_.pair_distance));
    if (!result_.unfinished.empty())
      result_.notes.push_back(fmt::format("Stopped on request: {} {} missing.", listed(result_.unfinished),
                                          result_.unfinished.size() == 1 ? "is" : "are"));
    sort_entries(entries_);
    if (result_.folds > 0) test_differences(entries_, result_.folds);
    measure_agreement(entries_, in_largest_, result_);
    for (Entry& entry : entries_) result_.methods.push_back(std::move(entry.line));
    result_.reading = read_comparison(result_);
    return std::move(result_);
  }

  static std::string adaptive_note(double ratio) {
    return fmt::format(
        "The items of a pair are much closer in rank than chance would put them ({:.2f} of the distance), so the pairs "
        "seem to have been chosen by earlier answers. The choice of pairs then gives away the answers that are held "
        "out, which favours methods that fit too closely; {} predicts later rows from earlier ones instead.",
        ratio, option_named("forward"));
  }

  const CompareOptions& options_;
  View as_given_, sorted_;
  std::vector<double> truth_;  // by item
  RunProgress relay_;
  std::vector<Entry> entries_;
  std::size_t done_ = 0;             // entries that are finished
  std::optional<RankResult> first_;  // of the first method that applies
  std::vector<std::uint8_t> in_largest_;
  int folds_asked_ = 0;
  CompareResult result_;
};

}  // namespace

CompareResult compare(const Comparisons& data, const CompareOptions& options, std::span<const double> truth,
                      Observer* observer) {
  check(options);
  return Comparing(data, options, truth, observer).run();
}

}  // namespace pdrank
