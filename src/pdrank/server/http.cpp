#include "pdrank/server/http.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "pdrank/io/text.hpp"

namespace pdrank::server {
namespace {

template <class Map>
std::string_view find_or_empty(const Map& map, std::string_view name) {
  const auto found = map.find(name);
  return found == map.end() ? std::string_view() : std::string_view(found->second);
}

// The next entry of a header's list, without blanks around it; the rest stays in `list`.
std::string_view take_entry(std::string_view& list, char mark) {
  const std::size_t end = std::min(list.find(mark), list.size());
  const std::string_view entry = io::trimmed(list.substr(0, end));
  list.remove_prefix(std::min(end + 1, list.size()));
  return entry;
}

bool is_zero(std::string_view quality) {
  return quality.starts_with("q=0") && quality.find_first_not_of("0.", 2) == std::string_view::npos;
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

bool accepts_coding(std::string_view accept_encoding, std::string_view coding) {
  while (!accept_encoding.empty()) {
    std::string_view entry = take_entry(accept_encoding, ',');
    if (take_entry(entry, ';') == coding) return !is_zero(io::trimmed(entry));
  }
  return false;
}

bool has_tag(std::string_view if_none_match, std::string_view tag) {
  while (!if_none_match.empty()) {
    std::string_view entry = take_entry(if_none_match, ',');
    if (entry.starts_with("W/")) entry.remove_prefix(2);
    if (entry == tag) return true;
  }
  return false;
}

std::vector<std::pair<std::string, std::string>> headers_of_all() {
  return {{"X-Content-Type-Options", "nosniff"},
          {"Referrer-Policy", "no-referrer"},
          {"Cross-Origin-Resource-Policy", "same-origin"}};
}

}  // namespace pdrank::server
