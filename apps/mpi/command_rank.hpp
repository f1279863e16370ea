// pdrank-mpi rank: what `pdrank rank` does, by all processes together.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "exit_code.hpp"
#include "pdrank/distributed/team.hpp"

namespace pdrank::cli {

struct SharedCommand {
  CLI::App* app;
  std::function<ExitCode(const distributed::Team&)> run;
};

// `words` are the command line, without those that are PETSc's.
SharedCommand add_shared_rank(CLI::App& program, const std::vector<std::string>& words);

}  // namespace pdrank::cli
