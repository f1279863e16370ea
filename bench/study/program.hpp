// A program that measures with fixed seeds, part by part, and holds the figures against bars. Exit status: 0 all bars
// met, 1 a bar missed, 2 wrong usage, 3 unreadable data or unwritable output.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "list.hpp"
#include "pdrank/io/write/output_file.hpp"
#include "report.hpp"

namespace pdrank::bench {

// `Study` is what the parts of a program share; it has a `report`.
template <class Study>
struct Part {
  std::string_view name;
  std::string_view what;
  void (*run)(Study&);
  bool by_default = true;
};

// What every such program is told.
struct ProgramOptions {
  std::vector<std::string> only;  // parts; empty: those that run by default
  std::string output;             // where the JSON goes
  int threads = 0;                // 0 = one for each core; changes no figure but times
};

// $PDRANK_DATA, or the folder beside the repository.
std::string default_data_folder();

void add_program_options(CLI::App& program, ProgramOptions& options);

// The folder of a file that is to be written is made if it is not there.
void make_folder_of(const std::string& path);

// InvalidArgument for names that are not known.
void check_names(std::string_view field, const std::vector<std::string>& names, const std::vector<std::string>& known);

// The JSON that a program leaves behind. Opened before the work, so that a place that cannot be written to fails then.
class ResultFile {
 public:
  // Makes the folder if it is not there.
  explicit ResultFile(const std::string& path);

  // `head`, then the report's figures and bars. The exit status: 1 if a bar was missed, otherwise 0.
  int write(Json head, const Report& report);

 private:
  OutputFile file_;
};

// Parses, runs `body` for the exit status, and puts errors in a line on stderr.
int run_program(CLI::App& program, int argc, char** argv, const std::function<int()>& body);

template <class Study>
std::vector<std::string> names_of(std::span<const Part<Study>> parts) {
  std::vector<std::string> names;
  for (const Part<Study>& part : parts) names.emplace_back(part.name);
  return names;
}

// For the help.
template <class Study>
std::string list_of(std::span<const Part<Study>> parts) {
  std::string text = "Parts:\n";
  for (const Part<Study>& part : parts)
    text += fmt::format("  {:<15}{}{}\n", part.name, part.what, part.by_default ? "" : " (only if named)");
  return text;
}

// The chosen parts in their order, then the bars.
template <class Study>
void run_parts(std::span<const Part<Study>> parts, const std::vector<std::string>& only, Study& study) {
  for (const Part<Study>& part : parts) {
    if (only.empty() ? !part.by_default : !contains(only, part.name)) continue;
    study.report.say(fmt::format("== {}: {}\n", part.name, part.what));
    part.run(study);
  }
  study.report.say("== bars\n");
  study.report.show_bars();
}

}  // namespace pdrank::bench
