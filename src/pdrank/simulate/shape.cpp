#include "pdrank/simulate/shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/parse_number.hpp"

namespace pdrank {
namespace {

struct ShapeName {
  std::string_view name;
  Shape::Kind kind;
};

constexpr std::array<ShapeName, 5> kShapes = {{{"uniform", Shape::Kind::uniform},
                                               {"regular", Shape::Kind::regular},
                                               {"star", Shape::Kind::star},
                                               {"power-law", Shape::Kind::power_law},
                                               {"tournament", Shape::Kind::tournament}}};
constexpr std::string_view kPowerLaw = "power-law:";

}  // namespace

Shape parse_shape(std::string_view text) {
  const auto named = std::ranges::find(kShapes, text, &ShapeName::name);
  if (named != kShapes.end()) return {.kind = named->kind};
  if (text.starts_with(kPowerLaw)) {
    if (const auto exponent = parse_number<double>(text.substr(kPowerLaw.size()))) {
      const Shape shape{Shape::Kind::power_law, *exponent};
      validate(shape);
      return shape;
    }
  }
  throw InvalidArgument("shape", fmt::format("'{}'", text),
                        "it must be uniform, regular, star, tournament, or power-law:A with an exponent A, such as "
                        "power-law:1.5");
}

std::string to_string(const Shape& shape) {
  if (shape.kind == Shape::Kind::power_law) return fmt::format("{}{}", kPowerLaw, shape.exponent);
  return std::string(std::ranges::find(kShapes, shape.kind, &ShapeName::kind)->name);
}

void validate(const Shape& shape) {
  if (shape.kind == Shape::Kind::power_law && !(shape.exponent >= 0 && std::isfinite(shape.exponent)))
    throw InvalidArgument("shape", to_string(shape), "the exponent must be at least 0 and finite");
}

}  // namespace pdrank
