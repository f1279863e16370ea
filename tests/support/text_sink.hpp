// What a writer writes, as a string.
#pragma once

#include <string>
#include <string_view>

#include "pdrank/io/sink.hpp"

namespace pdrank {

class TextSink final : public Sink {
 public:
  void write(std::string_view text) override { text_ += text; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

template <class Write, class Result>
std::string text_of(Write&& write, const Result& result) {
  TextSink sink;
  write(result, sink);
  return sink.text();
}

}  // namespace pdrank
