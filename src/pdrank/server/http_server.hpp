// The application on a socket.
#pragma once

#include <memory>
#include <string>

#include "pdrank/server/application.hpp"

namespace pdrank::server {

// Whether only programs of the same machine can reach a server that is bound to it.
bool is_loopback(const std::string& host);

class HttpServer {
 public:
  explicit HttpServer(Application& application);
  ~HttpServer();  // ends

  // Binds, and answers from threads of its own. Port 0 is any that is free. Returns the port, or 0 if it cannot be had.
  int start(const std::string& host, int port);
  // Answers what has begun to be asked, for some seconds at most, and comes back.
  void stop();

 private:
  class Listener;
  std::unique_ptr<Listener> listener_;
};

}  // namespace pdrank::server
