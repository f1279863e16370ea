// How often the values of a column occur, for messages: exact as long as they are not too many.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace pdrank::io {

struct ValueCounts {
  std::map<std::string, std::uint64_t, std::less<>> counts;

  // Values behind the first thousand different ones do not count.
  void add(std::string_view value, std::uint64_t times);
  void add(const ValueCounts& more);

  // "'French' (1,200), 'German' (15) and 3 more"
  std::string most_frequent() const;
};

}  // namespace pdrank::io
