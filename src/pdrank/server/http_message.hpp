// Requests and answers as Boost.Beast has them on a connection, and as the application does.
#pragma once

#include <boost/beast/http.hpp>
#include <optional>

#include "pdrank/server/http.hpp"

namespace pdrank::server {

using HttpParser = boost::beast::http::request_parser<boost::beast::http::buffer_body>;
using HttpAnswer = boost::beast::http::response<boost::beast::http::string_body>;
using HttpFileAnswer = boost::beast::http::response<boost::beast::http::file_body>;

// Why a request is refused by its head alone, above all if that leaves a doubt where it ends: its rest would be taken
// for the next one.
std::optional<Refusal> fault_of(const HttpParser& parser);

// Whether a header goes on in another line, as it once could: others may read its value differently.
bool is_folded(std::string_view head);

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
