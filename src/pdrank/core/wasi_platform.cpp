#include <clocale>

#include "pdrank/core/platform.hpp"

namespace pdrank::platform {

int copy_of(int file) { return file; }

bool set_mode(int, mode_t) { return true; }

int process_number() { return 1; }

bool read_utf8() { return std::setlocale(LC_CTYPE, "C.UTF-8") != nullptr; }

}  // namespace pdrank::platform
