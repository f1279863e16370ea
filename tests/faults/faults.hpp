// Calls of the system that fail when a test wants it: the k-th allocation, write, read, sync, rename, open or close. A
// program that is linked with faults.cpp asks for them here; libpdrank_faults.so, preloaded, brings them to any
// program, by
//   PDRANK_FAULT=write:17:28          the 17th write fails by errno 28
//   PDRANK_FAULT=write:17:short       or takes half of its bytes
//   PDRANK_FAULT_COUNTS=FILE          how many of each there were, at the end, a line each
//   PDRANK_FAULT_PATH=TEXT            only calls for files whose path holds the text are counted and fail; no
//   allocation
// Counted from main(). Writes to stderr always succeed. A close that fails has closed the file all the same, as in
// Linux.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pdrank::faults {

enum class Call { allocation, write, read, sync, rename, open, close };
inline constexpr std::array<std::string_view, 7> kCalls = {"allocation", "write", "read", "sync",
                                                           "rename",     "open",  "close"};

inline constexpr int kShort = -1;  // instead of an errno

// From now on calls are counted from 0 again, and none fails.
void reset();
// The same, and the k-th, from 1, fails by this errno.
void fail(Call call, std::uint64_t k, int error);
std::uint64_t count(Call call);
bool has_failed();  // whether it has come to that
std::int64_t live_allocations();

// What happened to files whose path holds the text, in the order in which it happened: for a power cut.
struct FileEvent {
  enum class Kind { write, truncate, sync, remove } kind;
  std::string path;
  std::uint64_t offset = 0;  // of a write, or the new size
  std::string bytes = {};
};
void record(const std::string& part_of_path);
std::size_t recorded();
std::vector<FileEvent> stop_recording();

}  // namespace pdrank::faults
