// Long calls: other Python threads go on meanwhile, Ctrl-C ends them, and a callable hears how far they are.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include <chrono>
#include <optional>
#include <string_view>

#include "pdrank/core/observer.hpp"

namespace pdrank::python {

namespace nb = nanobind;

// callback(stage, done, total, change)
using Callback = std::optional<nb::typed<nb::callable, void(nb::str, int, int, double)>>;

// Asks Python for signals, and tells the callable, at most every 50 ms. What either raises ends the run.
class PythonObserver : public Observer {
 public:
  // The callback outlives the observer.
  explicit PythonObserver(const Callback& callback) : callback_(callback) {}

  void on_progress(const Progress& progress) override;
  bool stop_requested() override;

  // Throws what was raised, if anything was. With the lock of the interpreter held.
  void rethrow();

 private:
  using Clock = std::chrono::steady_clock;

  template <class Ask>
  void ask_python(Clock::time_point& next, Ask&& ask);

  const Callback& callback_;
  Clock::time_point next_signals_ = Clock::now(), next_progress_ = next_signals_;
  std::optional<nb::python_error> raised_;
};

// work(&observer) without the lock of the interpreter; what Python raised meanwhile goes before any other outcome.
template <class Work>
auto run_observed(const Callback& callback, Work&& work) {
  PythonObserver observer(callback);
  auto outcome = [&] {
    try {
      const nb::gil_scoped_release unlocked;
      return work(static_cast<Observer*>(&observer));
    } catch (...) {
      observer.rethrow();
      throw;
    }
  }();
  observer.rethrow();
  return outcome;
}

}  // namespace pdrank::python
