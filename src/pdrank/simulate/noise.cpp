#include "pdrank/simulate/noise.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numeric>
#include <span>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/parse_number.hpp"

namespace pdrank {
namespace {

constexpr std::string_view kToggle = "toggle:";
constexpr std::string_view kBradleyTerry = "bt:";

}  // namespace

NoiseModel parse_noise(std::string_view text) {
  const bool toggle = text.starts_with(kToggle);
  if (toggle || text.starts_with(kBradleyTerry)) {
    const std::string_view level_text = text.substr((toggle ? kToggle : kBradleyTerry).size());
    if (const auto level = parse_number<double>(level_text)) {
      const NoiseModel noise{toggle ? NoiseModel::Kind::toggle : NoiseModel::Kind::bradley_terry, *level};
      validate(noise);
      return noise;
    }
  }
  throw InvalidArgument("noise", fmt::format("'{}'", text),
                        "it must be toggle:D with a flip probability D, or bt:L with a score range L, "
                        "such as toggle:0.1 or bt:5");
}

std::string to_string(const NoiseModel& noise) {
  return fmt::format("{}{}", noise.kind == NoiseModel::Kind::toggle ? kToggle : kBradleyTerry, noise.level);
}

void validate(const NoiseModel& noise) {
  const double level = noise.level;
  if (noise.kind == NoiseModel::Kind::toggle && !(level >= 0 && level <= 1))
    throw InvalidArgument("noise", to_string(noise), "the flip probability must be in [0, 1]");
  if (noise.kind == NoiseModel::Kind::bradley_terry && !(level > 0 && std::isfinite(level)))
    throw InvalidArgument("noise", to_string(noise), "the score range must be positive and finite");
}

std::vector<double> draw_truth(const NoiseModel& noise, std::uint32_t items, Random& random) {
  std::vector<double> truth(items);
  if (noise.kind == NoiseModel::Kind::toggle) {
    std::iota(truth.begin(), truth.end(), 1.0);
    random.shuffle(std::span(truth));
  } else {
    for (double& score : truth) score = random.uniform(0, noise.level);
  }
  return truth;
}

double win_probability(const NoiseModel& noise, double first_score, double second_score) {
  if (noise.kind == NoiseModel::Kind::toggle) return first_score > second_score ? 1 - noise.level : noise.level;
  return 1 / (1 + std::exp(second_score - first_score));
}

bool draw_answer(const NoiseModel& noise, double first_score, double second_score, Random& random) {
  if (noise.kind == NoiseModel::Kind::toggle) return (first_score > second_score) != random.chance(noise.level);
  return random.chance(1 / (1 + std::exp(second_score - first_score)));
}

}  // namespace pdrank
