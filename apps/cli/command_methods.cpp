// pdrank methods: the ranking methods, from the registry.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "option_flags.hpp"
#include "pdrank/io/output_file.hpp"
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
                    {"summary", method.summary},
                    {"paper", method.paper},
                    {"needs", method.needs()},
                    {"gives", method.gives()},
                    {"cost", method.cost},
                    {"options", method.options}});
  return list.dump(2) + "\n";
}

std::string as_text() {
  std::string text;
  const auto add = [&](std::string_view what, std::string_view value) {
    text += "  " + paragraph(fmt::format("{:<8}{}", what, value), terminal_width() - 2, "          ");
  };
  for (const MethodInfo& method : methods()) {
    text += fmt::format("{}\n", method.name);
    text += "  " + paragraph(method.summary, terminal_width() - 2);
    add("paper", method.paper);
    add("needs", method.needs());
    add("gives", method.gives());
    add("cost", method.cost);
    if (!method.options.empty()) add("options", option_list(method));
    text += '\n';
  }
  return text +
         paragraph(
             "`--method auto`, the default, is posterior, or pdrank with a bootstrap where the data are too large "
             "for that.",
             terminal_width());
}

// docs/METHODS.md
std::string as_markdown() {
  std::string text =
      "# Methods\n\nMade by `pdrank methods --format markdown`. Every method takes ties (half a win each way) and "
      "weights.\n";
  for (const MethodInfo& method : methods()) {
    text += fmt::format("\n## {}\n\n{}\n\n- paper: {}\n- needs: {}\n- gives: {}\n- cost: {}\n", method.name,
                        method.summary, method.paper, method.needs(), method.gives(), method.cost);
    if (!method.options.empty()) text += fmt::format("- options: {}\n", option_list(method));
  }
  return text;
}

}  // namespace

Command add_methods(CLI::App& program) {
  CLI::App* app = program.add_subcommand("methods", "list the ranking methods");
  auto format = std::make_shared<std::string>("table");
  limit_to(app->add_option("--format", *format, wrapped("what to print"))->capture_default_str(),
           {"table", "json", "markdown"});
  return {app, [format] {
            OutputFile output("-");
            output.write(*format == "json" ? as_json() : *format == "markdown" ? as_markdown() : as_text());
            output.commit();
            return kDone;
          }};
}

}  // namespace pdrank::cli
