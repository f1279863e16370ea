#include "pdrank/io/write/csv_line.hpp"

#include <algorithm>

#include "pdrank/io/text.hpp"

namespace pdrank::io {
namespace {

bool needs_quotes(std::string_view text, char delimiter) {
  const auto is_special = [delimiter](char c) { return c == delimiter || c == '"' || c == '\r' || c == '\n'; };
  return !text.empty() && (is_blank(text.front()) || is_blank(text.back()) || std::ranges::any_of(text, is_special));
}

}  // namespace

CsvLine& CsvLine::add(std::string_view text) {
  separate();
  if (!needs_quotes(text, delimiter_)) {
    text_ += text;
    return *this;
  }
  text_ += '"';
  for (const char c : text) {
    if (c == '"') text_ += '"';
    text_ += c;
  }
  text_ += '"';
  return *this;
}

std::string_view CsvLine::end() {
  text_ += '\n';
  ended_ = true;
  return text_;
}

}  // namespace pdrank::io
