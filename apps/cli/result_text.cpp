#include "result_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "table.hpp"
#include "terminal.hpp"

namespace pdrank::cli {
namespace {

constexpr std::size_t kDoubtfulRowsShown = 5;
constexpr std::size_t kAnnotatorsShown = 5;

std::string plural(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", grouped(count), count == 1 ? one : many);
}

// Two digits where it matters: 0.16, 4.5, 96, 100.
std::string percent(double share) {
  return share < 0.1 ? fmt::format("{:.2g}", 100 * share) : fmt::format("{:.0f}", 100 * share);
}

std::string skipped_text(const DataSummary& data, std::size_t width) {
  if (data.skipped.empty()) return {};
  std::uint64_t rows = 0;
  std::vector<std::string> reasons;
  for (const auto& [reason, count] : data.skipped) {
    rows += count;
    reasons.push_back(fmt::format("{} ({})", reason, grouped(count)));
  }
  std::string text =
      paragraph(fmt::format("{} skipped: {}", plural(rows, "row was", "rows were"), fmt::join(reasons, ", ")), width);
  for (const std::string& line : data.first_skipped) text += paragraph("  " + line, width, "    ");
  return text;
}

std::string notes_text(const RankResult& result, std::size_t width) {
  std::string text;
  for (const std::string& note : result.notes) text += paragraph("* " + note, width);
  return text;
}

std::string ranking_text(const RankResult& result, std::size_t top, std::size_t width) {
  const bool parts = result.graph.components > 1;
  const bool ties = result.data.ties > result.data.ties_dropped;
  const bool intervals =
      std::ranges::any_of(result.ranking, [](const Place& place) { return place.rank_low.has_value(); });
  const bool errors =
      std::ranges::any_of(result.ranking, [](const Place& place) { return place.standard_error.has_value(); });
  Table table;
  table.add_column("rank", Table::Align::right);
  if (intervals) table.add_column("range", Table::Align::right);
  table.add_column("item", Table::Align::left);
  table.add_column("score", Table::Align::right);
  if (errors) table.add_column("std err", Table::Align::right);
  for (const char* title : {"comparisons", "wins", "losses"}) table.add_column(title, Table::Align::right);
  if (ties) table.add_column("ties", Table::Align::right);
  if (parts) table.add_column("part", Table::Align::right);

  const std::size_t shown = top == 0 ? result.ranking.size() : std::min(top, result.ranking.size());
  for (std::size_t k = 0; k < shown; ++k) {
    const Place& place = result.ranking[k];
    std::vector<std::string> cells = {fmt::format("{}", place.rank)};
    if (intervals)
      cells.push_back(place.rank_low ? fmt::format("{}-{}", *place.rank_low, *place.rank_high) : std::string());
    cells.push_back(place.item);
    cells.push_back(fmt::format("{:.3f}", place.score));
    if (errors) cells.push_back(place.standard_error ? fmt::format("{:.3f}", *place.standard_error) : std::string());
    for (const double count : {place.comparisons, place.wins, place.losses})
      cells.push_back(fmt::format("{:g}", count));
    if (ties) cells.push_back(fmt::format("{:g}", place.ties));
    if (parts) cells.push_back(fmt::format("{}", place.component));
    table.add_row(std::move(cells));
  }
  std::string text = table.text(width);
  if (shown < result.ranking.size())
    text += fmt::format("... and {} more (--top 0 shows all, --output FILE writes all)\n",
                        grouped(result.ranking.size() - shown));
  return text;
}

// The answers that the ranking contradicts, those with the smallest weights first, at most `count` of them. None if the
// method gives no weights.
std::vector<std::size_t> least_credible(const RankResult& result, std::size_t count) {
  std::vector<std::size_t> order;
  for (std::size_t n = 0; n < result.confidence.size(); ++n)
    if (result.confidence[n].standing == Standing::against && !std::isnan(result.confidence[n].weight))
      order.push_back(n);
  const auto last = order.begin() + static_cast<std::ptrdiff_t>(std::min(count, order.size()));
  std::partial_sort(order.begin(), last, order.end(), [&](std::size_t a, std::size_t b) {
    const double x = result.confidence[a].weight, y = result.confidence[b].weight;
    return x != y ? x < y : a < b;
  });
  order.erase(last, order.end());
  return order;
}

std::string confidence_text(const RankResult& result, const Comparisons& data, std::size_t width) {
  const std::vector<std::size_t> rows = least_credible(result, kDoubtfulRowsShown);
  const auto count = [&](Standing standing) {
    return static_cast<std::uint64_t>(std::ranges::count(result.confidence, standing, &Confidence::standing));
  };
  const std::uint64_t level = count(Standing::level), against = count(Standing::against);
  const std::string all = grouped(result.confidence.size() - count(Standing::unused));
  std::string text;
  if (level > 0)
    text += paragraph(
        fmt::format("{} of {} comparisons order items that share a place: they cancel out.", grouped(level), all),
        width);
  if (against == 0) return level > 0 ? text : "No answer goes against the ranking.\n";
  text += paragraph(fmt::format("{} of {} comparisons go against the ranking.{}", grouped(against), all,
                                rows.empty() ? "" : " The least credible:"),
                    width);
  if (rows.empty()) return text;
  Table table;
  table.add_column("row", Table::Align::right);
  table.add_column("winner", Table::Align::left);
  table.add_column("loser", Table::Align::left);
  if (data.has_annotators()) table.add_column("annotator", Table::Align::left);
  table.add_column("weight", Table::Align::right);
  for (const std::size_t n : rows) {
    std::vector<std::string> cells = {fmt::format("{}", data.row(n)), data.items.name(data.winner(n)),
                                      data.items.name(data.loser(n))};
    if (data.has_annotators())
      cells.push_back(data.annotator(n) == kNoAnnotator ? std::string() : data.annotators.name(data.annotator(n)));
    cells.push_back(fmt::format("{:.3f}", result.confidence[n].weight));
    table.add_row(std::move(cells));
  }
  return text + table.text(width);
}

std::string annotators_text(const RankResult& result, std::size_t width) {
  std::vector<const AnnotatorReport*> flagged;
  for (const AnnotatorReport& report : result.annotators)
    if (!report.flag.empty()) flagged.push_back(&report);
  if (flagged.empty()) return {};
  std::ranges::stable_sort(flagged, [](const auto* a, const auto* b) { return a->reliability < b->reliability; });
  std::string text = paragraph(fmt::format("{} of {} annotators answer as if at random, or against the ranking:",
                                           grouped(flagged.size()), grouped(result.annotators.size())),
                               width);
  Table table;
  table.add_column("annotator", Table::Align::left);
  for (const char* title : {"comparisons", "reliability", "90 % interval", "flag"})
    table.add_column(title, Table::Align::right);
  for (std::size_t k = 0; k < std::min(kAnnotatorsShown, flagged.size()); ++k) {
    const AnnotatorReport& report = *flagged[k];
    table.add_row(
        {report.annotator, fmt::format("{:g}", report.comparisons), fmt::format("{:.0f} %", 100 * report.reliability),
         fmt::format("{:.0f}-{:.0f} %", 100 * report.reliability_low, 100 * report.reliability_high), report.flag});
  }
  text += table.text(width);
  if (flagged.size() > kAnnotatorsShown)
    text += fmt::format("... and {} more (--annotators FILE writes all)\n", grouped(flagged.size() - kAnnotatorsShown));
  return text;
}

}  // namespace

std::string paragraph(std::string_view text, std::size_t width, std::string_view indent) {
  std::string out, line;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, length);
    if (!line.empty() && display_width(line) + 1 + display_width(word) > width) {
      out += fitted(line, width) + '\n';
      line = std::string(indent);
      line += word;
    } else {
      if (!line.empty()) line += ' ';
      line += word;
    }
    text.remove_prefix(std::min(length + 1, text.size()));
  }
  return out + fitted(line, width) + '\n';
}

std::string grouped(std::uint64_t number) {
  const std::string digits = fmt::format("{}", number);
  std::string text;
  for (std::size_t k = 0; k < digits.size(); ++k) {
    if (k > 0 && (digits.size() - k) % 3 == 0) text += ',';
    text += digits[k];
  }
  return text;
}

std::string data_text(const DataSummary& data, const GraphSummary& graph, std::size_t width) {
  std::string first =
      fmt::format("{}, {} of {}", plural(data.rows, "row", "rows"),
                  plural(data.comparisons, "comparison", "comparisons"), plural(data.items, "item", "items"));
  if (data.annotators > 0) first += fmt::format(" by {}", plural(data.annotators, "annotator", "annotators"));
  if (data.ties > 0) first += fmt::format(", {}", plural(data.ties, "tie", "ties"));
  if (data.rows_used < data.rows) first += fmt::format("; {} used", plural(data.rows_used, "row", "rows"));
  const std::uint64_t all_pairs = graph.items * (graph.items - 1) / 2;
  std::string second =
      fmt::format("{} of {} pairs compared ({} %), {} of them more than once, {} with answers both ways",
                  grouped(graph.pairs), grouped(all_pairs), percent(graph.share_of_pairs_seen),
                  grouped(graph.repeated_pairs), grouped(graph.contested_pairs));
  std::string text = paragraph(first, width) + paragraph(second, width);
  return text + skipped_text(data, width);
}

std::string result_text(const RankResult& result, const Comparisons& data, std::size_t top, std::size_t width) {
  std::string text = data_text(result.data, result.graph, width) + notes_text(result, width);
  text += '\n' + ranking_text(result, top, width);
  text += '\n' + confidence_text(result, data, width);
  if (const std::string annotators = annotators_text(result, width); !annotators.empty()) text += '\n' + annotators;
  text += '\n' + paragraph(fmt::format("Method {}: {}.", result.method, result.convergence.message), width);
  return text;
}

std::string warnings_text(const RankResult& result, std::size_t width) {
  return skipped_text(result.data, width) + notes_text(result, width);
}

}  // namespace pdrank::cli
