// Progress on a terminal's stderr, and Ctrl-C as a request to stop.
#pragma once

#include "pdrank/core/observer.hpp"

namespace pdrank::cli {

// While it lives, the first Ctrl-C makes the run stop at the next opportunity; a second one ends the program.
class TerminalProgress final : public Observer {
 public:
  explicit TerminalProgress(bool quiet);
  ~TerminalProgress() override;
  TerminalProgress(const TerminalProgress&) = delete;
  TerminalProgress& operator=(const TerminalProgress&) = delete;

  void on_progress(const Progress& progress) override;
  bool stop_requested() override;

  // Takes the progress line off the screen, before something else is printed.
  void clear();

 private:
  bool shown_;
  bool line_on_screen_ = false;
};

}  // namespace pdrank::cli
