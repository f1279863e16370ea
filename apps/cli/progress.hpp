// Progress on a terminal's stderr; Ctrl-C and other requests to end.
#pragma once

#include "pdrank/core/observer.hpp"

namespace pdrank::cli {

// While it lives, the first interrupt, hang-up or termination signal makes the run stop at the next opportunity, so
// that nothing is left half-written; a second one ends the program at once. Signals that were ignored stay ignored.
class TerminalProgress final : public Observer {
 public:
  enum class Signals { heard, left_alone };
  explicit TerminalProgress(bool quiet, Signals signals = Signals::heard);
  ~TerminalProgress() override;
  TerminalProgress(const TerminalProgress&) = delete;
  TerminalProgress& operator=(const TerminalProgress&) = delete;

  void on_progress(const Progress& progress) override;
  bool stop_requested() override;

  // Takes the progress line off the screen, before something else is printed.
  void clear();

 private:
  bool shown_;
  Signals signals_;
  bool line_on_screen_ = false;
};

}  // namespace pdrank::cli
