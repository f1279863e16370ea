#include "progress.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <csignal>
#include <cstdio>

#include "progress_text.hpp"
#include "terminal.hpp"

namespace pdrank::cli {
namespace {

volatile std::sig_atomic_t interrupted = 0;
volatile std::sig_atomic_t on_terminal = 0;

extern "C" void note_interrupt(int signal) {
  interrupted = 1;
  std::signal(signal, SIG_DFL);
  constexpr char kMessage[] = "\nstopping; once more ends at once\n";
  if (on_terminal != 0 && ::write(STDERR_FILENO, kMessage, sizeof kMessage - 1) < 0) return;  // nobody to tell
}
}  // namespace

TerminalProgress::TerminalProgress(bool quiet, Signals signals)
    : shown_(!quiet && stderr_is_terminal()), signals_(signals) {
  interrupted = 0;
  if (signals_ == Signals::left_alone) return;
  on_terminal = shown_ ? 1 : 0;
  for (std::size_t k = 0; k < kSignals.size(); ++k) {
    sigaction(kSignals[k], nullptr, &before_[k]);
    if (before_[k].sa_handler != SIG_IGN) std::signal(kSignals[k], note_interrupt);
  }
}

TerminalProgress::~TerminalProgress() {
  clear();
  if (signals_ == Signals::left_alone) return;
  for (std::size_t k = 0; k < kSignals.size(); ++k) sigaction(kSignals[k], &before_[k], nullptr);
}

void TerminalProgress::on_progress(const Progress& progress) {
  if (!shown_) return;
  fmt::print(stderr, "\r\033[K{}", fitted(progress_text(progress), terminal_width() - 1));  // what wraps stays behind
  std::fflush(stderr);
  line_on_screen_ = true;
}

bool TerminalProgress::stop_requested() { return interrupted != 0; }

void TerminalProgress::clear() {
  if (line_on_screen_) fmt::print(stderr, "\r\033[K");
  line_on_screen_ = false;
}

}  // namespace pdrank::cli
