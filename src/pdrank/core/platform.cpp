#include "pdrank/core/platform.hpp"

#include <pthread.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __APPLE__
#include <pthread/qos.h>
#endif

#include <algorithm>
#include <array>
#include <cerrno>
#include <clocale>
#include <memory>
#include <system_error>

namespace pdrank::platform {
namespace {

constexpr std::size_t kStackBytes = std::size_t{8} << 20;
constexpr std::size_t kMostRandomBytes = 256;  // of one call of getentropy

struct Start {
  void (*work)(void*);
  void* context;
};

extern "C" void* begin_thread(void* given) {
  const Start start = *std::unique_ptr<Start>(static_cast<Start*>(given));
  start.work(start.context);
  return nullptr;
}

void check(int error, const char* what) {
  if (error != 0) throw std::system_error(error, std::generic_category(), what);
}

struct ThreadAttributes {
  pthread_attr_t value;
  ThreadAttributes() { check(pthread_attr_init(&value), "pthread_attr_init"); }
  ~ThreadAttributes() { pthread_attr_destroy(&value); }
  ThreadAttributes(const ThreadAttributes&) = delete;
  ThreadAttributes& operator=(const ThreadAttributes&) = delete;
};

}  // namespace

void start_thread(void (*work)(void*), void* context) {
  ThreadAttributes attributes;
  check(pthread_attr_setstacksize(&attributes.value, kStackBytes), "pthread_attr_setstacksize");
  check(pthread_attr_setdetachstate(&attributes.value, PTHREAD_CREATE_DETACHED), "pthread_attr_setdetachstate");
  auto start = std::make_unique<Start>(Start{work, context});
  pthread_t thread;
  check(pthread_create(&thread, &attributes.value, begin_thread, start.get()), "pthread_create");
  (void)start.release();  // the thread's own from here on
}

void after_fork(void (*then)()) { check(pthread_atfork(nullptr, nullptr, then), "pthread_atfork"); }

void lower_priority() {
#ifdef __APPLE__
  pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0);
#else
  constexpr int kNiceness = 5;
  const auto thread = static_cast<id_t>(gettid());  // Linux gives each thread a priority of its own
  setpriority(PRIO_PROCESS, thread, getpriority(PRIO_PROCESS, thread) + kNiceness);
#endif
}

void fill_with_random(unsigned char* bytes, std::size_t count) {
  for (std::size_t have = 0; have < count;) {
    const std::size_t part = std::min(count - have, kMostRandomBytes);
    if (getentropy(bytes + have, part) != 0) check(errno, "getentropy");
    have += part;
  }
}

std::uint64_t peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
#ifdef __APPLE__
  constexpr std::uint64_t kUnit = 1;
#else
  constexpr std::uint64_t kUnit = 1024;
#endif
  return static_cast<std::uint64_t>(usage.ru_maxrss) * kUnit;
}

std::string host_name() {
  std::array<char, 256> name{};  // 255 are the most that POSIX allows
  return gethostname(name.data(), name.size() - 1) == 0 && name[0] != '\0' ? name.data() : "localhost";
}

int copy_of(int file) { return dup(file); }

bool set_mode(int file, mode_t mode) { return fchmod(file, mode) == 0; }

int process_number() { return getpid(); }

bool read_utf8() {
  return std::setlocale(LC_CTYPE, "C.UTF-8") != nullptr ||
         std::setlocale(LC_CTYPE, "UTF-8") != nullptr;  // macOS's name
}

}  // namespace pdrank::platform
