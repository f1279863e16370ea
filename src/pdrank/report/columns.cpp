#include "pdrank/report/columns.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

namespace pdrank {

std::string number_text(double number, int digits) {
  constexpr double kExact = 0x1.0p53;
  if (!std::isfinite(number)) return "null";
  if (number == std::floor(number) && std::abs(number) < kExact)
    return fmt::format("{}", static_cast<std::int64_t>(number));
  return digits == kAllDigits ? fmt::format("{}", number) : fmt::format("{:.{}g}", number, digits);
}

}  // namespace pdrank
