#include "pdrank/methods/posterior_answers.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
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

// The comparisons begin .. end - 1 of one row as a ranking, if they order all pairs of three items or more alike.
std::optional<RankedList> as_ranking(const Comparisons& data, const MergedComparisons& merged, std::size_t begin,
                                     std::size_t end, std::span<const std::uint32_t> node) {
  std::map<std::uint32_t, double> lead;  // by node: wins less losses
  std::size_t used = 0;
  for (std::size_t n = begin; n < end; ++n) {
    const EdgeId edge = merged.edge_of[n];
    if (edge == kNoEdge) continue;
    ++used;
    const double won = data.tie(n) ? 0 : 1;
    lead[node[merged.graph.winner[edge]]] += won;
    lead[node[merged.graph.loser[edge]]] -= won;
  }
  const std::size_t items = lead.size(), pairs = items * (items - 1) / 2;
  if (items < 3 || used % pairs != 0) return std::nullopt;
  RankedList list;
  list.times = data.weight(begin) * static_cast<double>(used / pairs);  // a resample may have the row several times
  std::vector<std::pair<double, std::uint32_t>> order;
  for (const auto& [one, ahead] : lead) order.emplace_back(-ahead, one);
  std::ranges::sort(order);
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (k > 0 && order[k].first != order[k - 1].first) list.level_end.push_back(static_cast<std::uint32_t>(k));
    list.node.push_back(order[k].second);
  }
  list.level_end.push_back(static_cast<std::uint32_t>(order.size()));
  return list;
}

}  // namespace

NamedAnswers name_answers(const Comparisons& data, const MergedComparisons& merged) {
  const ComparisonGraph& graph = merged.graph;
  NamedAnswers named;
  named.node = number_by_name(graph.node_count(), [&](std::uint32_t k) { return data.items.name(graph.item[k]); });
  named.source = number_by_name(data.annotators.size(), [&](std::uint32_t k) { return data.annotators.name(k); });
  const auto nobody = static_cast<std::uint32_t>(data.annotators.size());
  std::vector<AnswerRow> rows;
  std::vector<RankedList> lists;
  rows.reserve(data.size());
  bool by_nobody = nobody == 0;
  const bool has_rankings = !data.columns().row.empty();
  for (std::size_t begin = 0; begin < data.size();) {
    std::size_t end = begin + 1;
    if (has_rankings)
      while (end < data.size() && data.row(end) == data.row(begin)) ++end;
    if (end - begin > 1) {
      if (std::optional<RankedList> list = as_ranking(data, merged, begin, end, named.node)) {
        lists.push_back(std::move(*list));
        begin = end;
        continue;
      }
    }
    for (std::size_t n = begin; n < end; ++n) {
      const EdgeId edge = merged.edge_of[n];
      if (edge == kNoEdge) continue;
      const std::uint32_t winner = named.node[graph.winner[edge]], loser = named.node[graph.loser[edge]];
      const auto weight = static_cast<float>(data.weight(n));
      const std::uint32_t source = data.annotator(n) == kNoAnnotator ? nobody : named.source[data.annotator(n)];
      by_nobody = by_nobody || source == nobody;
      AnswerRow row{std::min(winner, loser), std::max(winner, loser), source, 0, 0, 0};
      (data.tie(n) ? row.tied : winner < loser ? row.won : row.lost) = weight;
      rows.push_back(row);
    }
    begin = end;
  }
  // The order of rows must not matter.
  std::ranges::sort(lists, {}, [](const RankedList& list) { return std::tie(list.node, list.level_end, list.times); });
  named.answers = make_answers(std::move(rows), std::move(lists), graph.node_count(), nobody + (by_nobody ? 1 : 0));
  named.answers.named = nobody == 0 ? 1 : nobody;
  return named;
}

}  // namespace pdrank
