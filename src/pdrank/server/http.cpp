#include "pdrank/server/http.hpp"

#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>

namespace pdrank::server {
namespace {

template <class Map>
std::string_view find_or_empty(const Map& map, std::string_view name) {
  const auto found = map.find(name);
  return found == map.end() ? std::string_view() : std::string_view(found->second);
}

}  // namespace

std::string_view Request::header(std::string_view name) const { return find_or_empty(headers, name); }
std::string_view Request::parameter(std::string_view name) const { return find_or_empty(query, name); }

Response json_response(const nlohmann::ordered_json& value, int status) {
  // Text that is not UTF-8, which a store filled by others may have, is shown as far as it is.
  return {.status = status, .body = value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)};
}

Response error_response(int status, std::string_view sentence) {
  return json_response({{"error", std::string(sentence)}}, status);
}

std::size_t number_in_query(const Request& request, std::string_view name, std::size_t otherwise, std::size_t most) {
  const std::string_view text = request.parameter(name);
  if (text.empty()) return otherwise;
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number > most)
    throw Refusal(400, fmt::format("{} must be a whole number, at most {}", name, most));
  return number;
}

std::vector<std::pair<std::string, std::string>> headers_of_all() {
  return {{"X-Content-Type-Options", "nosniff"},
          {"Referrer-Policy", "no-referrer"},
          {"Cross-Origin-Resource-Policy", "same-origin"}};
}

}  // namespace pdrank::server
