// What an answer depends on beside two scores and who gave it: who stood first, what else differed between the two, and
// how strong a preference it is. Answers in the same circumstances share a number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pdrank/posterior/margin_law.hpp"
#include "pdrank/posterior/model.hpp"

namespace pdrank {

// Strength of a preference: kTie is none, kWin the weakest, further ones are stronger.
inline constexpr std::uint8_t kTie = 0, kWin = 1;

// Number 0: nothing is known, and the answer is a plain preference.
struct Circumstances {
  std::size_t effects = 0;                      // what may make a difference, by number
  std::vector<float> feature = {};              // by circumstance, then by effect: how much of it, as seen from `first`
  std::vector<std::uint8_t> strength = {kWin};  // by circumstance
  bool has_sides = false;                       // then effect 0 is that of standing first
  std::vector<std::uint32_t> cluster = {};      // by circumstance: answers of one are not independent; empty: they are
  std::uint32_t clusters = 0;

  std::size_t size() const { return strength.size(); }
  std::span<const float> features(std::size_t circumstance) const {
    return std::span(feature).subspan(circumstance * effects, effects);
  }
  // Adds one; returns its number.
  std::uint32_t add(std::span<const float> features, std::uint8_t with_strength) {
    feature.insert(feature.end(), features.begin(), features.end());
    strength.push_back(with_strength);
    return static_cast<std::uint32_t>(strength.size() - 1);
  }
};

// The law of an answer in every circumstance.
std::vector<MarginLaw> laws_of(const Circumstances& circumstances, const Model& model);

// The same; empty where all of them have the plain law, or where there are none.
std::vector<MarginLaw> laws_in_use(const Circumstances* circumstances, const Model& model);

}  // namespace pdrank
