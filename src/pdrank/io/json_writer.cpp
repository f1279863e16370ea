#include "pdrank/io/json_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace pdrank::io {
namespace {

bool is_plain(char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; }

// Valid JSON for any bytes: what is not UTF-8 becomes U+FFFD.
std::string json_string(std::string_view text) {
  if (std::ranges::all_of(text, is_plain)) return fmt::format("\"{}\"", text);
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

void JsonWriter::key(std::string_view name) {
  separate();
  sink_.write(json_string(name));
  sink_.write(": ");
  after_key_ = true;
}

void JsonWriter::value(std::string_view text) { raw(json_string(text)); }

void JsonWriter::value(double number) {
  if (std::isfinite(number))
    raw(fmt::format("{}", number));
  else
    null();
}

void JsonWriter::value(std::uint64_t number) { raw(fmt::format("{}", number)); }

void JsonWriter::value(const std::vector<std::string>& texts) {
  begin_array();
  for (const std::string& text : texts) value(text);
  end_array();
}

void JsonWriter::raw(std::string_view json) {
  separate();
  sink_.write(json);
}

void JsonWriter::open(char bracket) {
  separate(bracket == '{');
  sink_.write(std::string_view(&bracket, 1));
  levels_.push_back({.is_array = bracket == '['});
}

void JsonWriter::close(char bracket) {
  const Level level = levels_.back();
  levels_.pop_back();
  if (level.broken) break_line();
  sink_.write(std::string_view(&bracket, 1));
}

void JsonWriter::separate(bool before_object) {
  if (std::exchange(after_key_, false) || levels_.empty()) return;
  Level& level = levels_.back();
  const bool on_own_line = level.is_array ? before_object : levels_.size() == 1;
  level.broken |= on_own_line;
  if (level.count++ > 0) sink_.write(on_own_line ? "," : ", ");
  if (on_own_line) break_line();
}

void JsonWriter::break_line() {
  sink_.write("\n");
  sink_.write(std::string(2 * levels_.size(), ' '));
}

}  // namespace pdrank::io
