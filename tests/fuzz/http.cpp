// What comes on a connection, as requests: in pieces of any size the same requests are read as from the whole, none is
// read where it is not clear where the one before ends, and what is answered can be read.
#include <fmt/format.h>

#include <boost/beast/http.hpp>

#include "fuzz/target.hpp"
#include "pdrank/server/http_message.hpp"
#include "pdrank/server/router.hpp"

namespace pdrank::fuzz {
namespace {

using namespace server;
using Progress = RequestReader::Progress;

constexpr std::size_t kMostBodyBytes = 300;

// The connection of a test: bytes that come piece by piece.
class Wire {
 public:
  // `pieces`: their sizes, in turn, counted from 1.
  Wire(std::string_view bytes, std::string_view pieces) : left_(bytes), pieces_(pieces) {}

  boost::beast::flat_buffer& buffer() { return buffer_; }
  bool receive() {
    if (left_.empty()) return false;
    std::size_t size = left_.size();
    if (!pieces_.empty())
      size = std::min<std::size_t>(size, 1u + static_cast<unsigned char>(pieces_[at_++ % pieces_.size()]));
    if (buffer_.size() + size > buffer_.max_size()) return false;
    buffer_.commit(boost::asio::buffer_copy(buffer_.prepare(size), boost::asio::buffer(left_.data(), size)));
    left_.remove_prefix(size);
    return true;
  }

 private:
  std::string_view left_, pieces_;
  std::size_t at_ = 0;
  boost::beast::flat_buffer buffer_{kMostHeadBytes + kPieceBytes};
};

template <class Take>
bool take_whole(Wire& wire, const Take& take) {
  Progress progress = take();
  while (progress == Progress::needs_more && wire.receive()) progress = take();
  return progress == Progress::whole;
}

std::string text_of(const Request& request) {
  std::string text = fmt::format("{} '{}'", request.method, request.path);
  for (const auto& [name, value] : request.query) text += fmt::format(" ?'{}'='{}'", name, value);
  for (const auto& [name, value] : request.headers) text += fmt::format(" {}:'{}'", name, value);
  return text + fmt::format(" body '{}'", request.body);
}

// An answer is what a client reads again, whatever is in it.
void check_answer(const Refusal& refusal) {
  namespace http = boost::beast::http;
  const HttpAnswer answer = to_answer(error_response(refusal.status(), refusal.what()), true, false);
  require(answer.result_int() == static_cast<unsigned>(refusal.status()), "an answer has the status of the refusal");
  require(answer[http::field::content_length] == std::to_string(answer.body().size()), "an answer says its length");
  require(nlohmann::json::accept(answer.body()), "an answer is JSON", answer.body());
}

// What a connection makes of the bytes, request by request.
std::string heard(std::string_view bytes, std::string_view pieces) {
  Wire wire(bytes, pieces);
  std::string all;
  for (bool goes_on = true; goes_on;) {
    RequestReader reader(wire.buffer());
    if (!take_whole(wire, [&] { return reader.take_head(); }))
      return all + (reader.is_body_too_long() ? "too long" : "end");
    if (const std::optional<Refusal> fault = fault_of(reader.parser())) {
      check_answer(*fault);
      return all + fmt::format("refused with {}", fault->status());
    }
    Request request = to_request(reader.parser());
    require(request.path.size() <= kMostHeadBytes, "a path is a part of the head");
    route_at(request);
    const bool is_asked_for = waits_for_continue(reader.parser());
    if (!take_whole(wire, [&] { return reader.take_body(kMostBodyBytes, request.body); }))
      return all + fmt::format("{}, broken off\n", request.path);
    require(request.body.size() <= kMostBodyBytes, "no body is longer than it may be");
    require(!is_asked_for || reader.parser().chunked() || !request.body.empty(),
            "who waits to be asked for a body has one", text_of(request));
    goes_on = may_go_on(reader.parser());
    all += text_of(request) + (goes_on ? "\n" : " and no more\n");
  }
  return all;
}

}  // namespace

PDRANK_FUZZ(http) {
  const std::string pieces = input.text(8);
  const std::string_view bytes = input.rest();
  const std::string whole = heard(bytes, ""), by_pieces = heard(bytes, pieces);
  require(whole == by_pieces, "it does not matter in which pieces requests come", whole + "\nand\n" + by_pieces);
}

}  // namespace pdrank::fuzz
