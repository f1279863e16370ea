// A picture, described: panels with lines, bars or coloured cells. `gnuplot_script` turns it into a program for gnuplot
// (T. Williams, C. Kelley and others) that draws it as SVG and PNG.
//
// Colours are those of M. Okabe and K. Ito, "Color universal design" (2008), which readers who see fewer can tell
// apart; lines differ in dashes and marks as well.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace pdrank::reproduce {

struct Axis {
  std::string label;  // with the unit
  bool log = false;
  std::optional<double> low = std::nullopt, high = std::nullopt;  // unset: by the data
  std::vector<double> ticks = {};                                 // empty: gnuplot's own
};

// The same style means the same line in every panel.
struct Style {
  std::size_t colour = 0;  // of the twelve, taken modulo
  std::size_t dash = 0;    // 0 = solid; modulo five
  double width = 2;
  bool marks = true;  // at the points
};

// A line. Where y is NaN it is interrupted.
struct Series {
  std::string name;  // in the legend; empty: not there
  Style style = {};
  std::vector<double> x = {}, y = {};
  std::vector<double> deviation = {};  // shaded to either side; empty: none
};

struct Bar {
  std::string name;
  double value = 0;
  Style style = {};
};

// Cells from -1 (vermilion) over 0 (white) to 1 (green), and grey ones.
struct HeatMap {
  std::vector<std::string> columns = {}, rows = {};
  struct Cell {
    double shade = std::numeric_limits<double>::quiet_NaN();  // NaN: grey
    std::string label = {};
    bool empty = false;  // nothing is drawn
  };
  std::vector<std::vector<Cell>> cells = {};  // by row, then by column
};

// One of series, bars and heat map is filled.
struct Panel {
  std::string title;
  Axis x = {}, y = {};
  std::vector<Series> series = {};
  std::vector<Bar> bars = {};  // horizontal; named beside the axis
  HeatMap heat_map = {};
};

struct Chart {
  std::string file;  // without an ending: "noise-n"
  std::string title;
  std::vector<Panel> panels = {};
  std::size_t columns = 2;   // panels side by side
  std::string caption = {};  // a line below: what colours mean, say
};

// Draws <file>.svg and <file>.png in the folder it is run in. The legend is below the panels, and the caption below
// that.
std::string gnuplot_script(const Chart& chart);

// Of the SVG, in pixels.
double width_of(const Chart& chart);

}  // namespace pdrank::reproduce
