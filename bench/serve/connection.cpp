#include "connection.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <stdexcept>
#include <system_error>

namespace pdrank::load {
namespace {

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

int number_at(std::string_view text) {
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::size_t body_length(std::string_view headers) {
  constexpr std::string_view kName = "\r\ncontent-length: ";
  const auto same = [](char a, char b) { return (a | 0x20) == (b | 0x20); };
  const auto found = std::search(headers.begin(), headers.end(), kName.begin(), kName.end(), same);
  if (found == headers.end()) throw std::runtime_error("an answer without Content-Length");
  const auto start = static_cast<std::size_t>(found - headers.begin()) + kName.size();
  return static_cast<std::size_t>(number_at(headers.substr(start)));
}

}  // namespace

Connection::Connection(int port) : file_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)), port_(port) {
  if (file_ < 0) fail("socket");
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int on = 1;
  ::setsockopt(file_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (::connect(file_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return;
  ::close(file_);
  fail("connect");
}

Connection::~Connection() { ::close(file_); }

void Connection::send(std::string_view method, std::string_view path, std::string_view token, std::string_view body) {
  const std::string request = fmt::format(
      "{} {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n"
      "Accept: */*\r\nAccept-Encoding: gzip, deflate, br\r\nAccept-Language: en\r\n"
      "Content-Length: {}\r\n\r\n{}",
      method, path, port_, token, body.size(), body);
  const ssize_t sent = ::send(file_, request.data(), request.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent != static_cast<ssize_t>(request.size())) fail("send");
}

std::optional<Answer> Connection::receive() {
  std::array<char, 65536> buffer;
  const ssize_t count = ::recv(file_, buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return std::nullopt;
  if (count < 0) fail("recv");
  if (count == 0) throw std::runtime_error("the server hung up");
  received_.append(buffer.data(), static_cast<std::size_t>(count));
  return take_answer();
}

std::optional<Answer> Connection::take_answer() {
  constexpr std::string_view kEnd = "\r\n\r\n", kVersion = "HTTP/1.1 ";
  const std::size_t end = received_.find(kEnd);
  if (end == std::string::npos) return std::nullopt;
  const std::string_view headers = std::string_view(received_).substr(0, end);
  const std::size_t start = end + kEnd.size(), length = body_length(headers);
  if (received_.size() < start + length) return std::nullopt;
  Answer answer = {number_at(headers.substr(kVersion.size())), received_.substr(start, length)};
  received_.erase(0, start + length);
  return answer;
}

}  // namespace pdrank::load
