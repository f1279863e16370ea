#include "pdrank/server/serve_options.hpp"

#include "pdrank/core/option_name.hpp"

namespace pdrank::server {

OptionTable<ServeOptions> ServeOptions::table() {
  static const std::vector<OptionRecord<ServeOptions>> all = {
      option_of<&ServeOptions::store>(
          "store", "where everything is kept: a file, made if it is not there, or postgres://user@host/database",
          {.placeholder = "FILE"}),
      option_of<&ServeOptions::host>("host", "address to listen on", {.placeholder = "IP"}),
      option_of<&ServeOptions::port>("port", "port to listen on; 0 takes any that is "
                                             "free", {.range = {0, 65535}, .placeholder = "N"}),
      option_of<&ServeOptions::allow_remote>("allow_remote",
                                             "let other machines in: " + option_named("host") +
                                                 " may be any address, and the server answers to any name"),
  };
  return all;
}

}  // namespace pdrank::server
