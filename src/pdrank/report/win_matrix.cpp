#include "pdrank/report/win_matrix.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "pdrank/report/cluster_order.hpp"

namespace pdrank {
namespace {

constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();

std::vector<std::uint32_t> group_of_place(std::span<const Group> groups, std::size_t places) {
  std::vector<std::uint32_t> group_of(places, kNowhere);
  for (std::uint32_t group = 0; group < groups.size(); ++group)
    std::fill(group_of.begin() + groups[group].first, group_of.begin() + groups[group].last + 1, group);
  return group_of;
}

std::vector<std::uint32_t> place_of_item(const RankResult& result, std::size_t items) {
  std::vector<std::uint32_t> place_of(items, kNowhere);
  for (std::uint32_t place = 0; place < result.ranking.size(); ++place) place_of[result.ranking[place].id] = place;
  return place_of;
}

// Cell (a, b), a <= b, of a triangle that is kept row by row.
std::size_t cell_index(std::uint32_t a, std::uint32_t b, std::size_t size) { return a * size - a * (a + 1u) / 2 + b; }

// How a group does against each of the others: (wins - losses) / (answers + 1), in -1 .. 1. The one in the denominator
// makes a single answer say less than many.
std::vector<double> profiles(const WinMatrix& matrix) {
  const std::size_t size = matrix.groups.size();
  std::vector<double> profile(size * size, 0);
  for (const WinCell& cell : matrix.cells) {
    if (cell.a == cell.b) continue;
    const double edge = (cell.a_wins - cell.b_wins) / (cell.a_wins + cell.b_wins + cell.ties + 1);
    profile[cell.a * size + cell.b] = edge;
    profile[cell.b * size + cell.a] = -edge;
  }
  return profile;
}

std::vector<WinCell> triangle(std::uint32_t size) {
  std::vector<WinCell> cells;
  for (std::uint32_t a = 0; a < size; ++a)
    for (std::uint32_t b = a; b < size; ++b) cells.push_back({.a = a, .b = b});
  return cells;
}

}  // namespace

std::vector<Group> sample_places(const RankResult& result, std::uint32_t count) {
  const std::uint64_t places = result.ranking.size(), sections = std::min<std::uint64_t>(count, places);
  const auto begin_of = [&](std::uint64_t section) { return static_cast<std::uint32_t>(section * places / sections); };
  std::vector<Group> sample;
  for (std::uint64_t section = 0; section < sections; ++section) {
    const auto begin = result.ranking.begin() + begin_of(section), end = result.ranking.begin() + begin_of(section + 1);
    const auto most = std::ranges::max_element(begin, end, {}, &Place::comparisons);
    const auto place = static_cast<std::uint32_t>(most - result.ranking.begin());
    sample.push_back({place, place});
  }
  return sample;
}

std::vector<Group> band_places(const RankResult& result, std::uint32_t count) {
  const std::uint64_t places = static_cast<std::uint64_t>(
      std::ranges::find_if(result.ranking, [](const Place& place) { return place.component > 1; }) -
      result.ranking.begin());
  const std::uint64_t bands = std::min<std::uint64_t>(count, places);
  const auto begin_of = [&](std::uint64_t band) { return static_cast<std::uint32_t>(band * places / bands); };
  std::vector<Group> groups;
  for (std::uint64_t band = 0; band < bands; ++band) groups.push_back({begin_of(band), begin_of(band + 1) - 1});
  return groups;
}

WinMatrix count_wins(const RankResult& result, const Comparisons& data, std::vector<Group> groups, std::size_t shown) {
  const std::vector<std::uint32_t> place_of = place_of_item(result, data.items.size()),
                                   group_of = group_of_place(groups, result.ranking.size());
  const auto size = static_cast<std::uint32_t>(groups.size());
  WinMatrix matrix{std::move(groups), triangle(size), {}};
  for (std::uint32_t n = 0; n < data.size(); ++n) {
    if (result.confidence.answer_of[n] == Confidences::kNoAnswer) continue;
    std::uint32_t upper = place_of[data.winner(n)], lower = place_of[data.loser(n)];
    const bool as_ranked = upper < lower;
    if (!as_ranked) std::swap(upper, lower);
    const std::uint32_t a = group_of[upper], b = group_of[lower];
    if (a == kNowhere || b == kNowhere) continue;
    WinCell& cell = matrix.cells[cell_index(a, b, size)];
    if (data.tie(n)) {
      cell.ties += data.weight(n);
    } else {
      (as_ranked ? cell.a_wins : cell.b_wins) += data.weight(n) * data.share(n);
      (as_ranked ? cell.b_wins : cell.a_wins) += data.weight(n) * (1 - data.share(n));
    }
    if (cell.comparisons++ < shown) cell.first.push_back(n);
  }
  std::erase_if(matrix.cells, [](const WinCell& cell) { return cell.comparisons == 0; });
  matrix.clustered = cluster_order(profiles(matrix), size);
  return matrix;
}

}  // namespace pdrank
