// The one way: run the figures, write their tables, draw their charts, make the page.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pdrank/core/observer.hpp"
#include "pdrank/core/option_table.hpp"
#include "reproduce/figure.hpp"

namespace pdrank::reproduce {

struct ReproduceOptions {
  std::vector<std::string> ids = {};  // of figures; empty: all
  std::string output = "reproduction";
  std::optional<std::uint64_t> trials = std::nullopt;
  std::string data = {};  // empty: none
  std::uint64_t seed = 1;
  int threads = 0;

  static OptionTable<ReproduceOptions> table();
};

struct Reproduced {
  const Figure* figure = nullptr;
  FigureResult result;
};

struct Reproduction {
  std::vector<Reproduced> figures;      // in the order of the registry
  std::vector<std::string> notes = {};  // sentences
};

// InvalidArgument for options that cannot be; InputError if the folder of data is none.
void check(const ReproduceOptions& options);

// Writes into options.output: a CSV for every table, a gnuplot script and, where gnuplot is installed, SVG and PNG for
// every chart, index.html, and the finished cells. A run that was stopped goes on from those. `observer` may be null;
// Stopped if it asks for that. InputError for files that cannot be read or written, and while another run is at work in
// the folder.
Reproduction reproduce(const ReproduceOptions& options, Observer* observer = nullptr);

}  // namespace pdrank::reproduce
