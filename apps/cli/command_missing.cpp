// The commands that a build without them (PDRANK_FULL=OFF, as make demo and wheels have it, or PDRANK_REPRODUCE=OFF)
// has in name alone: they say how to get them.
#include <fmt/format.h>

#include <string>

#include "commands.hpp"

namespace pdrank::cli {
namespace {

[[maybe_unused]] Command add_missing(CLI::App& program, const std::string& name) {
  CLI::App* app = program.add_subcommand(name, "left out of this build; `make` in the source builds it");
  app->allow_extras();
  return {app, [name] {
            fmt::print(stderr,
                       "pdrank: this program was built without `pdrank {}`; run `make` in the source to build it\n",
                       name);
            return kWrongUsage;
          }};
}

}  // namespace

#ifdef PDRANK_NO_reproduce
Command add_reproduce(CLI::App& program) { return add_missing(program, "reproduce"); }
#endif

#ifdef PDRANK_NO_serve
Command add_serve(CLI::App& program) { return add_missing(program, "serve"); }
#endif

}  // namespace pdrank::cli
