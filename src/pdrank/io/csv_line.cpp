#include "pdrank/io/csv_line.hpp"

#include "pdrank/io/text.hpp"

namespace pdrank::io {
namespace {

bool needs_quotes(std::string_view text) {
  return !text.empty() &&
         (is_blank(text.front()) || is_blank(text.back()) || text.find_first_of(",\"\r\n") != std::string_view::npos);
}

}  // namespace

CsvLine& CsvLine::add(std::string_view text) {
  separate();
  if (!needs_quotes(text)) {
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
