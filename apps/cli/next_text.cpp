#include "next_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "pdrank/core/next_reading.hpp"
#include "pdrank/core/words.hpp"
#include "result_text.hpp"
#include "table.hpp"

namespace pdrank::cli {
namespace {

// Which columns say something.
struct Shown {
  explicit Shown(const std::vector<NextPair>& pairs) {
    for (const NextPair& pair : pairs) {
      annotators |= !pair.annotator.empty();
      probabilities |= pair.probability_left.has_value();
      values |= pair.value != pairs.front().value;
    }
  }

  bool annotators = false, probabilities = false, values = false;
};

std::string data_text(const NextResult& result, std::size_t width) {
  std::string text = fmt::format("{} of {}", plural(result.comparisons, "comparison", "comparisons"),
                                 plural(result.items, "item", "items"));
  if (result.components > 1) text += fmt::format(" in {} parts", grouped(result.components));
  if (result.forbidden > 0) text += fmt::format("; {} never asked", plural(result.forbidden, "pair is", "pairs are"));
  return paragraph(text, width);
}

// As many as the largest of the values needs for three that mean something.
int digits_of(const std::vector<NextPair>& pairs) {
  double largest = 0;
  for (const NextPair& pair : pairs) largest = std::max(largest, std::abs(pair.value));
  return largest > 0 ? std::clamp(2 - static_cast<int>(std::floor(std::log10(largest))), 0, 9) : 0;
}

std::string pairs_text(const NextResult& result, std::size_t width) {
  const Shown shown(result.pairs);
  const int digits = digits_of(result.pairs);
  Table table;
  table.add_column("#", Table::Align::right);
  for (const char* title : {"left", "right"}) table.add_column(title, Table::Align::left);
  if (shown.annotators) table.add_column("annotator", Table::Align::left);
  if (shown.probabilities) table.add_column("left wins", Table::Align::right, Table::Fit::leaves);
  if (shown.values) table.add_column("value", Table::Align::right, Table::Fit::leaves);
  table.add_column("why", Table::Align::left, Table::Fit::shortens, 16);
  for (std::size_t k = 0; k < result.pairs.size(); ++k) {
    const NextPair& pair = result.pairs[k];
    std::vector<std::string> cells = {fmt::format("{}", k + 1), pair.left, pair.right};
    if (shown.annotators) cells.push_back(pair.annotator);
    if (shown.probabilities)
      cells.push_back(pair.probability_left ? fmt::format("{:.0f} %", 100 * *pair.probability_left) : std::string());
    if (shown.values) cells.push_back(pair.value == 0 ? std::string() : fmt::format("{:.{}f}", pair.value, digits));
    cells.push_back(pair.reason);
    table.add_row(std::move(cells));
  }
  std::string key = fmt::format("Strategy {}", result.strategy);
  if (shown.probabilities) key += "; left wins: how likely that answer is";
  if (shown.values) key += fmt::format("; value: {}", result.measure);
  return table.text(width) + paragraph(key + '.', width);
}

std::string outlook_text(const NextResult& result, std::size_t width) {
  std::string text;
  for (const std::string& sentence : outlook_sentences(result)) text += paragraph(sentence, width);
  return text.empty() ? text : '\n' + text;
}

}  // namespace

std::string next_text(const NextResult& result, std::string_view to_go_on, std::size_t width) {
  const std::string text = data_text(result, width) + notes_text(result.notes, width) + '\n';
  if (result.pairs.empty())
    return text + paragraph("No pair is left to ask about.", width) + outlook_text(result, width);
  return text + pairs_text(result, width) + outlook_text(result, width) + '\n' + paragraph(to_go_on, width);
}

}  // namespace pdrank::cli
