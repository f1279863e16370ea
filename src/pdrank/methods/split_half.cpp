#include "pdrank/methods/split_half.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/random.hpp"
#include "pdrank/core/work_sharing.hpp"
#include "pdrank/metrics/quantile.hpp"

namespace pdrank {
namespace {

constexpr double kFewestItems = 3;  // two always correlate fully

// The largest part of a half: scores of parts have no common zero.
MergedComparisons largest_part(const Comparisons& half, TieRule ties) {
  const MergedComparisons merged = merge(half, ties);
  const Components weak = weak_components(merged.graph);
  std::vector<std::uint8_t> keep(merged.graph.node_count());
  std::ranges::transform(weak.of_item, keep.begin(), [](std::uint32_t part) { return part == 0; });
  return restrict_to(merged, keep);
}

// By item of the data; NaN for one that is not in the largest part of the half.
std::vector<double> scores_of_half(const MethodInfo& method, const Comparisons& half, const RankOptions& asked,
                                   Observer* observer) {
  const MergedComparisons merged = largest_part(half, asked.ties);
  const Components weak = weak_components(merged.graph), strong = strong_components(merged.graph);
  const MethodInput input{.data = half, .merged = merged, .weak = weak, .strong = strong};
  check_needs(method, input);
  const RankOptions options = resolve(method, asked, input.is_strong(), merged.graph.node_count());
  const MethodOutput output = method.run(input, options, observer);
  if (output.convergence.status == Termination::stopped) throw Stopped();
  std::vector<double> scores(half.items.size(), kNone);
  for (std::uint32_t node = 0; node < merged.graph.node_count(); ++node)
    scores[merged.graph.item[node]] = output.scores[node];
  return scores;
}

// Pearson's, over the items that both have; NaN where these are too few, or all the same.
double correlation_of(std::span<const double> a, std::span<const double> b) {
  double items = 0, mean_a = 0, mean_b = 0, square_a = 0, square_b = 0, product = 0;
  const auto each = [&](auto&& visit) {
    for (std::size_t k = 0; k < a.size(); ++k)
      if (!std::isnan(a[k]) && !std::isnan(b[k])) visit(a[k], b[k]);
  };
  each([&](double x, double y) { items += 1, mean_a += x, mean_b += y; });
  if (items < kFewestItems) return kNone;
  mean_a /= items, mean_b /= items;
  each([&](double x, double y) {
    square_a += (x - mean_a) * (x - mean_a), square_b += (y - mean_b) * (y - mean_b);
    product += (x - mean_a) * (y - mean_b);
  });
  return product / std::sqrt(square_a * square_b);
}

// By comparison: whether it is an annotator's, about items of the largest component.
std::vector<std::uint8_t> rows_to_split(const MethodInput& input) {
  std::vector<std::uint8_t> keep(input.data.size(), 0);
  for (std::size_t n = 0; n < keep.size(); ++n)
    if (const EdgeId edge = input.merged.edge_of[n]; edge != kNoEdge && input.data.annotator(n) != kNoAnnotator)
      keep[n] = input.weak.of_item[input.graph().winner[edge]] == 0;
  return keep;
}

// Those who take part, in the order of their names.
std::vector<AnnotatorId> annotators_of(const Comparisons& data) {
  std::vector<bool> answers(data.annotators.size(), false);
  for (std::size_t n = 0; n < data.size(); ++n) answers[data.annotator(n)] = true;
  std::vector<AnnotatorId> annotators;
  for (AnnotatorId annotator = 0; annotator < answers.size(); ++annotator)
    if (answers[annotator]) annotators.push_back(annotator);
  std::ranges::sort(annotators, {}, [&](AnnotatorId annotator) { return data.annotators.name(annotator); });
  return annotators;
}

// How a split went. NaN where a half could not be ranked.
struct SplitOutcome {
  double correlation = kNone;
  bool is_done = false;  // not ended by the observer
};

class Splitter {
 public:
  Splitter(const MethodInfo& method, const Comparisons& data, const RankOptions& options, Observer* observer)
      : method_(method), data_(data), options_(options), observer_(observer) {
    options_.standard_errors = options_.keep_draws = false;
    options_.cluster.reset();  // of errors, which nobody looks at here
  }

  // Who is in the first half follows from the random numbers and the order of `annotators`.
  SplitOutcome split(std::vector<AnnotatorId> annotators, Random random) const {
    random.shuffle(std::span(annotators));
    std::vector<std::uint8_t> is_first(data_.annotators.size(), 0);
    for (std::size_t i = 0; i < annotators.size() / 2; ++i) is_first[annotators[i]] = 1;
    const auto scores = [&](bool first) {
      std::vector<std::uint8_t> keep(data_.size(), 0);
      for (std::size_t n = 0; n < data_.size(); ++n) keep[n] = (is_first[data_.annotator(n)] != 0) == first;
      return scores_of_half(method_, select(data_, keep), options_, observer_);
    };
    try {
      return {correlation_of(scores(true), scores(false)), true};
    } catch (const NotApplicable&) {
      return {kNone, true};
    } catch (const InvalidArgument&) {  // such as a control that is the same in all of a half
      return {kNone, true};
    } catch (const Stopped&) {
      return {};
    }
  }

 private:
  const MethodInfo& method_;
  const Comparisons& data_;
  RankOptions options_;
  Observer* observer_;
};

void say_stopped_splitting(std::size_t done, std::size_t asked_for, Convergence& convergence) {
  if (done == asked_for) return;
  if (convergence.status == Termination::converged) convergence.status = Termination::stopped;
  convergence.message += fmt::format("; split-half stopped after {} of {} splits", done, asked_for);
}

}  // namespace

void measure_split_half(const MethodInfo& method, const MethodInput& input, const RankOptions& options,
                        Observer* observer, Reliability& reliability, Convergence& convergence,
                        std::vector<std::string>& notes) {
  const Comparisons data = select(input.data, rows_to_split(input));
  const std::vector<AnnotatorId> annotators = annotators_of(data);
  if (annotators.size() < 2)
    throw InvalidArgument("split_half", fmt::format("{}", *options.split_half),
                          !input.data.has_annotators() ? "the data name no annotators"
                          : annotators.empty()         ? "no annotator is named in the largest component"
                                                       : "there is only one annotator");
  const Splitter splitter(method, data, options, observer);
  const std::uint64_t seed = Random(options.seed).bits();
  std::vector<SplitOutcome> splits(static_cast<std::size_t>(*options.split_half));
  const SharedBlocks blocks(splits.size());
  blocks.each_in_turn([&](std::size_t k) {
    if (observer && observer->stop_requested()) return;
    splits[k] = splitter.split(annotators, Random(seed + k));
    if (observer) observer->on_progress({"splitting", k + 1, splits.size(), 0});
  });
  blocks.complete(std::span(splits), 1);
  const auto done = static_cast<std::size_t>(std::ranges::count(splits, true, &SplitOutcome::is_done));
  say_stopped_splitting(done, splits.size(), convergence);
  std::vector<double> found;
  for (const SplitOutcome& split : splits)
    if (!std::isnan(split.correlation)) found.push_back(split.correlation);
  if (2 * found.size() < done)
    notes.push_back(
        fmt::format("In only {} of {} splits of the annotators could both halves rank the items, so there is no "
                    "split-half figure.",
                    found.size(), done));
  if (found.empty() || 2 * found.size() < done) return;
  if (found.size() < done)
    notes.push_back(fmt::format("In {} of {} splits {} has no result for a half; they are left out.",
                                done - found.size(), done, method.name));
  std::ranges::sort(found);
  reliability.split_half = quantile(found, 0.5);
  reliability.split_half_low = quantile(found, 0.05);
  reliability.split_half_high = quantile(found, 0.95);
}

}  // namespace pdrank
