// pdrank-speed: what the benchmarks measure inside one process. Exit status: 0 done, 2 wrong usage, 3 unreadable data,
// or data that the method does not fit.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "arrays.hpp"
#include "copy.hpp"
#include "fit.hpp"
#include "gather.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/core/parallel.hpp"

namespace pdrank::speed {
namespace {

using Json = nlohmann::json;

struct Arguments {
  int threads = 0, repeats = 5;
  std::size_t bytes = std::size_t{2} << 30;    // of the copy: far above any cache
  std::size_t gathers = std::size_t{1} << 26;  // their places, too, are far above any cache
  std::string winners, losers, scores;
  std::uint32_t items = 0;
  std::string method = "pdrank";
  std::vector<std::string> settings;  // name=value
};

RankOptions options_of(const Arguments& arguments) {
  RankOptions options;
  options.method = arguments.method;
  options.threads = arguments.threads;
  for (const std::string& setting : arguments.settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos) throw InvalidArgument("set", setting, "an option must read name=value");
    set_option(options, setting.substr(0, equals), setting.substr(equals + 1));
  }
  return options;
}

Json copy_report(const Arguments& arguments) {
  const ThreadScope threads(arguments.threads);
  const CopyReport report = measure_copy(arguments.bytes, arguments.repeats);
  return {{"bytes", report.bytes}, {"seconds", report.seconds}, {"bytes_per_second", report.bytes_per_second()}};
}

Json gather_report(const Arguments& arguments) {
  const ThreadScope threads(arguments.threads);
  const GatherReport report = measure_gather(arguments.gathers, arguments.repeats);
  return {
      {"gathers", report.gathers}, {"seconds", report.seconds}, {"gathers_per_second", report.gathers_per_second()}};
}

// All times, because a reader wants to see how far they wander.
Json fit_report(const Arguments& arguments) {
  const RankOptions options = options_of(arguments);
  const std::vector<std::uint32_t> winner = read_ids(arguments.winners), loser = read_ids(arguments.losers);
  std::vector<double> seconds;
  Fit last;
  for (int k = 0; k < arguments.repeats; ++k) {
    last = fit(winner, loser, arguments.items, options);
    seconds.push_back(last.seconds);
  }
  if (!arguments.scores.empty()) write_numbers(arguments.scores, last.scores);
  return {{"seconds", *std::ranges::min_element(seconds)},
          {"all_seconds", seconds},
          {"method_seconds", last.convergence.seconds},
          {"status", name_of(last.convergence.status)},
          {"rounds", last.convergence.rounds},
          {"iterations", last.convergence.iterations}};
}

int fail(int status, std::string_view message) {
  fmt::print(stderr, "pdrank-speed: {}\n", message);
  return status;
}

int run(Json (*report)(const Arguments&), const Arguments& arguments) {
  try {
    fmt::print("{}\n", report(arguments).dump(1));
    return 0;
  } catch (const InvalidArgument& error) {
    return fail(2, error.what());
  } catch (const std::exception& error) {
    return fail(3, error.what());
  }
}

void add_common(CLI::App& command, Arguments& arguments) {
  command.add_option("--threads", arguments.threads, "threads; 0 = one for each core")
      ->capture_default_str()
      ->check(CLI::Range(0, 4096));
  command.add_option("--repeats", arguments.repeats, "how often; the fastest counts")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000));
}

CLI::App* add_copy(CLI::App& program, Arguments& arguments) {
  CLI::App* command = program.add_subcommand("copy", "how fast this machine copies memory");
  add_common(*command, arguments);
  command->add_option("--bytes", arguments.bytes, "bytes read and written by a copy; as much memory is needed")
      ->capture_default_str()
      ->check(CLI::Range(std::size_t{1} << 10, std::size_t{1} << 40));
  return command;
}

CLI::App* add_gather(CLI::App& program, Arguments& arguments) {
  CLI::App* command = program.add_subcommand("gather", "how fast this machine looks values up in a random order");
  add_common(*command, arguments);
  command->add_option("--gathers", arguments.gathers, "values looked up; two bytes of memory are needed for each")
      ->capture_default_str()
      ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 36));
  return command;
}

CLI::App* add_fit(CLI::App& program, Arguments& arguments) {
  CLI::App* command = program.add_subcommand("fit", "a method from arrays in memory to scores");
  add_common(*command, arguments);
  command->add_option("winners", arguments.winners, "ids of the winners: 32 bits each")->required();
  command->add_option("losers", arguments.losers, "ids of the losers")->required();
  command->add_option("--items", arguments.items, "number of items")->required();
  command->add_option("--method", arguments.method, "ranking method")->capture_default_str();
  command->add_option("--set", arguments.settings, "options of the method, name=value");
  command->add_option("--scores", arguments.scores, "where the scores go: 64-bit numbers by item");
  return command;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App program("Measures what must be measured inside one process; prints JSON.", "pdrank-speed");
  program.require_subcommand(1);
  Arguments arguments;
  const CLI::App* copy = add_copy(program, arguments);
  const CLI::App* gather = add_gather(program, arguments);
  add_fit(program, arguments);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? 0 : 2;
  }
  return run(copy->parsed() ? copy_report : gather->parsed() ? gather_report : fit_report, arguments);
}

}  // namespace pdrank::speed

int main(int argc, char** argv) { return pdrank::speed::main(argc, argv); }
