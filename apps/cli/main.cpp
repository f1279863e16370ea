// pdrank: reads the command line, runs a subcommand, turns errors into one line and an exit status.
#include <fmt/format.h>

#include <cstdio>
#include <vector>

#include "commands.hpp"
#include "failure.hpp"
#include "option_flags.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/core/version.hpp"

namespace pdrank::cli {
namespace {

ExitCode tell(const Failure& failure) {
  fmt::print(stderr, "pdrank: {}\n", failure.message);
  return failure.code;
}

ExitCode run(const Command& command) {
  try {
    return command.run();
  } catch (...) {
    return tell(failure_of(*command.app, std::current_exception()));
  }
}

}  // namespace

ExitCode main(int argc, char** argv) {
  CLI::App program("Ranks items from pairwise comparisons and says how far to trust each of them.", "pdrank");
  program.set_version_flag("--version", fmt::format("pdrank {}", version()));
  program.require_subcommand(1);
  program.get_formatter()->column_width(kHelpColumn);
  program.footer(
      "Examples:\n"
      "  pdrank rank votes.csv\n"
      "  pdrank rank votes.csv --output ranking.csv --confidence confidence.csv\n"
      "  pdrank predict votes.csv --pairs pairs.csv\n"
      "  pdrank compare votes.csv --truth truth.csv\n"
      "  pdrank diff monday.json tuesday.json\n"
      "  pdrank next votes.csv --count 20 --output next.csv\n"
      "  pdrank simulate --items 30 --trials 1 --output votes.csv --truth truth.csv\n"
      "  pdrank evaluate ranking.csv truth.csv\n"
      "  pdrank serve\n"
      "\n"
      "`pdrank COMMAND --help` tells more.");
  const std::vector<Command> commands = {add_rank(program, {argv, argv + argc}),
                                         add_predict(program),
                                         add_compare(program),
                                         add_diff(program),
                                         add_next(program),
                                         add_evaluate(program),
                                         add_simulate(program),
                                         add_reproduce(program),
                                         add_serve(program),
                                         add_methods(program),
                                         add_completion(program)};
  try {
    program.parse(argc, argv);
  } catch (const CLI::Success& asked) {  // --help, --version
    program.exit(asked);
    return kDone;
  } catch (const CLI::ParseError& error) {
    return tell(failure_of(program, error, argc > 1 ? argv[1] : ""));
  } catch (const InvalidArgument&) {
    return tell(failure_of(*program.get_subcommands().front(), std::current_exception()));
  }
  for (const Command& command : commands)
    if (command.app->parsed()) return run(command);
  return kWrongUsage;
}

}  // namespace pdrank::cli

int main(int argc, char** argv) { return pdrank::cli::main(argc, argv); }
