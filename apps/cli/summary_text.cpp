#include "summary_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pdrank/core/words.hpp"
#include "pdrank/report/checks.hpp"
#include "pdrank/report/conclusion.hpp"
#include "result_text.hpp"
#include "terminal.hpp"

namespace pdrank::cli {
namespace {

// Of several processes each knows its own places and annotators alone; these cannot be checked by one of them.
std::vector<Check> checks_of(const RankResult& result) {
  std::vector<Check> checks = check_trust(result);
  if (result.ranking.size() < result.graph.items)
    std::erase_if(checks, [](const Check& check) { return check.name == "enough" || check.name == "annotators"; });
  return checks;
}

std::string noise_text(const RankResult& result) {
  if (const std::string noise = noise_sentence(result); !noise.empty()) return noise;
  const Confidences& confidence = result.confidence;
  const double against = confidence.count(Standing::against);
  const double all = confidence.count(Standing::with) + confidence.count(Standing::level) + against;
  if (against == 0) return "No answer goes against the ranking.";
  return fmt::format("{} of {} {} against the ranking.", amount(against), plural_amount(all, "answer", "answers"),
                     against == 1 ? "goes" : "go");
}

// Of sentences that say less and less: the first that takes the fewest lines.
std::string shortest_of(const std::vector<std::string>& sentences, std::size_t width) {
  std::string best;
  std::ptrdiff_t fewest = 0;
  for (const std::string& sentence : sentences) {
    const std::string text = paragraph(sentence, width);
    const std::ptrdiff_t lines = std::ranges::count(text, '\n');
    if (best.empty() || lines < fewest) best = text, fewest = lines;
  }
  return best;
}

// With as many of the leaders' names as there is room for, and as much of a name.
std::string lead_text(const RankResult& result, std::size_t width) {
  std::vector<std::string> sentences;
  for (std::size_t most = kFewNames; most > 0; --most) sentences.push_back(headline_of(result, most) + '.');
  for (const std::size_t columns : {30u, 20u, 10u})
    sentences.push_back(headline_of(result, 1, [=](std::string_view name) { return fitted_name(name, columns); }) +
                        '.');
  return shortest_of(sentences, width);
}

// What goes first is in the table, or stands below it.
std::string data_line(const DataSummary& data, std::size_t width) {
  std::vector<std::string> sentences;
  for (const RowFacts facts :
       {RowFacts::ties, RowFacts::weights, RowFacts::used, RowFacts::annotators, RowFacts::rows, RowFacts::comparisons})
    sentences.push_back(rows_text(data, facts) + '.');
  return shortest_of(sentences, width);
}

// As many of the doubts as there is room for.
std::string doubts_text(const std::vector<Check>& checks, std::size_t width) {
  std::vector<std::string> sentences;
  for (const std::size_t most : {kFewNames, kFewNames - 1, kFewNames - 2, std::size_t{0}}) {
    const std::string doubts = doubts_in_words(checks, most);
    if (doubts.empty()) return paragraph("No check speaks against trusting it.", width);
    sentences.push_back(doubts + " More below.");
  }
  return shortest_of(sentences, width);
}

}  // namespace

std::string rows_text(const DataSummary& data, RowFacts facts) {
  std::string text;
  if (facts >= RowFacts::rows) text = plural(data.rows, "row", "rows") + ", ";
  text += fmt::format("{} of {}", plural(data.comparisons, "comparison", "comparisons"),
                      plural(data.items, "item", "items"));
  if (facts >= RowFacts::annotators && data.annotators > 0)
    text += fmt::format(" by {}", plural(data.annotators, "annotator", "annotators"));
  if (facts >= RowFacts::weights && data.answers != static_cast<double>(data.comparisons))
    text += fmt::format(", {} answers by weight", amount(data.answers));
  if (facts >= RowFacts::ties && data.ties > 0) text += fmt::format(", {}", plural(data.ties, "tie", "ties"));
  if (facts >= RowFacts::used && data.rows_used < data.rows)
    text += fmt::format("; {} used", plural(data.rows_used, "row", "rows"));
  return text;
}

std::string summary_text(const RankResult& result, std::size_t width) {
  return lead_text(result, width) + data_line(result.data, width) + paragraph(noise_text(result), width) +
         doubts_text(checks_of(result), width);
}

std::vector<std::string> other_notes(const RankResult& result) {
  const std::string said = noise_sentence(result);
  std::vector<std::string> notes;
  for (const std::string& note : result.notes) {
    const bool is_said = !said.empty() && note.starts_with(said);
    const std::string rest = is_said ? note.substr(std::min(note.size(), said.size() + 1)) : note;
    if (!rest.empty()) notes.push_back(rest);
  }
  return notes;
}

}  // namespace pdrank::cli
