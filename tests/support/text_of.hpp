// What a writer writes, as a string.
#pragma once

#include <string>

#include "pdrank/io/write/sink.hpp"

namespace pdrank {

template <class Write, class... Written>
std::string text_of(Write&& write, const Written&... written) {
  StringSink sink;
  write(written..., sink);
  return sink.text;
}

}  // namespace pdrank
