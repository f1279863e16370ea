#include "faults/faults.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <malloc.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* block);
}

namespace pdrank::faults {
namespace {

// No constructors: allocations come before any of them is run.
std::atomic<bool> is_counting = false;
std::array<std::atomic<std::uint64_t>, kCalls.size()> counts;
std::atomic<int> failing_call = -1;
std::atomic<std::uint64_t> failing_number = 0;
std::atomic<int> failing_error = 0;
std::atomic<bool> failed = false;
std::atomic<std::int64_t> live = 0;
pid_t counted_process = 0;           // not those that it forks
const char* counted_path = nullptr;  // a part of the paths of files whose calls are counted; none: all calls are

std::atomic<bool> is_recording = false;
std::mutex recording;
std::string* recorded_part = nullptr;
std::vector<FileEvent>* events = nullptr;

// Without an allocation, which would be counted.
bool is_counted_file(int file) {
  if (!counted_path) return true;
  std::array<char, 40> link;
  std::array<char, PATH_MAX + 1> path = {};
  std::snprintf(link.data(), link.size(), "/proc/self/fd/%d", file);
  return ::readlink(link.data(), path.data(), path.size() - 1) > 0 && std::strstr(path.data(), counted_path);
}
bool is_counted_path(const char* path) { return !counted_path || std::strstr(path, counted_path); }

// 0: it goes on as always.
int error_of(Call call) {
  if (!is_counting.load(std::memory_order_relaxed)) return 0;
  const auto index = static_cast<std::size_t>(call);
  const std::uint64_t number = counts[index].fetch_add(1) + 1;
  if (failing_call.load() != static_cast<int>(index) || number != failing_number.load()) return 0;
  failed = true;
  return failing_error;
}

// Whether it fails, which errno then tells.
bool fails(Call call) {
  const int error = error_of(call);
  if (error > 0) errno = error;
  return error > 0;
}
bool fails(Call call, int file) { return is_counted_file(file) && fails(call); }
bool fails(Call call, const char* path) { return is_counted_path(path) && fails(call); }
bool allocation_fails() { return !counted_path && fails(Call::allocation); }

std::string path_of(int file) {
  std::array<char, PATH_MAX> path;
  const ssize_t size = ::readlink(("/proc/self/fd/" + std::to_string(file)).c_str(), path.data(), path.size());
  return size > 0 ? std::string(path.data(), static_cast<std::size_t>(size)) : std::string();
}

void note(FileEvent event) {
  const std::lock_guard lock(recording);
  if (event.path.find(*recorded_part) != std::string::npos) events->push_back(std::move(event));
}

long write_at(int file, const void* bytes, std::size_t size, long offset) {
  const int error = file == STDERR_FILENO || !is_counted_file(file) ? 0 : error_of(Call::write);
  if (error > 0) return errno = error, -1;
  if (error == kShort && size > 1) size /= 2;
  const bool is_noted = is_recording;
  const long at = is_noted && offset < 0 ? ::syscall(SYS_lseek, file, 0, SEEK_CUR) : offset;
  const long written =
      offset < 0 ? ::syscall(SYS_write, file, bytes, size) : ::syscall(SYS_pwrite64, file, bytes, size, offset);
  if (is_noted && written > 0)
    note({FileEvent::Kind::write, path_of(file), static_cast<std::uint64_t>(std::max(at, 0L)),
          std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(written))});
  return written;
}

// One write of the system for all parts: while calls may fail or are recorded, that of the first part that has bytes,
// of which the caller goes on with the others.
long write_parts(int file, const iovec* parts, int count) {
  if (!is_counting && !is_recording) return ::syscall(SYS_writev, file, parts, count);
  const iovec* const part = std::find_if(parts, parts + count, [](const iovec& one) { return one.iov_len > 0; });
  return part == parts + count ? 0 : write_at(file, part->iov_base, part->iov_len, -1);
}

long read_at(int file, void* bytes, std::size_t size, long offset) {
  const int error = is_counted_file(file) ? error_of(Call::read) : 0;
  if (error > 0) return errno = error, -1;
  if (error == kShort && size > 1) size /= 2;
  return offset < 0 ? ::syscall(SYS_read, file, bytes, size) : ::syscall(SYS_pread64, file, bytes, size, offset);
}

// Nothing is forced to the disk of the machine that runs the tests, which would take most of their time.
int sync(int file) {
  if (fails(Call::sync, file)) return -1;
  if (is_recording) note({FileEvent::Kind::sync, path_of(file)});
  return ::fcntl(file, F_GETFD) < 0 ? -1 : 0;
}

int truncate(int file, long size) {
  if (fails(Call::write, file)) return -1;
  if (is_recording) note({FileEvent::Kind::truncate, path_of(file), static_cast<std::uint64_t>(size)});
  return static_cast<int>(::syscall(SYS_ftruncate, file, size));
}

int open_at(int folder, const char* path, int flags, unsigned mode) {
  if (fails(Call::open, path)) return -1;
  return static_cast<int>(::syscall(SYS_openat, folder, path, flags | O_LARGEFILE, mode));
}

int rename_at(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
  if (fails(Call::rename, to)) return -1;
  return static_cast<int>(::syscall(SYS_renameat2, from_folder, from, to_folder, to, flags));
}

int close_file(int file) {
  const bool is_failing = fails(Call::close, file);
  const int error = errno;
  const auto closed = static_cast<int>(::syscall(SYS_close, file));
  if (is_failing) errno = error;
  return is_failing ? -1 : closed;
}

void* counted(void* block) {
  if (block) live.fetch_add(1, std::memory_order_relaxed);
  return block;
}

// Of a program that is run under these.
void read_environment() {
  counted_process = ::getpid();
  counted_path = std::getenv("PDRANK_FAULT_PATH");
  if (const char* fault = std::getenv("PDRANK_FAULT")) {
    const std::string_view text(fault);
    const std::size_t first = text.find(':'), second = text.find(':', first + 1);
    const auto call = std::ranges::find(kCalls, text.substr(0, first));
    if (second == std::string_view::npos || call == kCalls.end()) std::abort();
    failing_call = static_cast<int>(call - kCalls.begin());
    failing_number = std::strtoull(fault + first + 1, nullptr, 10);
    failing_error = text.substr(second + 1) == "short" ? kShort : std::atoi(fault + second + 1);
  }
}

void write_counts() {
  is_counting = false;
  const char* path = std::getenv("PDRANK_FAULT_COUNTS");
  if (!path || ::getpid() != counted_process) return;
  const int file = static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0600));
  std::array<char, 200> text;
  std::size_t size = 0;
  for (std::size_t k = 0; k < kCalls.size(); ++k)
    size +=
        static_cast<std::size_t>(std::snprintf(text.data() + size, text.size() - size, "%s %llu\n", kCalls[k].data(),
                                               static_cast<unsigned long long>(counts[k].load())));
  size +=
      static_cast<std::size_t>(std::snprintf(text.data() + size, text.size() - size, "failed %d\n", failed ? 1 : 0));
  ::syscall(SYS_write, file, text.data(), size);
  ::syscall(SYS_close, file);
}

using Main = int (*)(int, char**, char**);
Main real_main = nullptr;

int counted_main(int count, char** words, char** environment) {
  read_environment();
  ::unsetenv("LD_PRELOAD");  // programs that it starts are not counted
  std::atexit(write_counts);
  is_counting = true;
  return real_main(count, words, environment);
}

}  // namespace

void reset() {
  failing_call = -1;
  failed = false;
  for (auto& one : counts) one = 0;
  is_counting = true;
}

void fail(Call call, std::uint64_t k, int error) {
  reset();
  failing_number = k;
  failing_error = error;
  failing_call = static_cast<int>(call);
}

std::uint64_t count(Call call) { return counts[static_cast<std::size_t>(call)]; }
bool has_failed() { return failed; }
std::int64_t live_allocations() { return live; }

void record(const std::string& part_of_path) {
  const std::lock_guard lock(recording);
  delete recorded_part;
  delete events;
  recorded_part = new std::string(part_of_path);
  events = new std::vector<FileEvent>;
  is_recording = true;
}

std::size_t recorded() {
  const std::lock_guard lock(recording);
  return events->size();
}

std::vector<FileEvent> stop_recording() {
  is_recording = false;
  const std::lock_guard lock(recording);
  return std::move(*events);
}

}  // namespace pdrank::faults

// The system's own, before which these come.
using namespace pdrank::faults;

extern "C" {

void* malloc(std::size_t size) { return allocation_fails() ? nullptr : counted(__libc_malloc(size)); }
void* calloc(std::size_t count, std::size_t size) {
  return allocation_fails() ? nullptr : counted(__libc_calloc(count, size));
}
void* realloc(void* old, std::size_t size) {
  if (allocation_fails()) return nullptr;
  void* block = __libc_realloc(old, size);
  return old ? block : counted(block);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return allocation_fails() ? nullptr : counted(__libc_memalign(alignment, size));
}
void* memalign(std::size_t alignment, std::size_t size) { return aligned_alloc(alignment, size); }
int posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  *block = aligned_alloc(alignment, size);
  return *block ? 0 : ENOMEM;
}
void free(void* block) {
  if (block) live.fetch_sub(1, std::memory_order_relaxed);
  __libc_free(block);
}

ssize_t write(int file, const void* bytes, std::size_t size) { return write_at(file, bytes, size, -1); }
ssize_t pwrite(int file, const void* bytes, std::size_t size, off_t offset) {
  return write_at(file, bytes, size, offset);
}
ssize_t pwrite64(int file, const void* bytes, std::size_t size, off64_t offset) {
  return write_at(file, bytes, size, offset);
}
ssize_t read(int file, void* bytes, std::size_t size) { return read_at(file, bytes, size, -1); }
ssize_t pread(int file, void* bytes, std::size_t size, off_t offset) { return read_at(file, bytes, size, offset); }
ssize_t pread64(int file, void* bytes, std::size_t size, off64_t offset) { return read_at(file, bytes, size, offset); }
int fsync(int file) { return sync(file); }
int fdatasync(int file) { return sync(file); }
int ftruncate(int file, off_t size) noexcept { return truncate(file, size); }
int ftruncate64(int file, off64_t size) noexcept { return truncate(file, size); }
int rename(const char* from, const char* to) noexcept { return rename_at(AT_FDCWD, from, AT_FDCWD, to, 0); }
int renameat(int from_folder, const char* from, int to_folder, const char* to) noexcept {
  return rename_at(from_folder, from, to_folder, to, 0);
}
int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) noexcept {
  return rename_at(from_folder, from, to_folder, to, flags);
}
int close(int file) { return close_file(file); }
ssize_t writev(int file, const iovec* parts, int count) { return write_parts(file, parts, count); }
int unlink(const char* path) noexcept {
  if (is_recording) note({FileEvent::Kind::remove, path});
  return static_cast<int>(::syscall(SYS_unlink, path));
}
int open(const char* path, int flags, ...) {
  std::va_list more;
  va_start(more, flags);
  const unsigned mode = va_arg(more, unsigned);
  va_end(more);
  return open_at(AT_FDCWD, path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  std::va_list more;
  va_start(more, flags);
  const unsigned mode = va_arg(more, unsigned);
  va_end(more);
  return open_at(AT_FDCWD, path, flags, mode);
}

#ifdef PDRANK_PRELOADED
// For Python.
void pdrank_faults_fail(int call, unsigned long number, int error) { fail(static_cast<Call>(call), number, error); }
unsigned long pdrank_faults_count(int call) { return count(static_cast<Call>(call)); }
void pdrank_faults_reset() { reset(); }

int __libc_start_main(Main main, int count, char** words, void (*init)(), void (*fini)(), void (*loader)(),
                      void* stack) {
  const auto real = reinterpret_cast<decltype(&__libc_start_main)>(::dlsym(RTLD_NEXT, "__libc_start_main"));
  real_main = main;
  return real(counted_main, count, words, init, fini, loader, stack);
}
#endif

}  // extern "C"
