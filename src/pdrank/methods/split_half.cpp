#include "pdrank/methods/split_half.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/random.hpp"
#include "pdrank/core/work_sharing.hpp"

namespace pdrank {
namespace {

// By item of the data; NaN for one without answers.
std::vector<double> scores_of_half(const MethodInfo& method, const Comparisons& half, const RankOptions& asked,
                                   Observer* observer) {
  const MergedComparisons merged = merge(half, asked.ties);
  const Components weak = weak_components(merged.graph), strong = strong_components(merged.graph);
  const MethodInput input{.data = half, .merged = merged, .weak = weak, .strong = strong};
  check_needs(method, input);
  const RankOptions options = resolve(method, asked, input.is_strong(), merged.graph.node_count());
  const MethodOutput output = method.run(input, options, observer);
  if (output.convergence.status == Termination::stopped) throw Stopped();
  std::vector<double> scores(half.items.size(), kNone);
  for (const std::span<const std::uint32_t> ends : {std::span(merged.graph.winner), std::span(merged.graph.loser)})
    for (const std::uint32_t node : ends) scores[merged.graph.item[node]] = output.scores[node];
  return scores;
}

// Pearson's, over the items that both have; NaN where there is none.
double correlation_of(std::span<const double> a, std::span<const double> b) {
  double items = 0, mean_a = 0, mean_b = 0, square_a = 0, square_b = 0, product = 0;
  const auto each = [&](auto&& visit) {
    for (std::size_t k = 0; k < a.size(); ++k)
      if (!std::isnan(a[k]) && !std::isnan(b[k])) visit(a[k], b[k]);
  };
  each([&](double x, double y) { items += 1, mean_a += x, mean_b += y; });
  mean_a /= items, mean_b /= items;
  each([&](double x, double y) {
    square_a += (x - mean_a) * (x - mean_a), square_b += (y - mean_b) * (y - mean_b);
    product += (x - mean_a) * (y - mean_b);
  });
  return product / std::sqrt(square_a * square_b);
}

// The share of the way through the sorted values, between neighbours in proportion.
double value_at(std::span<const double> sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const double next = sorted[std::min(below + 1, sorted.size() - 1)];
  return sorted[below] + (at - static_cast<double>(below)) * (next - sorted[below]);
}

// Those who take part, in the order of their names.
std::vector<AnnotatorId> annotators_of(const Comparisons& data, std::span<const EdgeId> edge_of) {
  std::vector<bool> takes_part(data.annotators.size(), false);
  for (std::size_t n = 0; n < data.size(); ++n)
    if (edge_of[n] != kNoEdge && data.annotator(n) != kNoAnnotator) takes_part[data.annotator(n)] = true;
  std::vector<AnnotatorId> annotators;
  for (AnnotatorId annotator = 0; annotator < takes_part.size(); ++annotator)
    if (takes_part[annotator]) annotators.push_back(annotator);
  std::ranges::sort(annotators, {}, [&](AnnotatorId annotator) { return data.annotators.name(annotator); });
  return annotators;
}

}  // namespace

void measure_split_half(const MethodInfo& method, const Comparisons& data, std::span<const EdgeId> edge_of,
                        const RankOptions& options, Observer* observer, Reliability& reliability,
                        std::vector<std::string>& notes) {
  const std::vector<AnnotatorId> annotators = annotators_of(data, edge_of);
  if (annotators.size() < 2)
    throw InvalidArgument("split_half", fmt::format("{}", *options.split_half),
                          annotators.empty() ? "the data name no annotators" : "there is one annotator alone");
  RankOptions asked = options;
  asked.standard_errors = asked.keep_draws = false;
  asked.cluster.reset();  // of errors, which nobody looks at here
  const std::uint64_t seed = Random(options.seed).bits();
  std::vector<double> found(static_cast<std::size_t>(*options.split_half), kNone);
  const SharedBlocks blocks(found.size());
  blocks.each_in_turn([&](std::size_t k) {
    if (observer && observer->stop_requested()) return;
    Random random(seed + k);
    std::vector<AnnotatorId> order = annotators;
    random.shuffle(std::span(order));
    std::vector<std::uint8_t> is_first(data.annotators.size(), 0);
    for (std::size_t i = 0; i < order.size() / 2; ++i) is_first[order[i]] = 1;
    const auto scores = [&](bool first) {
      std::vector<std::uint8_t> keep(data.size(), 0);
      for (std::size_t n = 0; n < data.size(); ++n)
        keep[n] =
            edge_of[n] != kNoEdge && data.annotator(n) != kNoAnnotator && (is_first[data.annotator(n)] != 0) == first;
      return scores_of_half(method, select(data, keep), asked, observer);
    };
    try {
      found[k] = correlation_of(scores(true), scores(false));
    } catch (const NotApplicable&) {    // counted below
    } catch (const InvalidArgument&) {  // such as a control that is the same in all of a half
    } catch (const Stopped&) {
    }
    if (observer) observer->on_progress({"splitting", k + 1, found.size(), 0});
  });
  blocks.complete(std::span(found), 1);
  const std::size_t asked_for = found.size();
  std::erase_if(found, [](double one) { return std::isnan(one); });
  if (2 * found.size() < asked_for) {
    notes.push_back(
        fmt::format("The annotators could be split in {} of {} ways only so that both halves rank the items, "
                    "so there is no split-half figure.",
                    found.size(), asked_for));
    return;
  }
  if (found.size() < asked_for)
    notes.push_back(fmt::format("In {} of {} splits {} has no result for a half; they are left out.",
                                asked_for - found.size(), asked_for, method.name));
  std::ranges::sort(found);
  reliability.split_half = value_at(found, 0.5);
  reliability.split_half_low = value_at(found, 0.05);
  reliability.split_half_high = value_at(found, 0.95);
}

}  // namespace pdrank
