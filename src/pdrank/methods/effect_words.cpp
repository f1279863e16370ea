#include "pdrank/methods/effect_words.hpp"

#include <fmt/format.h>

#include <cmath>

#include "pdrank/core/words.hpp"

namespace pdrank {
namespace {

// How often one of two equal items is chosen that is ahead by an effect: "57 % of the time (55-59 %)".
std::string how_often(const EffectFound& found, const AnswerLaw& law) {
  const auto share = [&](double effect) {
    const AnswerLaw::Outcomes expected = law.outcomes(effect);
    return 100 * expected.win / (1 - expected.tie);
  };
  if (!(found.reach > 0)) return fmt::format("{:.0f} % of the time", share(found.estimate));
  return fmt::format("{:.0f} % of the time ({:.0f}-{:.0f} %{})", share(found.estimate),
                     share(found.estimate - found.reach), share(found.estimate + found.reach),
                     law.has_ties() ? ", ties left out" : "");
}

Effect effect_of(std::string name, const EffectFound& found, bool used, std::string meaning) {
  Effect effect{std::move(name),
                found.estimate,
                found.estimate - found.reach,
                found.estimate + found.reach,
                found.log_evidence,
                used,
                std::move(meaning)};
  if (!(found.reach > 0)) effect.low = effect.high = kNone, effect.evidence.reset();
  return effect;
}

}  // namespace

Effect order_effect(const EffectFound& found, bool used, const AnswerLaw& law) {
  return effect_of(
      "order", found, used,
      used ? fmt::format("Of two equal items, the one that stands first is chosen {}; the ranking allows for that.",
                         how_often(found, law))
           : fmt::format("There is no clear sign that it matters which item stands first: of two equal items, the "
                         "first is chosen {}.",
                         how_often(found, law)));
}

Effect control_effect(const EffectFound& found, const ControlScale& control, const AnswerLaw& law) {
  Effect effect = effect_of(
      control.name, found, true,
      fmt::format("Of two equal items, one that has {:.3g} more of {} is chosen {}; the ranking allows for that.{}",
                  control.unit, shortened(control.name), how_often(found, law),
                  control.missing > 0 ? fmt::format(" It is not known for {} answers, which count as not differing.",
                                                    amount(control.missing))
                                      : ""));
  effect.unit = control.unit;
  return effect;
}

Effect tie_effect(const Model& model, double deviation) {
  const double size = model.davidson > 0 ? model.davidson : model.cut[0], factor = std::exp(kNormal90 * deviation);
  const double share = model.davidson > 0 ? size / (2 + size) : std::tanh(size / 2);
  return {"ties",
          size,
          size / factor,
          size * factor,
          std::nullopt,
          true,
          fmt::format("Two equal items are called equal {:.0f} % of the time.", 100 * share)};
}

}  // namespace pdrank
