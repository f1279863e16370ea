// The last word of a job that is ended from outside: when a process dies, mpiexec ends all others by a signal.
#pragma once

#include <string>
#include <vector>

namespace pdrank::cli {

// From now on a signal to end is answered at once: files under these names are removed, `message` is written to stderr
// if it is not empty, and the process ends.
void end_cleanly(std::string message);

// The message is not to be written any more: the work is done, or its failure is told, and a process that ends with a
// status other than 0 has mpiexec end those that are not out of the door yet.
void end_silently();

// Replaces the names.
void remove_when_ended(const std::vector<std::string>& files);

}  // namespace pdrank::cli
