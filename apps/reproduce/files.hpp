// Small things done to files. What cannot be done is an InputError with the system's reason.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pdrank::reproduce {

// With the folders above it.
void make_folder(const std::string& path);

// False also where it cannot be told.
bool is_folder(const std::string& path);

bool is_there(const std::string& path);

// The whole file; empty if there is none. InputError if it cannot be read or is no regular file.
std::string contents(const std::string& path);

// The file appears complete or not at all.
void write_file(const std::string& path, std::string_view text);

// Cuts off what is beyond so many bytes.
void shorten_file(const std::string& path, std::size_t bytes);

// If it is there.
void remove_file(const std::string& path);

// A file in a folder.
std::string path_in(const std::string& folder, std::string_view name);

}  // namespace pdrank::reproduce
