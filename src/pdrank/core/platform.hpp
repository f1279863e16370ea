// What Linux, macOS and WASI, or their C libraries, do differently, one name each. Everything else is POSIX.
// `wasi_platform.cpp` has what a program without threads and servers asks for (cmake/layers.cmake).
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace pdrank::platform {

// Runs work(context), which throws nothing, in a thread that nobody waits for. It has as large a stack on every system:
// matrices and sorts count on more than the 128 KB that threads of musl have, or the 512 KB of macOS.
void start_thread(void (*work)(void*), void* context);

// Calls `then` in every process that fork() makes of this one, before it goes on.
void after_fork(void (*then)());

// From now on other threads come before the one that calls this.
void lower_priority();

// Bytes that nobody can guess.
void fill_with_random(unsigned char* bytes, std::size_t count);

// The most memory that this process has had.
std::uint64_t peak_bytes();

// This machine's own name; "localhost" if it has none.
std::string host_name();

// A descriptor of the same open file, to be closed by itself. WASI has none but the file's own.
int copy_of(int file);

// Gives a file the rights of another one, where files have such.
bool set_mode(int file, mode_t mode);

// A number that other processes do not have meanwhile.
int process_number();

// Whether characters are read as UTF-8 from now on (mbrtowc, wcwidth), whatever the user's locale.
bool read_utf8();

}  // namespace pdrank::platform
