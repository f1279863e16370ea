// Bytes of a fuzzer as choices: numbers, names from a list, texts. When the bytes are used up, every choice is the
// first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace pdrank::fuzz {

class Choices {
 public:
  explicit Choices(std::span<const std::uint8_t> bytes)
      : left_(reinterpret_cast<const char*>(bytes.data()), bytes.size()) {}

  // 0 .. count - 1; as few bytes as that takes.
  std::size_t below(std::size_t count) {
    std::size_t number = 0;
    for (std::size_t rest = count - 1; rest > 0; rest >>= 8) number = number << 8 | byte();
    return number % count;
  }
  std::size_t between(std::size_t least, std::size_t most) { return least + below(most - least + 1); }
  bool once_in(std::size_t times) { return below(times) == times - 1; }

  template <class List>
  auto pick(const List& list) {
    return *std::next(std::begin(list), static_cast<std::ptrdiff_t>(below(std::size(list))));
  }

  std::string text(std::size_t most) {
    const std::size_t wanted = below(most + 1), size = std::min(wanted, left_.size());
    const std::string taken(left_.substr(0, size));
    left_.remove_prefix(size);
    return taken;
  }

  bool is_empty() const { return left_.empty(); }
  std::string_view rest() { return std::exchange(left_, {}); }

 private:
  std::size_t byte() {
    if (left_.empty()) return 0;
    const auto first = static_cast<std::uint8_t>(left_.front());
    left_.remove_prefix(1);
    return first;
  }

  std::string_view left_;
};

}  // namespace pdrank::fuzz
