#include "terminal.hpp"

#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cwchar>

#include "pdrank/core/parse_number.hpp"
#include "pdrank/core/platform.hpp"

namespace pdrank::cli {
namespace {

// Calls visit(bytes, columns) for every character of valid UTF-8 text.
template <class Visit>
void for_each_character(std::string_view text, Visit&& visit) {
  static const bool kUtf8 = platform::read_utf8();
  std::mbstate_t state{};
  while (!text.empty()) {
    wchar_t character = 0;
    const std::size_t length = kUtf8 ? std::mbrtowc(&character, text.data(), text.size(), &state) : 1;
    const std::size_t bytes = length == 0 || length > text.size() ? 1 : length;
    const int columns = kUtf8 ? wcwidth(character) : 1;
    if (!visit(text.substr(0, bytes), columns)) return;
    text.remove_prefix(bytes);
  }
}

// Columns of a character of that wcwidth; a control character is shown as one blank.
std::size_t taken_by(int width) { return width < 0 ? 1 : static_cast<std::size_t>(width); }

// Bytes of the characters at the front that fit in `columns`; of one at least.
std::size_t front_bytes(std::string_view text, std::size_t columns) {
  std::size_t bytes = 0, used = 0;
  for_each_character(text, [&](std::string_view character, int width) {
    used += taken_by(width);
    if (used > columns && bytes > 0) return false;
    bytes += character.size();
    return true;
  });
  return bytes;
}

}  // namespace

bool stderr_is_terminal() { return isatty(STDERR_FILENO) == 1; }

bool stdin_is_given() {
  struct stat status {};
  if (fstat(STDIN_FILENO, &status) != 0) return false;
  return S_ISFIFO(status.st_mode) || S_ISREG(status.st_mode) || S_ISSOCK(status.st_mode);
}

std::size_t terminal_width() {
#ifdef TIOCGWINSZ  // a system that has terminals
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
#endif
  const char* columns = std::getenv("COLUMNS");
  const auto width = parse_number<std::size_t>(columns ? columns : "");
  return width.value_or(0) > 0 ? *width : 80;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for_each_character(text, [&](std::string_view, int columns) {
    width += taken_by(columns);
    return true;
  });
  return width;
}

std::string fitted(std::string_view text, std::size_t columns) {
  const bool whole = display_width(text) <= columns;
  const std::size_t room = whole ? columns : std::max<std::size_t>(columns, 1) - 1;
  std::string line;
  std::size_t used = 0;
  for_each_character(text, [&](std::string_view bytes, int width) {
    const std::size_t taken = taken_by(width);
    if (used + taken > room) return false;
    used += taken;
    line += width < 0 ? std::string_view(" ") : bytes;
    return true;
  });
  return whole ? line : line + "…";
}

std::string fitted_name(std::string_view name, std::size_t columns) {
  constexpr std::size_t kFewest = 8;  // in fewer columns the beginning says more than both ends
  const std::size_t width = display_width(name);
  if (width <= columns || columns < kFewest) return fitted(name, columns);
  const std::size_t at_the_end = (columns - 1) / 2;
  std::size_t before = 0;
  std::string end;
  for_each_character(name, [&](std::string_view bytes, int taken) {
    if (before >= width - at_the_end) end += taken < 0 ? std::string_view(" ") : bytes;
    before += taken_by(taken);
    return true;
  });
  return fitted(name, columns - at_the_end) + end;
}

std::string wrapped(std::string_view text, std::size_t width, std::string_view indent) {
  std::string out, line;
  const auto end_line = [&] {
    out += fitted(line, width) + '\n';
    line = indent;
  };
  const auto is_begun = [&] { return line.size() > (out.empty() ? 0 : indent.size()); };
  while (!text.empty()) {
    const std::size_t length = std::min(text.find(' '), text.size());
    std::string_view word = text.substr(0, length);
    text.remove_prefix(std::min(length + 1, text.size()));
    if (is_begun() && display_width(line) + 1 + display_width(word) > width) end_line();
    if (is_begun()) line += ' ';
    while (display_width(line) + display_width(word) > width) {
      const std::size_t used = display_width(line);
      const std::size_t taken = front_bytes(word, width > used ? width - used : 1);
      line += word.substr(0, taken);
      word.remove_prefix(taken);
      if (word.empty()) break;
      end_line();
    }
    line += word;
  }
  return out + fitted(line, width) + '\n';
}

}  // namespace pdrank::cli
