#include "pdrank/server/http_server.hpp"

#include <arpa/inet.h>
#include <httplib.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <chrono>
#include <optional>
#include <thread>

#include "pdrank/server/limits.hpp"

namespace pdrank::server {
namespace {

// A connection holds a thread for as long as it is kept open.
constexpr std::size_t kThreads = 320;
constexpr int kWaiting = 512;  // connections that have not been taken yet
constexpr int kIdleSeconds = 5, kTimeoutSeconds = 5;
constexpr std::size_t kRequestsOfAConnection = 100'000;
constexpr int kMostSockets = 1024;  // httplib can watch no others
constexpr std::size_t kMostHeadBytes = std::size_t{64} << 10;
// A request that takes longer than the first of them must come at the second.
constexpr std::chrono::seconds kRequestTime{10};
constexpr std::size_t kSlowestBytesPerSecond = std::size_t{16} << 10;
constexpr std::chrono::seconds kFarewell{1};

using Clock = std::chrono::steady_clock;

// What is known of the request that this thread answers: a thread has one connection at a time.
struct Arrival {
  bool form = false;   // its body is a multipart form
  bool whole = false;  // all of it has been read: what comes next is another request
};
thread_local Arrival arrival;

// The bytes of a connection. The stream of httplib waits for each byte anew, so that who sends one every few seconds
// holds a thread for ever, and it forgets what has come of the next request.
class Connection : public httplib::Stream {
 public:
  explicit Connection(socket_t socket) : socket_(socket) {}

  // False if none begins.
  bool await_request() {
    if (taken_ == filled_ && !wait(POLLIN, std::chrono::seconds(kIdleSeconds))) return false;
    began_ = Clock::now();
    received_ = 0;
    in_head_ = true;
    return true;
  }

  void end_head() { in_head_ = false; }

  ssize_t read(char* to, std::size_t size) override {
    if (taken_ == filled_) {
      if (const ssize_t got = fill(); got <= 0) return got;
    }
    const std::size_t count = std::min(size, filled_ - taken_);
    std::copy_n(buffer_.data() + taken_, count, to);
    taken_ += count;
    received_ += count;
    return in_head_ && !fits_head(to, count) ? -1 : static_cast<ssize_t>(count);
  }

  ssize_t write(const char* from, std::size_t size) override {
    return is_writable() ? ::send(socket_, from, size, MSG_NOSIGNAL) : -1;
  }

  bool is_readable() const override { return taken_ < filled_ || wait(POLLIN, std::chrono::seconds(kTimeoutSeconds)); }
  bool is_writable() const override { return wait(POLLOUT, std::chrono::seconds(kTimeoutSeconds)); }
  void get_remote_ip_and_port(std::string&, int&) const override {}  // nobody asks
  void get_local_ip_and_port(std::string&, int&) const override {}
  socket_t socket() const override { return socket_; }

  // Closed with something unread, the other side would lose the answer too: so it may finish, for a moment.
  void end() {
    ::shutdown(socket_, SHUT_WR);
    const Clock::time_point until = Clock::now() + kFarewell;
    while (!arrival.whole && wait(POLLIN, until - Clock::now()) &&
           ::recv(socket_, buffer_.data(), buffer_.size(), 0) > 0) {
    }
    ::close(socket_);
  }

 private:
  bool wait(short what, Clock::duration time) const {
    pollfd watched{.fd = socket_, .events = what, .revents = 0};
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(std::max(time, Clock::duration::zero()));
    return ::poll(&watched, 1, static_cast<int>(left.count())) > 0;
  }

  ssize_t fill() {
    const std::chrono::milliseconds for_bytes(received_ * 1000 / kSlowestBytesPerSecond);
    const Clock::duration left = began_ + kRequestTime + for_bytes - Clock::now();
    const Clock::duration most = std::chrono::seconds(kTimeoutSeconds);
    if (left <= Clock::duration::zero() || !wait(POLLIN, std::min(left, most))) return -1;
    const ssize_t got = ::recv(socket_, buffer_.data(), buffer_.size(), 0);
    taken_ = 0;
    filled_ = static_cast<std::size_t>(std::max<ssize_t>(got, 0));
    return got;
  }

  // httplib would skip a line that does not end as it should, where another program may see a header.
  bool fits_head(const char* bytes, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      if (bytes[i] == '\n' && last_ != '\r') return false;
      last_ = bytes[i];
    }
    return received_ <= kMostHeadBytes;
  }

  const socket_t socket_;
  std::array<char, 16384> buffer_{};
  std::size_t taken_ = 0, filled_ = 0;
  Clock::time_point began_;
  std::size_t received_ = 0;  // of this request
  bool in_head_ = true;
  char last_ = 0;
};

Request to_request(const httplib::Request& from) {
  Request request{.method = from.method, .path = from.path};
  for (const auto& [name, value] : from.params) request.query.emplace(name, value);
  for (const auto& [name, value] : from.headers) {
    std::string lower = name;
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    request.headers.emplace(std::move(lower), value);
  }
  return request;
}

void send(Response from, httplib::Response& to) {
  to.status = from.status;
  for (const auto& [name, value] : headers_of_all()) to.set_header(name, value);
  for (const auto& [name, value] : from.headers) to.set_header(name, value);
  if (!to.has_header("Cache-Control")) to.set_header("Cache-Control", "no-store");
  to.set_header("Accept-Ranges", "none");
  to.set_header("Content-Type", from.type);
  to.body = std::move(from.body);
}

bool is_header_name(const std::string& name) {
  return std::ranges::all_of(name, [](unsigned char c) {
    return std::isalnum(c) || std::string_view("!#$%&'*+-.^_`|~").find(static_cast<char>(c)) != std::string_view::npos;
  });
}

std::optional<std::uint64_t> whole_number(const std::string& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

bool is_chunked(const httplib::Request& request) { return request.has_header("Transfer-Encoding"); }

// Refuses what leaves a doubt where the request ends: its rest would be taken for the next one.
void check_framing(const httplib::Request& request) {
  const Refusal unclear(400, "it is not clear where this request ends");
  if (!std::ranges::all_of(request.headers, [](const auto& header) { return is_header_name(header.first); }))
    throw unclear;
  const std::size_t lengths = request.get_header_value_count("Content-Length");
  const std::size_t encodings = request.get_header_value_count("Transfer-Encoding");
  if (lengths + encodings > 1) throw unclear;
  if (lengths == 1 && !whole_number(request.get_header_value("Content-Length"))) throw unclear;
  if (encodings == 1 && request.get_header_value("Transfer-Encoding") != "chunked") throw unclear;
  if (request.has_header("Content-Encoding")) throw Refusal(415, "the body must not be encoded");
}

bool has_body(const httplib::Request& request) {
  return is_chunked(request) || whole_number(request.get_header_value("Content-Length")).value_or(0) > 0;
}

// All of the body is read, so that the next request of the connection begins where it should; more than `most` bytes
// of it are not kept. False if it is longer, or broken off.
bool read_body(const httplib::Request& request, const httplib::ContentReader& reader, std::size_t most,
               std::string& body) {
  arrival.whole = !has_body(request);
  if (arrival.whole) return true;
  bool fits = true;
  std::size_t received = 0;
  const bool read = reader([&](const char* data, std::size_t size) {
    received += size;
    fits = fits && received <= most;
    if (fits) body.append(data, size);
    return received <= kMostImportBytes;
  });
  arrival.whole = read && !is_chunked(request);  // httplib takes a broken chunk for the end
  return fits && read;
}

}  // namespace

bool is_loopback(const std::string& host) {
  in_addr address{};
  const bool is_address = inet_pton(AF_INET, host.c_str(), &address) == 1;
  return host == "localhost" || host == "::1" || (is_address && ntohl(address.s_addr) >> 24 == 127);
}

class HttpServer::Listener : public httplib::Server {
 public:
  explicit Listener(Application& application) : application_(application) {
    new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
    set_tcp_nodelay(true);
    // httplib would let a second server have the same port.
    set_socket_options([](socket_t socket) {
      const int yes = 1;
      setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
    });
    set_keep_alive_max_count(kRequestsOfAConnection);  // told to the other side, as is the next
    set_keep_alive_timeout(kIdleSeconds);
    set_payload_max_length(kMostImportBytes);
    set_pre_routing_handler([this](const httplib::Request& from, httplib::Response& to) {
      const bool with_body = from.method == "POST" || from.method == "PATCH";
      if (with_body) return HandlerResponse::Unhandled;  // for answer_with_body
      answer(from, to);
      return HandlerResponse::Handled;
    });
    const auto answer_with_body = [this](const httplib::Request& from, httplib::Response& to,
                                         const httplib::ContentReader& reader) { answer(from, to, reader); };
    Post(R"([\s\S]*)", answer_with_body);
    Patch(R"([\s\S]*)", answer_with_body);
    // What httplib itself refuses.
    set_error_handler(HandlerWithResponse([](const httplib::Request& from, httplib::Response& to) {
      if (!to.body.empty() || to.has_header("Content-Type")) return HandlerResponse::Unhandled;
      const_cast<httplib::Request&>(from).ranges.clear();  // or it would send these of the refusal
      send(error_response(to.status, "this is no request that can be answered"), to);
      return HandlerResponse::Handled;
    }));
    set_post_routing_handler([](const httplib::Request&, httplib::Response& to) {
      if (arrival.whole) return;
      to.headers.erase("Keep-Alive");
      to.headers.erase("Connection");
      to.set_header("Connection", "close");
    });
  }

  int start(const std::string& host, int port) {
    port_ = port == 0 ? bind_to_any_port(host) : bind_to_port(host, port) ? port : 0;
    if (port_ <= 0) return 0;
    ::listen(svr_sock_, kWaiting);  // httplib's own queue is short
    thread_ = std::thread([this] { listen_after_bind(); });
    while (!is_running()) std::this_thread::yield();
    return port_;
  }

  void end() {
    if (!thread_.joinable()) return;
    stop();
    wake_idle_connections();
    thread_.join();
  }

 private:
  bool process_and_close_socket(socket_t socket) override {
    Connection connection(socket);
    arrival = {.whole = true};
    for (std::size_t left = kRequestsOfAConnection; left > 0 && svr_sock_ != INVALID_SOCKET; --left)
      if (!connection.await_request() || !serve_one(connection, left == 1)) break;
    connection.end();
    return true;
  }

  // Whether another may follow.
  bool serve_one(Connection& connection, bool last) {
    arrival = {};
    bool asked_to_close = false;
    const bool sent = process_request(connection, last, asked_to_close, [&](httplib::Request& request) {
      connection.end_head();
      prepare(request);
    });
    return sent && arrival.whole && !asked_to_close && !last;
  }

  // Ranges are ignored, which every server may: httplib puts all of them together in memory. The body of a form is read
  // like any other: httplib would leave one that it cannot take apart where it is.
  static void prepare(httplib::Request& request) {
    request.ranges.clear();
    arrival.form = request.is_multipart_form_data();
    if (arrival.form) request.headers.erase("Content-Type");
  }

  void answer(const httplib::Request& from, httplib::Response& to) {
    const Request request = to_request(from);
    send(application_.guarded([&] {
      check_framing(from);
      if (has_body(from)) throw Refusal(400, "a request of this kind has no body");
      arrival.whole = true;
      return application_.respond(request);
    }),
         to);
  }

  void answer(const httplib::Request& from, httplib::Response& to, const httplib::ContentReader& reader) {
    Request request = to_request(from);
    send(application_.guarded([&] {
      check_framing(from);
      Call call;
      try {
        call = application_.admit(request);
      } catch (const Refusal&) {
        read_body(from, reader, 0, request.body);
        throw;
      }
      const bool taken = read_body(from, reader, call.route->most_body_bytes, request.body);
      if (arrival.form) throw Refusal(415, "forms are not taken: the body must be the thing itself");
      if (!taken) throw Refusal(413, "the body is too long, or broken off");
      return application_.answer(call);
    }),
         to);
  }

  // Threads wait for the next request of their connections; without this, for as long as these may be idle.
  void wake_idle_connections() const {
    for (int file = 0; file < kMostSockets; ++file) {
      sockaddr_storage address{};
      socklen_t length = sizeof(address);
      if (getsockname(file, reinterpret_cast<sockaddr*>(&address), &length) != 0) continue;
      const in_port_t port = address.ss_family == AF_INET6  ? reinterpret_cast<sockaddr_in6&>(address).sin6_port
                             : address.ss_family == AF_INET ? reinterpret_cast<sockaddr_in&>(address).sin_port
                                                            : in_port_t{0};
      if (ntohs(port) == port_) ::shutdown(file, SHUT_RD);
    }
  }

  Application& application_;
  std::thread thread_;
  int port_ = 0;
};

HttpServer::HttpServer(Application& application) : listener_(std::make_unique<Listener>(application)) {}
HttpServer::~HttpServer() { stop(); }

int HttpServer::start(const std::string& host, int port) { return listener_->start(host, port); }
void HttpServer::stop() { listener_->end(); }

}  // namespace pdrank::server
