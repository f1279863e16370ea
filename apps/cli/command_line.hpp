// The command line as a whole: reads it, runs a subcommand, turns errors into one line and an exit status.
#pragma once

#include <string>
#include <vector>

#include "exit_code.hpp"

namespace pdrank::cli {

// The first word is the program's name.
ExitCode run_command_line(std::vector<std::string> words);

}  // namespace pdrank::cli
