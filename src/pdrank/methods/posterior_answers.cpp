#include "pdrank/methods/posterior_answers.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "pdrank/methods/circumstance_table.hpp"

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

}  // namespace

NamedAnswers name_answers(const Comparisons& data, const MergedComparisons& merged, const AnswerView& view) {
  const ComparisonGraph& graph = merged.graph;
  NamedAnswers named;
  named.node = number_by_name(graph.node_count(), [&](std::uint32_t k) { return data.items.name(graph.item[k]); });
  named.source = number_by_name(data.annotators.size(), [&](std::uint32_t k) { return data.annotators.name(k); });
  const ScoreNodes nodes = view.drift ? ScoreNodes::by_time(data, merged, named.node, view.ahead)
                           : view.by  ? ScoreNodes::by_value(data, merged, named.node, *view.by)
                                      : ScoreNodes(graph.node_count());
  const auto nobody = static_cast<std::uint32_t>(data.annotators.size());
  std::vector<AnswerRow> rows;
  std::vector<bool> judges(nobody + 1, false);
  rows.reserve(data.size());
  bool by_nobody = nobody == 0;
  CircumstanceTable circumstances(data, view);
  if (nodes.is_linked()) named.asked.assign(data.size(), {0, 0});
  const bool has_rankings = !data.columns().row.empty();
  for (std::size_t begin = 0; begin < data.size();) {
    std::size_t end = begin + 1;
    if (has_rankings)
      while (end < data.size() && data.row(end) == data.row(begin)) ++end;
    const double share = view.whole_rankings && end - begin > 1 ? share_of_answer(data, merged, begin, end) : 1;
    named.rankings += share < 1 ? 1 : 0;
    for (std::size_t n = begin; n < end; ++n) {
      const EdgeId edge = merged.edge_of[n];
      if (edge == kNoEdge) continue;
      const std::uint32_t winner = nodes.node(named.node[graph.winner[edge]], n),
                          loser = nodes.node(named.node[graph.loser[edge]], n);
      if (nodes.is_linked()) named.asked[n] = {winner, loser};
      const auto weight = static_cast<float>(share * data.weight(n));
      const std::uint32_t source = data.annotator(n) == kNoAnnotator ? nobody : named.source[data.annotator(n)];
      by_nobody = by_nobody || source == nobody;
      if (share < 1) judges[source] = true;
      AnswerRow row{std::min(winner, loser), std::max(winner, loser), source, 0, 0, 0};
      if (data.tie(n)) {
        if (view.half_ties && !view.tie_law)
          row.won = row.lost = weight / 2;
        else
          (view.tie_law ? row.won : row.tied) = weight;
        named.has_ties = named.has_ties || view.tie_law;
      } else {
        const auto part = static_cast<float>(data.share(n));
        (winner < loser ? row.won : row.lost) = part * weight;
        (winner < loser ? row.lost : row.won) = (1 - part) * weight;
      }
      if (row.tied == 0) row.circumstance = circumstances.number(n, winner < loser);
      rows.push_back(row);
    }
    begin = end;
  }
  named.grades = circumstances.grades();
  named.controls = circumstances.controls();
  const std::uint32_t sources = nobody + (by_nobody ? 1 : 0);
  std::shared_ptr<const Circumstances> known = circumstances.take(rows);
  named.answers = nodes.is_linked() ? make_linked_answers(std::move(rows), nodes.links(), nodes.count(), nodes.rooted(),
                                                          sources, std::move(known))
                                    : make_answers(std::move(rows), nodes.count(), sources, std::move(known));
  named.of_number.resize(named.node.size());
  for (std::uint32_t n = 0; n < named.node.size(); ++n) named.of_number[named.node[n]] = n;
  for (std::uint32_t& node : named.node) node = nodes.main(node);
  named.segments = nodes.segments;
  named.moments = nodes.moments();
  named.span = nodes.span;
  named.in_years = view.drift && time_unit(data).is_seconds;
  named.answers.named = nobody == 0 ? 1 : nobody;
  if (named.rankings > 0) named.answers.judges = std::move(judges);
  return named;
}

}  // namespace pdrank
