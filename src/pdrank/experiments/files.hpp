// Small things done to files.
#pragma once

#include <string>
#include <string_view>

namespace pdrank::experiments {

// With the folders above it; InputError if it cannot be made.
void make_folder(const std::string& path);

// The whole file; empty if there is none.
std::string contents(const std::string& path);

// The file appears complete or not at all; InputError if it cannot be written.
void write_file(const std::string& path, std::string_view text);

// A file in a folder.
std::string path_in(const std::string& folder, std::string_view name);

}  // namespace pdrank::experiments
