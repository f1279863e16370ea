#include "interrupts.hpp"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <csignal>

namespace pdrank::cli {
namespace {

constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};

volatile std::sig_atomic_t interrupted = 0;
volatile std::sig_atomic_t is_told = 0;
std::array<struct sigaction, kSignals.size()> before{};

extern "C" void note_interrupt(int signal) {
  interrupted = 1;
  std::signal(signal, SIG_DFL);
  constexpr char kMessage[] = "\nstopping; once more ends at once\n";
  if (is_told != 0 && ::write(STDERR_FILENO, kMessage, sizeof kMessage - 1) < 0) return;  // nobody to tell
}

}  // namespace

void hear_interrupts(bool on_terminal) {
  interrupted = 0;
  is_told = on_terminal ? 1 : 0;
  for (std::size_t k = 0; k < kSignals.size(); ++k) {
    sigaction(kSignals[k], nullptr, &before[k]);
    if (before[k].sa_handler != SIG_IGN) std::signal(kSignals[k], note_interrupt);
  }
}

void stop_hearing_interrupts() {
  for (std::size_t k = 0; k < kSignals.size(); ++k) sigaction(kSignals[k], &before[k], nullptr);
}

bool is_interrupted() { return interrupted != 0; }

}  // namespace pdrank::cli
