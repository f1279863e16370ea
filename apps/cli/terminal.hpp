// What is known about the terminal, and how wide text is on it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pdrank::cli {

bool stderr_is_terminal();

// Whether somebody has put a file or a pipe where the keyboard was.
bool stdin_is_given();

// Columns of the terminal behind stdout; else of $COLUMNS; else 80.
std::size_t terminal_width();

// Columns that UTF-8 text takes; East Asian wide characters take two.
std::size_t display_width(std::string_view text);

// Text that prints on one line: control characters become spaces, and what does not fit in `columns` an ellipsis.
std::string fitted(std::string_view text, std::size_t columns);
// The same for names, which often begin alike: what does not fit is left out of the middle.
std::string fitted_name(std::string_view name, std::size_t columns);

// Words put on lines of at most `width` columns, a longer word broken; lines after the first are indented.
std::string wrapped(std::string_view text, std::size_t width, std::string_view indent = "");

}  // namespace pdrank::cli
