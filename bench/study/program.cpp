#include "program.hpp"

#include <fmt/ranges.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "pdrank/core/errors.hpp"

namespace pdrank::bench {
namespace {

int fail(const CLI::App& program, int status, std::string_view message) {
  fmt::print(stderr, "{}: {}\n", program.get_name(), message);
  return status;
}

}  // namespace

std::string default_data_folder() {
  const char* folder = std::getenv("PDRANK_DATA");
  return folder ? folder : PDRANK_SOURCE_DIR "/../shared/data";
}

void add_program_options(CLI::App& program, ProgramOptions& options) {
  program.add_option("--only", options.only, "parts to run, separated by commas")->delimiter(',');
  program.add_option("--output", options.output, "where the JSON goes")->capture_default_str();
  program.add_option("--threads", options.threads, "threads; 0 = one for each core; changes no figure but times")
      ->capture_default_str()
      ->check(CLI::Range(0, 4096));
}

void make_folder_of(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder);
}

void check_names(std::string_view field, const std::vector<std::string>& names, const std::vector<std::string>& known) {
  for (const std::string& name : names)
    if (!contains(known, name))
      throw InvalidArgument(std::string(field), fmt::format("'{}'", name),
                            fmt::format("must be among {}", fmt::join(known, ", ")));
}

ResultFile::ResultFile(const std::string& path) : file_((make_folder_of(path), path)) {}

int ResultFile::write(Json head, const Report& report) {
  head["figures"] = report.figures;
  head["bars"] = report.bars();
  file_.write(head.dump(1) + "\n");
  file_.commit();
  return report.any_missed() ? 1 : 0;
}

int run_program(CLI::App& program, int argc, char** argv, const std::function<int()>& body) {
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? 0 : 2;
  }
  try {
    return body();
  } catch (const InvalidArgument& error) {
    return fail(program, 2, error.what());
  } catch (const std::exception& error) {
    return fail(program, 3, error.what());
  }
}

}  // namespace pdrank::bench
