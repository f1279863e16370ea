// The commands that a build without them (PDRANK_FULL=OFF, make demo) has in name alone: they say how to get them.
#include <fmt/format.h>

#include <string>

#include "commands.hpp"

namespace pdrank::cli {
namespace {

Command add_missing(CLI::App& program, const std::string& name) {
  CLI::App* app = program.add_subcommand(name, "left out of this build; `make` builds it");
  app->allow_extras();
  return {app, [name] {
            fmt::print(stderr, "pdrank: this program was built without `pdrank {}`; run `make` to build it\n", name);
            return kWrongUsage;
          }};
}

}  // namespace

Command add_reproduce(CLI::App& program) { return add_missing(program, "reproduce"); }

Command add_serve(CLI::App& program) { return add_missing(program, "serve"); }

}  // namespace pdrank::cli
