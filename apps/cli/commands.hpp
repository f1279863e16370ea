// The subcommands, one a file. Each adds itself to the program and gives back what to run if it was chosen.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "exit_code.hpp"

namespace pdrank::cli {

struct Command {
  CLI::App* app;
  std::function<ExitCode()> run;
};

inline std::vector<std::string> command_names(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

// run_command_line(), but what is done with the command that was chosen is up to the caller.
ExitCode read_command_line(std::vector<std::string> words, const std::function<ExitCode(const Command&)>& run);

// `words` are the command line as it is when the command runs.
Command add_rank(CLI::App& program, const std::vector<std::string>& words);
Command add_predict(CLI::App& program);
Command add_explain(CLI::App& program);
Command add_compare(CLI::App& program);
Command add_diff(CLI::App& program);
Command add_next(CLI::App& program);
Command add_evaluate(CLI::App& program);
Command add_simulate(CLI::App& program);
Command add_reproduce(CLI::App& program);
Command add_serve(CLI::App& program);
Command add_methods(CLI::App& program);
Command add_completion(CLI::App& program);
Command add_manual(CLI::App& program);

}  // namespace pdrank::cli
