// pdrank: reads the command line, runs a subcommand, turns errors into one line and an exit status.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <new>
#include <string_view>
#include <vector>

#include "commands.hpp"
#include "option_flags.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/core/version.hpp"
#include "pdrank/storage/store.hpp"

namespace pdrank::cli {
namespace {

ExitCode fail(ExitCode code, std::string_view message) {
  fmt::print(stderr, "pdrank: {}\n", message);
  return code;
}

ExitCode run(const Command& command) {
  try {
    return command.run();
  } catch (const InvalidArgument& error) {
    return fail(kWrongUsage, fmt::format("{} is {}, but {}", flag_or_field(*command.app, error.field()), error.value(),
                                         error.rule()));
  } catch (const InputError& error) {
    return fail(kBadData, error.what());
  } catch (const storage::StoreError& error) {
    return fail(kBadData, error.what());
  } catch (const NotApplicable& error) {
    return fail(kNotConverged, error.what());
  } catch (const Stopped&) {
    return fail(kInterrupted, "stopped; nothing was written");
  } catch (const std::bad_alloc&) {
    return fail(kBadData, "out of memory");
  } catch (const std::exception& error) {
    return fail(kBadData, fmt::format("unexpected: {}", error.what()));
  }
}

// CLI11's own word for what is wrong, on one line, and where to look.
ExitCode refuse(const CLI::App& program, const CLI::ParseError& error, std::string_view first_argument) {
  if (program.get_subcommands().empty() && !first_argument.empty())
    return fail(kWrongUsage, fmt::format("there is no command '{}' (see pdrank --help)", first_argument));
  std::string where = "pdrank";
  for (const CLI::App* chosen : program.get_subcommands()) where += " " + chosen->get_name();
  std::string what = error.what();
  std::ranges::replace(what, '\n', ' ');
  return fail(kWrongUsage, fmt::format("{} (see {} --help)", what, where));
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
      "  pdrank compare votes.csv --truth truth.csv\n"
      "  pdrank next votes.csv --count 20 --output next.csv\n"
      "  pdrank simulate --items 30 --trials 1 --output votes.csv --truth truth.csv\n"
      "  pdrank evaluate ranking.csv truth.csv\n"
      "  pdrank serve\n"
      "\n"
      "`pdrank COMMAND --help` tells more.");
  const std::vector<Command> commands = {add_rank(program, {argv, argv + argc}),
                                         add_compare(program),
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
    return refuse(program, error, argc > 1 ? argv[1] : "");
  }
  for (const Command& command : commands)
    if (command.app->parsed()) return run(command);
  return kWrongUsage;
}

}  // namespace pdrank::cli

int main(int argc, char** argv) { return pdrank::cli::main(argc, argv); }
