// pdrank-accuracy: measures how right the methods are, with fixed seeds, and holds the figures against bars. Exit
// status: 0 all bars met, 1 a bar missed, 2 wrong usage, 3 unreadable data or unwritable output.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "method_list.hpp"
#include "parts.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/core/parallel.hpp"
#include "pdrank/io/output_file.hpp"

namespace pdrank::accuracy {
namespace {

struct Part {
  std::string_view name;
  std::string_view what;
  void (*run)(Study&);
  bool by_default = true;
};

// In the order they run.
constexpr std::array<Part, 7> kParts = {{
    {"toggle", "toggle noise: tau of every method", run_toggle},
    {"bt", "Bradley-Terry noise: tau of every method", run_bt},
    {"calibration", "probabilities and rank intervals in both worlds", run_calibration},
    {"annotators", "a crowd with bad members", run_annotators},
    {"real", "real data sets", run_real},
    {"speed", "what posterior costs", run_speed},
    {"speed-large", "how that grows", run_speed_large, false},
}};

struct Arguments {
  Settings settings;
  std::vector<std::string> only;
  std::string output = "build/accuracy.json";
};

std::string default_data_folder() {
  const char* folder = std::getenv("PDRANK_DATA");
  return folder ? folder : PDRANK_SOURCE_DIR "/../shared/data";
}

bool is_chosen(const Part& part, const std::vector<std::string>& only) {
  return only.empty() ? part.by_default : contains(only, part.name);
}

// InvalidArgument for unknown parts or methods.
void check(const Arguments& arguments) {
  std::vector<std::string> known;
  for (const Part& part : kParts) known.emplace_back(part.name);
  for (const std::string& name : arguments.only)
    if (!contains(known, name))
      throw InvalidArgument("only", fmt::format("'{}'", name), fmt::format("must be among {}", fmt::join(known, ", ")));
  for (const std::string& method : arguments.settings.methods) options_of(method, 1);
}

Json everything(const Study& study) {
  return {{"seeds", study.settings.seeds},
          {"methods", study.settings.methods},
          {"figures", study.report.figures},
          {"bars", study.report.bars()}};
}

int measure(const Arguments& arguments) {
  check(arguments);
  OutputFile output(arguments.output);
  const ThreadScope threads(arguments.settings.threads);
  Study study = {arguments.settings, Runs(arguments.settings.seeds)};
  for (const Part& part : kParts) {
    if (!is_chosen(part, arguments.only)) continue;
    study.report.say(fmt::format("== {}: {}\n", part.name, part.what));
    part.run(study);
  }
  study.report.say("== bars\n");
  study.report.show_bars();
  output.write(everything(study).dump(1) + "\n");
  output.commit();
  return study.report.any_missed() ? 1 : 0;
}

int fail(int status, std::string_view message) {
  fmt::print(stderr, "pdrank-accuracy: {}\n", message);
  return status;
}

int run(const Arguments& arguments) {
  try {
    return measure(arguments);
  } catch (const InvalidArgument& error) {
    return fail(2, error.what());
  } catch (const std::exception& error) {
    return fail(3, error.what());
  }
}

void add_options(CLI::App& program, Arguments& arguments) {
  Settings& settings = arguments.settings;
  settings.methods = all_methods();
  settings.data = default_data_folder();
  program.add_option("--seeds", settings.seeds, "runs of a cell")->capture_default_str()->check(CLI::Range(2, 100'000));
  program.add_option("--only", arguments.only, "parts to run, separated by commas [all but speed-large]")
      ->delimiter(',');
  program.add_option("--methods", settings.methods, "methods, separated by commas [auto and all]")->delimiter(',');
  program.add_option("--data", settings.data, "folder of real data sets")->capture_default_str();
  program.add_option("--output", arguments.output, "where the JSON goes")->capture_default_str();
  program.add_option("--threads", settings.threads, "threads; 0 = one for each core; changes no figure but times")
      ->capture_default_str()
      ->check(CLI::Range(0, 4096));
  std::string parts_text = "Parts:\n";
  for (const Part& part : kParts) parts_text += fmt::format("  {:<12}{}\n", part.name, part.what);
  program.footer(parts_text);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App program("Measures with fixed seeds how right the methods are, and holds the figures against bars.",
                   "pdrank-accuracy");
  Arguments arguments;
  add_options(program, arguments);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? 0 : 2;
  }
  return run(arguments);
}

}  // namespace pdrank::accuracy

int main(int argc, char** argv) { return pdrank::accuracy::main(argc, argv); }
