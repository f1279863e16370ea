#include "pdrank/report/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "pdrank/core/option_name.hpp"
#include "pdrank/core/parse_number.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/methods/result_notes.hpp"

namespace pdrank {
namespace {

// The rules of the grades; docs/REPORT.md says them in words.
constexpr double kMostOfAll = 0.9;                               // connected: the largest part has so many of the items
constexpr double kWideRange = 0.2, kUselessRange = 0.5;          // enough: the median range, as a share of the items
constexpr double kNoisy = 0.1, kVeryNoisy = 0.25;                // noise: share of answers that are mistakes
constexpr double kContradicted = 0.25, kMostContradicted = 0.4;  // share of answers against the ranking
constexpr double kCoinLogLoss = std::numbers::ln2, kPoorLogLoss = 0.6;
constexpr double kMuchFlagged = 0.25;  // annotators: share of the answers that flagged ones gave
constexpr double kMayBeChance = 0.1;   // annotators: one who stands out is seldom the worst of as many alike
constexpr double kManySkipped = 0.1;   // rows: share that was skipped

std::string percent(double share) {
  return share > 0 && share < 0.01 ? fmt::format("{:.1g} %", 100 * share) : fmt::format("{:.0f} %", 100 * share);
}

double share_of(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

std::string capitalised(std::string text) {
  if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

double figure_of(const RankResult& result, std::string_view name) {
  return find_figure(result.figures, name).value_or(kNone);
}

bool has_flag(const Place& place, std::string_view flag) {
  return std::ranges::find(place.flags, flag) != place.flags.end();
}

// A bridge on which several items hang and that has few comparisons; null if there is none.
const BridgePair* weak_link(const RankResult& result) {
  const double few = parse_number<double>(option_value(result, "few")).value_or(0);
  const auto found = std::ranges::find_if(
      result.graph.bridge_pairs, [&](const BridgePair& pair) { return pair.hanging > 1 && pair.comparisons < few; });
  return found == result.graph.bridge_pairs.end() ? nullptr : &*found;
}

Check check_connected(const RankResult& result) {
  const GraphSummary& graph = result.graph;
  Check check{.name = "connected"};
  if (graph.components > 1) {
    const bool most = share_of(graph.largest_component, graph.items) >= kMostOfAll;
    check.grade = most ? Grade::warn : Grade::bad;
    check.title = fmt::format("{} separate parts", grouped(graph.components));
    check.text = fmt::format(
        "No answer links them, so nothing orders one part against another. The largest has {} of {} items. `pdrank "
        "next` "
        "asks first about pairs that connect them.",
        grouped(graph.largest_component), grouped(graph.items));
  } else if (const BridgePair* pair = weak_link(result)) {
    check.grade = Grade::warn;
    check.title = "A weak link";
    check.text = fmt::format("One pair alone, {} and {}, with {}, links {} to the rest.", shortened(pair->item),
                             shortened(pair->other),
                             plural(static_cast<std::uint64_t>(pair->comparisons), "comparison", "comparisons"),
                             plural(pair->hanging, "item", "items"));
  } else {
    check.grade = Grade::good;
    check.title = "All connected";
    check.text = fmt::format("Chains of answers link all {} items with each other.", grouped(graph.items));
  }
  if (const std::uint64_t left_out = result.data.items - graph.items; left_out > 0) {
    check.grade = std::max(check.grade, Grade::warn);
    check.text += fmt::format(" {} left out {}.", option_named("component"), plural(left_out, "item", "items"));
  }
  return check;
}

// What ordering so many items takes if no answer is wrong: log2(items!).
double least_answers(std::uint64_t items) { return std::lgamma(static_cast<double>(items) + 1) / std::numbers::ln2; }

// "once", "twice", "3 times"
std::string times(double count) { return count == 1 ? "once" : count == 2 ? "twice" : amount(count) + " times"; }

Check check_enough(const RankResult& result) {
  const std::uint64_t items = result.ranking.size();
  std::vector<double> comparisons;
  for (const Place& place : result.ranking) comparisons.push_back(place.comparisons);
  const auto few = static_cast<std::uint64_t>(
      std::ranges::count_if(result.ranking, [](const Place& place) { return has_flag(place, "few"); }));
  double answers = 0;
  for (const double count : comparisons) answers += count / 2;
  const bool below_least = answers < least_answers(items);
  const double width = result.has_ranges() ? median_range(result) / static_cast<double>(items) : 0;
  // Of few items, a range of two places is always a large share.
  const bool tells = items > 4 && result.has_ranges() && median_range(result) > 2;
  const bool anywhere = items > 1 && width >= 1;

  Check check{.name = "enough"};
  if (2 * few > items || (tells && width > kUselessRange)) {
    check.grade = Grade::bad;
    check.title = "Too few answers";
  } else if (few > 0 || below_least || anywhere || (tells && width > kWideRange)) {
    check.grade = Grade::warn;
    check.title = below_least || anywhere ? "Few answers" : few > 0 ? "Few answers for some items" : "Wide ranges";
  } else {
    check.grade = Grade::good;
    check.title = "Enough answers";
  }
  const std::string some_few = few == 0
                                   ? ""
                                   : fmt::format("; {} fewer than {} comparisons",
                                                 plural(few, "item has", "items have"), option_value(result, "few"));
  check.text = fmt::format("The typical item was compared {}, the least compared one {}{}.", times(median(comparisons)),
                           times(std::ranges::min(comparisons)), some_few);
  if (below_least)
    check.text += fmt::format(
        " Even if none of them was wrong, an order of {} items would take {} answers; there are {}: read tiers, not "
        "places.",
        grouped(items), grouped(static_cast<std::uint64_t>(std::ceil(least_answers(items)))), amount(answers));
  if (result.has_ranges())
    check.text += ' ' + capitalised(range_in_words(result)) + '.';
  else
    check.text +=
        fmt::format(" {} does not say how uncertain the places are: the method posterior does, and so does {} 200.",
                    result.method, option_named("bootstrap"));
  if (check.grade != Grade::good) check.text += " `pdrank next` says which pairs to ask about.";
  return check;
}

// What the method has found out about noise by itself: a sentence, empty if nothing, and a grade.
struct Finding {
  Grade grade = Grade::good;
  std::string sentence = {};
};

Finding noise_of_method(const RankResult& result) {
  const auto figure = [&](std::string_view name) { return figure_of(result, name); };
  if (const double noise = figure("noise"); std::isfinite(noise))
    return {figure("noise_high") - figure("noise_low") > kOpenNoise ? Grade::open
            : noise < kNoisy                                        ? Grade::good
            : noise < kVeryNoisy                                    ? Grade::warn
                                                                    : Grade::bad,
            noise_sentence(result)};
  if (const double level = figure("noise_level"); std::isfinite(level))
    return {level < kNoisy       ? Grade::good
            : level < kVeryNoisy ? Grade::warn
                                 : Grade::bad,
            fmt::format("About {} of the answers look wrong.", percent(std::max(level, 0.0)))};
  if (const double loss = figure("held_out_log_loss"); std::isfinite(loss))
    return {loss < kPoorLogLoss   ? Grade::good
            : loss < kCoinLogLoss ? Grade::warn
                                  : Grade::bad,
            fmt::format("Answers that were held out are predicted with a log loss of {:.3f}; a coin has {:.3f}.", loss,
                        kCoinLogLoss)};
  if (const double share = figure("gradient_share"); std::isfinite(share))
    return {Grade::good,
            fmt::format("{} of what the answers say fits a ranking, the rest contradicts itself.", percent(share))};
  return {};
}

Check check_noise(const RankResult& result) {
  const double with = result.confidence.count(Standing::with), level = result.confidence.count(Standing::level),
               against = result.confidence.count(Standing::against), all = with + level + against;
  const double share = all > 0 ? against / all : 0;
  const Finding own = noise_of_method(result);
  const Grade seen = share < kContradicted ? Grade::good : share < kMostContradicted ? Grade::warn : Grade::bad;
  Check check{.name = "noise", .grade = std::max(own.grade, seen)};
  check.title = check.grade == Grade::good   ? "Little noise"
                : check.grade == Grade::open ? "Noise unknown"
                : check.grade == Grade::warn ? "Noisy answers"
                                             : "Very noisy answers";
  check.text = own.sentence.empty() ? std::string() : own.sentence + ' ';
  check.text +=
      against == 0 ? "No answer goes against the ranking."
                   : fmt::format("{} of {} ({}) {} against the ranking.", amount(against),
                                 plural_amount(all, "answer", "answers"), percent(share), against == 1 ? "goes" : "go");
  if (result.certificate && result.certificate->at_least > 0)
    check.text +=
        fmt::format(" Every order goes against at least {} of the answers.", amount(result.certificate->at_least));
  const GraphSummary& graph = result.graph;
  if (graph.repeated_pairs > 0)
    check.text +=
        fmt::format(" Of {} asked more than once, {} answers both ways.", plural(graph.repeated_pairs, "pair", "pairs"),
                    graph.contested_pairs == 0   ? "none has"
                    : graph.contested_pairs == 1 ? "1 has"
                                                 : grouped(graph.contested_pairs) + " have");
  if (own.sentence.empty())
    check.text +=
        fmt::format(" {} does not estimate how many are plain mistakes; the method posterior does.", result.method);
  return check;
}

std::string name_flagged(const RankResult& result, std::string_view flag) {
  std::vector<std::string> names;
  for (const AnnotatorReport& report : result.annotators)
    if (report.flag == flag) names.push_back(shortened(report.annotator));
  return first_few(names, names.size());
}

// Who is furthest below what is usual, if so many annotators who are alike would seldom have one like that.
std::string worst_annotator(const RankResult& result) {
  const AnnotatorReport* worst = nullptr;
  double furthest = 0;
  for (const AnnotatorReport& report : result.annotators) {
    const double usual = report.expected_right, answers = report.answers;
    const double deviation = std::sqrt(usual * (1 - usual / answers));
    const double below = (usual - report.found_right) / deviation;
    if (answers > 0 && below > furthest) worst = &report, furthest = below;  // false for NaN
  }
  const double chance = 0.5 * std::erfc(furthest / std::numbers::sqrt2);
  if (!worst || static_cast<double>(result.annotators.size()) * chance > kMayBeChance) return {};
  return fmt::format(
      " {} stands out, though not enough to be sure: {:.0f} of {:.0f} answers right where {:.0f} are usual.",
      shortened(worst->annotator), worst->found_right, worst->answers, worst->expected_right);
}

Check check_annotators(const RankResult& result) {
  Check check{.name = "annotators"};
  const std::size_t all = result.annotators.size();
  if (all < 2) {
    check.title = all == 0 ? "Annotators unknown" : "One annotator";
    check.text = all == 0 ? "The data do not say who gave which answer, so nobody can be checked."
                          : "All answers come from one annotator, who cannot be compared with others.";
    return check;
  }
  double answers = 0, flagged = 0;
  for (const AnnotatorReport& report : result.annotators) {
    answers += report.comparisons;
    if (!report.flag.empty()) flagged += report.comparisons;
  }
  const std::string random = name_flagged(result, "random"), adversaries = name_flagged(result, "adversary");
  if (random.empty() && adversaries.empty()) {
    check.grade = Grade::good;
    check.title = "No doubtful annotators";
    check.text =
        fmt::format("None of the {} annotators clearly answers at random or against the ranking.", grouped(all));
    check.text += worst_annotator(result);
    return check;
  }
  check.grade = flagged > kMuchFlagged * answers ? Grade::bad : Grade::warn;
  const auto count = static_cast<std::uint64_t>(
      std::ranges::count_if(result.annotators, [](const AnnotatorReport& report) { return !report.flag.empty(); }));
  check.title = fmt::format("{} of {} annotators are doubtful", grouped(count), grouped(all));
  if (!adversaries.empty()) check.text += fmt::format("Against the ranking: {}. ", adversaries);
  if (!random.empty()) check.text += fmt::format("As if at random: {}. ", random);
  check.text += fmt::format("They gave {} of the answers.", percent(flagged / answers));
  return check;
}

Check check_convergence(const RankResult& result) {
  std::string message = result.convergence.message;
  if (!message.empty()) message += '.';
  if (result.converged())
    return {"convergence", Grade::good, "Converged", fmt::format("Method {}: {}", result.method, message)};
  return {"convergence", Grade::bad, "Not converged",
          fmt::format("Method {} ended before it was done: {} Places may still change.", result.method, message)};
}

Check check_rows(const RankResult& result) {
  const DataSummary& data = result.data;
  std::uint64_t skipped = 0;
  std::vector<std::string> reasons;
  for (const auto& [reason, rows] : data.skipped) {
    skipped += rows;
    reasons.push_back(fmt::format("{} ({})", reason, grouped(rows)));
  }
  if (data.rows_used == data.rows)
    return {"rows", Grade::good, "All rows used", fmt::format("All {} took part.", plural(data.rows, "row", "rows"))};
  Check check{"rows",
              share_of(skipped, data.rows) > kManySkipped ? Grade::bad
              : skipped > 0                               ? Grade::warn
                                                          : Grade::good,
              skipped > 0 ? plural(skipped, "row skipped", "rows skipped") : "Some rows left out",
              {}};
  check.text = fmt::format("{} of {} took part.", grouped(data.rows_used), plural(data.rows, "row", "rows"));
  if (skipped > 0) check.text += fmt::format(" Skipped: {}.", first_few(reasons, reasons.size()));
  if (data.ties_dropped > 0)
    check.text += fmt::format(" {} left out as asked ({} drop).", plural(data.ties_dropped, "tie was", "ties were"),
                              option_named("ties"));
  if (data.outside_component > 0)
    check.text +=
        fmt::format(" {} outside of the part that was asked for ({}).",
                    plural(data.outside_component, "comparison is", "comparisons are"), option_named("component"));
  return check;
}

}  // namespace

std::string option_value(const RankResult& result, std::string_view name) {
  for (const auto& [option, value] : result.options)
    if (option == name) return value;
  return {};
}

std::string noise_sentence(const RankResult& result) {
  const double noise = figure_of(result, "noise");
  if (!std::isfinite(noise)) return {};
  return noise_in_words(noise, figure_of(result, "noise_low"), figure_of(result, "noise_high"),
                        result.annotators.size() > 1);
}

double median_range(const RankResult& result) {
  if (result.median_range) return *result.median_range;
  std::vector<double> widths;
  for (const Place& place : result.ranking) widths.push_back(*place.rank_high - *place.rank_low + 1);
  return median(std::move(widths));
}

std::string range_in_words(const RankResult& result) {
  const double width = median_range(result), items = static_cast<double>(result.ranking.size());
  if (width <= 1) return "at least half of all items have a place that is certain";
  if (width >= items) return "at least half of all items may have any place";
  const std::string places = grouped(static_cast<std::uint64_t>(width));
  return width > kUselessRange * items ? fmt::format("half of all items have a range of {} places or more", places)
                                       : fmt::format("half of all items have a range of {} places or less", places);
}

std::vector<Check> check_trust(const RankResult& result) {
  return {check_connected(result),  check_enough(result),      check_noise(result),
          check_annotators(result), check_convergence(result), check_rows(result)};
}

}  // namespace pdrank
