// HTTP/1.1 to a server on this machine, on one connection that is kept open; nothing here waits.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pdrank::load {

struct Answer {
  int status = 0;
  std::string body;
};

class Connection {
 public:
  explicit Connection(int port);  // throws std::system_error
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  int file() const { return file_; }

  // The next request, when the last one has been answered. It is short, so that a socket's buffer takes it whole.
  void send(std::string_view method, std::string_view path, std::string_view token, std::string_view body);
  // Reads what is there: the answer, once it is whole. Throws std::runtime_error if the server hangs up.
  std::optional<Answer> receive();

 private:
  std::optional<Answer> take_answer();

  int file_ = -1, port_;
  std::string received_;
};

}  // namespace pdrank::load
