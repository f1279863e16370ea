#include "pdrank/server/json_body.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pdrank/core/words.hpp"
#include "pdrank/io/text.hpp"
#include "pdrank/server/limits.hpp"

namespace pdrank::server {
namespace {

constexpr int kDeepest = 8;

nlohmann::json parse(const std::string& text) {
  // Deep nesting would be a deep recursion.
  const auto watch = [](int depth, nlohmann::json::parse_event_t, nlohmann::json&) {
    if (depth > kDeepest) throw Refusal(400, "the body is nested too deeply");
    return true;
  };
  try {
    return nlohmann::json::parse(text, watch);
  } catch (const nlohmann::json::exception&) {
    throw Refusal(400, "the body must be JSON in UTF-8");
  }
}

}  // namespace

JsonBody::JsonBody(const Request& request, std::initializer_list<std::string_view> known)
    : JsonBody(parse(request.body), known) {}

JsonBody::JsonBody(nlohmann::json object, std::initializer_list<std::string_view> known) : object_(std::move(object)) {
  if (!object_.is_object()) throw Refusal(400, "what is sent must be a JSON object");
  check(known);
}

void JsonBody::check(std::initializer_list<std::string_view> known) const {
  for (const auto& [name, value] : object_.items())
    if (std::ranges::find(known, name) == known.end())
      throw Refusal(400, fmt::format("there is no field {} here", io::quoted(name)));
}

std::optional<std::string> JsonBody::text(std::string_view name, std::size_t most_bytes) const {
  const auto found = object_.find(name);
  if (found == object_.end()) return std::nullopt;
  if (!found->is_string()) throw Refusal(400, fmt::format("{} must be a text", name));
  std::string text = found->get<std::string>();
  if (text.size() > most_bytes) throw Refusal(400, fmt::format("{} must be at most {} bytes", name, most_bytes));
  if (text.find('\0') != std::string::npos) throw Refusal(400, fmt::format("{} has a NUL character", name));
  return text;
}

std::optional<bool> JsonBody::flag(std::string_view name) const {
  const auto found = object_.find(name);
  if (found == object_.end()) return std::nullopt;
  if (!found->is_boolean()) throw Refusal(400, fmt::format("{} must be true or false", name));
  return found->get<bool>();
}

std::optional<std::size_t> JsonBody::number(std::string_view name, std::size_t most) const {
  const auto found = object_.find(name);
  if (found == object_.end()) return std::nullopt;
  if (!found->is_number_unsigned() || found->get<std::uint64_t>() > most)
    throw Refusal(400, fmt::format("{} must be a whole number, at most {}", name, most));
  return found->get<std::size_t>();
}

std::optional<nlohmann::json> JsonBody::object(std::string_view name) const {
  const auto found = object_.find(name);
  if (found == object_.end()) return std::nullopt;
  if (!found->is_object()) throw Refusal(400, fmt::format("{} must be an object", name));
  return *found;
}

std::vector<nlohmann::json> JsonBody::list(std::string_view name, std::size_t most) const {
  const auto found = object_.find(name);
  if (found == object_.end()) return {};
  if (!found->is_array()) throw Refusal(400, fmt::format("{} must be a list", name));
  if (found->size() > most) throw Refusal(400, fmt::format("{} has more than {} entries", name, grouped(most)));
  return found->get<std::vector<nlohmann::json>>();
}

std::string checked_name(std::string name) {
  const auto is_control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  if (io::trimmed(name).empty()) throw Refusal(400, "a name must not be empty");
  if (name.size() > kMostNameBytes) throw Refusal(400, fmt::format("a name must be at most {} bytes", kMostNameBytes));
  if (std::ranges::any_of(name, is_control)) throw Refusal(400, "a name must be one line, without control characters");
  if (io::find_invalid_utf8(name) != std::string::npos) throw Refusal(400, "a name must be UTF-8");
  return name;
}

}  // namespace pdrank::server
