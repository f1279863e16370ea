#include "pdrank/server/serve_options.hpp"

#include "pdrank/core/option_name.hpp"

namespace pdrank::server {

OptionTable<ServeOptions> ServeOptions::table() {
  static const std::vector<OptionRecord<ServeOptions>> all = {
      option_of<&ServeOptions::store>(
          "store", "where everything is kept: a file, made if it is not there, or postgres://user@host/database",
          {.placeholder = "FILE"}),
      option_of<&ServeOptions::host>("host", "address to listen on", {.placeholder = "IP"}),
      option_of<&ServeOptions::port>("port",
                                     "port to listen on; 0 takes any that is "
                                     "free",
                                     {.range = {0, 65535}, .placeholder = "N"}),
      option_of<&ServeOptions::allow_remote>(
          "allow_remote",
          "let other machines in: " + option_named("host") + " may be any address, and the server answers to any name"),
      option_of<&ServeOptions::url>("url",
                                    "address for the links, if it is not that of " + option_named("host") + " and " +
                                        option_named("port") + ", such as https://vote.example.org",
                                    {.placeholder = "URL"}),
      option_of<&ServeOptions::proxy_header>(
          "proxy_header",
          "header in which a server in front of this one says who sent a request, such as X-Forwarded-For",
          {.placeholder = "NAME"}),
      option_of<&ServeOptions::backup>(
          "backup", "write a copy of " + option_named("store") + " to this new file, also while it is served, and end",
          {.placeholder = "FILE"}),
      option_of<&ServeOptions::restore>("restore",
                                        "fill " + option_named("store") +
                                            ", which must have no project yet, from such a "
                                            "copy, and end",
                                        {.placeholder = "FILE"}),
      option_of<&ServeOptions::log>(
          "log",
          "add a line to this file for each request, with its time and without addresses or secrets; - is standard "
          "error. If more than 50 come in a second, the rest are only counted",
          {.placeholder = "FILE"}),
  };
  return all;
}

}  // namespace pdrank::server
