// pdrank-mpi: starts MPI and PETSc, reads the command line, runs a subcommand on all processes, and turns errors into
// one line, told once, and an exit status.
#include <fmt/format.h>
#include <petscsys.h>

#include <cctype>
#include <cstdio>
#include <vector>

#include "command_rank.hpp"
#include "ending.hpp"
#include "failure.hpp"
#include "help_format.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/core/version.hpp"

namespace pdrank::cli {
namespace {

using distributed::Team;

ExitCode tell(const Team& team, const Failure& failure) {
  if (team.leads()) fmt::print(stderr, "pdrank: {}\n", failure.message);
  return failure.code;
}

// A mistake or bad data are found by all processes alike. Whatever else goes wrong may go wrong for one alone: it says
// so and ends the others, who would wait for it.
ExitCode run(const Team& team, const SharedCommand& command) {
  const auto told = [&] { return tell(team, failure_of(*command.app, std::current_exception())); };
  try {
    return command.run(team);
  } catch (const InvalidArgument&) {
    return told();
  } catch (const InputError&) {
    return told();
  } catch (const NotApplicable&) {
    return told();
  } catch (...) {
    const Failure failure = failure_of(*command.app, std::current_exception());
    fmt::print(stderr, "pdrank: process {}: {}\n", team.rank(), failure.message);
    end_silently();
    MPI_Abort(team.comm(), failure.code);
    return failure.code;
  }
}

// A flag of ours that was written with one dash would go to PETSc, which would not mind.
void refuse_single_dashes(const CLI::App& command, const std::vector<char*>& for_petsc) {
  for (const char* word : for_petsc)
    if (word && word[0] == '-' && command.get_option_no_throw(fmt::format("-{}", word)))
      throw CLI::ArgumentMismatch(fmt::format("{} has two dashes: -{}", word, word));
}

ExitCode parse_and_run(const Team& team, int argc, char** argv, const std::vector<char*>& for_petsc) {
  CLI::App program("Ranks items from pairwise comparisons, by several processes together.", "pdrank-mpi");
  program.set_version_flag("-V,--version", fmt::format("pdrank-mpi {}", version()));
  program.require_subcommand(1);
  format_help(program);
  const SharedCommand rank = add_shared_rank(program, {argv, argv + argc});
  try {
    program.parse(argc, argv);
    refuse_single_dashes(*rank.app, for_petsc);
  } catch (const CLI::Success& asked) {  // --help, --version
    if (team.leads()) program.exit(asked);
    return kDone;
  } catch (const CLI::ParseError& error) {
    return tell(team, failure_of(program, error, argc > 1 ? argv[1] : ""));
  } catch (const InvalidArgument&) {
    return tell(team, failure_of(*rank.app, std::current_exception()));
  }
  return run(team, rank);
}

// "-ksp_monitor": one dash, then a word.
bool is_petsc_option(const char* word) {
  return word[0] == '-' && std::isalpha(static_cast<unsigned char>(word[1])) != 0 && word[2] != '\0';
}

// The words of the command line: an option of PETSc's has those behind it that begin with no dash.
struct Words {
  std::vector<char*> own, for_petsc;

  Words(int argc, char** argv) : own{argv[0]}, for_petsc{argv[0]} {
    bool to_petsc = false;
    for (int k = 1; k < argc; ++k) {
      if (argv[k][0] == '-') to_petsc = is_petsc_option(argv[k]);
      (to_petsc ? for_petsc : own).push_back(argv[k]);
    }
    own.push_back(nullptr);
    for_petsc.push_back(nullptr);
  }
};

}  // namespace

int main(int argc, char** argv) {
  Words words(argc, argv);
  int petsc_argc = static_cast<int>(words.for_petsc.size()) - 1;
  char** petsc_argv = words.for_petsc.data();
  PetscOptionsSetValue(nullptr, "-no_signal_handler", nullptr);
  if (PetscInitialize(&petsc_argc, &petsc_argv, nullptr, nullptr) != 0) return kBadData;
  PetscPushErrorHandler(PetscReturnErrorHandler, nullptr);  // what goes wrong is told by us, once
  const ExitCode code =
      parse_and_run(Team(PETSC_COMM_WORLD), static_cast<int>(words.own.size()) - 1, words.own.data(), words.for_petsc);
  end_silently();  // nobody leaves before all are here
  PetscFinalize();
  return code;
}

}  // namespace pdrank::cli

int main(int argc, char** argv) { return pdrank::cli::main(argc, argv); }
