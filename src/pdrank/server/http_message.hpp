// Requests and answers as Boost.Beast has them on a connection, and as the application does.
#pragma once

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <cstddef>
#include <optional>
#include <string>

#include "pdrank/server/http.hpp"

namespace pdrank::server {

inline constexpr std::size_t kMostHeadBytes = std::size_t{64} << 10;
inline constexpr std::size_t kPieceBytes = std::size_t{16} << 10;  // that are read at a time

using HttpParser = boost::beast::http::request_parser<boost::beast::http::buffer_body>;
using HttpAnswer = boost::beast::http::response<boost::beast::http::string_body>;
using HttpFileAnswer = boost::beast::http::response<boost::beast::http::file_body>;

// Why a request is refused by its head alone, above all if that leaves a doubt where it ends: its rest would be taken
// for the next one.
std::optional<Refusal> fault_of(const HttpParser& parser);

// Takes one request from the bytes of a connection as they come.
class RequestReader {
 public:
  enum class Progress { whole, needs_more, refused };

  // `buffer` has what has come and was not taken yet; what comes later is put there.
  explicit RequestReader(boost::beast::flat_buffer& buffer);

  const HttpParser& parser() const { return parser_; }

  // The head, as far as it has come. Refused if it is broken, too long, or one that others may read differently.
  Progress take_head();
  // Whether it was refused because of the length of the body that it announces.
  bool is_body_too_long() const { return error_ == boost::beast::http::error::body_limit; }

  // Behind the head: appends the body, as far as it has come. Refused if it is broken, or longer than `most` bytes.
  Progress take_body(std::size_t most, std::string& body);

 private:
  boost::beast::flat_buffer& buffer_;
  HttpParser parser_;
  boost::beast::error_code error_;
  std::size_t head_bytes_ = 0;
};

// Whether the client sends the body only when it is asked for it.
bool waits_for_continue(const HttpParser& parser);

// Whether another request may follow this one, whose end is known.
bool may_go_on(const HttpParser& parser);

// Of the head; the body comes later.
Request to_request(const HttpParser& parser);

// `head_only`: without the body, of which the length is told.
HttpAnswer to_answer(Response from, bool keep_alive, bool head_only);
// Of one whose body is a file, which is open from then on. Throws std::runtime_error if it cannot be.
HttpFileAnswer to_file_answer(const Response& from, bool keep_alive);

}  // namespace pdrank::server
