// pdrank-mpi rank: what `pdrank rank` does, by all processes together.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "exit_code.hpp"
#include "pdrank/distributed/team.hpp"

namespace pdrank::cli {

struct SharedCommand {
  CLI::App* app;
  std::function<ExitCode(const distributed::Team&)> run;
};

SharedCommand add_shared_rank(CLI::App& program);

}  // namespace pdrank::cli
