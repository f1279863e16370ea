#include "pdrank/io/bytes/array_lines.hpp"

#include "pdrank/io/text.hpp"

namespace pdrank::io {

void ArrayLines::rewrite(std::span<char> bytes) {
  for (char& c : bytes) {
    if (in_text_) {
      in_text_ = is_escaped_ || c != '"';
      is_escaped_ = !is_escaped_ && c == '\\';
      continue;
    }
    if (c == '"') in_text_ = true;
    if (c == '\n' || c == '\r') c = ' ';
    if (c == ',' && depth_ == 1) c = '\n';
    const bool opens = c == '[' || c == '{', closes = c == ']' || c == '}';
    if (closes) --depth_;
    if ((opens || closes) && depth_ == 0) c = ' ';
    if (opens) ++depth_;
  }
}

bool is_array(std::string_view first_line) {
  const std::string_view start = trimmed(first_line);
  return start.starts_with('[') && (start.size() == 1 || trimmed(start.substr(1)).starts_with('{'));
}

}  // namespace pdrank::io
