#include "python_observer.hpp"

#include <utility>

namespace pdrank::python {
namespace {

constexpr std::chrono::milliseconds kPause(50);

}  // namespace

// ask() with the lock of the interpreter, if it is time again.
template <class Ask>
void PythonObserver::ask_python(Clock::time_point& next, Ask&& ask) {
  if (raised_ || Clock::now() < next) return;
  const nb::gil_scoped_acquire locked;
  try {
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    ask();
  } catch (nb::python_error& error) {
    raised_.emplace(std::move(error));
  }
  next = Clock::now() + kPause;
}

void PythonObserver::on_progress(const Progress& progress) {
  if (!callback_) return;
  ask_python(next_progress_, [&] {
    (*callback_)(nb::str(progress.stage.data(), progress.stage.size()), progress.done, progress.total, progress.change);
  });
}

bool PythonObserver::stop_requested() {
  ask_python(next_signals_, [] {});
  return raised_.has_value();
}

void PythonObserver::rethrow() {
  if (raised_) throw nb::python_error(std::move(*raised_));
}

}  // namespace pdrank::python
