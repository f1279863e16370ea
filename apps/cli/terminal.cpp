#include "terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <cstdlib>
#include <cwchar>

#include "pdrank/core/parse_number.hpp"

namespace pdrank::cli {
namespace {

// Calls visit(bytes, columns) for every character of valid UTF-8 text.
template <class Visit>
void for_each_character(std::string_view text, Visit&& visit) {
  static const bool kUtf8 = std::setlocale(LC_CTYPE, "C.UTF-8") != nullptr;
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

}  // namespace

bool stderr_is_terminal() { return isatty(STDERR_FILENO) == 1; }

std::size_t terminal_width() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
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

}  // namespace pdrank::cli
