// pdrank simulate: comparisons with a known truth.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "commands.hpp"
#include "option_flags.hpp"
#include "output_set.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/io/write/write_data.hpp"
#include "pdrank/simulate/simulate_text.hpp"

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
    if (simulation.shown_first[n] == simulation.comparisons.winner(n)) ++wins;
  return wins;
}

void report(const Simulation& simulation, const SimulateArguments& arguments, const Shape& shape) {
  std::uint64_t wrong = 0;
  for (const std::uint8_t flag : simulation.wrong) wrong += flag;
  fmt::print(stderr, "{} comparisons of {} items, {} of them wrong; {}seed {}\n", grouped(simulation.wrong.size()),
             grouped(simulation.truth.size()), grouped(wrong),
             shape.kind == Shape::Kind::uniform ? "" : fmt::format("shape {}, ", to_string(shape)),
             arguments.text.seed);
  if (!simulation.shown_first.empty())
    fmt::print(stderr, "the item shown first (column first) won {} of them\n", grouped(wins_of_the_first(simulation)));
  if (simulation.items_left_out > 0)
    fmt::print(stderr, "{} of {} items are not in the data ({})\n", grouped(simulation.items_left_out),
               grouped(arguments.text.items),
               arguments.text.graph == "any" ? "never drawn" : "never drawn, or outside the part that was kept");
}

ExitCode run(const SimulateArguments& arguments) {
  const SimulateOptions options = parse_simulation(arguments.text);
  OutputSet outputs;
  Sink* output = outputs.open("output", arguments.output);
  Sink* truth = outputs.open("truth", arguments.truth);
  const Simulation simulation = simulate(options);
  write_comparisons_csv(simulation.comparisons, *output, simulation.shown_first);
  if (truth) write_scores_csv(truth_of(simulation), *truth);
  outputs.commit();
  if (!arguments.quiet) report(simulation, arguments, options.shape);
  return kDone;
}

}  // namespace

Command add_simulate(CLI::App& program) {
  CLI::App* app = program.add_subcommand("simulate", "make comparisons with a known truth");
  auto arguments = std::make_shared<SimulateArguments>();
  SimulateText& text = arguments->text;
  limit_to_whole_numbers(
      app->add_option("--items", text.items, wrapped("number of items"))->capture_default_str()->type_name("M"));
  CLI::Option* comparisons =
      app->add_option("--comparisons", text.comparisons, wrapped("number of comparisons"))->type_name("N");
  limit_to_whole_numbers(comparisons);
  app->add_option("--trials", text.trials, wrapped("comparisons in standard trials: one trial is M(M-1)/2 of them [1]"))
      ->type_name("T")
      ->excludes(comparisons);
  app->add_option(
         "--noise", text.noise,
         wrapped("toggle:D = every answer is wrong with probability D; bt:R = Bradley-Terry with scores uniform on "
                 "[0, R] [toggle:0.1, with --annotators toggle:0]"))
      ->type_name("MODEL");
  app->add_option(
         "--annotators", text.annotators,
         wrapped("who answers, kind:count with the kinds honest (turns 5 % of the answers round), sloppy (25 %), "
                 "spammer (50 %), adversary (90 %), position (honest, but picks the item shown first without looking "
                 "half of the time; adds a column first), or flip:count, flip/bias:count"))
      ->type_name("SPEC");
  app->add_option(
         "--shape", text.shape,
         wrapped(
             "who meets whom: pairs at random, all items equally often, one item in every comparison, popular items "
             "more often (power-law:A, the k-th in proportion to k^-A [A = 1]), or every pair equally often"))
      ->capture_default_str()
      ->type_name("uniform|regular|star|power-law|tournament");
  limit_to(
      app->add_option(
             "--graph", text.graph,
             wrapped("keep everything, or the largest connected or strongly connected part, which must hold 0.8 of "
                     "the items"))
          ->capture_default_str(),
      {"any", "connected", "strong"});
  add_seed_flag(*app, text.seed, "the same seed gives the same data");
  limit_to_names(app->add_option("--output", arguments->output, wrapped("where the comparisons go; - is stdout"))
                     ->capture_default_str()
                     ->type_name("FILE"));
  limit_to_names(app->add_option("--truth", arguments->truth, wrapped("where the true scores go"))->type_name("FILE"));
  app->add_flag("--quiet", arguments->quiet, wrapped("no summary on stderr"));
  app->footer(
      "Examples:\n"
      "  pdrank simulate --items 30 --trials 1 --output votes.csv --truth truth.csv\n"
      "  pdrank simulate --items 1000 --comparisons 5000 --noise bt:5 --graph connected\n"
      "  pdrank simulate --items 20 --trials 3 --annotators honest:9,adversary:1\n"
      "  pdrank simulate --items 100 --comparisons 2000 --shape power-law:1.5");
  return {app, [arguments] { return run(*arguments); }};
}

}  // namespace pdrank::cli
