#include "pdrank/io/rows/read_result.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>
#include <type_traits>

#include "pdrank/core/errors.hpp"
#include "pdrank/io/bytes/byte_source.hpp"

namespace pdrank {
namespace {

using Json = nlohmann::json;

constexpr int kDeepest = 16;  // copying and writing what is nested is a recursion

std::string all_of(const std::string& path) {
  io::ByteSource source(path);
  std::string text;
  for (std::size_t size = 0;;) {
    text.resize(size + io::kBlockBytes);
    try {
      const std::size_t got = source.read(text.data() + size, io::kBlockBytes);
      size += got;
      text.resize(size);
      if (got == 0) return text;
    } catch (const io::BrokenInput& broken) {
      throw InputError(io::shown_path(path), 0, broken.what());
    }
  }
}

template <class Value>
std::optional<Value> member(const Json& record, const char* name) {
  const auto found = record.find(name);
  if (found == record.end() || found->is_null()) return std::nullopt;
  // A cast would make something of -1 and of 7.9.
  if (std::is_integral_v<Value> && !found->is_number_unsigned()) throw Json::type_error::create(302, name, &record);
  return found->get<Value>();
}

StoredPlace place_of(const Json& record) {
  return {.item = record.at("item").get<std::string>(),
          .rank = member<std::uint32_t>(record, "rank").value(),
          .component = member<std::uint32_t>(record, "component").value_or(1),
          .rank_low = member<std::uint32_t>(record, "rank_low"),
          .rank_high = member<std::uint32_t>(record, "rank_high"),
          .score = record.at("score").get<double>(),
          .standard_error = member<double>(record, "standard_error")};
}

}  // namespace

StoredRanking parse_result(std::string_view text, const std::string& name) {
  const auto refuse = [&] {
    throw InputError(name, 0, "is no result of a ranking, as `pdrank rank` writes it to a file that ends with .json");
  };
  const auto watch = [&](int depth, Json::parse_event_t, Json&) {
    if (depth > kDeepest) refuse();
    return true;
  };
  const Json json = Json::parse(text, watch, false);
  if (!json.is_object() || !json.contains("ranking") || !json.contains("method")) refuse();
  StoredRanking stored;
  try {
    stored.method = json.at("method").get<std::string>();
    const Json options = json.value("options", Json::object());
    for (const auto& [option, value] : options.items()) {
      const std::string spelled = value.is_null() ? "" : value.is_string() ? value.get<std::string>() : value.dump();
      if (option == "scale")
        stored.scale = spelled;
      else if (option == "anchor")
        stored.anchor = spelled;
      else
        stored.options.emplace_back(option, spelled);
    }
    std::set<std::string> names;
    for (const Json& record : json.at("ranking")) {
      stored.places.push_back(place_of(record));
      if (!names.insert(stored.places.back().item).second)
        throw InputError(name, 0, fmt::format("has the item '{}' twice", stored.places.back().item));
    }
  } catch (const Json::exception&) {
    refuse();
  } catch (const std::bad_optional_access&) {
    refuse();
  }
  return stored;
}

StoredRanking read_result(const std::string& path) { return parse_result(all_of(path), io::shown_path(path)); }

}  // namespace pdrank
