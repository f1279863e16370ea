#include "reproduce/chart.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>

namespace pdrank::reproduce {
namespace {

// Those of Okabe and Ito, black first, their yellow darker, for it is hard to see on white; then four more.
constexpr std::array<unsigned, 12> kColours = {0x000000, 0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00,
                                               0x56B4E9, 0x999933, 0x7A3E9D, 0x8C5A2B, 0x8A8A8A, 0x882255};
constexpr std::array kDashes = {"1", "2", "4", "5", "3"};
constexpr std::array kMarks = {7, 5, 9, 13, 4, 6, 8, 12, 11, 15, 10, 14};
constexpr unsigned kGreen = 0x009E73, kVermillion = 0xD55E00, kGrey = 0xC8C8C8;

// In pixels of the SVG.
constexpr double kPanelWidth = 480, kPanelHeight = 320, kTitle = 40, kLegendLine = 21, kRowHeight = 24, kCaption = 26;
constexpr double kLegendEntry = 300;  // at least so wide

std::string quoted(const std::string& text) {
  std::string safe = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') safe += '\\';
    safe += c == '\n' ? ' ' : c;
  }
  return safe + "\"";
}

unsigned colour_of(const Style& style) { return kColours[style.colour % kColours.size()]; }

std::string look(const Style& style) {
  const std::string marks = style.marks
                                ? fmt::format(" pt {} ps 0.7", kMarks[(style.colour + 3 * style.dash) % kMarks.size()])
                                : std::string();
  return fmt::format("with {} lc rgb \"#{:06X}\" dt {} lw {:g}{}", style.marks ? "linespoints" : "lines",
                     colour_of(style), kDashes[style.dash % kDashes.size()], style.width, marks);
}

// Where bands overlap, their colours blend; their edges do not.
std::string band_edge(const Style& style) {
  return fmt::format("with lines lc rgb \"#90{:06X}\" lw 0.7", colour_of(style));
}

// White at 0.
unsigned shaded(double shade) {
  if (std::isnan(shade)) return kGrey;
  const unsigned full = shade < 0 ? kVermillion : kGreen;
  const double share = std::min(1.0, std::abs(shade));
  unsigned colour = 0;
  for (const unsigned shift : {16u, 8u, 0u}) {
    const double part = static_cast<double>((full >> shift) & 0xFFu);
    colour |= static_cast<unsigned>(std::lround(255 + (part - 255) * share)) << shift;
  }
  return colour;
}

// What is drawn, as blocks of data with a name each.
std::string block_name(std::size_t panel, std::size_t series) { return fmt::format("$data_{}_{}", panel, series); }

std::string series_data(const Series& series) {
  std::string lines;
  for (std::size_t k = 0; k < series.x.size(); ++k) {
    if (std::isnan(series.y[k])) {
      lines += "\n";  // interrupts the line
      continue;
    }
    const double deviation = series.deviation.empty() ? 0 : series.deviation[k];
    lines += fmt::format("{:.7g} {:.7g} {:.7g} {:.7g}\n", series.x[k], series.y[k], series.y[k] - deviation,
                         series.y[k] + deviation);
  }
  return lines;
}

std::string bar_data(const std::vector<Bar>& bars) {
  std::string lines;
  for (std::size_t k = 0; k < bars.size(); ++k)
    lines += fmt::format("{:.7g} {} {} {}\n", bars[k].value, k, colour_of(bars[k].style),
                         quoted(fmt::format("{:.7g}", bars[k].value)));
  return lines;
}

std::string heat_data(const HeatMap& map) {
  std::string lines;
  for (std::size_t row = 0; row < map.cells.size(); ++row)
    for (std::size_t column = 0; column < map.cells[row].size(); ++column)
      if (const HeatMap::Cell& cell = map.cells[row][column]; !cell.empty)
        lines += fmt::format("{} {} {} {}\n", column, row, shaded(cell.shade), quoted(cell.label));
  return lines;
}

std::string data_block(const std::string& name, const std::string& lines) {
  return fmt::format("{} << EOD\n{}EOD\n", name, lines);
}

std::string data_of(const Chart& chart) {
  std::string text;
  for (std::size_t p = 0; p < chart.panels.size(); ++p) {
    const Panel& panel = chart.panels[p];
    for (std::size_t s = 0; s < panel.series.size(); ++s)
      text += data_block(block_name(p, s), series_data(panel.series[s]));
    if (!panel.bars.empty()) text += data_block(block_name(p, 0), bar_data(panel.bars));
    if (!panel.heat_map.cells.empty()) text += data_block(block_name(p, 0), heat_data(panel.heat_map));
  }
  return text;
}

std::string axis_commands(char name, const Axis& axis, double smallest = 1) {
  const auto bound = [](const std::optional<double>& value) {
    return value ? fmt::format("{:.7g}", *value) : std::string("*");
  };
  std::string text = fmt::format("set {0}label {1}\nset {0}range [{2}:{3}]\n", name, quoted(axis.label),
                                 bound(axis.low), bound(axis.high));
  text += fmt::format("{} logscale {}\n", axis.log ? "set" : "unset", name);
  // 0.001 beside 1e-05 is hard to read.
  text += fmt::format("set format {} \"{}\"\n", name, axis.log && smallest < 1e-3 ? "%.0te%T" : "%g");
  if (axis.ticks.empty()) return text + fmt::format("set {}tics autofreq\n", name);
  std::vector<std::string> ticks;
  for (const double tick : axis.ticks) ticks.push_back(fmt::format("{:.7g}", tick));
  return text + fmt::format("set {}tics ({})\n", name, fmt::join(ticks, ", "));
}

// Names at 0, 1, ..
std::string name_ticks(char axis, const std::vector<std::string>& names) {
  std::vector<std::string> ticks;
  for (std::size_t k = 0; k < names.size(); ++k) ticks.push_back(fmt::format("{} {}", quoted(names[k]), k));
  return fmt::format("unset logscale {0}\nset {0}tics ({1})\n", axis, fmt::join(ticks, ", "));
}

// Of the numbers above zero; at most 1.
double smallest(const Panel& panel, std::vector<double> Series::*values) {
  double found = 1;
  for (const Series& series : panel.series)
    for (const double value : series.*values)
      if (value > 0) found = std::min(found, value);
  return found;
}

std::string plot_series(std::size_t p, const Panel& panel) {
  std::vector<std::string> parts;
  for (std::size_t s = 0; s < panel.series.size(); ++s)
    if (!panel.series[s].deviation.empty())
      parts.push_back(
          fmt::format("{0} using 1:3:4 with filledcurves fc rgb \"#{1:06X}\" fs transparent solid 0.08 noborder, \\\n"
                      "     {0} using 1:3 {2}, {0} using 1:4 {2}",
                      block_name(p, s), colour_of(panel.series[s].style), band_edge(panel.series[s].style)));
  std::vector<std::size_t> order(panel.series.size());  // wide ones lie below
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater(), [&](std::size_t s) { return panel.series[s].style.width; });
  for (const std::size_t s : order)
    parts.push_back(fmt::format("{} using 1:2 {}", block_name(p, s), look(panel.series[s].style)));
  return fmt::format("{}{}plot {}\n", axis_commands('x', panel.x, smallest(panel, &Series::x)),
                     axis_commands('y', panel.y, smallest(panel, &Series::y)), fmt::join(parts, ", \\\n     "));
}

std::string plot_bars(std::size_t p, const Panel& panel) {
  std::vector<std::string> names;
  for (const Bar& bar : panel.bars) names.push_back(bar.name);
  const std::string data = block_name(p, 0);
  return axis_commands('x', panel.x) + axis_commands('y', {}) + name_ticks('y', names) +
         fmt::format(
             "set yrange [{:g}:-0.5]\nplot {} using ($1/2):2:($1/2):(0.38):3 with boxxyerror fs solid 0.8 noborder lc "
             "rgb variable, \\\n     {} using 1:2:4 with labels left offset 0.5,0\n",
             static_cast<double>(names.size()) - 0.5, data, data);
}

std::string plot_heat(std::size_t p, const Panel& panel) {
  const HeatMap& map = panel.heat_map;
  const std::string data = block_name(p, 0);
  return axis_commands('x', {.label = panel.x.label}) + axis_commands('y', {.label = panel.y.label}) +
         name_ticks('x', map.columns) + name_ticks('y', map.rows) +
         fmt::format(
             "set xrange [-0.5:{:g}]\nset yrange [{:g}:-0.5]\nplot {} using 1:2:(0.48):(0.46):3 with boxxyerror fs "
             "solid noborder lc rgb variable, \\\n     {} using 1:2:4 with labels font \",8\"\n",
             static_cast<double>(map.columns.size()) - 0.5, static_cast<double>(map.rows.size()) - 0.5, data, data);
}

// Names beside the axis take room.
double left_margin(const Panel& panel) {
  std::size_t longest = 0;
  for (const Bar& bar : panel.bars) longest = std::max(longest, bar.name.size());
  for (const std::string& row : panel.heat_map.rows) longest = std::max(longest, row.size());
  return longest == 0 ? 86 : 26 + 7.3 * static_cast<double>(longest);
}

double wanted_height(const Panel& panel) {
  const std::size_t rows = std::max(panel.bars.size(), panel.heat_map.rows.size());
  return rows == 0 ? kPanelHeight : 90 + kRowHeight * static_cast<double>(rows);
}

struct Layout {
  double width = 0, height = 0, legend = 0, caption = 0;
  std::size_t legend_columns = 1;
  std::vector<double> row_height = {};
  std::vector<const Series*> entries = {};  // of the legend
};

Layout lay_out(const Chart& chart) {
  Layout layout;
  const std::size_t columns = std::min(chart.columns, chart.panels.size());
  layout.width = width_of(chart);
  for (std::size_t p = 0; p < chart.panels.size(); ++p) {
    if (p % columns == 0) layout.row_height.push_back(0);
    layout.row_height.back() = std::max(layout.row_height.back(), wanted_height(chart.panels[p]));
    for (const Series& series : chart.panels[p].series)
      if (!series.name.empty() &&
          std::ranges::none_of(layout.entries, [&](const Series* other) { return other->name == series.name; }))
        layout.entries.push_back(&series);
  }
  layout.legend_columns = static_cast<std::size_t>(std::max(1.0, layout.width / kLegendEntry));
  const std::size_t lines = (layout.entries.size() + layout.legend_columns - 1) / layout.legend_columns;
  layout.legend = lines == 0 ? 0 : 16 + kLegendLine * static_cast<double>(lines);
  layout.caption = chart.caption.empty() ? 0 : kCaption;
  layout.height = kTitle + layout.legend + layout.caption;
  for (const double height : layout.row_height) layout.height += height;
  return layout;
}

std::string margins(const Layout& layout, double left, double right, double top, double bottom) {
  return fmt::format(
      "set lmargin at screen {:.4f}\nset rmargin at screen {:.4f}\nset tmargin at screen {:.4f}\nset bmargin at screen "
      "{:.4f}\n",
      left / layout.width, right / layout.width, 1 - top / layout.height, 1 - bottom / layout.height);
}

std::string panel_commands(const Chart& chart, const Layout& layout, std::size_t p) {
  const Panel& panel = chart.panels[p];
  const std::size_t columns = std::min(chart.columns, chart.panels.size()), row = p / columns;
  const double left = layout.width / static_cast<double>(columns) * static_cast<double>(p % columns);
  double top = kTitle;
  for (std::size_t k = 0; k < row; ++k) top += layout.row_height[k];
  const double right = left + layout.width / static_cast<double>(columns), bottom = top + layout.row_height[row];
  const std::string place = margins(layout, left + left_margin(panel), right - 24, top + 26, bottom - 58);
  const std::string plot = !panel.bars.empty()             ? plot_bars(p, panel)
                           : !panel.heat_map.cells.empty() ? plot_heat(p, panel)
                                                           : plot_series(p, panel);
  return fmt::format("\n{}set title {} offset 0,-0.4\n{}", place, quoted(panel.title), plot);
}

std::string legend_commands(const Layout& layout) {
  if (layout.entries.empty()) return "";
  std::vector<std::string> parts;
  for (const Series* series : layout.entries) {
    Style style = series->style;
    style.width = std::max(style.width, 1.5);  // thin lines are many together
    parts.push_back(fmt::format("NaN {} title {}", look(style), quoted(series->name)));
  }
  return fmt::format(
      "\n{}unset title\nunset border\nunset tics\nunset xlabel\nunset ylabel\nunset logscale\nunset grid\nset xrange "
      "[0:1]\nset yrange [0:1]\nset key center center horizontal maxcols {} samplen 4 Left reverse font \",9\"\nplot "
      "{}\n",
      margins(layout, 0, layout.width, layout.height - layout.legend - layout.caption, layout.height - layout.caption),
      layout.legend_columns, fmt::join(parts, ", \\\n     "));
}

std::string drawing(const Chart& chart, const Layout& layout) {
  std::string text = fmt::format(
      "set multiplot title {} font \",13\"\nunset key\nset border 3\nset tics nomirror\nset grid lc "
      "rgb \"#DDDDDD\"\n",
      quoted(chart.title));
  if (!chart.caption.empty())  // drawn with the first panel, and taken away
    text += fmt::format("set label 1 {} at screen 0.5,{:.4f} center font \",9\"\n", quoted(chart.caption),
                        0.5 * layout.caption / layout.height);
  for (std::size_t p = 0; p < chart.panels.size(); ++p) text += panel_commands(chart, layout, p) + "unset label\n";
  return text + legend_commands(layout) + "unset multiplot\nunset output\n";
}

}  // namespace

double width_of(const Chart& chart) {
  return kPanelWidth * static_cast<double>(std::max<std::size_t>(1, std::min(chart.columns, chart.panels.size())));
}

std::string gnuplot_script(const Chart& chart) {
  const Layout layout = lay_out(chart);
  const std::string drawn = drawing(chart, layout);
  return fmt::format(
      "# gnuplot {0}.gp: draws {0}.svg and {0}.png\n"
      "set encoding utf8\n{1}\n"
      "set terminal svg noenhanced size {2:g},{3:g} font \"sans-serif,10\" background \"#FFFFFF\"\n"
      "set output \"{0}.svg\"\n{4}\nreset\n"
      "set terminal pngcairo noenhanced size {5:g},{6:g} font \"sans,10\" fontscale 2 linewidth 2 pointscale 2\n"
      "set output \"{0}.png\"\n{4}",
      chart.file, data_of(chart), layout.width, layout.height, drawn, 2 * layout.width, 2 * layout.height);
}

}  // namespace pdrank::reproduce
