// pdrank methods: the ranking methods, from the registry.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "option_flags.hpp"
#include "pdrank/io/output_file.hpp"
#include "pdrank/methods/registry.hpp"

namespace pdrank::cli {
namespace {

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
  for (const MethodInfo& method : methods())
    text += fmt::format("{}\n  {}\n  paper  {}\n  needs  {}\n  gives  {}\n  cost   {}\n", method.name, method.summary,
                        method.paper, method.needs(), method.gives(), method.cost);
  return text + fmt::format("\n`--method auto`, the default, is {}.\n", find_method("auto").name);
}

}  // namespace

Command add_methods(CLI::App& program) {
  CLI::App* app = program.add_subcommand("methods", "list the ranking methods");
  auto format = std::make_shared<std::string>("table");
  limit_to(app->add_option("--format", *format, wrapped("what to print"))->capture_default_str(), {"table", "json"});
  return {app, [format] {
            OutputFile output("-");
            output.write(*format == "json" ? as_json() : as_text());
            output.commit();
            return kDone;
          }};
}

}  // namespace pdrank::cli
