#include "pdrank/core/version.hpp"

namespace pdrank {

std::string_view version() { return PDRANK_VERSION; }

}  // namespace pdrank
