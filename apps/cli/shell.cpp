#include "shell.hpp"

#include <algorithm>
#include <cctype>

namespace pdrank::cli {
namespace {

bool is_plain(char c) {
  constexpr std::string_view kPlain = "_-./:=,@%+";
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || kPlain.find(c) != kPlain.npos;
}

}  // namespace

std::string shell_word(std::string_view text) {
  if (!text.empty() && std::ranges::all_of(text, is_plain)) return std::string(text);
  std::string quoted = "'";
  for (const char c : text) c == '\'' ? quoted += "'\\''" : quoted += c;
  return quoted + "'";
}

std::string command_line(const std::vector<std::string>& words) {
  std::string line = "pdrank";
  for (std::size_t k = 1; k < words.size(); ++k) {
    if (words[k] == "--threads")
      ++k;  // and its value
    else if (!words[k].starts_with("--threads="))
      line += ' ' + shell_word(words[k]);
  }
  return line;
}

}  // namespace pdrank::cli
