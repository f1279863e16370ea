#include "pdrank/server/serve_options.hpp"

#include <fmt/format.h>

#include "pdrank/core/option_name.hpp"

namespace pdrank {

template <>
std::span<const OptionRecord<server::ServeOptions>> option_table<server::ServeOptions>() {
  using Options = server::ServeOptions;
  static const std::vector<OptionRecord<Options>> all = {
      option_of<&Options::store>({.name = "store",
                                  .help = "where everything is kept: a file, made if it is not there, or "
                                          "postgres://user@host/database",
                                  .placeholder = "FILE"}),
      option_of<&Options::host>({.name = "host", .help = "address to be reached at", .placeholder = "IP"}),
      option_of<&Options::port>(
          {.name = "port", .help = "0 is any that is free", .low = 0, .high = 65535, .placeholder = "N"}),
      option_of<&Options::allow_remote>(
          {.name = "allow_remote",
           .help = fmt::format("let other machines in: {} may be any address, and the server be called by any name",
                               option_named("host"))}),
  };
  return all;
}

}  // namespace pdrank
