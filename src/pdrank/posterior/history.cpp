#include "pdrank/posterior/history.hpp"

#include <algorithm>

namespace pdrank {

std::span<float> History::record(std::size_t sweeps) {
  if (length_ == room_) {  // states of sweeps stride, 2 stride, ..: the even ones stay
    for (std::size_t k = 0; 2 * k + 1 < room_; ++k)
      std::copy_n(values_.begin() + static_cast<std::ptrdiff_t>((2 * k + 1) * width_), width_,
                  values_.begin() + static_cast<std::ptrdiff_t>(k * width_));
    length_ = room_ / 2;
    stride_ *= 2;
  }
  if (sweeps % stride_ != 0) return {};
  return {values_.data() + width_ * length_++, width_};
}

}  // namespace pdrank
