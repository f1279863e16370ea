// Text to compressed bytes, as it comes.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "pdrank/io/write/output_ending.hpp"

namespace pdrank::io {

class Encoder {
 public:
  virtual ~Encoder() = default;
  // Appends to `bytes` what there is of the text so far.
  virtual void add(std::string_view text, std::string& bytes) = 0;
  // The rest; nothing may be added after that.
  virtual void end(std::string& bytes) = 0;
};

// None for plain text. Both throw std::runtime_error if this was built without the library.
std::unique_ptr<Encoder> make_encoder(Packing packing);
std::unique_ptr<Encoder> make_gzip_encoder();
std::unique_ptr<Encoder> make_zstd_encoder();

}  // namespace pdrank::io
