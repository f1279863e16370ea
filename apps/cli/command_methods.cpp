// pdrank methods: the ranking methods, from the registry.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "listing.hpp"
#include "option_flags.hpp"
#include "output_flags.hpp"
#include "pdrank/methods/registry.hpp"
#include "result_text.hpp"
#include "terminal.hpp"

namespace pdrank::cli {
namespace {

// "--gamma, --max-rounds"
std::string option_list(const MethodInfo& method) {
  std::vector<std::string> flags;
  for (const std::string_view option : method.options) flags.push_back(flag_name(option));
  return fmt::format("{}", fmt::join(flags, ", "));
}

std::string as_json() {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const MethodInfo& method : methods())
    list.push_back({{"name", method.name},
                    {"aliases", method.aliases},
                    {"summary", method.summary},
                    {"paper", method.paper},
                    {"needs", method.needs()},
                    {"gives", method.gives()},
                    {"cost", method.cost},
                    {"options", method.options}});
  return list.dump(2) + "\n";
}

std::vector<ListEntry> entries() {
  std::vector<ListEntry> list;
  for (const MethodInfo& method : methods())
    list.push_back({.name = method.name,
                    .summary = method.summary,
                    .facts = {{"also", fmt::format("{}", fmt::join(method.aliases, ", "))},
                              {"paper", std::string(method.paper)},
                              {"needs", method.needs()},
                              {"gives", method.gives()},
                              {"cost", std::string(method.cost)},
                              {"options", option_list(method)}}});
  return list;
}

std::string as_text() {
  return list_text(entries(), terminal_width()) +
         paragraph(
             "`--method auto`, the default, is posterior; with `--preset paper` it is pdrank. Capitals, dashes and "
             "underscores in a name do not matter.",
             terminal_width());
}

// docs/METHODS.md
std::string as_markdown() {
  return "# Methods\n\nMade by `pdrank methods --format markdown`. Every method takes ties (half a win each way) and "
         "weights.\n" +
         list_markdown(entries());
}

}  // namespace

Command add_methods(CLI::App& program) {
  CLI::App* app = program.add_subcommand("methods", "list the ranking methods");
  auto format = std::make_shared<std::string>("table");
  add_format_flag(*app, *format, {"table", "json", "markdown"});
  return {app, [format] {
            print([&](Sink& sink) {
              sink.write(*format == "json" ? as_json() : *format == "markdown" ? as_markdown() : as_text());
            });
            return kDone;
          }};
}

}  // namespace pdrank::cli
