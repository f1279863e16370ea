// Chart descriptions as gnuplot scripts; where gnuplot is installed, it must accept them.
#include "reproduce/chart.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "pdrank/core/result.hpp"
#include "reproduce/gnuplot.hpp"

namespace pdrank::reproduce {
namespace {

namespace fs = std::filesystem;

Chart sample() {
  Panel lines = {.title = "lines", .x = {.label = "trials", .log = true, .ticks = {0.3, 1, 15}}, .y = {.label = "tau"}};
  lines.series.push_back({"PD-Rank \"paper\"", {}, {0.3, 1, 15}, {0.7, 0.8, 1}, {0.1, 0.05, 0.02}});
  lines.series.push_back({"gap", {.colour = 1, .dash = 2}, {0.3, 1, 15}, {0.6, kNone, 0.9}});
  Panel bars = {.title = "bars", .x = {.label = "exact rankings"}};
  bars.bars = {{"Borda", 12, {}}, {"SVM", 7.5, {.colour = 9}}};
  Panel map = {.title = "t-tests"};
  map.heat_map = {{"0.3", "1"}, {"RC"}, {{{.shade = -1, .label = "-8.0"}, {.label = "0.1"}}}};
  return {.file = "sample", .title = "A_sample", .panels = {lines, bars, map}};
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(Chart, TheScriptDrawsSvgAndPng) {
  const std::string script = gnuplot_script(sample());
  EXPECT_EQ(count(script, "set terminal svg "), 1u);
  EXPECT_EQ(count(script, "set terminal pngcairo "), 1u);
  EXPECT_EQ(count(script, "set output \"sample.svg\""), 1u);
  EXPECT_EQ(count(script, "set output \"sample.png\""), 1u);
  EXPECT_EQ(count(script, "$data_0_0 << EOD"), 1u);  // the numbers once, the drawing twice
}

TEST(Chart, NumbersBandsGapsAndNames) {
  const std::string script = gnuplot_script(sample());
  EXPECT_EQ(count(script, "0.3 0.7 0.6 0.8\n1 0.8 0.75 0.85\n15 1 0.98 1.02\n"), 1u);
  EXPECT_EQ(count(script, "0.3 0.6 0.6 0.6\n\n15 0.9"), 1u);
  EXPECT_EQ(count(script, "with filledcurves"), 2u);                // one band, drawn twice
  EXPECT_EQ(count(script, "with lines lc rgb \"#90"), 4u);          // and its two edges
  EXPECT_EQ(count(script, "title \"PD-Rank \\\"paper\\\"\""), 2u);  // in the legend alone
  EXPECT_EQ(count(script, "set xtics (0.3, 1, 15)"), 2u);
  EXPECT_EQ(count(script, "set ytics (\"Borda\" 0, \"SVM\" 1)"), 2u);
}

TEST(Chart, SmallNumbersOfALogarithmicAxisHaveExponents) {
  Chart chart = sample();
  EXPECT_EQ(count(gnuplot_script(chart), "set format x \"%g\""), 6u);  // three panels, drawn twice
  chart.panels[0].series[0].x[0] = 1e-6;
  const std::string script = gnuplot_script(chart);
  EXPECT_EQ(count(script, "set format x \"%.0te%T\""), 2u);
  EXPECT_EQ(count(script, "set format y \"%g\""), 6u);
}

TEST(Chart, TheCaptionIsDrawnOnce) {
  Chart chart = sample();
  EXPECT_EQ(count(gnuplot_script(chart), "set label 1"), 0u);
  chart.caption = "green: better";
  const std::string script = gnuplot_script(chart);
  EXPECT_EQ(count(script, "set label 1 \"green: better\" at screen"), 2u);
  EXPECT_LT(script.find("set label 1"), script.find("plot $data_0_0"));
  EXPECT_LT(script.find("plot $data_0_0"), script.find("unset label"));
}

TEST(Chart, CellsAreVermillionWhiteGreenAndGrey) {
  Chart chart = sample();
  chart.panels[2].heat_map.cells = {
      {{.shade = -1}, {.shade = 0}}, {{.shade = 1}, {}}, {{.shade = 0.5}, {.empty = true}}};
  const std::string script = gnuplot_script(chart);
  EXPECT_NE(script.find("0 0 " + std::to_string(0xD55E00) + " "), std::string::npos);
  EXPECT_NE(script.find("1 0 " + std::to_string(0xFFFFFF) + " "), std::string::npos);
  EXPECT_NE(script.find("0 1 " + std::to_string(0x009E73) + " "), std::string::npos);
  EXPECT_NE(script.find("1 1 " + std::to_string(0xC8C8C8) + " "), std::string::npos);
  EXPECT_NE(script.find("0 2 " + std::to_string(0x80CFB9) + " "), std::string::npos);
  EXPECT_EQ(script.find("1 2 " + std::to_string(0xC8C8C8) + " "), std::string::npos);
}

TEST(Chart, GnuplotAcceptsTheScript) {
  const fs::path folder = fs::temp_directory_path() / ("pdrank-chart-" + std::to_string(getpid()));
  fs::create_directories(folder);
  Chart chart = sample();
  chart.caption = "green: better";
  chart.panels[0].series[0].x[0] = 1e-6;
  EXPECT_EQ(draw(chart, folder.string()), "");
  EXPECT_TRUE(fs::exists(folder / "sample.gp"));
  for (const char* name : {"sample.svg", "sample.png"}) EXPECT_EQ(fs::exists(folder / name), has_gnuplot()) << name;
  fs::remove_all(folder);
}

}  // namespace
}  // namespace pdrank::reproduce
