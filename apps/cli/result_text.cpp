#include "result_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "option_flags.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/methods/certificate.hpp"
#include "pdrank/report/least_credible.hpp"
#include "summary_text.hpp"
#include "table.hpp"
#include "terminal.hpp"

namespace pdrank::cli {
namespace {

constexpr std::size_t kDoubtfulRowsShown = 5;
constexpr std::size_t kAnnotatorsShown = 5;

// Two digits where it matters: 0.16, 4.5, 96, 100.
std::string percent(double share) {
  return share < 0.1 ? fmt::format("{:.2g}", 100 * share) : fmt::format("{:.0f}", 100 * share);
}

std::string repeats_text(const GraphSummary& graph) {
  if (graph.pairs == 0) return {};
  if (graph.pairs > 1)
    return fmt::format(", {} of them more than once, {} with answers both ways", grouped(graph.repeated_pairs),
                       grouped(graph.contested_pairs));
  return fmt::format(", {}{}", graph.repeated_pairs == 0 ? "once" : "more than once",
                     graph.contested_pairs == 0 ? "" : ", with answers both ways");
}

// A few hundred draws say no more than this.
std::string probability_text(double probability) {
  return probability < 0.001 ? "<0.1 %" : percent(probability) + " %";
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

// How the items met, and which rows were left out.
std::string pairs_text(const DataSummary& data, const GraphSummary& graph, std::size_t width) {
  const std::uint64_t all_pairs = graph.items * (graph.items - 1) / 2;
  return paragraph(fmt::format("{} of {} compared ({} %){}", grouped(graph.pairs), plural(all_pairs, "pair", "pairs"),
                               percent(graph.share_of_pairs_seen), repeats_text(graph)),
                   width) +
         skipped_text(data, width);
}

// The flags of a place in two words at most, so that the column stays narrow: an item with few comparisons needs no
// other reason to be doubted.
std::string flags_text(const std::vector<std::string>& flags) {
  const bool has_few = std::ranges::find(flags, "few") != flags.end();
  std::vector<std::string_view> words;
  for (const std::string& flag : flags)
    if (flag != "bridge" || !has_few) words.push_back(flag);
  return fmt::format("{}", fmt::join(words, ", "));
}

// What the words of flags_text stand for, where they do not say it themselves.
std::string legend(const RankResult& result, std::span<const Place> shown, std::size_t width) {
  const auto few = std::ranges::find(result.options, "few", &std::pair<std::string, std::string>::first);
  if (few == result.options.end()) return {};
  const auto is_shown = [&](std::string_view word) {
    return std::ranges::any_of(shown, [&](const Place& place) { return flags_text(place.flags).ends_with(word); });
  };
  std::vector<std::string> parts;
  const std::string_view comparisons = few->second == "1" ? "comparison" : "comparisons";
  if (is_shown("few")) parts.push_back(fmt::format("few: fewer than {} {}", few->second, comparisons));
  if (is_shown("bridge")) parts.push_back("bridge: only one pair links it to the rest");
  return parts.empty() ? std::string() : paragraph(fmt::format("{}", fmt::join(parts, "; ")), width);
}

// "A (93 %)"
std::string grade_text(const Place& place) {
  if (!place.grade_probability) return place.grade;
  return fmt::format("{} ({:.0f} %)", place.grade, 100 * *place.grade_probability);
}

// As many digits as the scale is read with.
std::string score_text(const RankResult& result, double score) {
  switch (result.scale.kind) {
    case ScaleKind::elo:
      return fmt::format("{:.0f}", score);
    case ScaleKind::share:
      return fmt::format("{:.3g}", score);
    default:
      return fmt::format("{:.3f}", std::abs(score) < 0.0005 ? 0.0 : score);  // no "-0.000"
  }
}

std::string ranking_text(const RankResult& result, std::size_t top, std::size_t width) {
  const bool parts = result.graph.components > 1;
  const bool ties = result.data.ties > result.data.ties_dropped;
  const bool ranges = result.has_ranges();
  const bool errors =
      std::ranges::any_of(result.ranking, [](const Place& place) { return place.standard_error.has_value(); });
  const std::size_t shown = top == 0 ? result.ranking.size() : std::min(top, result.ranking.size());
  const std::span<const Place> places = std::span(result.ranking).first(shown);
  const bool flags = std::ranges::any_of(places, [](const Place& place) { return !place.flags.empty(); });
  Table table;
  table.add_column("rank", Table::Align::right);
  const bool controls =
      std::ranges::any_of(result.ranking, [](const Place& place) { return place.rank_without.has_value(); });
  if (controls) table.add_column("without", Table::Align::right);
  if (ranges) table.add_column("range", Table::Align::right);
  if (ranges) table.add_column("tier", Table::Align::right, Table::Fit::leaves);
  table.add_column("item", Table::Align::left);
  const bool grades = std::ranges::any_of(result.ranking, [](const Place& place) { return !place.grade.empty(); });
  if (grades) table.add_column("grade", Table::Align::left, Table::Fit::stays);
  table.add_column("score", Table::Align::right);
  // On a scale of a trade, the interval says what the error would.
  const bool intervals = result.scale.is_asked_for && result.ranking.front().score_low.has_value();
  if (intervals)
    table.add_column("score range", Table::Align::right, Table::Fit::leaves);
  else if (errors)
    table.add_column("std err", Table::Align::right, Table::Fit::leaves);
  for (const char* title : {"comparisons", "wins", "losses"})
    table.add_column(title, Table::Align::right, Table::Fit::leaves);
  if (ties) table.add_column("ties", Table::Align::right, Table::Fit::leaves);
  if (parts) table.add_column("part", Table::Align::right);
  if (flags) table.add_column("note", Table::Align::left, Table::Fit::stays);

  for (const Place& place : places) {
    std::vector<std::string> cells = {fmt::format("{}", place.rank)};
    if (controls) cells.push_back(place.rank_without ? fmt::format("{}", *place.rank_without) : std::string());
    if (ranges) cells.push_back(rank_range(place));
    if (ranges) cells.push_back(place.tier ? fmt::format("{}", *place.tier) : std::string());
    cells.push_back(place.item);
    if (grades) cells.push_back(grade_text(place));
    cells.push_back(score_text(result, place.score));
    if (intervals)
      cells.push_back(fmt::format("{} to {}", score_text(result, place.score_low.value_or(kNone)),
                                  score_text(result, place.score_high.value_or(kNone))));
    else if (errors)
      cells.push_back(place.standard_error ? score_text(result, *place.standard_error) : std::string());
    for (const double count : {place.comparisons, place.wins, place.losses}) cells.push_back(amount(count));
    if (ties) cells.push_back(amount(place.ties));
    if (parts) cells.push_back(fmt::format("{}", place.component));
    if (flags) cells.push_back(flags_text(place.flags));
    table.add_row(std::move(cells));
  }
  std::string text = table.text(width);
  if (shown < result.graph.items) text += more_text(result.graph.items - shown, width);
  return text + legend(result, places, width);
}

std::string confidence_text(const RankResult& result, const Comparisons& data, std::size_t width) {
  const std::vector<std::size_t> rows = least_credible(result, data, kDoubtfulRowsShown);
  const Confidences& confidence = result.confidence;
  const double level = confidence.count(Standing::level), against = confidence.count(Standing::against);
  const double used = confidence.count(Standing::with) + level + against;
  const std::string all = plural_amount(used, "answer", "answers");
  std::string text;
  if (level > 0)
    text += paragraph(fmt::format("{} of {} {} that share a place: {}.", amount(level), all,
                                  level == 1 ? "orders items" : "order items",
                                  level == 1 ? "others cancel it out" : "they cancel out"),
                      width);
  if (against == 0) {
    if (level == 0) return paragraph("No answer goes against the ranking.", width);
    return result.certificate ? text + paragraph(certificate_text(*result.certificate), width) : text;
  }
  // How many contradict the ranking is told with how many contradict any.
  if (result.certificate) {
    text += paragraph(certificate_text(*result.certificate), width);
    if (!rows.empty()) text += against == 1 ? "It is:\n" : "The least credible:\n";
  } else {
    text +=
        paragraph(fmt::format("{} of {} {} against the ranking{}", amount(against), all, against == 1 ? "goes" : "go",
                              rows.empty()   ? "."
                              : against == 1 ? ":"
                                             : ". The least credible:"),
                  width);
  }
  if (rows.empty()) return text;
  Table table;
  table.add_column("row", Table::Align::right);
  table.add_column("winner", Table::Align::left);
  table.add_column("loser", Table::Align::left);
  if (data.has_annotators()) table.add_column("annotator", Table::Align::left);
  // Without draws, the probability is a reading of the weight, and says no more.
  const bool weights =
      std::ranges::any_of(rows, [&](std::size_t n) { return !std::isnan(result.confidence[n].weight); });
  const bool probabilities = result.has_ranges();
  if (weights) table.add_column("weight", Table::Align::right, Table::Fit::leaves);
  if (probabilities) table.add_column("right", Table::Align::right);
  for (const std::size_t n : rows) {
    std::vector<std::string> cells = {fmt::format("{}", data.row(n)), std::string(data.items.name(data.winner(n))),
                                      std::string(data.items.name(data.loser(n)))};
    if (data.has_annotators())
      cells.emplace_back(data.annotator(n) == kNoAnnotator ? "" : data.annotators.name(data.annotator(n)));
    if (weights) cells.push_back(fmt::format("{:.3f}", result.confidence[n].weight));
    if (probabilities) cells.push_back(probability_text(result.confidence[n].probability_correct));
    table.add_row(std::move(cells));
  }
  return text + table.text(width);
}

// Whether several annotators have given enough answers for what is said about them to matter.
bool has_judges(const RankResult& result) {
  constexpr double kEnough = 10;
  constexpr std::ptrdiff_t kSeveral = 2;
  const auto has_enough = [](const AnnotatorReport& report) { return report.comparisons >= kEnough; };
  return std::ranges::count_if(result.annotators, has_enough) >= kSeveral;
}

std::string annotators_text(const RankResult& result, std::size_t width) {
  std::vector<const AnnotatorReport*> flagged;
  for (const AnnotatorReport& report : result.annotators)
    if (!report.flag.empty()) flagged.push_back(&report);
  if (flagged.empty())
    return has_judges(result) ? paragraph("No annotator answers as if at random, or against the ranking.", width)
                              : std::string();
  std::ranges::stable_sort(flagged, [](const auto* a, const auto* b) { return a->reliability < b->reliability; });
  std::string text =
      paragraph(fmt::format("{} of {} {} as if at random, or against the ranking:", grouped(flagged.size()),
                            plural(result.data.annotators, "annotator", "annotators"),
                            flagged.size() == 1 ? "answers" : "answer"),
                width);
  Table table;
  table.add_column("annotator", Table::Align::left);
  table.add_column("answers", Table::Align::right, Table::Fit::leaves);
  for (const char* title : {"right", "usual"}) table.add_column(title, Table::Align::right, Table::Fit::leaves);
  table.add_column("reliability", Table::Align::right);
  table.add_column("90 % interval", Table::Align::right, Table::Fit::leaves);
  table.add_column("flag", Table::Align::right, Table::Fit::stays);
  for (std::size_t k = 0; k < std::min(kAnnotatorsShown, flagged.size()); ++k) {
    const AnnotatorReport& report = *flagged[k];
    table.add_row({report.annotator, amount(report.answers), amount(std::round(report.found_right)),
                   amount(std::round(report.expected_right)), fmt::format("{:.0f} %", 100 * report.reliability),
                   fmt::format("{:.0f}-{:.0f} %", 100 * report.reliability_low, 100 * report.reliability_high),
                   report.flag});
  }
  text += table.text(width);
  if (flagged.size() > kAnnotatorsShown)
    text += paragraph(
        fmt::format("... and {} more (--annotators FILE writes all)", grouped(flagged.size() - kAnnotatorsShown)),
        width);
  return text;
}

// In the words of comparative judgement.
std::string reliability_text(const RankResult& result, std::size_t width) {
  if (!has_judges(result)) return {};
  std::string text;
  for (const std::vector<std::string>* sentences : {&result.reliability.meaning, &result.agreement.meaning})
    for (const std::string& sentence : *sentences) text += paragraph(sentence, width);
  return text;
}

// The first places of every board.
std::string boards_text(const RankResult& result, std::size_t top, std::size_t width) {
  if (result.boards.empty()) return {};
  constexpr std::uint32_t kPlacesShown = 5;
  const std::uint32_t shown = top == 0 ? ~0u : std::min<std::uint32_t>(kPlacesShown, static_cast<std::uint32_t>(top));
  Table table;
  table.add_column("board", Table::Align::left);
  table.add_column("rank", Table::Align::right);
  table.add_column("range", Table::Align::right);
  table.add_column("item", Table::Align::left);
  table.add_column("score", Table::Align::right, Table::Fit::leaves);
  table.add_column("comparisons", Table::Align::right, Table::Fit::leaves);
  table.add_column("than overall", Table::Align::left, Table::Fit::shortens);
  bool left_out = false;
  for (const BoardPlace& place : result.boards) {
    left_out |= place.rank > shown;
    if (place.rank > shown) continue;
    const bool is_one = place.rank_low == place.rank_high;
    table.add_row({place.rank == 1 ? place.value : "", fmt::format("{}", place.rank),
                   is_one ? fmt::format("{}", place.rank_low) : fmt::format("{}-{}", place.rank_low, place.rank_high),
                   place.item, score_text(result, place.score), amount(place.comparisons), place.differs});
  }
  return table.text(width) + (left_out ? "--boards FILE writes all places.\n" : "");
}

}  // namespace

std::string paragraph(std::string_view sentence, std::size_t width, std::string_view indent) {
  return wrapped(with_flags(sentence), width, indent);
}

std::string notes_text(const std::vector<std::string>& notes, std::size_t width) {
  std::string text;
  for (const std::string& note : notes) text += paragraph("* " + note, width);
  return text;
}

std::string more_text(std::uint64_t more, std::size_t width) {
  return paragraph(fmt::format("... and {} more (--top 0 shows all, --output FILE writes all)", grouped(more)), width);
}

std::string data_text(const DataSummary& data, const GraphSummary& graph, std::size_t width) {
  return paragraph(rows_text(data), width) + pairs_text(data, graph, width);
}

std::string result_text(const RankResult& result, const Comparisons& data, std::size_t top, std::size_t width) {
  std::string text = summary_text(result, width) + '\n' + ranking_text(result, top, width);
  if (const std::string boards = boards_text(result, top, width); !boards.empty()) text += '\n' + boards;
  text += '\n' + pairs_text(result.data, result.graph, width) + notes_text(other_notes(result), width);
  text += '\n' + confidence_text(result, data, width);
  if (const std::string annotators = annotators_text(result, width); !annotators.empty()) text += '\n' + annotators;
  if (const std::string words = reliability_text(result, width); !words.empty()) text += '\n' + words;
  if (result.fragility) text += '\n' + paragraph(result.fragility->meaning, width);
  const std::string chosen = result.chosen_because.empty() ? "" : fmt::format(", {}", result.chosen_because);
  text += '\n' + paragraph(fmt::format("Method {}{}: {}.", result.method, chosen, result.convergence.message), width);
  return text;
}

std::string warnings_text(const RankResult& result, std::size_t width) {
  return skipped_text(result.data, width) + notes_text(result.notes, width);
}

}  // namespace pdrank::cli
