// What the compressed formats share, and how each is begun. A format whose library was missing when this was built is
// refused with a sentence that says so.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "pdrank/io/bytes/byte_source.hpp"

namespace pdrank::io {

inline constexpr std::string_view kGzipMagic = "\x1f\x8b";
inline constexpr std::string_view kZstdMagic = "\x28\xb5\x2f\xfd";

// Throw BrokenInput if the format is not built in.
std::unique_ptr<Decoder> make_gzip_decoder();  // one or more members
std::unique_ptr<Decoder> make_zstd_decoder();  // one or more frames

// Fills the target step by step, and holds a failure back until the bytes that
// came before it have been handed over.
class BlockDecoder : public Decoder {
 public:
  std::size_t read(RawInput& input, char* to, std::size_t size) override {
    std::size_t filled = 0;
    while (filled < size && failure_.empty() && more(input)) filled += step(input, to + filled, size - filled);
    if (filled == 0 && !failure_.empty()) throw BrokenInput(failure_);
    return filled;
  }
  bool has_check_sums() const override { return true; }

 protected:
  // Whether there is anything to decode; readies the next member or frame.
  virtual bool more(RawInput& input) = 0;
  // Decodes a piece; returns the bytes written to `to`.
  virtual std::size_t step(RawInput& input, char* to, std::size_t size) = 0;

  void fail(std::string reason) { failure_ = std::move(reason); }

 private:
  std::string failure_;
};

}  // namespace pdrank::io
