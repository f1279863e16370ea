#include "pdrank/server/http_server.hpp"

#include <arpa/inet.h>
#include <sys/socket.h>

#include <atomic>
#include <boost/asio.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "pdrank/server/http_message.hpp"

namespace pdrank::server {
namespace {

namespace http = boost::beast::http;
namespace net = boost::asio;
using boost::system::error_code;
using net::ip::tcp;
using Clock = std::chrono::steady_clock;

// A request holds a thread from when all of it has come until it is answered; a connection holds none.
constexpr std::size_t kThreads = 256;
constexpr std::size_t kMostConnections = 800;
constexpr int kWaiting = 512;                 // connections that have not been taken yet
constexpr std::chrono::seconds kPatience{5};  // for the next request, the next bytes, or room for the answer's
// A request that takes longer than the first of them must come at the second.
constexpr std::chrono::seconds kRequestTime{10};
constexpr std::size_t kSlowestBytesPerSecond = std::size_t{16} << 10;
constexpr std::chrono::seconds kFarewell{2};
constexpr std::chrono::seconds kLastAnswer{10};  // from when the server is to end
constexpr std::chrono::milliseconds kTick{250};  // how often it is looked who takes too long
constexpr const char* kTooLong = "the body is too long, or broken off";

// One connection: requests come and are answered one after the other. (Every co_await stands alone: g++ 12 makes wrong
// code of some within conditions.)
class Connection {
 public:
  Connection(tcp::socket socket, Application& application) : socket_(std::move(socket)), application_(application) {
    error_code ignored;
    socket_.set_option(tcp::no_delay(true), ignored);
    address_ = socket_.remote_endpoint(ignored).address().to_string();
  }

  net::any_io_executor executor() { return socket_.get_executor(); }

  net::awaitable<void> run() {
    bool goes_on = co_await await_request();
    while (goes_on) {
      goes_on = co_await serve_one();
      if (goes_on) goes_on = co_await await_request();
    }
    co_await end();
  }

  // From another thread, while the socket is open: the request that has begun is the last, and has a last moment.
  // What has come already can still be read.
  void stop() {
    last_ = Clock::now().time_since_epoch() + kLastAnswer;
    ::shutdown(socket_.native_handle(), SHUT_RD);
  }
  // As if the other side had said its last, if it has been waited for too long; one that does not take what is sent is
  // given up.
  void check_time() {
    const Clock::duration now = Clock::now().time_since_epoch();
    const bool gives_up = now > last_.load();
    if (gives_up || now > until_.load())
      ::shutdown(socket_.native_handle(), gives_up || is_sending_ ? SHUT_RDWR : SHUT_RD);
  }

 private:
  static constexpr Clock::duration kNever = Clock::duration::max();

  bool is_stopping() const { return last_.load() != kNever; }

  // The bytes that start(token) has moved; 0 if it failed or took longer.
  template <class Start>
  net::awaitable<std::size_t> within(Clock::duration time, Start start) {
    until_ = Clock::now().time_since_epoch() + time;
    error_code error;
    const std::size_t count = co_await start(net::redirect_error(net::use_awaitable, error));
    until_ = kNever;
    co_return error ? 0 : count;
  }

  // Whether bytes have come.
  net::awaitable<bool> receive(Clock::duration time) {
    if (time <= Clock::duration::zero() || buffer_.size() + kPieceBytes > buffer_.max_size()) co_return false;
    const std::size_t count =
        co_await within(time, [&](auto token) { return socket_.async_read_some(buffer_.prepare(kPieceBytes), token); });
    buffer_.commit(count);
    received_ += count;
    co_return count > 0;
  }

  net::awaitable<bool> await_request() {
    if (is_stopping()) co_return false;
    received_ = buffer_.size();
    bool begins = received_ > 0;
    if (!begins) begins = co_await receive(kPatience);
    began_ = Clock::now();
    co_return begins;
  }

  net::awaitable<bool> receive_more() {
    const std::chrono::milliseconds for_bytes(received_ * 1000 / kSlowestBytesPerSecond);
    const Clock::duration left = began_ + kRequestTime + for_bytes - Clock::now();
    co_return co_await receive(std::min<Clock::duration>(left, kPatience));
  }

  // Whether another request may follow.
  net::awaitable<bool> serve_one() {
    RequestReader reader(buffer_);
    const HttpParser& parser = reader.parser();
    handled_ = {};
    Response response = co_await answer(reader);
    handled_.status = response.status;
    application_.count(handled_);
    const bool keep_alive = is_clear_ && parser.is_done() && may_go_on(parser) && !is_stopping();
    const bool head_only = parser.get().method() == http::verb::head;
    bool is_sent = false;
    if (response.file && !head_only)
      is_sent = co_await send(to_file_answer(response, keep_alive));
    else
      is_sent = co_await send(to_answer(std::move(response), keep_alive, head_only));
    co_return is_sent ? keep_alive : false;
  }

  // As the application guards it; the time is counted.
  Response timed(const std::function<Response()>& step) {
    const Clock::time_point begin = Clock::now();
    Response response = application_.guarded(step);
    handled_.seconds += std::chrono::duration<double>(Clock::now() - begin).count();
    return response;
  }

  net::awaitable<Response> answer(RequestReader& reader) {
    is_clear_ = false;
    const bool has_head = co_await read_head(reader);
    if (reader.is_body_too_long()) co_return error_response(413, kTooLong);
    if (!has_head) co_return error_response(400, "this is no request that can be answered");
    const HttpParser& parser = reader.parser();
    if (const std::optional<Refusal> fault = fault_of(parser)) co_return error_response(fault->status(), fault->what());
    is_clear_ = true;
    Request request = to_request(parser);
    request.address = address_;
    handled_.method = request.method;
    handled_.path = request.path;
    std::optional<Call> call;
    Response response = timed([&] {
      handled_.route = route_at(request);
      Call admitted = application_.admit(request);
      if (request.header("content-type").starts_with("multipart/form-data"))
        throw Refusal(415, "forms are not taken: the body must be the thing itself");
      if (parser.content_length().value_or(0) > admitted.route->most_body_bytes) throw Refusal(413, kTooLong);
      call = std::move(admitted);
      return Response();
    });
    if (!call) co_return response;  // and the body is neither asked for nor read
    if (waits_for_continue(parser)) co_await send_continue();
    const bool taken = co_await read_body(reader, call->route->most_body_bytes, request.body);
    if (!taken) co_return error_response(413, kTooLong);
    co_return timed([&] { return application_.answer(*call); });
  }

  using Progress = RequestReader::Progress;

  net::awaitable<bool> read_head(RequestReader& reader) {
    Progress progress = reader.take_head();
    while (progress == Progress::needs_more) {
      const bool has_come = co_await receive_more();
      if (!has_come) co_return false;
      progress = reader.take_head();
    }
    co_return progress == Progress::whole;
  }

  // False if it is longer than `most` bytes, or broken off: then the rest is not read.
  net::awaitable<bool> read_body(RequestReader& reader, std::size_t most, std::string& body) {
    Progress progress = reader.take_body(most, body);
    while (progress == Progress::needs_more) {
      const bool has_come = co_await receive_more();
      if (!has_come) co_return false;
      progress = reader.take_body(most, body);
    }
    co_return progress == Progress::whole;
  }

  // The bytes that were taken in time.
  template <class Start>
  net::awaitable<std::size_t> write(Start start) {
    is_sending_ = true;
    const std::size_t count = co_await within(kPatience, start);
    is_sending_ = false;
    co_return count;
  }

  net::awaitable<void> send_continue() {
    const std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
    co_await write([&](auto token) { return net::async_write(socket_, net::buffer(go_on), token); });
  }

  // Whether all of it was taken; each part in time.
  template <class Body>
  net::awaitable<bool> send(http::response<Body> message) {
    http::response_serializer<Body> serializer(message);
    while (!serializer.is_done()) {
      const std::size_t count =
          co_await write([&](auto token) { return http::async_write_some(socket_, serializer, token); });
      if (count == 0) co_return false;
    }
    co_return true;
  }

  // Closed with something unread, the other side would lose the answer too: so it may finish, for a moment.
  net::awaitable<void> end() {
    error_code ignored;
    socket_.shutdown(tcp::socket::shutdown_send, ignored);
    const Clock::time_point until = Clock::now() + kFarewell;
    for (bool goes_on = true; goes_on;) {
      buffer_.clear();
      goes_on = co_await receive(until - Clock::now());
    }
  }

  tcp::socket socket_;  // closed by the destructor, when nobody else looks at it
  Application& application_;
  std::string address_;                          // of the other end
  std::atomic<Clock::duration> until_ = kNever;  // since the clock's epoch: how long is waited
  std::atomic<Clock::duration> last_ = kNever;   // when all of it ends
  std::atomic<bool> is_sending_ = false;
  boost::beast::flat_buffer buffer_{kMostHeadBytes + kPieceBytes};
  Clock::time_point began_;
  std::size_t received_ = 0;  // of this request
  bool is_clear_ = false;     // where this request ends
  Handled handled_ = {};      // what is counted of it
};

}  // namespace

bool is_loopback(const std::string& host) {
  in_addr address{};
  const bool is_address = inet_pton(AF_INET, host.c_str(), &address) == 1;
  return host == "localhost" || host == "::1" || (is_address && ntohl(address.s_addr) >> 24 == 127);
}

// What is known of all connections is used on its strand alone.
class HttpServer::Listener {
 public:
  explicit Listener(Application& application) : application_(application) {}

  int start(const std::string& host, int port) {
    error_code error;
    for (const auto& entry : tcp::resolver(pool_).resolve(host, std::to_string(port), tcp::resolver::passive, error))
      if (bind(entry.endpoint())) {
        net::co_spawn(strand_, accept(), net::detached);
        net::co_spawn(strand_, watch(), net::detached);
        return acceptor_.local_endpoint().port();
      }
    return 0;
  }

  void end() {
    net::post(strand_, [this] {
      error_code ignored;
      acceptor_.close(ignored);
      room_.cancel();
      tick_.cancel();
      for (const auto& connection : connections_) connection->stop();
    });
    pool_.join();
  }

 private:
  bool bind(const tcp::endpoint& endpoint) {
    error_code error;
    acceptor_.open(endpoint.protocol(), error);
    if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error && endpoint.protocol() == tcp::v6()) acceptor_.set_option(net::ip::v6_only(false), error);
    if (!error) acceptor_.bind(endpoint, error);
    if (!error) acceptor_.listen(kWaiting, error);
    if (error) acceptor_.close();
    return !error;
  }

  net::awaitable<void> accept() {
    while (true) {
      error_code error;
      tcp::socket socket = co_await acceptor_.async_accept(net::any_io_executor(pool_.get_executor()),
                                                           net::redirect_error(net::use_awaitable, error));
      if (!acceptor_.is_open()) co_return;
      if (!error) begin(std::move(socket));
      if (error) co_await wait_for_room();
      while (acceptor_.is_open() && connections_.size() >= kMostConnections) co_await wait_for_room();
    }
  }

  void begin(tcp::socket socket) {
    const auto connection = std::make_shared<Connection>(std::move(socket), application_);
    connections_.insert(connection);
    net::co_spawn(
        connection->executor(), [connection] { return connection->run(); },
        [this, connection](std::exception_ptr) { net::post(strand_, [this, connection] { forget(connection); }); });
  }

  void forget(const std::shared_ptr<Connection>& connection) {
    connections_.erase(connection);
    room_.cancel();
    if (!acceptor_.is_open() && connections_.empty()) tick_.cancel();
  }

  net::awaitable<void> watch() {
    while (acceptor_.is_open() || !connections_.empty()) {
      for (const auto& connection : connections_) connection->check_time();
      error_code ignored;
      tick_.expires_after(kTick);
      co_await tick_.async_wait(net::redirect_error(net::use_awaitable, ignored));
    }
  }

  // Until a connection ends, or for a moment.
  net::awaitable<void> wait_for_room() {
    error_code ignored;
    room_.expires_after(std::chrono::milliseconds(100));
    co_await room_.async_wait(net::redirect_error(net::use_awaitable, ignored));
  }

  Application& application_;
  net::thread_pool pool_{kThreads};
  net::any_io_executor strand_ = net::make_strand(pool_);
  tcp::acceptor acceptor_{strand_};
  net::steady_timer room_{strand_}, tick_{strand_};
  std::set<std::shared_ptr<Connection>> connections_;
};

HttpServer::HttpServer(Application& application) : listener_(std::make_unique<Listener>(application)) {}
HttpServer::~HttpServer() { stop(); }

int HttpServer::start(const std::string& host, int port) { return listener_->start(host, port); }
void HttpServer::stop() { listener_->end(); }

}  // namespace pdrank::server
