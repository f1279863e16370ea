// pdrank-active: measures with fixed seeds what it is worth to choose the pairs that are asked about, and holds the
// figures against bars (../study/program.hpp has the exit status).
#include <CLI/CLI.hpp>
#include <array>
#include <string>
#include <vector>

#include "parts.hpp"
#include "pdrank/active/registry.hpp"
#include "pdrank/core/parallel.hpp"
#include "program.hpp"

namespace pdrank::bench::active {
namespace {

// In the order they run.
constexpr std::array<Part<Study>, 4> kParts = {{
    {"simulated", "answers that each strategy needs in simulated worlds", run_simulated},
    {"real", "the same on recorded answers, and the time it takes", run_real},
    {"forecast", "whether more answers help as much as was said", run_forecast},
    {"large", "100,000 items", run_large},
}};
constexpr std::span<const Part<Study>> kAllParts = kParts;

struct Arguments {
  ProgramOptions program = {.only = {}, .output = "build/active/active.json"};
  Settings settings;
  std::string curves = "build/active/curves.csv";
};

// InvalidArgument for unknown parts, strategies or worlds.
void check(const Arguments& arguments) {
  check_names("only", arguments.program.only, names_of(kAllParts));
  check_names("strategies", arguments.settings.strategies, strategy_names());
  for (const std::string& noise : arguments.settings.noises) validate(parse_noise(noise));
}

int measure(const Arguments& arguments) {
  check(arguments);
  ResultFile result(arguments.program.output);
  make_folder_of(arguments.curves);
  OutputFile curves(arguments.curves);
  const ThreadScope threads(arguments.program.threads);
  Study study = {arguments.settings};
  run_parts(kAllParts, arguments.program.only, study);
  curves.write(study.curves.csv());
  curves.commit();
  return result.write({{"seeds", study.settings.seeds}, {"strategies", study.settings.strategies}}, study.report);
}

void add_options(CLI::App& program, Arguments& arguments) {
  Settings& settings = arguments.settings;
  settings.strategies = strategy_names();
  settings.data = default_data_folder();
  program.add_option("--seeds", settings.seeds, "plays of a setting; a third as many of each real data set")
      ->capture_default_str()
      ->check(CLI::Range(2, 100'000));
  program.add_option("--strategies", settings.strategies, "strategies, separated by commas [all]")->delimiter(',');
  program.add_option("--items", settings.items, "items of the simulated worlds, separated by commas")
      ->delimiter(',')
      ->capture_default_str()
      ->check(CLI::Range(3, 10'000));
  program.add_option("--noise", settings.noises, "simulated worlds, separated by commas")
      ->delimiter(',')
      ->capture_default_str();
  program.add_option("--data", settings.data, "folder of real data sets")->capture_default_str();
  program.add_option("--curves", arguments.curves, "where the points of all plays go, as CSV")->capture_default_str();
  add_program_options(program, arguments.program);
  program.footer(list_of(kAllParts));
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App program(
      "Measures with fixed seeds what it is worth to choose the pairs, and holds the figures against bars.",
      "pdrank-active");
  Arguments arguments;
  add_options(program, arguments);
  return run_program(program, argc, argv, [&] { return measure(arguments); });
}

}  // namespace pdrank::bench::active

int main(int argc, char** argv) { return pdrank::bench::active::main(argc, argv); }
