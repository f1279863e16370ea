// The body of a request as a JSON object, field by field; what is wrong with it is a refusal (400).
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "pdrank/server/http.hpp"

namespace pdrank::server {

class JsonBody {
 public:
  // Refuses what is not an object, and fields that are not among the known ones.
  JsonBody(const Request& request, std::initializer_list<std::string_view> known);
  JsonBody(nlohmann::json object, std::initializer_list<std::string_view> known);

  bool has(std::string_view name) const { return object_.contains(name); }

  // None if the field is not there.
  std::optional<std::string> text(std::string_view name, std::size_t most_bytes) const;
  std::optional<bool> flag(std::string_view name) const;
  std::optional<std::size_t> number(std::string_view name, std::size_t most) const;
  std::optional<nlohmann::json> object(std::string_view name) const;
  // Refuses what is not a list. Empty if the field is not there.
  std::vector<nlohmann::json> list(std::string_view name, std::size_t most) const;

 private:
  void check(std::initializer_list<std::string_view> known) const;

  nlohmann::json object_;
};

// The name of a project, an item or a voter: one line, not empty, not too long. Refuses others.
std::string checked_name(std::string name);

}  // namespace pdrank::server
