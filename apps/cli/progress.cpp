#include "progress.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <string>

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

std::string time_left(double seconds) {
  if (seconds <= 0) return "";
  return seconds < 100 ? fmt::format(", {:.0f} s left", seconds) : fmt::format(", {:.0f} min left", seconds / 60);
}

std::string describe(const Progress& progress) {
  if (progress.stage == "ranking")
    return fmt::format("round {}, weights changed by {:.2g}", progress.done, progress.change);
  if (progress.stage == "fitting")
    return fmt::format("round {}, scores moved by {:.2g} deviations", progress.done, progress.change);
  if (progress.stage == "proving")
    return fmt::format("round {} of cuts, {:.2g} % left to prove", progress.done, 100 * progress.change);
  if (progress.stage == "auditing") return fmt::format("ranking without some answers, {} times so far", progress.done);
  if (progress.stage == "bootstrapping") return fmt::format("resample {} of {}", progress.done, progress.total);
  if (progress.stage == "choosing") return fmt::format("choosing gamma: try {} of {}", progress.done, progress.total);
  if (progress.stage == "comparing") return fmt::format("run {} of {}", progress.done, progress.total);
  if (progress.stage != "reading")
    return progress.total == 0 ? fmt::format("{} {}", progress.stage, progress.done)
                               : fmt::format("{} {} of {}{}", progress.stage, progress.done, progress.total,
                                             time_left(progress.seconds_left));
  const double megabytes = static_cast<double>(progress.done) / 1e6;
  if (progress.total == 0) return fmt::format("{} {:.0f} MB", progress.stage, megabytes);
  return fmt::format("{} {:.0f} MB, {:.0f} %", progress.stage, megabytes,
                     100.0 * static_cast<double>(progress.done) / static_cast<double>(progress.total));
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
  fmt::print(stderr, "\r\033[K{}", fitted(describe(progress), terminal_width() - 1));  // what wraps stays behind
  std::fflush(stderr);
  line_on_screen_ = true;
}

bool TerminalProgress::stop_requested() { return interrupted != 0; }

void TerminalProgress::clear() {
  if (line_on_screen_) fmt::print(stderr, "\r\033[K");
  line_on_screen_ = false;
}

}  // namespace pdrank::cli
