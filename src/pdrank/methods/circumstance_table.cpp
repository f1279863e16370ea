#include "pdrank/methods/circumstance_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numeric>
#include <string_view>
#include <utility>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"
#include "pdrank/data/answer_margin.hpp"
#include "pdrank/data/clusters.hpp"

namespace pdrank {
namespace {

// The least grade of each strength. Of many different grades, about as many wins have each strength. Empty where all
// wins are alike.
std::vector<double> strengths_of(const Comparisons& data) {
  constexpr std::size_t kMost = 5;
  if (data.columns().grade.empty()) return {};
  std::vector<double> all;
  for (std::size_t n = 0; n < data.size(); ++n)
    if (!data.tie(n)) all.push_back(data.grade(n));
  std::ranges::sort(all);
  std::vector<double> distinct = all;
  distinct.erase(std::ranges::unique(distinct).begin(), distinct.end());
  if (distinct.size() < 2) return {};
  if (distinct.size() <= kMost) return distinct;
  std::vector<double> grades = {all.front()};
  for (std::size_t k = 1; k < kMost; ++k)
    if (const double grade = all[k * all.size() / kMost]; grade > grades.back()) grades.push_back(grade);
  return grades.size() < 2 ? std::vector<double>() : grades;
}

// The middle one of what differs, by weight.
double typical(const Comparisons& data, std::span<const double> lead) {
  std::vector<std::pair<double, double>> sizes;  // with weights
  double total = 0;
  for (std::size_t n = 0; n < lead.size(); ++n)
    if (lead[n] != 0 && !std::isnan(lead[n])) sizes.emplace_back(std::abs(lead[n]), data.weight(n));
  std::ranges::sort(sizes);
  for (const auto& [size, weight] : sizes) total += weight;
  double below = 0;
  for (const auto& [size, weight] : sizes)
    if (below += weight; below >= total / 2) return size;
  return 0;
}

ControlScale scaled(const Comparisons& data, const std::string& name) {
  constexpr double kFarthest = 1e6;  // in units
  ControlScale control{.name = name};
  const std::vector<double> lead = winners_lead(data, name);
  control.unit = typical(data, lead);
  if (control.unit == 0) throw InvalidArgument("control", name, "the two items of an answer never differ in it");
  control.lead.resize(lead.size());
  for (std::size_t n = 0; n < lead.size(); ++n) {
    if (std::isnan(lead[n])) control.missing += data.weight(n);
    if (!(std::abs(lead[n]) <= kFarthest * control.unit) && !std::isnan(lead[n]))
      throw InvalidArgument(
          "control", name,
          fmt::format("the items of data row {} differ by {:g}, which is a million times what is usual", data.row(n),
                      lead[n]));
    control.lead[n] = std::isnan(lead[n]) ? 0.0f : static_cast<float>(lead[n] / control.unit);
  }
  return control;
}

void check_names(const std::vector<std::string>& controls) {
  constexpr std::array<std::string_view, 5> kTaken = {"order", "order_by_annotator", "ties", "drift", "segments"};
  for (std::size_t k = 0; k < controls.size(); ++k) {
    if (std::find(controls.begin(), controls.begin() + static_cast<std::ptrdiff_t>(k), controls[k]) !=
        controls.begin() + static_cast<std::ptrdiff_t>(k))
      throw InvalidArgument("control", controls[k], "it is named twice");
    if (std::ranges::find(kTaken, controls[k]) != kTaken.end())
      throw InvalidArgument("control", controls[k], "an effect of another kind has this name; rename the column");
  }
}

}  // namespace

AnswerView view_of(const Comparisons& data, const RankOptions& options) {
  const bool sure_of_order = options.order_effect && (*options.order_effect == OrderEffect::common ||
                                                      *options.order_effect == OrderEffect::per_annotator);
  if (sure_of_order && data.columns().first.empty())
    throw InvalidArgument("order_effect", std::string(name_of(*options.order_effect)),
                          "the data do not say which of the two items stood first");
  if (options.order_effect == OrderEffect::per_annotator && !data.has_annotators())
    throw InvalidArgument("order_effect", std::string(name_of(*options.order_effect)), "the data name no annotators");
  if (options.ties == TieRule::davidson && !data.columns().grade.empty())
    throw InvalidArgument("ties", "davidson", "wins are graded, and its law cannot use grades; rao-kupper can");
  AnswerView view;
  view.sides = options.order_effect && *options.order_effect != OrderEffect::none;
  view.tie_law = is_tie_law(options.ties);
  view.drift = options.drift.has_value();
  if (options.ahead && !options.drift)
    throw InvalidArgument("ahead", fmt::format("{}", *options.ahead),
                          fmt::format("scores do not change without {}", option_named("drift")));
  view.ahead = options.ahead.value_or(0);
  if (options.by) view.by = &context_named(data, *options.by);
  view.cluster = options.cluster;
  if (options.control) view.controls = *options.control;
  check_names(view.controls);
  return view;
}

CircumstanceTable::CircumstanceTable(const Comparisons& data, const AnswerView& view)
    : data_(data),
      has_sides_(view.sides && !data.columns().first.empty()),
      tie_law_(view.tie_law),
      grades_(view.tie_law ? strengths_of(data) : std::vector<double>()) {
  for (const std::string& name : view.controls) controls_.push_back(scaled(data, name));
  known_.effects = (has_sides_ ? 1 : 0) + controls_.size();
  known_.has_sides = has_sides_;
  known_.feature.assign(known_.effects, 0.0f);  // of circumstance 0
  if (view.cluster) {
    Clusters clusters = clusters_by(data, *view.cluster);
    cluster_ = std::move(clusters.of);
    known_.clusters = clusters.count + 1;
    known_.cluster = {clusters.count};  // of circumstance 0, which no answer is in
  } else {
    numbers_.emplace(std::string(known_.effects * sizeof(float), '\0').append(1, static_cast<char>(kWin)), 0);
  }
}

std::uint32_t CircumstanceTable::number(std::size_t n, bool winner_first) {
  const std::uint8_t strength = tie_law_ && data_.tie(n) ? kTie : strength_of(n);
  const float turn = winner_first ? 1.0f : -1.0f;
  features_.clear();
  if (has_sides_) features_.push_back(turn * static_cast<float>(side_of_winner(data_.first(n))) + 0.0f);
  for (const ControlScale& control : controls_) features_.push_back(turn * control.lead[n] + 0.0f);  // no -0
  std::string key(features_.size() * sizeof(float), '\0');
  if (!key.empty()) std::memcpy(key.data(), features_.data(), key.size());
  key.push_back(static_cast<char>(strength));
  if (!cluster_.empty()) {
    const std::uint32_t cluster = cluster_[n];
    key.append(reinterpret_cast<const char*>(&cluster), sizeof cluster);
  }
  const auto [place, is_new] = numbers_.try_emplace(std::move(key), 0);
  if (is_new) {
    place->second = known_.add(features_, strength);
    if (!cluster_.empty()) known_.cluster.push_back(cluster_[n]);
  }
  return place->second;
}

std::uint8_t CircumstanceTable::strength_of(std::size_t n) const {
  if (grades_.empty()) return kWin;
  const auto above = std::ranges::upper_bound(grades_, data_.grade(n));
  return static_cast<std::uint8_t>(std::max<std::ptrdiff_t>(above - grades_.begin(), kWin));
}

std::shared_ptr<const Circumstances> CircumstanceTable::take(std::vector<AnswerRow>& rows) {
  if (known_.size() == 1) return nullptr;
  std::vector<std::uint32_t> order(known_.size()), number(known_.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto cluster = [&](std::uint32_t k) { return cluster_.empty() ? 0 : known_.cluster[k]; };
  const auto is_before = [&](std::uint32_t a, std::uint32_t b) {
    const std::span<const float> of_a = known_.features(a), of_b = known_.features(b);
    if (!std::ranges::equal(of_a, of_b)) return std::ranges::lexicographical_compare(of_a, of_b);
    return std::pair(known_.strength[a], cluster(a)) < std::pair(known_.strength[b], cluster(b));
  };
  std::sort(order.begin() + 1, order.end(), is_before);
  auto sorted = std::make_shared<Circumstances>();
  sorted->effects = known_.effects, sorted->has_sides = known_.has_sides, sorted->clusters = known_.clusters;
  sorted->strength.clear();
  for (const std::uint32_t k : order) {
    number[k] = sorted->add(known_.features(k), known_.strength[k]);
    if (!cluster_.empty()) sorted->cluster.push_back(known_.cluster[k]);
  }
  for (AnswerRow& row : rows) row.circumstance = number[row.circumstance];
  return sorted;
}

}  // namespace pdrank
