#include "answers_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "list.hpp"

namespace pdrank::bench::active {
namespace {

std::string text_of(const Column& column, const Entry* entry) {
  if (!entry) return "";
  const Mean answers = entry->reached.mean(), share = column.share_of_random(*entry);
  if (std::isnan(answers.value)) return fmt::format("> {}", column.budget);
  const std::string text = fmt::format("{:.0f} ±{:.0f}", answers.value, answers.standard_error);
  return std::isnan(share.value)
             ? text
             : fmt::format("{} ({:.0f} ±{:.0f} %)", text, 100 * share.value, 100 * share.standard_error);
}

std::vector<std::string> strategies_with(std::span<const Column> columns, std::string_view method) {
  std::vector<std::string> names;
  for (const Column& column : columns)
    for (const Entry& entry : column.entries)
      if (entry.method == method && !contains(names, entry.strategy)) names.push_back(entry.strategy);
  return names;
}

}  // namespace

const Entry* Column::find(std::string_view strategy, std::string_view method) const {
  const auto found = std::ranges::find_if(
      entries, [&](const Entry& entry) { return entry.strategy == strategy && entry.method == method; });
  return found == entries.end() ? nullptr : &*found;
}

Mean Column::share_of_random(const Entry& entry) const {
  const Entry* random = find("random", "posterior");
  return random ? ratio(entry.reached, random->reached) : Mean{};
}

void show_answers(const Report& report, std::string title, std::span<const Column> columns, std::string_view method) {
  const std::vector<std::string> names = strategies_with(columns, method);
  if (names.empty()) return;
  std::vector<std::string> titles = {std::move(title)};
  for (const Column& column : columns) titles.push_back(column.title);
  cli::Table table = table_of(titles);
  for (const std::string& name : names) {
    std::vector<std::string> line = {name};
    for (const Column& column : columns) line.push_back(text_of(column, column.find(name, method)));
    table.add_row(std::move(line));
  }
  report.show(table);
}

Json figures_of(const Column& column) {
  Json figures = {{"setting", column.title}, {"budget", column.budget}};
  for (const Entry& entry : column.entries) {
    const Mean answers = entry.reached.mean(), share = column.share_of_random(entry);
    figures["strategies"][entry.strategy][entry.method] = {{"answers", answers.value},
                                                           {"standard_error", answers.standard_error},
                                                           {"share_of_random", share.value},
                                                           {"share_standard_error", share.standard_error}};
  }
  return figures;
}

}  // namespace pdrank::bench::active
