// An exception as the line that a person reads, and the exit status.
#pragma once

#include <CLI/CLI.hpp>
#include <exception>
#include <string>

#include "exit_code.hpp"

namespace pdrank::cli {

struct Failure {
  ExitCode code;
  std::string message;
};

// `app` is the command that failed: its flags are called by their names.
Failure failure_of(const CLI::App& app, const std::exception_ptr& thrown);

// What is wrong with a command line, on one line, and where to look.
Failure failure_of(const CLI::App& program, const CLI::ParseError& error, const std::string& first_argument);

}  // namespace pdrank::cli
