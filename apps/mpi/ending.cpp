#include "ending.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>

namespace pdrank::cli {
namespace {

// What a signal handler may look at: memory that does not move.
constexpr std::size_t kMostFiles = 64, kLongestName = 4096;
std::array<std::array<char, kLongestName>, kMostFiles> names{};
volatile std::sig_atomic_t name_count = 0;
std::array<char, 1024> last_word{};
volatile std::sig_atomic_t last_word_length = 0;

constexpr int kBySignal = 128;  // and its number, as a shell reports it

extern "C" void end_now(int signal) {
  for (std::size_t k = 0; k < static_cast<std::size_t>(name_count); ++k) unlink(names[k].data());
  if (last_word_length > 0 && write(STDERR_FILENO, last_word.data(), static_cast<std::size_t>(last_word_length)) < 0)
    _exit(kBySignal + signal);  // nobody to tell
  _exit(kBySignal + signal);
}

}  // namespace

void end_cleanly(std::string message) {
  const std::size_t length = std::min(message.size(), last_word.size());
  std::memcpy(last_word.data(), message.data(), length);
  last_word_length = static_cast<std::sig_atomic_t>(length);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP})
    if (std::signal(signal, end_now) == SIG_IGN) std::signal(signal, SIG_IGN);  // as under nohup
}

void end_silently() { last_word_length = 0; }

void remove_when_ended(const std::vector<std::string>& files) {
  name_count = 0;
  std::size_t count = 0;
  for (const std::string& file : files) {
    if (count == kMostFiles || file.size() >= kLongestName) continue;
    std::memcpy(names[count].data(), file.c_str(), file.size() + 1);
    ++count;
  }
  name_count = static_cast<std::sig_atomic_t>(count);
}

}  // namespace pdrank::cli
