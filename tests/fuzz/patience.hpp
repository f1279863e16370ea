// One who soon wants to see what there is: most runs are then a hundred times as short, and what comes of a run that is
// stopped, wherever it is, has to be as sound.
#pragma once

#include <array>
#include <limits>

#include "fuzz/choices.hpp"
#include "pdrank/core/observer.hpp"

namespace pdrank::fuzz {

class Patience final : public Observer {
 public:
  // `is_slow`: of something that takes long; the rest is waited for.
  Patience(Choices& input, bool is_slow) {
    static constexpr std::array<std::size_t, 15> kQuestions = {0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 6, 10, 25};
    constexpr std::size_t kChoices = 256;
    const std::size_t which = input.below(kChoices);
    if (is_slow && which + 1 < kChoices) left_ = kQuestions[which % kQuestions.size()];
  }

  bool stop_requested() override {
    if (left_ == 0) return true;
    --left_;
    return false;
  }

 private:
  std::size_t left_ = std::numeric_limits<std::size_t>::max();
};

}  // namespace pdrank::fuzz
