// pdrank-load: many voters at once, and how long the server took to answer them, as JSON. Exit status: 0 done, 2 wrong
// usage, 3 the server did not answer as it should.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

#include "load.hpp"

namespace pdrank::load {
namespace {

std::vector<std::string> read_lines(const std::string& path) {
  std::vector<std::string> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

double percentile(const std::vector<double>& ascending, double percent) {
  if (ascending.empty()) return 0;
  const double place = std::ceil(percent / 100 * static_cast<double>(ascending.size()));
  return ascending[static_cast<std::size_t>(std::max(1.0, place)) - 1];
}

nlohmann::json spread(const std::vector<double>& ascending) {
  return {{"count", ascending.size()},
          {"p50", percentile(ascending, 50)},
          {"p99", percentile(ascending, 99)},
          {"max", percentile(ascending, 100)}};
}

nlohmann::json to_json(const LoadReport& report) {
  nlohmann::json others = nlohmann::json::object();
  for (const auto& [status, count] : report.others) others[std::to_string(status)] = count;
  return {{"seconds", report.seconds},
          {"votes", report.votes},
          {"others", others},
          {"vote_ms", spread(report.vote_ms)},
          {"pair_ms", spread(report.pair_ms)},
          {"acknowledged", report.acknowledged}};
}

}  // namespace
}  // namespace pdrank::load

int main(int argc, char** argv) {
  using namespace pdrank::load;
  LoadOptions options;
  std::string tokens;
  CLI::App app("Many voters at once.");
  app.add_option("--port", options.port, "of the server on this machine")->required();
  app.add_option("--tokens", tokens, "a file with a voter's token on each line")->required()->check(CLI::ExistingFile);
  app.add_option("--rate", options.rate, "votes a second of all together; 0: as fast as they are answered");
  app.add_option("--seconds", options.seconds);
  app.add_option("--seed", options.seed);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  try {
    options.tokens = read_lines(tokens);
    fmt::print("{}\n", to_json(run_load(options)).dump());
  } catch (const std::exception& error) {
    fmt::print(stderr, "pdrank-load: {}\n", error.what());
    return 3;
  }
  return 0;
}
