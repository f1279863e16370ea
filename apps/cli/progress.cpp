#include "progress.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "interrupts.hpp"
#include "progress_text.hpp"
#include "terminal.hpp"

namespace pdrank::cli {

TerminalProgress::TerminalProgress(bool quiet, Signals signals)
    : shown_(!quiet && stderr_is_terminal()), signals_(signals) {
  if (signals_ == Signals::heard) hear_interrupts(shown_);
}

TerminalProgress::~TerminalProgress() {
  clear();
  if (signals_ == Signals::heard) stop_hearing_interrupts();
}

void TerminalProgress::on_progress(const Progress& progress) {
  if (!shown_) return;
  fmt::print(stderr, "\r\033[K{}", fitted(progress_text(progress), terminal_width() - 1));  // what wraps stays behind
  std::fflush(stderr);
  line_on_screen_ = true;
}

bool TerminalProgress::stop_requested() { return signals_ == Signals::heard && is_interrupted(); }

void TerminalProgress::clear() {
  if (line_on_screen_) fmt::print(stderr, "\r\033[K");
  line_on_screen_ = false;
}

}  // namespace pdrank::cli
