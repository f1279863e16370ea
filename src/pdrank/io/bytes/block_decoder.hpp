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
inline constexpr std::string_view kXzMagic = std::string_view(
    "\xfd"
    "7zXZ\0",
    6);
inline constexpr std::string_view kBzip2Magic = "BZh";
inline constexpr std::string_view kZipMagic = "PK\x03\x04";

// Throw BrokenInput if the format is not built in.
std::unique_ptr<Decoder> make_gzip_decoder();   // one or more members
std::unique_ptr<Decoder> make_zstd_decoder();   // one or more frames
std::unique_ptr<Decoder> make_xz_decoder();     // one or more streams
std::unique_ptr<Decoder> make_bzip2_decoder();  // one or more streams
// The only file of an archive. Throws BrokenInput for one of several, with their names, and for what it does not read.
std::unique_ptr<Decoder> make_zip_decoder(RawInput& input);

// `package` is Debian's.
[[noreturn]] void refuse_missing(std::string_view format, std::string_view package);

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
