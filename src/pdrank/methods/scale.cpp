#include "pdrank/methods/scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/parallel.hpp"
#include "pdrank/core/parse_number.hpp"
#include "pdrank/metrics/draws.hpp"

namespace pdrank {
namespace {

constexpr double kEloPoints = 400, kEloBase = 1000;

double unit_of(ScaleKind kind) {
  switch (kind) {
    case ScaleKind::elo:
      return kEloPoints / std::numbers::ln10;
    case ScaleKind::jod:
      return 1 / std::log(3.0);
    default:
      return 1;
  }
}

struct Anchor {
  std::uint32_t node;
  std::optional<double> points;
};

std::optional<std::uint32_t> node_named(const MethodInput& input, std::string_view name) {
  const std::optional<ItemId> item = input.data.items.find(name);
  if (!item) return std::nullopt;
  const auto found = std::ranges::find(input.graph().item, *item);
  if (found == input.graph().item.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - input.graph().item.begin());
}

// "NAME" or "NAME=X"; a name may have a sign of equality itself.
Anchor find_anchor(const std::string& text, const MethodInput& input) {
  if (const auto node = node_named(input, text)) return {*node, std::nullopt};
  const std::size_t equals = text.rfind('=');
  const std::optional<double> points =
      equals == std::string::npos ? std::nullopt : parse_number<double>(std::string_view(text).substr(equals + 1));
  const auto node = node_named(input, std::string_view(text).substr(0, equals));
  if (node && points && std::isfinite(*points)) return {*node, points};
  throw InvalidArgument("anchor", fmt::format("'{}'", text),
                        node ? "it must read NAME=1000" : "there is no such item in what is ranked");
}

// The logarithm of the sum of exp(unit * score), by component.
template <class Score>
std::vector<double> log_sums(const Components& weak, std::span<const Score> scores, double unit) {
  std::vector<double> highest(weak.count(), -std::numeric_limits<double>::infinity()), sum(weak.count(), 0.0);
  for (std::size_t node = 0; node < scores.size(); ++node)
    highest[weak.of_item[node]] = std::max(highest[weak.of_item[node]], unit * double{scores[node]});
  for (std::size_t node = 0; node < scores.size(); ++node)
    sum[weak.of_item[node]] += std::exp(unit * double{scores[node]} - highest[weak.of_item[node]]);
  for (std::size_t part = 0; part < sum.size(); ++part) sum[part] = highest[part] + std::log(sum[part]);
  return sum;
}

std::vector<double> means(const Components& weak, std::span<const double> scores) {
  std::vector<double> mean(weak.count(), 0.0);
  for (std::size_t node = 0; node < scores.size(); ++node) mean[weak.of_item[node]] += scores[node];
  for (std::size_t part = 0; part < mean.size(); ++part) mean[part] /= static_cast<double>(weak.sizes[part]);
  return mean;
}

// Low, high and deviation of what the draws say, by node: of the points, or of the logarithms of shares.
ScoreSummary summarise_points(const ScoreScale& scale, std::optional<std::uint32_t> anchor, const MethodInput& input,
                              const ScoreDraws& draws, double level) {
  const Components& weak = input.weak;
  ScoreDraws held = draws;
  parallel_for(draws.count(), [&](std::size_t k) {
    const std::span<const float> drawn = draws[k];
    std::vector<double> from;
    if (scale.kind == ScaleKind::share) {
      from = log_sums(weak, drawn, scale.unit);
    } else {
      for (const double zero : scale.zero) from.push_back(scale.unit * zero);
      from[weak.of_item[*anchor]] = scale.unit * double{drawn[*anchor]};
    }
    for (std::size_t node = 0; node < drawn.size(); ++node)
      held[k][node] = static_cast<float>(scale.unit * double{drawn[node]} - from[weak.of_item[node]]);
  });
  return summarise_scores(held, level);
}

void put_draws_on_scale(const ScoreScale& scale, const RankOptions& options, const MethodInput& input,
                        const MethodOutput& output, std::vector<Place>& ranking) {
  const std::optional<std::uint32_t> anchor =
      options.anchor ? std::optional(find_anchor(*options.anchor, input).node) : std::nullopt;
  const ScoreSummary held = summarise_points(scale, anchor, input, output.draws, options.level);
  std::vector<std::uint32_t> node_of(input.data.items.size(), 0);
  for (std::uint32_t node = 0; node < input.graph().node_count(); ++node) node_of[input.graph().item[node]] = node;
  for (Place& place : ranking) {
    const std::uint32_t node = node_of[place.id];
    const bool shares = scale.kind == ScaleKind::share;
    const auto written = [&](double value) { return shares ? std::exp(value) : scale.base + value; };
    place.score_low = std::min(written(held.low[node]), place.score);
    place.score_high = std::max(written(held.high[node]), place.score);
    place.standard_error = shares ? place.score * held.deviation[node] : held.deviation[node];
  }
}

// Every board has a mean of its own, or the anchor at its points.
void put_boards_on_scale(const ScoreScale& scale, std::optional<ItemId> anchor, std::vector<BoardPlace>& boards) {
  for (std::size_t first = 0; first < boards.size();) {
    std::size_t last = first;
    double zero = 0;
    for (; last < boards.size() && boards[last].value == boards[first].value; ++last)
      if (boards[last].id == anchor) zero = boards[last].score;
    for (; first < last; ++first)
      for (double* score : {&boards[first].score, &boards[first].score_low, &boards[first].score_high})
        *score = scale.base + scale.unit * (*score - zero);
  }
}

}  // namespace

ScoreScale scale_of(const RankOptions& options, const MethodInput& input, const MethodOutput& output) {
  if (!options.scale && !options.anchor) return {};
  const ScaleKind kind = options.scale.value_or(ScaleKind::logit);
  ScoreScale scale{.kind = kind,
                   .unit = unit_of(kind) * (output.law ? output.law->slope : 1.0),
                   .base = kind == ScaleKind::elo ? kEloBase : 0,
                   .zero = {}};
  scale.zero = kind == ScaleKind::share ? log_sums<double>(input.weak, output.scores, scale.unit)
                                        : means(input.weak, output.scores);
  if (!options.anchor) return scale;
  const Anchor anchor = find_anchor(*options.anchor, input);
  scale.zero[input.weak.of_item[anchor.node]] = output.scores[anchor.node];
  scale.base = anchor.points.value_or(scale.base);
  return scale;
}

void put_on_scale(const ScoreScale& scale, const RankOptions& options, const MethodInput& input,
                  const MethodOutput& output, RankResult& result) {
  if (!options.scale && !options.anchor) return;
  const double reach = normal_quantile((1 + options.level) / 2);
  for (Place& place : result.ranking) {
    const std::uint32_t part = place.component - 1;
    if (!place.score_low && place.standard_error) {  // an interval is what a scale is read with
      place.score_low = place.score - reach * *place.standard_error;
      place.score_high = place.score + reach * *place.standard_error;
    }
    place.score = scale.points(place.score, part);
    if (place.score_low) place.score_low = scale.points(*place.score_low, part);
    if (place.score_high) place.score_high = scale.points(*place.score_high, part);
    if (place.standard_error) place.standard_error = *place.standard_error * scale.slope(place.score);
  }
  const bool holds = scale.kind == ScaleKind::share || options.anchor;
  if (holds && !output.draws.empty()) put_draws_on_scale(scale, options, input, output, result.ranking);
  std::optional<ItemId> anchor;
  if (options.anchor) anchor = input.graph().item[find_anchor(*options.anchor, input).node];
  put_boards_on_scale(scale, anchor, result.boards);
  for (CurvePoint& point : result.curves)
    for (double* score : {&point.score, &point.score_low, &point.score_high}) *score = scale.points(*score, 0);
  result.scale = scale;
}

std::string scale_in_words(const ScoreScale& scale, const RankOptions& options) {
  const std::string from =
      options.anchor ? fmt::format("from {}", *options.anchor) : fmt::format("from their mean, {:g}", scale.base);
  switch (scale.kind) {
    case ScaleKind::elo:
      return fmt::format("Scores are Elo points {}: 400 points more are odds of 10 to 1.", from);
    case ScaleKind::jod:
      return fmt::format("Scores are just-objectionable differences (JOD) {}: 1 more is preferred by three of four.",
                         from);
    case ScaleKind::share:
      return "Scores are shares: how often an item would be chosen if all of its connected part were offered at once.";
    default:
      return fmt::format("Scores are log-odds {}: 1 more is odds of 2.7 to 1.", from);
  }
}

}  // namespace pdrank
