// The description of the API and the types of the pages have the fields of a place that the lists of fields have.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "pdrank/core/result_fields.hpp"

namespace pdrank::server {
namespace {

struct Type {
  std::string json, typescript;
  bool optional = false;
};

template <class Value>
Type type_of(const Value*) {
  if constexpr (std::is_integral_v<Value>)
    return {"integer", "number"};
  else if constexpr (std::is_floating_point_v<Value>)
    return {"number", "number"};
  else if constexpr (std::is_same_v<Value, std::string>)
    return {"string", "string"};
  else
    return {"array", "string[]"};
}
template <class Value>
Type type_of(const std::optional<Value>*) {
  Type type = type_of(static_cast<const Value*>(nullptr));
  type.optional = true;
  return type;
}

std::string text_of_file(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(std::string(PDRANK_SOURCE_DIR "/") + path).rdbuf();
  return text.str();
}

TEST(PlaceFields, AreThoseOfTheApiAndOfThePages) {
  const auto api = nlohmann::json::parse(text_of_file("src/pdrank/server/openapi.json"));
  const auto& place = api["components"]["schemas"]["Place"];
  nlohmann::json properties = {{"id", {{"type", {"integer", "null"}}}}};
  std::string type_script = "export interface Place {\n";
  for_each_field<Place>([&](const auto& field) {
    using Value = std::decay_t<decltype(std::invoke(field.get, std::declval<const Place&>()))>;
    const Type type = type_of(static_cast<const Value*>(nullptr));
    nlohmann::json described = {{"type", type.json}};
    if (type.optional) described["type"] = {type.json, "null"};
    if (type.json == "array") described["items"] = {{"type", "string"}};
    properties[std::string(field.name)] = described;
    type_script += "  " + std::string(field.name) + ": " + type.typescript + (type.optional ? " | null" : "") + ";\n";
  });
  EXPECT_EQ(place["properties"], properties);
  EXPECT_EQ(place["required"].size(), properties.size());
  EXPECT_NE(text_of_file("web/src/app/api.ts").find(type_script), std::string::npos) << type_script;
}

}  // namespace
}  // namespace pdrank::server
