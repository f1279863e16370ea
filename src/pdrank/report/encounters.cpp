#include "pdrank/report/encounters.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace pdrank {
namespace {

// None if there are more than `most`.
std::optional<std::vector<Encounter>> count_up_to(const RankResult& result, const Comparisons& data, bool by_annotator,
                                                  std::size_t most) {
  std::vector<std::uint32_t> place_of(data.items.size());
  for (std::uint32_t place = 0; place < result.ranking.size(); ++place) place_of[result.ranking[place].id] = place;
  std::map<std::tuple<std::uint32_t, std::uint32_t, AnnotatorId>, Encounter> found;
  for (std::size_t n = 0; n < data.size(); ++n) {
    if (result.confidence.answer_of[n] == Confidences::kNoAnswer) continue;
    std::uint32_t a = place_of[data.winner(n)], b = place_of[data.loser(n)];
    const bool as_ranked = a < b;
    if (!as_ranked) std::swap(a, b);
    const AnnotatorId annotator = by_annotator ? data.annotator(n) : kNoAnnotator;
    Encounter& met = found.try_emplace({a, b, annotator}, Encounter{a, b, annotator}).first->second;
    if (found.size() > most) return std::nullopt;
    if (data.tie(n)) {
      met.ties += data.weight(n);
    } else {
      (as_ranked ? met.a_wins : met.b_wins) += data.weight(n) * data.share(n);
      (as_ranked ? met.b_wins : met.a_wins) += data.weight(n) * (1 - data.share(n));
    }
  }
  std::vector<Encounter> list;
  for (auto& [key, met] : found) list.push_back(met);
  return list;
}

}  // namespace

Encounters count_encounters(const RankResult& result, const Comparisons& data, std::size_t most) {
  if (result.graph.pairs > most) return {};
  if (data.has_annotators())
    if (auto list = count_up_to(result, data, true, most)) return {std::move(*list), true};
  if (auto list = count_up_to(result, data, false, most)) return {std::move(*list), false};
  return {};
}

}  // namespace pdrank
