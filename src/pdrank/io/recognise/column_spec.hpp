// The caller's word for what columns mean: "winner=a,loser=b,annotator=judge".
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace pdrank::io {

// Role -> header name or column number. An empty value leaves out an optional column.
using ColumnSpec = std::map<std::string, std::string, std::less<>>;

// All roles, in the order they are shown.
std::vector<std::string_view> column_roles();

// Whether a role other than those of kExtraColumns is named: otherwise the items are found by the names of columns.
bool names_items(const ColumnSpec& spec);

// Whether no role of the layout is left to be found by the names of columns.
bool names_all_items(const ColumnSpec& spec);

// Throws InvalidArgument for an unknown or repeated role, or roles of no one layout.
ColumnSpec parse_column_spec(std::string_view text);

// A spec as a command line takes it, in quotes if the shell would take it apart: `left=a,right=b`, `'time=Created at'`.
std::string shown_spec(std::string_view spec);

}  // namespace pdrank::io
