#include "cells.hpp"

#include <fmt/format.h>

#include "method_list.hpp"

namespace pdrank::bench::accuracy {
namespace {

Cell make_cell(const std::string& noise, std::uint32_t items, std::uint64_t comparisons,
               const std::vector<std::string>& methods) {
  Cell cell;
  cell.world = noise;
  cell.name = fmt::format("m={} n={}", items, comparisons);
  cell.simulate.items = items;
  cell.simulate.comparisons = comparisons;
  cell.simulate.noise = parse_noise(noise);
  cell.methods = methods;
  if (items == 30 && comparisons < 300) cell.seeds_factor = 5;  // else a mean tau has a standard error of 0.01
  return cell;
}

}  // namespace

std::vector<Cell> toggle_cells(const Settings& settings) {
  std::vector<std::string> methods = settings.methods;
  if (contains(methods, "pdrank")) methods.insert(methods.end(), kFixedGammas.begin(), kFixedGammas.end());

  std::vector<Cell> cells;
  const auto add = [&](std::uint32_t items, std::uint64_t comparisons,
                       std::vector<std::pair<std::string, double>> tau_bars) {
    cells.push_back(make_cell("toggle:0.1", items, comparisons, methods));
    cells.back().tau_bars = std::move(tau_bars);
  };
  add(30, 130, {{"posterior", 0.72}});
  add(30, 217, {{"posterior", 0.80}});
  add(30, 435, {{"posterior", 0.915}});
  add(30, 870, {{"posterior", 0.965}});
  add(200, 1000, {{"posterior", 0.72}, {"pdrank", 0.70}});
  add(1000, 5000, {{"posterior", 0.72}, {"pdrank", 0.70}});
  return cells;
}

std::vector<Cell> bt_cells(const Settings& settings, int range) {
  std::vector<Cell> cells;
  for (const std::uint64_t comparisons : {130u, 217u, 435u, 870u, 1305u, 2175u, 6500u})
    cells.push_back(make_cell(fmt::format("bt:{}", range), 30, comparisons, settings.methods));
  return cells;
}

}  // namespace pdrank::bench::accuracy
