#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace pdrank::bench {
namespace {

constexpr std::size_t kWidth = 120;

std::string verdict(const Bar& bar) {
  if (!bar.figure) return "not measured";
  return bar.missed() ? "MISS" : "ok";
}

// JSON has neither infinity nor NaN.
Json limit(double value) { return std::isfinite(value) ? Json(value) : Json(); }

}  // namespace

std::string Bar::limits() const {
  if (std::isinf(high)) return fmt::format(">= {:g}", low);
  if (std::isinf(low)) return fmt::format("<= {:g}", high);
  return fmt::format("{:g} .. {:g}", low, high);
}

void Report::say(std::string_view line) const {
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

void Report::show(const cli::Table& table) const { say(table.text(kWidth)); }

void Report::show_bars() const {
  cli::Table table;
  table.add_column("", cli::Table::Align::left);
  table.add_column("figure", cli::Table::Align::right);
  table.add_column("std. error", cli::Table::Align::right);
  table.add_column("bar", cli::Table::Align::right);
  table.add_column("what", cli::Table::Align::left);
  for (const Bar& bar : bars_)
    table.add_row({verdict(bar), bar.figure ? digits(*bar.figure, 4) : "",
                   std::isnan(bar.standard_error) ? "" : digits(bar.standard_error, 4), bar.limits(), bar.what});
  show(table);
  const auto count = [&](std::string_view word) {
    return std::ranges::count_if(bars_, [&](const Bar& bar) { return verdict(bar) == word; });
  };
  say(fmt::format("{} ok, {} missed, {} not measured", count("ok"), count("MISS"), count("not measured")));
}

Json Report::bars() const {
  Json all = Json::array();
  for (const Bar& bar : bars_)
    all.push_back({{"what", bar.what},
                   {"figure", bar.figure ? Json(*bar.figure) : Json()},
                   {"standard_error", limit(bar.standard_error)},
                   {"low", limit(bar.low)},
                   {"high", limit(bar.high)},
                   {"verdict", verdict(bar)}});
  return all;
}

bool Report::any_missed() const { return std::ranges::any_of(bars_, &Bar::missed); }

cli::Table table_of(const std::vector<std::string>& titles) {
  cli::Table table;
  for (const std::string& title : titles)
    table.add_column(title, &title == &titles.front() ? cli::Table::Align::left : cli::Table::Align::right);
  return table;
}

std::string digits(double figure, int behind_point) {
  return std::isnan(figure) ? "-" : fmt::format("{:.{}f}", figure, behind_point);
}

}  // namespace pdrank::bench
