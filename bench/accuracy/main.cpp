// pdrank-accuracy: measures how right the methods are, with fixed seeds, and holds the figures against bars
// (../study/program.hpp has the exit status).
#include <CLI/CLI.hpp>
#include <array>
#include <string>
#include <vector>

#include "method_list.hpp"
#include "parts.hpp"
#include "pdrank/core/parallel.hpp"
#include "program.hpp"

namespace pdrank::bench::accuracy {
namespace {

// In the order they run.
constexpr std::array<Part<Study>, 9> kParts = {{
    {"toggle", "toggle noise: tau of every method", run_toggle},
    {"bt", "Bradley-Terry noise: tau of every method", run_bt},
    {"coverage", "ranges and probabilities in many worlds", run_coverage},
    {"annotators", "a crowd with bad members", run_annotators},
    {"flags", "who is accused", run_flags},
    {"real", "predictions on real data sets", run_real},
    {"real-coverage", "ranges on real data sets", run_real_coverage},
    {"speed", "what posterior costs", run_speed},
    {"speed-large", "how that grows", run_speed_large, false},
}};
constexpr std::span<const Part<Study>> kAllParts = kParts;

struct Arguments {
  ProgramOptions program = {.only = {}, .output = "build/accuracy.json"};
  Settings settings;
};

// InvalidArgument for unknown parts or methods.
void check(const Arguments& arguments) {
  check_names("only", arguments.program.only, names_of(kAllParts));
  for (const std::string& method : arguments.settings.methods) options_of(method, 1);
}

int measure(const Arguments& arguments) {
  check(arguments);
  ResultFile result(arguments.program.output);
  const ThreadScope threads(arguments.program.threads);
  Study study = {arguments.settings, Runs(arguments.settings.seeds)};
  study.settings.threads = arguments.program.threads;
  run_parts(kAllParts, arguments.program.only, study);
  return result.write({{"seeds", study.settings.seeds}, {"methods", study.settings.methods}}, study.report);
}

void add_options(CLI::App& program, Arguments& arguments) {
  Settings& settings = arguments.settings;
  settings.methods = all_methods();
  settings.data = default_data_folder();
  program.add_option("--seeds", settings.seeds, "runs of a cell")->capture_default_str()->check(CLI::Range(2, 100'000));
  program
      .add_option("--most-items", settings.most_items, "leave out cells of coverage with more; there are 8 to 100000")
      ->capture_default_str()
      ->check(CLI::Range(8, 1'000'000));
  program.add_option("--cells", settings.cells, "words, separated by commas: of coverage and flags, cells with one")
      ->delimiter(',');
  program.add_option("--methods", settings.methods, "methods, separated by commas [all]")->delimiter(',');
  program.add_option("--data", settings.data, "folder of real data sets")->capture_default_str();
  add_program_options(program, arguments.program);
  program.footer(list_of(kAllParts));
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App program("Measures with fixed seeds how right the methods are, and holds the figures against bars.",
                   "pdrank-accuracy");
  Arguments arguments;
  add_options(program, arguments);
  return run_program(program, argc, argv, [&] { return measure(arguments); });
}

}  // namespace pdrank::bench::accuracy

int main(int argc, char** argv) { return pdrank::bench::accuracy::main(argc, argv); }
