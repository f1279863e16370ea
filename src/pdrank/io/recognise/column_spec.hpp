// The caller's word for what columns mean: "winner=a,loser=b,annotator=judge".
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace pdrank::io {

// Role -> header name or column number. An empty value leaves out an optional column.
using ColumnSpec = std::map<std::string, std::string, std::less<>>;

// Whether a role other than those of kExtraColumns is named: otherwise the items are found by the names of columns.
bool names_items(const ColumnSpec& spec);

// Throws InvalidArgument for an unknown or repeated role, or roles that do not make a layout.
ColumnSpec parse_column_spec(std::string_view text);

}  // namespace pdrank::io
