#include "pdrank/server/http_server.hpp"

#include <arpa/inet.h>
#include <httplib.h>
#include <sys/socket.h>

#include <algorithm>
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
  to.set_header("Content-Type", from.type);
  to.body = std::move(from.body);
}

bool has_body(const httplib::Request& request) {
  return request.has_header("Content-Length") || request.has_header("Transfer-Encoding");
}

// All of the body is read, so that the next request of the connection begins where it should; more than `most` bytes
// of it are not kept. False if it is longer, or no body.
bool read_body(const httplib::Request& request, const httplib::ContentReader& reader, std::size_t most,
               std::string& body) {
  if (!has_body(request)) return true;
  if (request.is_multipart_form_data()) {
    reader([](const httplib::MultipartFormData&) { return true; }, [](const char*, std::size_t) { return true; });
    return false;
  }
  bool fits = true;
  const bool whole = reader([&](const char* data, std::size_t size) {
    fits = fits && body.size() + size <= most;
    if (fits) body.append(data, size);
    return true;
  });
  return fits && whole;
}

}  // namespace

bool is_loopback(const std::string& host) { return host == "localhost" || host == "::1" || host.starts_with("127."); }

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
    set_keep_alive_max_count(kRequestsOfAConnection);
    set_keep_alive_timeout(kIdleSeconds);
    set_read_timeout(kTimeoutSeconds);
    set_write_timeout(kTimeoutSeconds);
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
    set_error_handler(HandlerWithResponse([](const httplib::Request&, httplib::Response& to) {
      if (!to.body.empty() || to.has_header("Content-Type")) return HandlerResponse::Unhandled;
      send(error_response(to.status, "this is no request that can be answered"), to);
      return HandlerResponse::Handled;
    }));
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
  void answer(const httplib::Request& from, httplib::Response& to) {
    const Request request = to_request(from);
    send(application_.respond(request), to);
  }

  void answer(const httplib::Request& from, httplib::Response& to, const httplib::ContentReader& reader) {
    Request request = to_request(from);
    send(application_.guarded([&] {
      Call call;
      try {
        call = application_.admit(request);
      } catch (const Refusal&) {
        read_body(from, reader, 0, request.body);
        throw;
      }
      if (!read_body(from, reader, call.route->most_body_bytes, request.body))
        throw from.is_multipart_form_data() ? Refusal(415, "forms are not taken: the body must be the thing itself")
                                            : Refusal(413, "the body is too long, or broken off");
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
