#include "memory.hpp"

#include <malloc.h>

#include <fstream>
#include <string>

namespace pdrank::bench::active {

bool forget_peak_memory() {
  malloc_trim(0);
  std::ofstream file("/proc/self/clear_refs");
  file << "5";
  file.close();
  return file.good();
}

std::optional<double> peak_memory() {
  std::ifstream file("/proc/self/status");
  std::string word;
  double kilobytes = 0;
  while (file >> word)
    if (word == "VmHWM:" && file >> kilobytes) return 1024 * kilobytes;
  return std::nullopt;
}

}  // namespace pdrank::bench::active
