// Files of other programs, which are told by their first bytes and refused with the way to convert them; without this
// they would fail with a puzzle.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pdrank::io {

enum class ForeignFormat { parquet, arrow, feather, orc, excel, old_excel, sqlite, utf16 };

std::optional<ForeignFormat> foreign_format(std::string_view first_bytes);

// What it is, and a line that makes a file of it that can be read; FILE stands for its name.
std::string foreign_reason(ForeignFormat format);

// How to convert a file, if this is the complaint that a line of it is not UTF-8, as old spreadsheets write it.
std::string way_to_utf8(std::string_view complaint, std::string_view path);

// A reason with the name of the file for FILE, unless a shell would take that name apart.
std::string with_file(std::string reason, std::string_view path);

}  // namespace pdrank::io
