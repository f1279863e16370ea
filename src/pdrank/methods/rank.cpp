#include "pdrank/methods/rank.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"
#include "pdrank/core/parallel.hpp"
#include "pdrank/data/bridges.hpp"
#include "pdrank/data/components.hpp"
#include "pdrank/data/flags.hpp"
#include "pdrank/data/graph.hpp"
#include "pdrank/data/summary.hpp"
#include "pdrank/methods/agreement.hpp"
#include "pdrank/methods/annotators.hpp"
#include "pdrank/methods/automatic.hpp"
#include "pdrank/methods/bootstrap.hpp"
#include "pdrank/methods/certificate.hpp"
#include "pdrank/methods/confidence.hpp"
#include "pdrank/methods/flag_notes.hpp"
#include "pdrank/methods/fragility.hpp"
#include "pdrank/methods/grades.hpp"
#include "pdrank/methods/places.hpp"
#include "pdrank/methods/registry.hpp"
#include "pdrank/methods/reliability.hpp"
#include "pdrank/methods/result_notes.hpp"
#include "pdrank/methods/scale.hpp"
#include "pdrank/methods/score_nodes.hpp"
#include "pdrank/methods/split_half.hpp"
#include "pdrank/methods/steps.hpp"
#include "pdrank/metrics/draws.hpp"

namespace pdrank {
namespace {

struct PreparedGraph {
  MergedComparisons merged;
  Components weak = {}, strong = {};
  Bridges bridges = {};
};

void find_parts(PreparedGraph& prepared) {
  const ComparisonGraph& graph = prepared.merged.graph;
  parallel_invoke([&] { prepared.strong = strong_components(graph); }, [&] { prepared.bridges = find_bridges(graph); },
                  [&] { prepared.weak = weak_components(graph); });
}

PreparedGraph prepare(const Comparisons& data, const RankOptions& options) {
  PreparedGraph prepared{.merged = merge(data, options.ties)};
  find_parts(prepared);
  if (options.component == RankedPart::all) return prepared;
  const Components& parts = options.component == RankedPart::strong ? prepared.strong : prepared.weak;
  prepared.merged = restrict_to(prepared.merged, nodes_kept(options, parts.of_item, parts.sizes.front()));
  find_parts(prepared);
  return prepared;
}

// What hangs on such scores says nothing either: no interval, draw or law is left.
void check_finite(MethodOutput& output) {
  if (!clear_infinite(output.scores)) return;
  output = {.scores = std::move(output.scores),
            .edge_weight = std::move(output.edge_weight),
            .settings = std::move(output.settings),
            .notes = std::move(output.notes),
            .convergence = std::move(output.convergence)};
  output.convergence.status = Termination::numerical_trouble;
  output.convergence.message = kScoresCleared;
}

std::vector<double> by_item(const Comparisons& data, const ComparisonGraph& graph, std::span<const double> scores) {
  std::vector<double> item_score(data.items.size(), kNone);
  for (std::uint32_t node = 0; node < graph.node_count(); ++node) item_score[graph.item[node]] = scores[node];
  return item_score;
}

std::shared_ptr<const KeptDraws> keep_draws(ScoreDraws draws, const ComparisonGraph& graph) {
  if (draws.empty()) return nullptr;
  return std::make_shared<const KeptDraws>(
      KeptDraws{std::move(draws), std::vector<ItemId>(graph.item.begin(), graph.item.end())});
}

// The median width of the ranges, which are by node, as the places would have them.
double median_width(const Comparisons& data, const ComparisonGraph& graph, std::span<const RankRange> ranges,
                    std::span<const Place> ranking) {
  std::vector<double> low, high, widths;
  for (const RankRange& range : ranges) low.push_back(range.low), high.push_back(range.high);
  low = by_item(data, graph, low), high = by_item(data, graph, high);
  for (const Place& place : ranking)
    widths.push_back(std::max<double>(place.rank, high[place.id]) - std::min<double>(place.rank, low[place.id]) + 1);
  const auto middle = widths.begin() + static_cast<std::ptrdiff_t>((widths.size() - 1) / 2);
  std::ranges::nth_element(widths, middle);
  return *middle;
}

// Resolves the options.
MethodOutput run_method(const MethodInfo& method, const MethodInput& input, RankOptions& options, Observer* observer) {
  check_needs(method, input);
  const RankOptions asked = options;
  options = resolve(method, std::move(options), input.is_strong(), input.graph().node_count());
  check_bootstrap(options, input.graph().node_count());
  MethodOutput output = method.run(input, options, observer);
  check_finite(output);
  if (*options.bootstrap > 0) bootstrap(method, input, asked, options, observer, output);
  return output;
}

// Where answers depend on the two scores, and at most on who stood first.
bool has_plain_law(const MethodOutput& output, const RankOptions& options) {
  return output.law && !options.drift && !options.by && !options.control;
}

// Adds what the answers' fit to the scores says of items and annotators.
void add_fit(const AnswerFit& fit, RankResult& result) {
  for (Place& place : result.ranking)
    if (const FitSums& sums = fit.item[place.id]; sums.answers > 0)
      place.infit = sums.infit(), place.outfit = sums.outfit();
  for (std::size_t annotator = 0; annotator < result.annotators.size(); ++annotator) {
    result.annotators[annotator].infit = fit.annotator[annotator].infit();
    result.annotators[annotator].outfit = fit.annotator[annotator].outfit();
  }
}

// What comparative judgement asks for: how well answers fit, how reliable the scores are, how far annotators agree.
void describe_answers(const MethodInfo& method, const MethodInput& input, MethodOutput& output,
                      std::span<const double> item_score, const RankOptions& options, Observer* observer,
                      RankResult& result) {
  const std::vector<EdgeId>& edge_of = input.merged.edge_of;
  AnswerFit fit;
  if (has_plain_law(output, options)) {
    fit = measure_fit(input.data, edge_of, item_score, *output.law);
    add_fit(fit, result);
  }
  const std::span<const double> errors =
      output.law ? std::span<const double>(output.standard_error) : std::span<const double>();
  result.reliability = measure_reliability(input.graph(), input.weak, {output.scores, errors, method.gives_draws});
  if (options.split_half.value_or(0) > 0)
    measure_split_half(method, input, options, observer, result.reliability, result.convergence, output.notes);
  result.reliability.meaning = reliability_in_words(result.reliability, fit, input.data, result.annotators);
  if (!input.data.has_annotators()) return;
  AgreementFound agreement = measure_agreement(input.data, edge_of, options.level);
  for (std::size_t k = 0; k < result.annotators.size(); ++k) result.annotators[k].agreement = agreement.of_annotator[k];
  result.agreement = std::move(agreement.all);
  result.agreement.meaning = agreement_in_words(result.agreement);
}

// Answers as they count after so many half-lives. Those without a time are as old as the oldest.
Comparisons aged(const Comparisons& data, double half_life) {
  std::vector<double> weight(data.size());
  double last = -std::numeric_limits<double>::infinity(), first = -last;
  for (std::size_t n = 0; n < data.size(); ++n)
    if (!std::isnan(data.time(n))) last = std::max(last, data.time(n)), first = std::min(first, data.time(n));
  if (!std::isfinite(last))
    throw InvalidArgument("half_life", fmt::format("{}", half_life),
                          fmt::format("the answers have no times; name their column with {}", option_named("time")));
  const double unit = half_life * time_unit(data).day;
  for (std::size_t n = 0; n < data.size(); ++n) {
    const double age = last - (std::isnan(data.time(n)) ? first : data.time(n));
    weight[n] = std::max(data.weight(n) * std::exp2(-age / unit), kMinWeight);
  }
  Comparisons young = reweighted(data, weight);
  young.report = data.report;
  return young;
}

}  // namespace

RankResult rank(const Comparisons& given, const RankOptions& options, Observer* observer, WarmStart* warm) {
  validate(options);
  check_method(options);
  if (given.empty()) throw InvalidArgument("data", "empty", "there must be at least one comparison");
  if (options.half_life && options.drift)
    throw InvalidArgument(
        "half_life", fmt::format("{}", *options.half_life),
        fmt::format("{} makes old answers count less already; leave one of the two out", option_named("drift")));
  const std::optional<Comparisons> young =
      options.half_life ? std::optional(aged(given, *options.half_life)) : std::nullopt;
  const Comparisons& data = young ? *young : given;
  const ThreadScope threads(options.threads);

  PreparedGraph prepared = prepare(data, options);
  const ComparisonGraph& graph = prepared.merged.graph;
  const MethodInput input{
      .data = data, .merged = prepared.merged, .weak = prepared.weak, .strong = prepared.strong, .warm = warm};
  const MethodInfo& method = method_for(options);
  RankOptions resolved = options;
  MethodOutput output = run_method(method, input, resolved, observer);
  if (!output.draws.empty() && output.ranges.empty())
    output.ranges = rank_ranges(output.draws, prepared.weak.of_item, resolved.level);
  std::vector<RankRange> one_by_one;
  if (!output.draws.empty() && resolved.simultaneous)
    one_by_one = std::exchange(output.ranges, simultaneous_ranges(output.draws, prepared.weak.of_item, resolved.level));

  RankResult result;
  result.method = method.name;
  result.options = options_used(method, resolved);
  result.seed = resolved.seed;
  const std::vector<ItemFlags> flags = flag_items(graph, prepared.bridges, options.few);
  parallel_invoke(
      [&] { result.ranking = make_places(input, output, flags, resolved.level); },
      [&] {
        const RowCounts counts = count_rows(data, use_of(data, prepared.merged, options.ties));
        result.data = summarise_data(counts, data.report, data.row_count(), data.items.size(), data.annotators.size());
        result.graph = summarise_graph(data, prepared.merged, prepared.weak, prepared.strong, prepared.bridges, flags);
      });
  if (!one_by_one.empty()) result.median_range = median_width(data, graph, one_by_one, result.ranking);
  if (options.control && (!observer || !observer->stop_requested())) {
    RankOptions without = options;
    without.control.reset(), without.cluster.reset();
    compare_ranks(input, run_method(method, input, without, observer), result.ranking);
  }
  if (options.proofs) result.certificate = certify(input, result.ranking, output.at_least, options, observer);
  const ScoreScale scale = scale_of(options, input, output);
  if (options.boundaries) add_grades(parse_boundaries(*options.boundaries), scale, input, output, result.ranking);
  if (options.boundaries)
    if (std::string unused = grades_without_items(*options.boundaries, result.ranking); !unused.empty())
      output.notes.push_back(std::move(unused));
  result.convergence = std::move(output.convergence);
  const std::vector<double> item_score = by_item(data, graph, output.scores);
  result.annotators = report_annotators(data, item_score, prepared.merged.edge_of, output.annotators,
                                        output.law ? &*output.law : nullptr);
  describe_answers(method, input, output, item_score, options, observer, result);
  result.confidence = carry_back(data, prepared.weak, prepared.merged, output);
  result.effects = std::move(output.effects);
  result.boards = std::move(output.boards);
  for (BoardPlace& place : result.boards) place.item = data.items.name(place.id);
  result.curves = std::move(output.curves);
  for (CurvePoint& point : result.curves) point.item = data.items.name(point.id);
  put_on_scale(scale, options, input, output, result);
  result.figures = std::move(output.figures);
  result.law = output.law;
  if (options.fragility && result.convergence.status != Termination::stopped)
    result.fragility = find_fragility(given, options, result, observer, result.convergence);
  if (options.keep_draws) result.draws = keep_draws(std::move(output.draws), graph);
  const std::vector<std::string> flag_notes =
      notes_on_flags(find_flagged(data, graph, prepared.bridges, flags, options.few), options.few);
  result.notes = notes_on_result(result, data.report.notes, options, flag_notes, gamma_used(method, resolved, result));
  if (method.follows_order) std::ranges::move(notes_on_order(data), std::back_inserter(result.notes));
  std::ranges::move(notes_on_unused(said_beside(data), method, options, resolved), std::back_inserter(result.notes));
  result.notes.insert(result.notes.end(), output.notes.begin(), output.notes.end());
  if (scale.is_asked_for) result.notes.push_back(scale_in_words(result));
  return result;
}

std::vector<double> scores_by_item(const RankResult& result, std::size_t items) {
  std::vector<double> scores(items, 0.0);
  for (const Place& place : result.ranking) scores[place.id] = place.method_score();
  return scores;
}

}  // namespace pdrank
