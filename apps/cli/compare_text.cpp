#include "compare_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <vector>

#include "pdrank/core/words.hpp"
#include "result_text.hpp"
#include "table.hpp"

namespace pdrank::cli {
namespace {

std::string number(double value, int digits) {
  return std::isnan(value) ? std::string("-") : fmt::format("{:.{}f}", value, digits);
}

// Three digits that mean something: 0.004, 0.31, 12.
std::string seconds(double value) {
  return value < 0.1  ? fmt::format("{:.3f}", value)
         : value < 10 ? fmt::format("{:.2f}", value)
                      : fmt::format("{:.0f}", value);
}

std::string p_value(double p) {
  if (std::isnan(p)) return "-";
  if (p < 0.001) return "<.001";
  const std::string text = fmt::format("{:.3f}", p);
  return text.starts_with("0") ? text.substr(1) : text;
}

bool has_room_for_all(const CompareResult& result) { return result.folds == 0 || result.truth_items == 0; }

std::string lines_text(const CompareResult& result, std::size_t width) {
  const bool folds = result.folds > 0, truth = result.truth_items > 0;
  Table table;
  table.add_column("method", Table::Align::left);
  const bool all = has_room_for_all(result);
  if (all) table.add_column("seconds", Table::Align::right, Table::Fit::leaves);
  table.add_column("agrees", Table::Align::right, folds || truth ? Table::Fit::leaves : Table::Fit::stays);
  if (all) table.add_column("against", Table::Align::right, Table::Fit::leaves);
  if (folds) {
    for (const char* title : {"right", "log loss"}) table.add_column(title, Table::Align::right);
    table.add_column("p", Table::Align::right, Table::Fit::leaves);
    table.add_column("law", Table::Align::left, Table::Fit::leaves);
  }
  if (truth)
    for (const std::string& title : {std::string("tau"), std::string("rho"), fmt::format("top {}", result.top)})
      table.add_column(title, Table::Align::right);
  for (const MethodOnData& line : result.methods) {
    if (!line.reason.empty()) continue;
    const bool settled = line.convergence.status == Termination::converged;
    std::vector<std::string> cells = {settled ? line.method : line.method + " *"};
    if (all) cells.push_back(seconds(line.seconds));
    cells.push_back(number(line.agreement, 3));
    if (all) cells.push_back(amount(line.contradicted));
    if (folds) {
      cells.push_back(std::isnan(line.accuracy) ? "-" : fmt::format("{:.1f} %", 100 * line.accuracy));
      cells.push_back(number(line.log_loss, 4));
      cells.push_back(p_value(line.p_value));
      cells.emplace_back(line.law == "own" ? "own" : "slope");
    }
    if (truth) {
      cells.push_back(number(line.tau, 3));
      cells.push_back(number(line.spearman, 3));
      cells.push_back(fmt::format("{:.0f} %", 100 * line.top_k));
    }
    table.add_row(std::move(cells));
  }
  return table.text(width);
}

std::string_view folds_word(const CompareResult& result) { return result.forward ? "blocks" : "folds"; }

std::string key_text(const CompareResult& result, std::size_t width) {
  std::string text = "agrees: mean Kendall tau with the other methods";
  if (result.graph.components > 1) text += fmt::format(", on the {} items of the largest part", grouped(result.items));
  if (has_room_for_all(result))
    text +=
        fmt::format("; against: answers that its ranking contradicts, by weight (no order contradicts fewer than {})",
                    amount(result.at_least));
  if (result.folds > 0)
    text += fmt::format(
        "; right, log loss: {} answers, predicted in {} (a coin has 50 % and 0.6931); p: how likely chance alone makes "
        "a gap this large to the best (paired t-test over the {}, corrected for the number of pairs of methods); law: "
        "own = by the method's own probabilities, slope = by one slope for its scores, fitted to the other {}",
        amount(result.held_out),
        fmt::format("{} {}", result.folds,
                    result.forward ? "blocks of rows, each from the rows before it" : "folds from the rest"),
        folds_word(result), folds_word(result));
  if (result.truth_items > 0)
    text += fmt::format("; tau, rho, top {}: against the truth of {} items", result.top, grouped(result.truth_items));
  return paragraph(text + '.', width);
}

std::string agreement_text(const CompareResult& result, std::size_t width) {
  std::vector<std::size_t> shown;
  for (std::size_t k = 0; k < result.methods.size(); ++k)
    if (result.methods[k].reason.empty()) shown.push_back(k);
  if (shown.size() < 3) return {};  // the column `agrees` says it all
  Table table;
  table.add_column("   Kendall tau", Table::Align::left);
  for (std::size_t k = 0; k < shown.size(); ++k) table.add_column(fmt::format("{}", k + 1), Table::Align::right);
  for (std::size_t k = 0; k < shown.size(); ++k) {
    std::vector<std::string> cells = {fmt::format("{:2} {}", k + 1, result.methods[shown[k]].method)};
    for (const std::size_t other : shown) {
      const double tau = result.agreement[shown[k]][other];
      std::string cell = other == shown[k] ? std::string() : number(tau, 2);
      if (cell == "1.00") cell = "1";
      if (cell.starts_with("0.")) cell.erase(0, 1);
      if (cell.starts_with("-0.")) cell.erase(1, 1);
      cells.push_back(std::move(cell));
    }
    table.add_row(std::move(cells));
  }
  if (!table.fits(width))
    return '\n' + paragraph(
                      "The table of how far the methods agree with one another is wider than this terminal; "
                      "--format json has it.",
                      width);
  return '\n' + table.text(width);
}

std::string remarks_text(const CompareResult& result, std::size_t width) {
  std::string text;
  for (const MethodOnData& line : result.methods)
    if (line.reason.empty() && line.convergence.status != Termination::converged)
      text += paragraph(fmt::format("* {} has not converged: {}", line.method, line.convergence.message), width);
  std::map<std::string, std::vector<std::string>> unpredicted;  // share -> methods
  for (const MethodOnData& line : result.methods)
    if (line.unpredicted > 0.001) unpredicted[fmt::format("{:.1f}", 100 * line.unpredicted)].push_back(line.method);
  for (const auto& [share, names] : unpredicted)
    text += paragraph(fmt::format("* {}: {} % of the held-out answers are about items that the rest of the data cannot "
                                  "compare; they count as a coin's.",
                                  fmt::join(names, ", "), share),
                      width);
  std::vector<std::string> reasons;
  for (const MethodOnData& line : result.methods)
    if (!line.reason.empty() && std::ranges::find(reasons, line.reason) == reasons.end())
      reasons.push_back(line.reason);
  for (const std::string& reason : reasons) {
    std::vector<std::string> names;
    for (const MethodOnData& line : result.methods)
      if (line.reason == reason) names.push_back(line.method);
    text += paragraph(fmt::format("* Not applied: {}: {}.", fmt::join(names, ", "), reason), width);
  }
  return text.empty() ? text : '\n' + text;
}

}  // namespace

std::string compare_text(const CompareResult& result, std::size_t width) {
  std::string text = data_text(result.data, result.graph, width);
  text += notes_text(result.notes, width) + '\n' + lines_text(result, width) + key_text(result, width);
  text += agreement_text(result, width) + remarks_text(result, width);
  return text + '\n' + paragraph(result.reading, width, "");
}

}  // namespace pdrank::cli
