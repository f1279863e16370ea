// Many items: every strategy lists a batch, in whatever time and memory it takes.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "memory.hpp"
#include "parts.hpp"
#include "pdrank/active/next_pairs.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/core/stopwatch.hpp"
#include "pdrank/simulate/simulate.hpp"

namespace pdrank::bench::active {
namespace {

constexpr std::uint32_t kItems = 100'000;
constexpr std::uint64_t kComparisons = 500'000, kPairs = 1000;

struct Listed {
  std::size_t pairs = 0;  // different ones
  double seconds = 0;
  std::optional<double> peak_bytes;
  std::string refused;  // why
};

Listed list_pairs(const Comparisons& data, const std::string& strategy) {
  Listed listed;
  forget_peak_memory();
  const Stopwatch stopwatch;
  std::set<std::pair<std::string, std::string>> different;
  try {
    NextOptions options;
    options.strategy = strategy;
    options.count = kPairs;
    options.outlook = false;
    for (const NextPair& pair : next_pairs(data, options).pairs) different.insert(std::minmax(pair.left, pair.right));
  } catch (const NotApplicable& error) {
    listed.refused = error.reason();
  }
  listed.seconds = stopwatch.seconds();
  listed.peak_bytes = peak_memory();
  listed.pairs = different.size();
  return listed;
}

}  // namespace

void run_large(Study& study) {
  const Simulation simulation = simulate({.items = kItems, .comparisons = kComparisons});
  study.report.say(
      fmt::format("{} items, {} comparisons, {} pairs listed, without an outlook\n", kItems, kComparisons, kPairs));
  cli::Table table = table_of({"strategy", "pairs", "seconds", "peak memory"});
  for (const std::string& strategy : study.settings.strategies) {
    const Listed listed = list_pairs(simulation.comparisons, strategy);
    const std::string peak = listed.peak_bytes ? fmt::format("{:.0f} MB", *listed.peak_bytes / 1e6) : "-";
    table.add_row({strategy, fmt::format("{}", listed.pairs), digits(listed.seconds, 1), peak});
    if (!listed.refused.empty()) study.report.say(fmt::format("{}: {}", strategy, listed.refused));
    study.report.figures["large"][strategy] = {{"pairs", listed.pairs},
                                               {"seconds", listed.seconds},
                                               {"peak_bytes", listed.peak_bytes.value_or(kNone)},
                                               {"refused", listed.refused}};
    study.report.hold({.what = fmt::format("large: different pairs that {} lists", strategy),
                       .figure = static_cast<double>(listed.pairs),
                       .low = kPairs,
                       .high = kPairs});
  }
  study.report.show(table);
}

}  // namespace pdrank::bench::active
