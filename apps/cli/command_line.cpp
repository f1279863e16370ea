#include "command_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "failure.hpp"
#include "help_format.hpp"
#include "output_flags.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/core/version.hpp"
#include "terminal.hpp"

namespace pdrank::cli {
namespace {

constexpr const char* kPurpose = "Ranks items from pairwise comparisons and says how far to trust each of them.";

ExitCode tell(const Failure& failure) {
  fmt::print(stderr, "pdrank: {}\n", failure.message);
  return failure.code;
}

ExitCode run_command(const Command& command) {
  try {
    return command.run();
  } catch (...) {
    return tell(failure_of(*command.app, std::current_exception()));
  }
}

ExitCode introduce() {
  print([](Sink& sink) {
    sink.write(wrapped(kPurpose, terminal_width()) +
               "\n"
               "  pdrank votes.csv       rank items\n"
               "  pdrank next votes.csv  what to ask\n"
               "  pdrank help            all commands\n"
               "  pdrank help rank       what it can do\n");
  });
  return kDone;
}

bool is_command(const CLI::App& program, const std::string& word) {
  return std::ranges::count(command_names(program), word) > 0;
}

bool is_file(const std::string& word) {
  std::error_code ignored;  // what cannot be looked at is no file
  const std::filesystem::file_status status = std::filesystem::status(word, ignored);
  return word == "-" || (std::filesystem::exists(status) && !std::filesystem::is_directory(status));
}

// `pdrank votes.csv` ranks, `pdrank help rank` is `pdrank rank --help`.
void complete_words(const CLI::App& program, std::vector<std::string>& words) {
  if (is_command(program, words[1])) return;
  if (words[1] == "help") {
    words.erase(words.begin() + 1);
    if (words.size() < 2 || is_command(program, words[1])) words.push_back("--help");
  } else if (is_file(words[1])) {
    words.insert(words.begin() + 1, "rank");
  }
}

void parse(CLI::App& program, const std::vector<std::string>& words) {
  std::vector<std::string> arguments(words.begin() + 1, words.end());
  std::ranges::reverse(arguments);  // as CLI11 wants them
  program.parse(arguments);
}

}  // namespace

ExitCode run_command_line(std::vector<std::string> words) { return read_command_line(std::move(words), run_command); }

ExitCode read_command_line(std::vector<std::string> words, const std::function<ExitCode(const Command&)>& run) {
  if (words.size() < 2) return introduce();
  CLI::App program(kPurpose, "pdrank");
  program.set_version_flag("-V,--version", fmt::format("pdrank {}", version()));
  program.require_subcommand(1);
  format_help(program);
  program.footer(
      "Examples:\n"
      "  pdrank votes.csv\n"
      "  pdrank rank votes.csv --output ranking.csv --confidence confidence.csv\n"
      "  pdrank predict votes.csv ITEM OTHER\n"
      "  pdrank explain votes.csv ITEM\n"
      "  pdrank compare votes.csv --truth truth.csv\n"
      "  pdrank diff monday.json tuesday.json\n"
      "  pdrank next votes.csv --count 20 --output next.csv\n"
      "  pdrank simulate --items 30 --trials 1 --output votes.csv --truth truth.csv\n"
      "  pdrank evaluate ranking.csv truth.csv\n"
      "  pdrank serve\n"
      "\n"
      "`pdrank help COMMAND` tells more.");
  const std::vector<Command> commands = {add_rank(program, words), add_predict(program),  add_explain(program),
                                         add_compare(program),     add_diff(program),     add_next(program),
                                         add_evaluate(program),    add_simulate(program), add_reproduce(program),
                                         add_serve(program),       add_methods(program),  add_completion(program),
                                         add_manual(program)};
  complete_words(program, words);
  try {
    parse(program, words);
  } catch (const CLI::Success& asked) {  // --help, --version
    program.exit(asked);
    return kDone;
  } catch (const CLI::ParseError& error) {
    return tell(failure_of(program, error, words[1]));
  } catch (const InvalidArgument&) {
    return tell(failure_of(*program.get_subcommands().front(), std::current_exception()));
  }
  for (const Command& command : commands)
    if (command.app->parsed()) return run(command);
  return kWrongUsage;
}

}  // namespace pdrank::cli
