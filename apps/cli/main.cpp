// pdrank: the command line as a program of its own. The Python package has it as a function.
#include <cstdio>
#include <new>

#include "command_line.hpp"

// A command tells its errors itself; before there is one, memory alone can be missing.
int main(int argc, char** argv) try {
  return pdrank::cli::run_command_line({argv, argv + argc});
} catch (const std::bad_alloc&) {
  std::fputs("pdrank: out of memory\n", stderr);
  return pdrank::cli::kBadData;
}
