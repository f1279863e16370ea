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

// Score, error and interval of a place, in points.
struct Written {
  double score = 0, error = 0, low = 0, high = 0;
};

// Of shares and anchored scores by the draws, each held to its own sum or anchor.
std::vector<Written> written_by_draws(const ScoreScale& scale, const MethodInput& input, const MethodOutput& output,
                                      double level) {
  const Components& weak = input.weak;
  const bool shares = scale.kind == ScaleKind::share;
  ScoreDraws held = output.draws;  // above the anchor, in points; of shares their logarithms
  parallel_for(held.count(), [&](std::size_t k) {
    const std::vector<double> zero = zeros_of(scale, weak, output.draws[k]);
    for (std::size_t node = 0; node < held.nodes(); ++node) {
      const double score = output.draws[k][node], from = zero[weak.of_item[node]];
      held[k][node] = static_cast<float>(shares ? scale.unit * score - from : scale.unit * (score - from));
    }
  });
  const ScoreSummary summary = summarise_scores(held, level);
  std::vector<Written> written(held.nodes());
  for (std::uint32_t node = 0; node < written.size(); ++node) {
    Written& one = written[node];
    const double base = shares ? 0 : scale.base[weak.of_item[node]];
    const auto spelled = [&](double value) { return shares ? std::exp(value) : base + value; };
    one = {scale.points(output.scores[node], weak.of_item[node]), summary.deviation[node], spelled(summary.low[node]),
           spelled(summary.high[node])};
  }
  if (!shares) return written;
  const auto count = static_cast<double>(held.count());
  for (std::uint32_t node = 0; node < written.size(); ++node) {
    double sum = 0, squares = 0;
    for (std::size_t k = 0; k < held.count(); ++k) {
      const double share = std::exp(double{held[k][node]});
      sum += share, squares += share * share;
    }
    written[node].error = std::sqrt(std::max(0.0, squares / count - sum / count * (sum / count)));
    written[node].high = std::min(written[node].high, 1.0);
  }
  return written;
}

// By the interval and the error that the method gives; of shares the interval is that of the log-odds of the share, of
// anchored scores that of a difference (section 10).
Written written_by_errors(const ScoreScale& scale, const MethodInput& input, const MethodOutput& output,
                          const Place& place, std::uint32_t node, double reach) {
  const std::uint32_t part = place.component - 1;
  const double score = scale.points(place.score, part);
  double error = place.standard_error.value_or(kNone);
  if (scale.anchor && input.weak.of_item[*scale.anchor] == part) {
    const double size = static_cast<double>(input.weak.sizes[part]);
    const double of_anchor = output.standard_error.empty() ? kNone : output.standard_error[*scale.anchor];
    error = node == *scale.anchor ? 0 : std::sqrt((error * error + of_anchor * of_anchor) * size / (size - 1));
  } else if (scale.kind != ScaleKind::share && place.score_low) {
    return {score, scale.unit * error, scale.points(*place.score_low, part), scale.points(*place.score_high, part)};
  }
  if (scale.kind != ScaleKind::share)
    return {score, scale.unit * error, score - scale.unit * reach * error, score + scale.unit * reach * error};
  const double odds = std::log(score) - std::log1p(-score), move = scale.unit * reach * error;
  const auto logistic = [](double t) { return 1 / (1 + std::exp(-t)); };
  return {score, scale.unit * error * score * (1 - score), logistic(odds - move), logistic(odds + move)};
}

// Every board has a mean of its own, or the anchor at its points. Gives back how many have no such item.
std::size_t put_boards_on_scale(const ScoreScale& scale, double usual_base, std::optional<ItemId> anchor,
                                double anchor_base, std::vector<BoardPlace>& boards) {
  std::size_t without = 0;
  for (std::size_t first = 0; first < boards.size();) {
    std::size_t last = first;
    double zero = 0, base = usual_base;
    bool has_anchor = false;
    for (; last < boards.size() && boards[last].value == boards[first].value; ++last)
      if (anchor && boards[last].id == *anchor) zero = boards[last].score, base = anchor_base, has_anchor = true;
    if (anchor && !has_anchor) ++without;
    for (; first < last; ++first)
      for (double* score : {&boards[first].score, &boards[first].score_low, &boards[first].score_high})
        *score = base + scale.unit * (*score - zero);
  }
  return without;
}

double usual_base(ScaleKind kind) { return kind == ScaleKind::elo ? kEloBase : 0; }

}  // namespace

ScoreScale scale_of(const RankOptions& options, const MethodInput& input, const MethodOutput& output) {
  ScoreScale scale;
  if (!options.scale && !options.anchor) return scale;
  scale.is_asked_for = true;
  scale.kind = options.scale.value_or(ScaleKind::logit);
  scale.unit = unit_of(scale.kind) * (output.law ? output.law->slope : 1.0);
  scale.base.assign(input.weak.count(), usual_base(scale.kind));
  scale.zero = scale.kind == ScaleKind::share ? log_sums<double>(input.weak, output.scores, scale.unit)
                                              : means(input.weak, output.scores);
  if (!options.anchor) return scale;
  const Anchor anchor = find_anchor(*options.anchor, input);
  const std::uint32_t part = input.weak.of_item[anchor.node];
  scale.anchor = anchor.node;
  scale.zero[part] = output.scores[anchor.node];
  scale.base[part] = anchor.points.value_or(scale.base[part]);
  return scale;
}

std::vector<double> zeros_of(const ScoreScale& scale, const Components& weak, std::span<const float> draw) {
  if (scale.kind == ScaleKind::share) return log_sums(weak, draw, scale.unit);
  std::vector<double> zero = scale.zero;
  if (scale.anchor) zero[weak.of_item[*scale.anchor]] = double{draw[*scale.anchor]};
  return zero;
}

void put_on_scale(const ScoreScale& scale, const RankOptions& options, const MethodInput& input, MethodOutput& output,
                  RankResult& result) {
  if (!scale.is_asked_for) return;
  const double reach = normal_quantile((1 + options.level) / 2);
  std::vector<std::uint32_t> node_of(input.data.items.size(), 0), part_of(input.data.items.size(), 0);
  for (std::uint32_t node = 0; node < input.graph().node_count(); ++node) {
    node_of[input.graph().item[node]] = node;
    part_of[input.graph().item[node]] = input.weak.of_item[node];
  }
  const bool by_draws = (scale.kind == ScaleKind::share || scale.anchor) && !output.draws.empty();
  std::vector<Written> drawn;
  if (by_draws) drawn = written_by_draws(scale, input, output, options.level);
  for (Place& place : result.ranking) {
    place.own_score = place.score, place.own_error = place.standard_error;
    const std::uint32_t node = node_of[place.id];
    const Written written = by_draws ? drawn[node] : written_by_errors(scale, input, output, place, node, reach);
    place.score = written.score;
    if (std::isnan(written.error)) continue;
    place.standard_error = written.error;
    place.score_low = std::min(written.low, written.score), place.score_high = std::max(written.high, written.score);
  }
  const std::optional<ItemId> anchor = scale.anchor ? std::optional(input.graph().item[*scale.anchor]) : std::nullopt;
  const double anchor_base = scale.anchor ? scale.base[input.weak.of_item[*scale.anchor]] : 0;
  const std::size_t without = put_boards_on_scale(scale, usual_base(scale.kind), anchor, anchor_base, result.boards);
  if (without > 0)
    output.notes.push_back(
        fmt::format("{} of the boards do not have the anchor: their scores are measured from their mean.", without));
  for (CurvePoint& point : result.curves)
    for (double* score : {&point.score, &point.score_low, &point.score_high})
      *score = scale.points(*score, part_of[point.id]);
  result.scale = scale;
}

std::string scale_in_words(const RankResult& result) {
  const ScoreScale& scale = result.scale;
  const auto anchor = std::ranges::find(result.options, "anchor", &std::pair<std::string, std::string>::first);
  const bool anchored = anchor != result.options.end() && !anchor->second.empty();
  const std::string from =
      anchored ? fmt::format("from {}", anchor->second) : fmt::format("from their mean, {:g}", usual_base(scale.kind));
  const bool mistakes = result.law && result.law->flip > 0, ties = result.law && result.law->has_ties();
  const std::string aside = mistakes && ties ? ", mistakes and ties aside"
                            : mistakes       ? ", mistakes aside"
                            : ties           ? ", ties aside"
                                             : "";
  switch (scale.kind) {
    case ScaleKind::elo:
      return fmt::format("Scores are Elo points {}: 400 points more are odds of 10 to 1{}.", from, aside);
    case ScaleKind::jod:
      return fmt::format(
          "Scores are just-objectionable differences (JOD) {}: three of four people prefer an item with "
          "1 more{}.",
          from, aside);
    case ScaleKind::share:
      return fmt::format(
          "Scores are shares: how often an item would be chosen if all of its connected part were offered at once{}.",
          aside);
    default:
      return fmt::format("Scores are log-odds {}: 1 more is odds of 2.7 to 1{}.", from, aside);
  }
}

}  // namespace pdrank
