// A request and its answer, whatever carries them: handlers are functions from one to the other and know no sockets.
#pragma once

#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdrank::server {

struct Request {
  std::string method, path;  // "GET", "/api/projects/3"; the path without what is behind the question mark
  std::map<std::string, std::string, std::less<>> query = {};
  std::map<std::string, std::string, std::less<>> headers = {};  // names in lower case
  std::string body = {};
  std::string address = {};  // of the other end of the connection

  // Empty if it is not there.
  std::string_view header(std::string_view name) const;
  std::string_view parameter(std::string_view name) const;
};

class TemporaryFile;

struct Response {
  int status = 200;
  std::string type = "application/json";
  std::string body = {};
  std::vector<std::pair<std::string, std::string>> headers = {};
  std::shared_ptr<const TemporaryFile> file = {};  // the body, where it is too large for memory; null: it is `body`
};

// What a request is refused with: thrown by handlers, turned into an answer in one place.
class Refusal : public std::runtime_error {
 public:
  using Headers = std::vector<std::pair<std::string, std::string>>;

  Refusal(int status, const std::string& sentence, Headers headers = {})
      : std::runtime_error(sentence), status_(status), headers_(std::move(headers)) {}
  int status() const { return status_; }
  const Headers& headers() const { return headers_; }

 private:
  int status_;
  Headers headers_;
};

Response json_response(const nlohmann::ordered_json& value, int status = 200);

// {"error": sentence}
Response error_response(int status, std::string_view sentence);

// The number of a parameter of the query, or `otherwise` if it is not there. Refuses what is no whole number up to
// `most`.
std::size_t number_in_query(const Request& request, std::string_view name, std::size_t otherwise, std::size_t most);

// Whether a header Accept-Encoding ("gzip, br;q=0.5") names the coding, and not to refuse it.
bool accepts_coding(std::string_view accept_encoding, std::string_view coding);

// Whether a header If-None-Match names the tag, quotes included.
bool has_tag(std::string_view if_none_match, std::string_view tag);

// Headers that every answer has.
std::vector<std::pair<std::string, std::string>> headers_of_all();

}  // namespace pdrank::server
