#include "pdrank/server/http_message.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <stdexcept>

#include "pdrank/server/limits.hpp"
#include "pdrank/server/temporary_file.hpp"

namespace pdrank::server {
namespace {

namespace http = boost::beast::http;

constexpr unsigned kVersion = 11;  // of HTTP; connections of older ones end with the first answer
constexpr std::size_t kMostLineBytes = std::size_t{8} << 10;

using Head = HttpParser::value_type;

std::string to_string(boost::beast::string_view text) { return {text.data(), text.size()}; }

std::optional<char> hex_byte(std::string_view digits) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (error != std::errc() || digits.size() != 2 || end != digits.data() + 2) return std::nullopt;
  return static_cast<char>(value);
}

// "a%20b" -> "a b"; what is no such code stays as it is.
std::string percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::optional<char> byte = text[at] == '%' ? hex_byte(text.substr(at + 1, 2)) : std::nullopt;
    decoded += byte.value_or(text[at]);
    if (byte) at += 2;
  }
  return decoded;
}

std::string query_text(std::string_view text) {
  std::string spaced(text);
  std::ranges::replace(spaced, '+', ' ');
  return percent_decoded(spaced);
}

// What stands before the mark and behind it: all and nothing where it is not there.
std::pair<std::string_view, std::string_view> halves(std::string_view text, char mark) {
  const std::size_t at = std::min(text.find(mark), text.size());
  return {text.substr(0, at), text.substr(std::min(at + 1, text.size()))};
}

// Calls take(part) for what stands between the marks.
template <class Take>
void split(std::string_view text, char mark, const Take& take) {
  for (std::size_t end = text.find(mark); end != std::string_view::npos; end = text.find(mark)) {
    take(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  take(text);
}

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

// "bytes=0-9,20-,-5"
bool is_range(std::string_view text) {
  constexpr std::string_view kUnit = "bytes=";
  if (!text.starts_with(kUnit)) return false;
  bool is_good = true;
  split(text.substr(kUnit.size()), ',', [&](std::string_view part) {
    const auto [first, last] = halves(part, '-');
    const std::optional<std::uint64_t> begin = whole_number(first), end = whole_number(last);
    const bool has_numbers = (begin || first.empty()) && (end || last.empty()) && (begin || end);
    const bool has_dash = first.size() < part.size();
    is_good = is_good && has_dash && has_numbers && (!begin || !end || *begin <= *end);
  });
  return is_good;
}

// Whether a header goes on in another line, as it once could: others may read its value differently.
bool is_folded(std::string_view head) {
  return head.find("\r\n ") != std::string_view::npos || head.find("\r\n\t") != std::string_view::npos;
}

bool has_body(const HttpParser& parser) { return parser.chunked() || parser.content_length().value_or(0) > 0; }

}  // namespace

std::optional<Refusal> fault_of(const HttpParser& parser) {
  const Head& head = parser.get();
  if (head.target().size() > kMostLineBytes) return Refusal(414, "the address is too long");
  for (const auto& field : head)
    if (field.name_string().size() + field.value().size() > kMostLineBytes) return Refusal(400, "a header is too long");
  if (head.count(http::field::host) > 1) return Refusal(400, "a request has one Host");
  const std::size_t encodings = head.count(http::field::transfer_encoding);
  if (head.count(http::field::content_length) + encodings > 1 ||
      (encodings == 1 && head[http::field::transfer_encoding] != "chunked"))
    return Refusal(400, "it is not clear where this request ends");
  if (head.count(http::field::content_encoding) > 0) return Refusal(415, "the body must not be encoded");
  if (head.count(http::field::range) > 0 && !is_range(to_string(head[http::field::range])))
    return Refusal(416, "this is no range");
  const bool may_have_body = head.method() == http::verb::post || head.method() == http::verb::patch;
  if (!may_have_body && has_body(parser)) return Refusal(400, "a request of this kind has no body");
  return std::nullopt;
}

RequestReader::RequestReader(boost::beast::flat_buffer& buffer) : buffer_(buffer) {
  parser_.header_limit(kMostHeadBytes);
  parser_.body_limit(kMostImportBytes);
}

RequestReader::Progress RequestReader::take_head() {
  error_ = {};
  const std::size_t used = parser_.put(buffer_.data(), error_);
  if (is_folded({static_cast<const char*>(buffer_.data().data()), used})) return Progress::refused;
  buffer_.consume(used);
  head_bytes_ += used;
  if (head_bytes_ > kMostHeadBytes) return Progress::refused;
  if (error_ == http::error::need_more) return Progress::needs_more;
  return error_ ? Progress::refused : Progress::whole;
}

RequestReader::Progress RequestReader::take_body(std::size_t most, std::string& body) {
  std::array<char, kPieceBytes>
      piece;  // NOLINT(cppcoreguidelines-pro-type-member-init): what is read was written before
  while (!parser_.is_done()) {
    http::buffer_body::value_type& room = parser_.get().body();
    room.data = piece.data();
    room.size = piece.size();
    error_ = {};
    const std::size_t used = parser_.put(buffer_.data(), error_);
    buffer_.consume(used);
    body.append(piece.data(), piece.size() - room.size);
    const bool goes_on = !error_ || error_ == http::error::need_more || error_ == http::error::need_buffer;
    if (!goes_on || body.size() > most) return Progress::refused;
    if (used == 0) return Progress::needs_more;
  }
  return Progress::whole;
}

bool waits_for_continue(const HttpParser& parser) {
  const Head& head = parser.get();
  return !parser.is_done() && head.version() >= kVersion &&
         boost::beast::iequals(head[http::field::expect], "100-continue");
}

bool may_go_on(const HttpParser& parser) {
  return parser.get().version() >= kVersion && parser.keep_alive() && !parser.chunked();
}

Request to_request(const HttpParser& parser) {
  const Head& head = parser.get();
  const std::string target = to_string(head.target());
  const auto [path, query] = halves(target, '?');
  Request request{.method = to_string(head.method_string()), .path = percent_decoded(path)};
  split(query, '&', [&](std::string_view part) {
    const auto [name, value] = halves(part, '=');
    if (!part.empty()) request.query.emplace(query_text(name), query_text(value));
  });
  for (const auto& field : head) {
    std::string lower = to_string(field.name_string());
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto [known, is_first] = request.headers.try_emplace(std::move(lower), to_string(field.value()));
    if (!is_first) known->second += ", " + to_string(field.value());
  }
  return request;
}

namespace {

template <class Answer>
Answer head_of(const Response& from, bool keep_alive) {
  Answer to(static_cast<http::status>(from.status), kVersion);
  for (const auto& [name, value] : headers_of_all()) to.set(name, value);
  to.set(http::field::cache_control, "no-store");
  for (const auto& [name, value] : from.headers) to.set(name, value);
  to.set(http::field::accept_ranges, "none");  // they are ignored, which every server may
  to.set(http::field::content_type, from.type);
  to.keep_alive(keep_alive);
  return to;
}

}  // namespace

HttpFileAnswer to_file_answer(const Response& from, bool keep_alive) {
  auto to = head_of<HttpFileAnswer>(from, keep_alive);
  boost::beast::error_code error;
  to.body().open(from.file->path().c_str(), boost::beast::file_mode::scan, error);
  if (error) throw std::runtime_error(from.file->path() + ": " + error.message());
  to.prepare_payload();
  return to;
}

HttpAnswer to_answer(Response from, bool keep_alive, bool head_only) {
  auto to = head_of<HttpAnswer>(from, keep_alive);
  to.body() = std::move(from.body);
  to.prepare_payload();
  if (to.result() == http::status::not_modified) to.erase(http::field::content_length);  // it is not that of the body
  if (head_only) to.body().clear();
  return to;
}

}  // namespace pdrank::server
