// pdrank simulate: comparisons with a known truth.
#include <fmt/format.h>

#include <memory>

#include "commands.hpp"
#include "option_flags.hpp"
#include "output_flags.hpp"
#include "output_set.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/io/write/write_data.hpp"
#include "pdrank/simulate/simulate_text.hpp"
#include "result_text.hpp"
#include "terminal.hpp"

namespace pdrank::cli {
namespace {

struct SimulateArguments {
  SimulateText text;
  std::string output = "-", truth;
  bool quiet = false;
};

std::vector<ItemScore> truth_of(const Simulation& simulation) {
  std::vector<ItemScore> truth;
  for (ItemId item = 0; item < simulation.truth.size(); ++item)
    truth.push_back({std::string(simulation.comparisons.items.name(item)), simulation.truth[item]});
  return truth;
}

std::uint64_t wins_of_the_first(const Simulation& simulation) {
  std::uint64_t wins = 0;
  for (std::size_t n = 0; n < simulation.shown_first.size(); ++n)
    if (simulation.shown_first[n] == simulation.comparisons.winner(n) && !simulation.comparisons.tie(n)) ++wins;
  return wins;
}

void report(const Simulation& simulation, const SimulateArguments& arguments, const Shape& shape) {
  std::uint64_t wrong = 0, ties = 0;
  for (const std::uint8_t flag : simulation.wrong) wrong += flag;
  for (std::size_t n = 0; n < simulation.comparisons.size(); ++n) ties += simulation.comparisons.tie(n) ? 1u : 0u;
  std::vector<std::string> lines;
  lines.push_back(fmt::format("{} comparisons of {} items, {} of them wrong; {}seed {}",
                              grouped(simulation.wrong.size()), grouped(simulation.truth.size()), grouped(wrong),
                              shape.kind == Shape::Kind::uniform ? "" : fmt::format("shape {}, ", to_string(shape)),
                              arguments.text.seed));
  if (ties > 0) lines.push_back(plural(ties, "of them is a tie", "of them are ties"));
  if (!simulation.shown_first.empty())
    lines.push_back(
        fmt::format("the item shown first (column first) won {} of them", grouped(wins_of_the_first(simulation))));
  if (simulation.items_left_out > 0)
    lines.push_back(fmt::format(
        "{} of {} items are not in the data ({})", grouped(simulation.items_left_out), grouped(arguments.text.items),
        arguments.text.graph == GraphKind::any ? "never drawn" : "never drawn, or outside the part that was kept"));
  for (const std::string& line : lines) fmt::print(stderr, "{}", paragraph(line, terminal_width()));
}

ExitCode run(const SimulateArguments& arguments) {
  const SimulateOptions options = parse_simulation(arguments.text);
  OutputSet outputs;
  Sink* output = outputs.open("output", arguments.output);
  Sink* truth = outputs.open("truth", arguments.truth);
  const Simulation simulation = simulate(options);
  write_comparisons_csv(simulation.comparisons, *output);
  if (truth) write_scores_csv(truth_of(simulation), *truth);
  outputs.commit();
  if (!arguments.quiet) report(simulation, arguments, options.shape);
  return kDone;
}

}  // namespace

Command add_simulate(CLI::App& program) {
  CLI::App* app = program.add_subcommand("simulate", "make comparisons with a known truth");
  auto arguments = std::make_shared<SimulateArguments>();
  add_option_flags(*app, arguments->text);
  flag_of(*app, "--trials")->excludes(flag_of(*app, "--comparisons"));
  add_file_flag(*app, "-o,--output", arguments->output, "where the comparisons go; - is stdout");
  add_file_flag(*app, "--truth", arguments->truth, "where the true scores go");
  app->add_flag("--quiet", arguments->quiet, "no summary on stderr");
  app->footer(
      "Examples:\n"
      "  pdrank simulate --items 30 --trials 1 --output votes.csv --truth truth.csv\n"
      "  pdrank simulate --items 1000 --comparisons 5000 --noise bt:5 --graph connected\n"
      "  pdrank simulate --items 20 --trials 3 --annotators honest:9,adversary:1\n"
      "  pdrank simulate --items 100 --comparisons 2000 --shape power-law:1.5\n"
      "  pdrank simulate --trials 5 --noise bt:4 --order-effect 0.5 --tie-rate 0.6");
  return {app, [arguments] { return run(*arguments); }};
}

}  // namespace pdrank::cli
