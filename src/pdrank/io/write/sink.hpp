// Where written text goes: a file, or a string.
#pragma once

#include <string>
#include <string_view>

namespace pdrank {

class Sink {
 public:
  virtual ~Sink() = default;
  virtual void write(std::string_view text) = 0;
  // Between the fields of tables that are written to it.
  virtual char delimiter() const { return ','; }
};

class StringSink : public Sink {
 public:
  void write(std::string_view more) override { text += more; }

  std::string text;
};

}  // namespace pdrank
