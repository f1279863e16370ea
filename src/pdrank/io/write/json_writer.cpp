#include "pdrank/io/write/json_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "pdrank/core/option_name.hpp"

namespace pdrank::io {
namespace {

bool is_plain(char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; }

// Valid JSON for any bytes: what is not UTF-8 becomes U+FFFD. Options have their bare names.
void append_string(std::string_view text, std::string& to) {
  if (std::ranges::all_of(text, is_plain))
    to.append(1, '"').append(text).append(1, '"');
  else
    to += nlohmann::json(plain(text)).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

void JsonWriter::key(std::string_view name) {
  separate();
  append_string(name, text_);
  text_ += ": ";
  after_key_ = true;
}

void JsonWriter::value(std::string_view text) {
  separate();
  append_string(text, text_);
  pass_on_if_enough();
}

void JsonWriter::write_double(double number) {
  if (!std::isfinite(number)) return null();
  separate();
  fmt::format_to(std::back_inserter(text_), "{}", number);
  pass_on_if_enough();
}

void JsonWriter::write_integer(std::int64_t number) {
  separate();
  fmt::format_to(std::back_inserter(text_), "{}", number);
  pass_on_if_enough();
}

void JsonWriter::write_integer(std::uint64_t number) {
  separate();
  fmt::format_to(std::back_inserter(text_), "{}", number);
  pass_on_if_enough();
}

void JsonWriter::raw(std::string_view json) {
  separate();
  text_ += json;
  pass_on_if_enough();
}

void JsonWriter::open(char bracket) {
  separate(bracket == '{');
  text_ += bracket;
  pass_on();
  levels_.push_back({.is_array = bracket == '['});
}

void JsonWriter::close(char bracket) {
  const Level level = levels_.back();
  levels_.pop_back();
  if (level.broken) break_line();
  text_ += bracket;
  pass_on();
}

void JsonWriter::separate(bool before_object) {
  if (std::exchange(after_key_, false) || levels_.empty()) return;
  Level& level = levels_.back();
  const bool on_own_line = !on_one_line_ && (level.is_array ? before_object : levels_.size() == 1);
  level.broken |= on_own_line;
  if (level.count++ > 0) text_ += on_own_line ? "," : ", ";
  if (on_own_line) break_line();
}

void JsonWriter::break_line() {
  text_ += '\n';
  text_.append(2 * levels_.size(), ' ');
}

void JsonWriter::pass_on() {
  sink_.write(text_);
  text_.clear();
}

void JsonWriter::pass_on_if_enough() {
  constexpr std::size_t kEnough = std::size_t{1} << 16;
  if (levels_.empty() || text_.size() >= kEnough) pass_on();
}

}  // namespace pdrank::io
