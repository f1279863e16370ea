#include "pdrank/distributed/summary.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "pdrank/core/words.hpp"
#include "pdrank/methods/annotators.hpp"

namespace pdrank::distributed {
namespace {

constexpr std::size_t kNamesShown = 10, kDoubtfulRows = 5;
constexpr std::uint32_t kFewAnnotators = 100'000;

// Counts of all processes together.
template <class Counts>
Counts add_up(const Team& team, const Counts& here) {
  Counts all;
  for (const Counts& one : team.gather(here)) all += one;
  return all;
}

struct Named {
  std::uint64_t count = 0;
  std::vector<std::string> names = {};
};

// Own nodes with a flag, of all processes; only the first process gets the names, the first few in the data's order.
Named flagged(const Team& team, const SharedGraph& shared, const NameRange& names, const Ranges& ranges,
              std::span<const ItemFlags> flags, bool ItemFlags::*flag, std::size_t most) {
  std::vector<std::uint32_t> nodes;
  for (std::uint32_t node = 0; node < shared.own; ++node)
    if (flags[node].*flag) nodes.push_back(node);
  Named found{.count = team.sum(std::uint64_t{nodes.size()})};
  const auto place = [&](std::uint32_t node) { return shared.place(node); };
  const auto shown = nodes.begin() + static_cast<std::ptrdiff_t>(std::min(most, nodes.size()));
  std::ranges::partial_sort(nodes, shown, {}, place);
  nodes.erase(shown, nodes.end());
  std::vector<std::vector<std::uint32_t>> places(team.size());
  std::vector<std::vector<char>> texts(team.size());
  TextPack pack;
  for (const std::uint32_t node : nodes) {
    places[0].push_back(place(node));
    pack.add(names[shared.graph.item[node] - ranges.first(team.rank())]);
  }
  texts[0] = pack.bytes();
  const std::vector<std::uint32_t> all_places = team.exchange(places).values;
  const Received<char> all_texts = team.exchange(texts);
  std::vector<std::pair<std::uint32_t, std::string>> in_order;
  for_each_text(all_texts.values,
                [&](std::string_view text) { in_order.emplace_back(all_places[in_order.size()], text); });
  std::ranges::sort(in_order);
  for (auto& [of, name] : in_order)
    if (found.names.size() < most) found.names.push_back(std::move(name));
  return found;
}

}  // namespace

std::vector<Tally> add_tallies(const Team& team, const Ranges& ranges, const SharedGraph& shared,
                               const Comparisons& rows, const RowTrust& trust, std::span<const std::uint32_t> number) {
  const std::vector<Tally> here = tally_rows(rows, [&](std::size_t n) { return trust.use(n); });
  struct Sent {
    std::uint32_t number;
    Tally tally;
  };
  std::vector<std::vector<Sent>> to(team.size());
  for (std::size_t item = 0; item < here.size(); ++item)
    to[ranges.owner(number[item])].push_back({number[item], here[item]});
  std::vector<Tally> by_number(ranges.size(team.rank()));
  for (const Sent& sent : team.exchange(to).values) by_number[sent.number - ranges.first(team.rank())] += sent.tally;
  std::vector<Tally> tallies(shared.own);
  for (std::uint32_t node = 0; node < shared.own; ++node)
    tallies[node] = by_number[shared.graph.item[node] - ranges.first(team.rank())];
  return tallies;
}

std::vector<ItemFlags> flag_items(std::span<const Tally> tallies, double few) {
  std::vector<ItemFlags> flags;
  flags.reserve(tallies.size());
  for (const Tally& tally : tallies)
    flags.push_back(flag_item(tally.wins + tally.ties / 2, tally.losses + tally.ties / 2, few));
  return flags;
}

DataSummary summarise_data(const Team& team, const Comparisons& rows, const RowTrust& trust, const ReadReport& report,
                           std::uint64_t items, std::uint64_t annotators) {
  const RowCounts counts = add_up(team, count_rows(rows, [&](std::size_t n) { return trust.use(n); }));
  return pdrank::summarise_data(counts, report, report.rows, items, annotators);
}

GraphSummary summarise_graph(const Team& team, const SharedGraph& shared, const SharedComponents& weak,
                             const SharedComponents& strong, const NameRange& names, const Ranges& ranges,
                             std::span<const ItemFlags> flags) {
  GraphSummary summary = summarise_parts(add_up(team, count_pairs(shared.graph, shared.own, shared.strict)),
                                         {weak.count, weak.sizes}, {strong.count, strong.sizes});
  Named unbeaten = flagged(team, shared, names, ranges, flags, &ItemFlags::unbeaten, kNamesShown);
  Named winless = flagged(team, shared, names, ranges, flags, &ItemFlags::winless, kNamesShown);
  summary.never_beaten = unbeaten.count;
  summary.never_winning = winless.count;
  summary.never_beaten_items = std::move(unbeaten.names);
  summary.never_winning_items = std::move(winless.names);
  summary.bridges = std::nullopt;
  return summary;
}

FlaggedItems find_flagged(const Team& team, const SharedGraph& shared, const NameRange& names, const Ranges& ranges,
                          std::span<const ItemFlags> flags) {
  FlaggedItems found{.items = team.sum(std::uint64_t{shared.own})};
  const auto find = [&](bool ItemFlags::*flag, Flagged& kind) {
    const Named named = flagged(team, shared, names, ranges, flags, flag, kFewNames);
    kind.count = named.count;
    for (const std::string& name : named.names) kind.names.push_back(shortened(name));
  };
  find(&ItemFlags::unbeaten, found.unbeaten);
  find(&ItemFlags::winless, found.winless);
  find(&ItemFlags::few, found.few);
  return found;
}

std::vector<AnnotatorReport> report_annotators(const Team& team, const Comparisons& rows, const RowTrust& trust,
                                               const Numbering& numbering) {
  const Ranges ranges = numbering.total <= kFewAnnotators ? Ranges::all_with_the_first(numbering.total, team.size())
                                                          : Ranges(numbering.total, team.size());
  std::vector<AnnotatorSums> here(rows.annotators.size());
  for (std::size_t n = 0; n < rows.size(); ++n)
    if (rows.annotator(n) != kNoAnnotator && trust.use(n) == RowUse::yes)
      here[rows.annotator(n)].add(rows, n, trust.margin(n));
  struct Sent {
    std::uint32_t number;
    AnnotatorSums sums;
  };
  std::vector<std::vector<Sent>> to(team.size());
  for (std::size_t id = 0; id < here.size(); ++id)
    to[ranges.owner(numbering.number[id])].push_back({numbering.number[id], here[id]});
  std::vector<AnnotatorSums> sums(ranges.size(team.rank()));
  for (const Sent& sent : team.exchange(to).values) sums[sent.number - ranges.first(team.rank())] += sent.sums;
  AnnotatorSums of_range;
  double tested_here = 0;
  for (const AnnotatorSums& one : sums) {
    of_range += one;
    tested_here += one.strict > 0 ? 1 : 0;
  }
  std::array<double, 3> totals = {of_range.agreed, of_range.strict, tested_here};
  team.sum(totals);
  AnnotatorSums all;
  all.agreed = totals[0];
  all.strict = totals[1];
  const double tested = totals[2];
  const NameRange names = send_names(team, ranges, rows.annotators, numbering);
  std::vector<AnnotatorReport> reports;
  for (std::size_t k = 0; k < sums.size(); ++k)
    reports.push_back(report_annotator(names[k], sums[k], all, nullptr, tested));
  const FlagCount count = count_flags(reports);
  std::array<double, 3> counts = {count.answering, count.flagged, count.adversaries};
  team.sum(counts);
  if (too_many({counts[0], counts[1], counts[2]})) withdraw_flags(reports);
  return reports;
}

std::vector<DoubtfulRow> find_doubtful(const Team& team, const Comparisons& rows, const RowTrust& trust,
                                       std::uint64_t rows_before, Confidences& counts) {
  struct Doubt {
    double margin;  // the weight falls with it
    std::uint64_t row;
    double weight;
    auto operator<=>(const Doubt&) const = default;
  };
  std::vector<std::pair<Doubt, std::size_t>> worst;  // ascending, as many as are shown
  std::array<double, 4> by_standing = {};
  for (std::size_t n = 0; n < rows.size(); ++n) {
    const Standing standing = trust.standing(n);
    by_standing[static_cast<std::size_t>(standing)] += rows.weight(n);
    if (standing != Standing::against || !trust.has_weights()) continue;
    const std::pair<Doubt, std::size_t> doubt = {{trust.margin(n), rows_before + rows.row(n), 0}, n};
    if (worst.size() == kDoubtfulRows && !(doubt.first < worst.back().first)) continue;
    if (worst.size() == kDoubtfulRows) worst.pop_back();
    worst.insert(std::upper_bound(worst.begin(), worst.end(), doubt), doubt);
  }
  for (auto& [doubt, n] : worst) doubt.weight = trust[n].weight;
  team.sum(by_standing);
  counts.answers = by_standing;

  std::vector<std::vector<Doubt>> doubts(team.size());
  std::vector<std::vector<char>> texts(team.size());
  TextPack pack;
  for (const auto& [doubt, n] : worst) {
    doubts[0].push_back(doubt);
    pack.add(rows.items.name(rows.winner(n)));
    pack.add(rows.items.name(rows.loser(n)));
    pack.add(rows.annotator(n) == kNoAnnotator ? std::string_view() : rows.annotators.name(rows.annotator(n)));
  }
  texts[0] = pack.bytes();
  const std::vector<Doubt> all = team.exchange(doubts).values;
  std::vector<std::string> names;
  const Received<char> received = team.exchange(texts);
  for_each_text(received.values, [&](std::string_view text) { names.emplace_back(text); });
  std::vector<std::pair<Doubt, std::size_t>> order;
  for (std::size_t k = 0; k < all.size(); ++k) order.emplace_back(all[k], k);
  std::ranges::sort(order);
  std::vector<DoubtfulRow> found;
  for (const auto& [doubt, k] : order)
    if (found.size() < kDoubtfulRows)
      found.push_back({doubt.row, names[3 * k], names[3 * k + 1], names[3 * k + 2], doubt.weight});
  return found;
}

}  // namespace pdrank::distributed
