// The last word of a job that is ended from outside: when a process dies, mpiexec ends all others by a signal.
#pragma once

#include <string>
#include <vector>

namespace pdrank::cli {

// From now on a signal to end is answered at once: files under these names are removed, `message` is written to stderr
// if it is not empty, and the process ends.
void end_cleanly(std::string message);

// Replaces the names.
void remove_when_ended(const std::vector<std::string>& files);

}  // namespace pdrank::cli
