// How a server is started: where it keeps everything, and where it can be reached.
#pragma once

#include <string>

#include "pdrank/core/option_table.hpp"

namespace pdrank::server {

struct ServeOptions {
  std::string store = "votes.db";
  std::string host = "127.0.0.1";
  int port = 8080;
  bool allow_remote = false;
  std::string url = {};           // empty: made of host and port
  std::string proxy_header = {};  // empty: there is no server in front
  std::string backup = {};        // empty: serve
  std::string restore = {};       // empty: serve
  std::string log = {};           // empty: none

  static OptionTable<ServeOptions> table();
};

}  // namespace pdrank::server
