#include "pdrank/methods/posterior_answers.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace pdrank {
namespace {

// Thing k has which number in the order of names.
template <class Name>
std::vector<std::uint32_t> number_by_name(std::size_t count, Name&& name) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, {}, name);
  std::vector<std::uint32_t> number(count);
  for (std::uint32_t k = 0; k < count; ++k) number[order[k]] = k;
  return number;
}

// How much each comparison of a row counts: the comparisons begin .. end - 1 are one row. Those of a whole ranking of k
// items are not separate answers. For k equal items the scatter of their sum is (k + 1) / 3 times what separate answers
// have, so they count 3 / (k + 1) each (docs/MATH.md, section 12).
double share_of_answer(const Comparisons& data, const MergedComparisons& merged, std::size_t begin, std::size_t end) {
  std::set<ItemId> items;
  for (std::size_t n = begin; n < end; ++n)
    if (merged.edge_of[n] != kNoEdge) items.insert({data.winner(n), data.loser(n)});
  // Ties that are dropped are pairs of the ranking too.
  const auto is_pair = [&](std::size_t n) { return items.contains(data.winner(n)) && items.contains(data.loser(n)); };
  std::size_t found = 0;
  for (std::size_t n = begin; n < end; ++n) found += is_pair(n) ? 1u : 0u;
  const std::size_t count = items.size(), pairs = count * (count - 1) / 2;
  if (count < 3 || found % pairs != 0) return 1;
  return 3 / static_cast<double>(count + 1);
}

// Numbers the circumstances of rows.
class CircumstanceTable {
 public:
  CircumstanceTable(const Comparisons& data, const AnswerView& view)
      : data_(data),
        has_sides_(view.sides && !data.columns().first.empty()),
        tie_law_(view.tie_law),
        grades_(view.tie_law ? strengths_of(data) : std::vector<double>()) {
    known_.effects = has_sides_ ? 1 : 0;
    known_.has_sides = has_sides_;
    known_.feature.assign(known_.effects, 0.0f);  // of circumstance 0
    numbers_[{0.0f, kWin}] = 0;
  }

  // Of comparison n; `winner_first`: the winner is the first of the pair.
  std::uint32_t number(std::size_t n, bool winner_first) {
    const std::uint8_t strength = tie_law_ && data_.tie(n) ? kTie : strength_of(n);
    float side = 0;
    if (has_sides_ && data_.first(n) != Side::unknown)
      side = (data_.first(n) == Side::winner) == winner_first ? 1.0f : -1.0f;
    const auto [place, is_new] = numbers_.try_emplace({side, strength}, 0);
    if (is_new) place->second = known_.add(std::span(&side, known_.effects), strength);
    return place->second;
  }

  const std::vector<double>& grades() const { return grades_; }

  // Null where there is nothing but circumstance 0.
  std::shared_ptr<const Circumstances> take() {
    if (known_.size() == 1) return nullptr;
    return std::make_shared<const Circumstances>(std::move(known_));
  }

 private:
  // The least grade of each strength. Of many different grades, about as many wins have each strength. Empty where all
  // wins are alike.
  static std::vector<double> strengths_of(const Comparisons& data) {
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

  std::uint8_t strength_of(std::size_t n) const {
    if (grades_.empty()) return kWin;
    const auto above = std::ranges::upper_bound(grades_, data_.grade(n));
    return static_cast<std::uint8_t>(std::max<std::ptrdiff_t>(above - grades_.begin(), kWin));
  }

  const Comparisons& data_;
  bool has_sides_, tie_law_;
  std::vector<double> grades_;
  Circumstances known_ = {};
  std::map<std::pair<float, std::uint8_t>, std::uint32_t> numbers_ = {};
};

}  // namespace

NamedAnswers name_answers(const Comparisons& data, const MergedComparisons& merged, const AnswerView& view) {
  const ComparisonGraph& graph = merged.graph;
  NamedAnswers named;
  named.node = number_by_name(graph.node_count(), [&](std::uint32_t k) { return data.items.name(graph.item[k]); });
  named.source = number_by_name(data.annotators.size(), [&](std::uint32_t k) { return data.annotators.name(k); });
  const ScoreNodes nodes = view.drift ? ScoreNodes::by_time(data, merged, named.node)
                           : view.by  ? ScoreNodes::by_value(data, merged, named.node, *view.by)
                                      : ScoreNodes(graph.node_count());
  const auto nobody = static_cast<std::uint32_t>(data.annotators.size());
  std::vector<AnswerRow> rows;
  std::vector<bool> judges(nobody + 1, false);
  rows.reserve(data.size());
  bool by_nobody = nobody == 0;
  CircumstanceTable circumstances(data, view);
  const bool has_rankings = !data.columns().row.empty();
  for (std::size_t begin = 0; begin < data.size();) {
    std::size_t end = begin + 1;
    if (has_rankings)
      while (end < data.size() && data.row(end) == data.row(begin)) ++end;
    const double share = end - begin > 1 ? share_of_answer(data, merged, begin, end) : 1;
    named.rankings += share < 1 ? 1 : 0;
    for (std::size_t n = begin; n < end; ++n) {
      const EdgeId edge = merged.edge_of[n];
      if (edge == kNoEdge) continue;
      const std::uint32_t winner = nodes.node(named.node[graph.winner[edge]], n),
                          loser = nodes.node(named.node[graph.loser[edge]], n);
      const auto weight = static_cast<float>(share * data.weight(n));
      const std::uint32_t source = data.annotator(n) == kNoAnnotator ? nobody : named.source[data.annotator(n)];
      by_nobody = by_nobody || source == nobody;
      if (share < 1) judges[source] = true;
      AnswerRow row{std::min(winner, loser), std::max(winner, loser), source, 0, 0, 0};
      if (data.tie(n)) {
        (view.tie_law ? row.won : row.tied) = weight;
        named.has_ties = named.has_ties || view.tie_law;
      } else {
        const auto part = static_cast<float>(data.share(n));
        (winner < loser ? row.won : row.lost) = part * weight;
        (winner < loser ? row.lost : row.won) = (1 - part) * weight;
      }
      if (!data.tie(n) || view.tie_law) row.circumstance = circumstances.number(n, winner < loser);
      rows.push_back(row);
    }
    begin = end;
  }
  named.grades = circumstances.grades();
  const std::uint32_t sources = nobody + (by_nobody ? 1 : 0);
  named.answers = nodes.is_linked() ? make_linked_answers(std::move(rows), nodes.links(), nodes.count(), nodes.rooted(),
                                                          sources, circumstances.take())
                                    : make_answers(std::move(rows), nodes.count(), sources, circumstances.take());
  for (std::uint32_t& node : named.node) node = nodes.main(node);
  named.segments = nodes.segments;
  named.span = nodes.span;
  named.in_years = view.drift && time_unit(data).is_seconds;
  named.answers.named = nobody == 0 ? 1 : nobody;
  if (named.rankings > 0) named.answers.judges = std::move(judges);
  return named;
}

}  // namespace pdrank
