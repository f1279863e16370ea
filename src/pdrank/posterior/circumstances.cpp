#include "pdrank/posterior/circumstances.hpp"

#include <algorithm>

namespace pdrank {

std::vector<MarginLaw> laws_of(const Circumstances& circumstances, const Model& model) {
  std::vector<MarginLaw> laws(circumstances.size());
  for (std::size_t k = 0; k < laws.size(); ++k) {
    MarginLaw& law = laws[k];
    const std::span<const float> features = circumstances.features(k);
    for (std::size_t effect = 0; effect < model.effect.size(); ++effect)
      law.offset += model.effect[effect] * static_cast<double>(features[effect]);
    if (circumstances.has_sides) law.side = static_cast<double>(features[0]);
    const std::uint8_t strength = circumstances.strength[k];
    law.is_tie = strength == kTie;
    law.tie = model.davidson;
    if (model.cut.empty()) continue;
    law.low = law.is_tie ? -model.cut[0] : model.cut[strength - std::size_t{1}];
    if (law.is_tie)
      law.high = model.cut[0];
    else if (strength < model.cut.size())
      law.high = model.cut[strength];
  }
  return laws;
}

std::vector<MarginLaw> laws_in_use(const Circumstances* circumstances, const Model& model) {
  const bool has_effects = std::ranges::find(model.in_use, true) != model.in_use.end();
  if (!circumstances || (!has_effects && model.lean.empty() && model.cut.empty() && model.davidson == 0)) return {};
  return laws_of(*circumstances, model);
}

}  // namespace pdrank
