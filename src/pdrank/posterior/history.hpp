// What a chain has been through, in bounded memory: every stride-th state. When there is no room left, every second one
// is forgotten and the stride doubles, so that chains of the same length keep states of the same times.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace pdrank {

class History {
 public:
  // `room` states, an even number, of `width` numbers each.
  History(std::size_t room, std::size_t width) : room_(room), width_(width), values_(room * width) {}

  std::size_t length() const { return length_; }  // states kept
  std::size_t width() const { return width_; }
  std::span<const float> state(std::size_t k) const { return {values_.data() + k * width_, width_}; }

  // A state to be filled in, if the one after `sweeps` sweeps is to be kept; otherwise empty.
  std::span<float> record(std::size_t sweeps);

 private:
  std::size_t room_, width_, length_ = 0, stride_ = 1;
  std::vector<float> values_;  // state after state
};

}  // namespace pdrank
