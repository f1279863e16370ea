#include "pdrank/methods/grades.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/parse_number.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/methods/scale.hpp"
#include "pdrank/metrics/draws.hpp"

namespace pdrank {
namespace {

[[noreturn]] void refuse_boundary(const std::string& text, std::string_view rule) {
  throw InvalidArgument("boundaries", fmt::format("'{}'", text), std::string(rule));
}

GradeBoundary parse_boundary(const std::string& text) {
  constexpr std::string_view kForm =
      "it must read GRADE=1.5 (a score), GRADE=20% (a share of the items from the top) or GRADE=@item";
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) refuse_boundary(text, kForm);
  const std::string_view at = std::string_view(text).substr(equals + 1);
  GradeBoundary boundary{text.substr(0, equals), 0.0};
  if (at.starts_with('@')) {
    boundary.at = LastItem{std::string(at.substr(1))};
    return boundary;
  }
  const bool is_share = at.ends_with('%');
  const std::optional<double> number = parse_number<double>(is_share ? at.substr(0, at.size() - 1) : at);
  if (!number || !std::isfinite(*number)) refuse_boundary(text, kForm);
  if (!is_share)
    boundary.at = *number;
  else if (*number > 0 && *number < 100)
    boundary.at = ShareFromTop{*number / 100};
  else
    refuse_boundary(text, "a share must be above 0% and below 100%");
  return boundary;
}

void check_order(const std::vector<GradeBoundary>& boundaries, const std::vector<std::string>& texts) {
  for (std::size_t k = 1; k < boundaries.size(); ++k) {
    const auto &above = boundaries[k - 1].at, &here = boundaries[k].at;
    const double *higher = std::get_if<double>(&above), *lower = std::get_if<double>(&here);
    const auto *fewer = std::get_if<ShareFromTop>(&above), *more = std::get_if<ShareFromTop>(&here);
    if ((higher && lower && !(*lower < *higher)) || (fewer && more && !(more->value > fewer->value)))
      refuse_boundary(texts[k], fmt::format("it must be below the boundary of {}: grades go from the best to the last",
                                            boundaries[k - 1].grade));
  }
}

// What decides, in a draw or in the ranking itself: a score, a rank, or another item's score.
struct Limit {
  std::optional<double> score = {}, points = {};  // the score that has so many points
  std::optional<double> rank = {};
  std::optional<std::uint32_t> node = {};
};

class Grading {
 public:
  Grading(const GradeScale& grades, const ScoreScale& scale, const MethodInput& input, const MethodOutput& output)
      : grades_(grades), scale_(scale), input_(input), output_(output) {
    for (std::uint32_t node = 0; node < input.graph().node_count(); ++node)
      if (input.weak.of_item[node] == 0) nodes_.push_back(node);
    for (const GradeBoundary& boundary : grades.boundaries) limits_.push_back(limit_of(boundary));
  }

  void grade(std::vector<Place>& ranking) const {
    std::vector<std::uint32_t> node_of(input_.data.items.size(), 0);
    for (const std::uint32_t node : nodes_) node_of[input_.graph().item[node]] = node;
    std::vector<double> rank(input_.graph().node_count(), 0.0);
    for (const Place& place : ranking)
      if (place.component == 1) rank[node_of[place.id]] = place.rank;
    const std::vector<double> chances = probabilities();
    for (Place& place : ranking) {
      if (place.component != 1) continue;
      const std::uint32_t node = node_of[place.id];
      // By rank where another item decides: the ranking need not go by the scores alone.
      const std::size_t number = first_met(limits_, [&](const Limit& limit) {
        if (limit.score) return place.score >= *limit.score;
        return rank[node] <= (limit.rank ? *limit.rank : rank[*limit.node]);
      });
      place.grade = name(number);
      if (!chances.empty()) place.grade_probability = chances[node * grades() + number];
    }
  }

 private:
  std::size_t grades() const { return limits_.size() + 1; }
  const std::string& name(std::size_t number) const {
    return number < limits_.size() ? grades_.boundaries[number].grade : grades_.last;
  }

  Limit limit_of(const GradeBoundary& boundary) const {
    if (const double* points = std::get_if<double>(&boundary.at)) {
      const double score = scale_.score(*points, 0);
      if (std::isfinite(score)) return {.score = score, .points = *points};
      refuse_boundary(fmt::format("{}={}", boundary.grade, *points), "there is no such score on the scale");
    }
    if (const auto* share = std::get_if<ShareFromTop>(&boundary.at))
      return {.rank = std::round(share->value * static_cast<double>(nodes_.size()))};
    const std::string& name = std::get<LastItem>(boundary.at).name;
    for (const std::uint32_t node : nodes_)
      if (input_.data.items.name(input_.graph().item[node]) == name) return {.node = node};
    refuse_boundary(fmt::format("{}=@{}", boundary.grade, name),
                    "there is no such item in the largest connected part of the data");
  }

  template <class IsMet>
  static std::size_t first_met(const std::vector<Limit>& limits, IsMet&& is_met) {
    return static_cast<std::size_t>(std::ranges::find_if(limits, is_met) - limits.begin());
  }

  // By node and grade; empty where nothing is known about errors.
  std::vector<double> probabilities() const {
    if (!output_.draws.empty()) return by_draws();
    return output_.standard_error.empty() ? std::vector<double>() : by_errors();
  }

  // The share of the draws, held back by one that has a bit of every grade.
  std::vector<double> by_draws() const {
    std::vector<double> chance(input_.graph().node_count() * grades(), 1 / static_cast<double>(grades()));
    std::vector<std::uint32_t> order = nodes_;
    std::vector<double> rank(input_.graph().node_count(), 0.0);
    const bool needs_ranks = std::ranges::any_of(limits_, [](const Limit& limit) { return limit.rank.has_value(); });
    std::vector<Limit> limits = limits_;
    for (std::size_t draw = 0; draw < output_.draws.count(); ++draw) {
      const std::span<const float> score = output_.draws[draw];
      if (scale_.anchor || scale_.kind == ScaleKind::share) {  // every draw has an anchor, or a sum, of its own
        const double zero = zeros_of(scale_, input_.weak, score).front();
        for (Limit& limit : limits)
          if (limit.points) limit.score = scale_.score(*limit.points, 0, zero);
      }
      if (needs_ranks) {
        std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::uint32_t node) { return score[node]; });
        for (std::size_t k = 0; k < order.size(); ++k) rank[order[k]] = static_cast<double>(k + 1);
      }
      for (const std::uint32_t node : nodes_)
        chance[node * grades() + first_met(limits, [&](const Limit& limit) {
                 if (limit.score) return static_cast<double>(score[node]) >= *limit.score;
                 return limit.rank ? rank[node] <= *limit.rank : score[node] >= score[*limit.node];
               })] += 1;
    }
    for (double& value : chance) value /= static_cast<double>(output_.draws.count() + 1);
    return chance;
  }

  // By the normal law of each score; of two scores as where answers are predicted (methods/predict).
  std::vector<double> by_errors() const {
    const auto items = static_cast<double>(nodes_.size());
    const double of_two = items / std::max(items - 1, 1.0);
    std::vector<double> sorted;
    for (const std::uint32_t node : nodes_) sorted.push_back(output_.scores[node]);
    std::ranges::sort(sorted, std::ranges::greater{});
    std::vector<double> chance(input_.graph().node_count() * grades(), 0.0);
    for (const std::uint32_t node : nodes_) {
      const double score = output_.scores[node], error = output_.standard_error[node];
      double above = 0;  // probability of a better grade
      for (std::size_t k = 0; k < limits_.size(); ++k) {
        double gap = 0, deviation = error;
        if (limits_[k].score) {
          gap = score - *limits_[k].score;
          if (scale_.anchor && input_.weak.of_item[*scale_.anchor] == 0)
            deviation = of_difference(node, *scale_.anchor, of_two);
        } else if (limits_[k].rank) {
          const auto at = static_cast<std::size_t>(std::clamp(*limits_[k].rank, 1.0, std::max(items - 1, 1.0)));
          gap = score - (sorted[at - 1] + sorted[std::min(at, sorted.size() - 1)]) / 2;
        } else {
          const std::uint32_t other = *limits_[k].node;
          gap = score - output_.scores[other];
          deviation = of_difference(node, other, of_two);
        }
        double reached = deviation > 0 ? normal_probability(gap / deviation) : gap >= 0 ? 1 : 0;
        if (limits_[k].rank && *limits_[k].rank < 1) reached = 0;
        if (limits_[k].rank && *limits_[k].rank >= items) reached = 1;
        chance[node * grades() + k] = std::max(reached - above, 0.0);
        above = std::max(above, reached);
      }
      chance[node * grades() + limits_.size()] = 1 - above;
    }
    return chance;
  }

  double of_difference(std::uint32_t node, std::uint32_t other, double of_two) const {
    const auto variance = [&](std::uint32_t k) { return output_.standard_error[k] * output_.standard_error[k]; };
    return node == other ? 0 : std::sqrt((variance(node) + variance(other)) * of_two);
  }

  const GradeScale& grades_;
  const ScoreScale& scale_;
  const MethodInput& input_;
  const MethodOutput& output_;
  std::vector<std::uint32_t> nodes_;  // of the largest part
  std::vector<Limit> limits_;
};

// About the first grade that ends with an item above the last item of a better grade; empty if there is none.
std::string items_out_of_order(const GradeScale& scale, const std::vector<Place>& ranking) {
  const Place* lowest = nullptr;
  std::string_view of_grade;
  for (const GradeBoundary& boundary : scale.boundaries) {
    const auto* last = std::get_if<LastItem>(&boundary.at);
    if (!last) continue;
    const auto place =
        std::ranges::find_if(ranking, [&](const Place& one) { return one.component == 1 && one.item == last->name; });
    if (lowest && place->rank < lowest->rank)
      return fmt::format(
          "No item has the grade {0}: it ends with {1} (rank {2}), which is above {3} (rank {4}), the last item of "
          "{5}. "
          "Put {0} before {5}, or name an item below {3} for {0}.",
          boundary.grade, shortened(last->name), place->rank, shortened(lowest->item), lowest->rank, of_grade);
    lowest = &*place, of_grade = boundary.grade;
  }
  return {};
}

}  // namespace

GradeScale parse_boundaries(const std::vector<std::string>& texts) {
  GradeScale scale;
  std::set<std::string> seen;
  for (std::size_t k = 0; k < texts.size(); ++k) {
    const bool is_last = k + 1 == texts.size();
    if (is_last && (texts[k].find('=') != std::string::npos || texts[k].empty() || texts.size() < 2))
      refuse_boundary(texts[k], "the last grade must have no boundary, as in A=1.2,B=0.4,C");
    if (is_last)
      scale.last = texts[k];
    else
      scale.boundaries.push_back(parse_boundary(texts[k]));
    if (!seen.insert(is_last ? scale.last : scale.boundaries.back().grade).second)
      refuse_boundary(texts[k], "this grade is named twice");
  }
  check_order(scale.boundaries, texts);
  return scale;
}

std::string grades_without_items(const std::vector<std::string>& texts, const std::vector<Place>& ranking) {
  const GradeScale scale = parse_boundaries(texts);
  if (std::string wrong = items_out_of_order(scale, ranking); !wrong.empty()) return wrong;
  std::vector<std::string> unused;
  const auto look_for = [&](const std::string& grade) {
    if (std::ranges::none_of(ranking, [&](const Place& place) { return place.grade == grade; }))
      unused.push_back(grade);
  };
  for (const GradeBoundary& boundary : scale.boundaries) look_for(boundary.grade);
  look_for(scale.last);
  if (unused.empty()) return {};
  return fmt::format("No item has the grade {}: look at the boundaries and their order.",
                     first_few(unused, unused.size()));
}

void add_grades(const GradeScale& grades, const ScoreScale& scale, const MethodInput& input, const MethodOutput& output,
                std::vector<Place>& ranking) {
  Grading(grades, scale, input, output).grade(ranking);
}

}  // namespace pdrank
