#include "tau_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "method_list.hpp"

namespace pdrank::bench::accuracy {
namespace {

std::string tau_text(const MethodRuns& runs) {
  if (runs.refused() > 0) return fmt::format("refused {}", runs.refused());
  const Mean tau = runs.tau();
  return fmt::format("{} ±{}", digits(tau.value), digits(tau.standard_error).substr(1));
}

std::string best_of(const CellRuns& runs, const std::vector<std::string>& methods) {
  std::string best;
  double highest = -std::numeric_limits<double>::infinity();
  for (const std::string& method : methods) {
    const MethodRuns& of_method = runs.at(method);
    if (of_method.refused() > 0 || !(of_method.tau().value > highest)) continue;
    highest = of_method.tau().value;
    best = method;
  }
  return best;
}

std::vector<std::string> line_of(std::string title, std::span<const Cell> cells, auto&& text) {
  std::vector<std::string> line = {std::move(title)};
  for (const Cell& cell : cells) line.push_back(text(cell));
  return line;
}

std::string bar_text(const Cell& cell, std::string_view method) {
  for (const auto& [name, bar] : cell.tau_bars)
    if (name == method) return fmt::format(">= {:g}", bar);
  return "";
}

bool has_bar(std::span<const Cell> cells, std::string_view method) {
  return std::ranges::any_of(cells, [&](const Cell& cell) { return !bar_text(cell, method).empty(); });
}

// A line a method, with its bars below; a method that refuses all there is comes back instead.
std::vector<std::string> add_method_lines(Study& study, std::span<const Cell> cells, cli::Table& table) {
  std::vector<std::string> refused;
  for (const std::string& method : cells.front().methods) {
    const auto runs = [&](const Cell& cell) -> const MethodRuns& { return study.runs.of(cell).at(method); };
    if (std::ranges::all_of(cells, [&](const Cell& cell) { return runs(cell).refused() == runs(cell).runs.size(); })) {
      refused.push_back(method);
      continue;
    }
    table.add_row(line_of(method, cells, [&](const Cell& cell) { return tau_text(runs(cell)); }));
    if (has_bar(cells, method))
      table.add_row(line_of("  bar", cells, [&](const Cell& cell) { return bar_text(cell, method); }));
  }
  return refused;
}

void add_gap_lines(Study& study, std::span<const Cell> cells, cli::Table& table) {
  const std::vector<std::string>& methods = study.settings.methods;
  const auto best = [&](const Cell& cell) { return best_of(study.runs.of(cell), methods); };
  table.add_row(line_of("best", cells, best));
  if (!contains(methods, "posterior")) return;
  const auto below = [&](const Cell& cell) {
    const Mean gap = largest_gap(study, {&cell, 1}, "posterior", methods).below;
    return fmt::format("{} ±{}", digits(gap.value), digits(gap.standard_error).substr(1));
  };
  table.add_row(line_of("posterior below best", cells, below));
}

void say_what_failed(Study& study, std::span<const Cell> cells) {
  for (const Cell& cell : cells)
    for (const auto& [method, runs] : study.runs.of(cell))
      if (const std::size_t count = runs.not_converged(); count > 0)
        study.report.say(fmt::format("{} did not converge in {} of {} runs of {}; they are counted as they ended",
                                     method, count, runs.runs.size(), cell.title()));
}

Json figures_of(const Cell& cell, const CellRuns& runs) {
  Json figures = {{"cell", cell.title()}};
  for (const std::string& method : cell.methods) {
    const MethodRuns& of_method = runs.at(method);
    const Mean tau = of_method.tau();
    figures["methods"][method] = {{"tau", tau.value},
                                  {"standard_error", tau.standard_error},
                                  {"refused", of_method.refused()},
                                  {"not_converged", of_method.not_converged()}};
  }
  return figures;
}

void hold_tau_bars(Study& study, const Cell& cell) {
  const CellRuns& runs = study.runs.of(cell);
  for (const auto& [method, least] : cell.tau_bars) {
    Bar bar = {.what = fmt::format("{}: mean tau of {}", cell.title(), method), .figure = std::nullopt, .low = least};
    if (const auto of_method = runs.find(method); of_method != runs.end()) {
      const Mean tau = of_method->second.tau();
      bar.figure = tau.value;
      bar.standard_error = tau.standard_error;
    }
    study.report.hold(std::move(bar));
  }
}

}  // namespace

void show_taus(Study& study, std::string_view part, std::span<const Cell> cells) {
  std::vector<std::string> titles = {cells.front().world};
  for (const Cell& cell : cells) titles.push_back(cell.name);
  cli::Table table = table_of(titles);
  const std::vector<std::string> refused = add_method_lines(study, cells, table);
  add_gap_lines(study, cells, table);
  study.report.show(table);
  if (!refused.empty()) study.report.say(fmt::format("Not applicable to any of this: {}", fmt::join(refused, ", ")));
  say_what_failed(study, cells);
  study.report.say("");
  for (const Cell& cell : cells) {
    study.report.figures[std::string(part)].push_back(figures_of(cell, study.runs.of(cell)));
    hold_tau_bars(study, cell);
  }
}

Gap largest_gap(Study& study, std::span<const Cell> cells, std::string_view method,
                const std::vector<std::string>& others) {
  Gap largest;
  for (const Cell& cell : cells) {
    const CellRuns& runs = study.runs.of(cell);
    const std::string best = best_of(runs, others);
    if (best.empty()) continue;
    const MethodRuns& own = runs.find(method)->second;
    const Mean below =
        own.refused() > 0 ? Mean{std::numeric_limits<double>::infinity(), kNone} : own.tau_below(runs.at(best));
    if (!(below.value <= largest.below.value)) largest = {below, fmt::format("{}, {}", cell.name, best)};
  }
  return largest;
}

void hold_gap(Study& study, std::string_view what, std::span<const Cell> cells, std::string_view method,
              const std::vector<std::string>& others, double most) {
  Bar bar = {.what = std::string(what), .figure = std::nullopt, .high = most};
  if (contains(study.settings.methods, method)) {
    const Gap gap = largest_gap(study, cells, method, others);
    bar.figure = gap.below.value;
    bar.standard_error = gap.below.standard_error;
    bar.what += fmt::format(" ({})", gap.where);
  }
  study.report.hold(std::move(bar));
}

}  // namespace pdrank::bench::accuracy
