// A JSON array of objects as JSON Lines, rewritten in place, byte for byte: what stands around the objects becomes
// blank, the comma between two of them a line break, and line breaks inside them blanks.
#pragma once

#include <span>
#include <string_view>

namespace pdrank::io {

class ArrayLines {
 public:
  // The next bytes.
  void rewrite(std::span<char> bytes);

 private:
  int depth_ = 0;  // of brackets and braces
  bool in_text_ = false, is_escaped_ = false;
};

// Whether a text that begins so is an array of objects.
bool is_array(std::string_view first_line);

}  // namespace pdrank::io
