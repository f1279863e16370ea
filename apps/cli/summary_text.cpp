#include "summary_text.hpp"

#include <fmt/format.h>

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

// As many of the leaders' names as there is room for.
std::string lead_text(const RankResult& result, std::size_t width) {
  std::string text;
  for (std::size_t most = kFewNames; most > 0; --most) {
    text = headline_of(result, most) + '.';
    if (display_width(text) <= width) break;
  }
  return text;
}

// As many of the doubts as there is room for.
std::string doubts_text(const std::vector<Check>& checks, std::size_t width) {
  std::string text;
  for (std::size_t most = kFewNames; most > 1; --most) {
    text = doubts_in_words(checks, most);
    if (text.empty()) return "No check speaks against trusting it.";
    text += " More below.";
    if (display_width(text) <= width) break;
  }
  return text;
}

}  // namespace

std::string rows_text(const DataSummary& data) {
  std::string text =
      fmt::format("{}, {} of {}", plural(data.rows, "row", "rows"),
                  plural(data.comparisons, "comparison", "comparisons"), plural(data.items, "item", "items"));
  if (data.answers != static_cast<double>(data.comparisons))
    text += fmt::format(", {} answers by weight", amount(data.answers));
  if (data.annotators > 0) text += fmt::format(" by {}", plural(data.annotators, "annotator", "annotators"));
  if (data.ties > 0) text += fmt::format(", {}", plural(data.ties, "tie", "ties"));
  if (data.rows_used < data.rows) text += fmt::format("; {} used", plural(data.rows_used, "row", "rows"));
  return text;
}

std::string summary_text(const RankResult& result, std::size_t width) {
  const std::vector<Check> checks = checks_of(result);
  return paragraph(lead_text(result, width), width) + paragraph(rows_text(result.data) + '.', width) +
         paragraph(noise_text(result), width) + paragraph(doubts_text(checks, width), width);
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
