// Ctrl-C, hang-up and termination, heard by one run at a time. `no_interrupts.cpp` is taken instead where there are no
// signals (WASI).
#pragma once

namespace pdrank::cli {

// From now on the first of them is noted, and told on stderr if that is a terminal; a second one ends the program at
// once. Signals that were ignored stay ignored.
void hear_interrupts(bool on_terminal);
// Signals do again what they did before.
void stop_hearing_interrupts();

// Whether one came since they are heard.
bool is_interrupted();

}  // namespace pdrank::cli
