// The choice of a decoder by the first bytes, and the plain one.
#include <fmt/format.h>

#include <algorithm>

#include "pdrank/io/bytes/block_decoder.hpp"

namespace pdrank::io {
namespace {

constexpr std::size_t kLookedAt = 10;

class PlainDecoder : public Decoder {
 public:
  std::size_t read(RawInput& input, char* to, std::size_t size) override { return input.take(to, size); }
  bool has_check_sums() const override { return false; }
};

// A frame that decoders skip: 0x184D2A5? in little-endian order.
bool starts_with_skippable_frame(std::string_view bytes) {
  return bytes.size() >= 4 && (static_cast<unsigned char>(bytes[0]) & 0xf0) == 0x50 &&
         bytes.substr(1, 3) == "\x2a\x4d\x18";
}

// `BZh1` to `BZh9`, and then the number pi.
bool starts_with_bzip2(std::string_view bytes) {
  constexpr std::string_view kBlock = "1AY&SY", kEnd = "\x17\x72\x45\x38\x50\x90";
  const std::string_view behind = bytes.substr(0, kLookedAt).substr(std::min<std::size_t>(bytes.size(), 4));
  return bytes.starts_with(kBzip2Magic) && bytes.size() > 3 && bytes[3] >= '1' && bytes[3] <= '9' &&
         (kBlock.starts_with(behind) || kEnd.starts_with(behind));
}

enum class Format { plain, gzip, zstd, xz, bzip2, zip };

Format format_of(RawInput& input) {
  const std::string_view start = input.peek(kLookedAt);
  if (start.starts_with(kGzipMagic)) return Format::gzip;
  if (start.starts_with(kXzMagic)) return Format::xz;
  if (start.starts_with(kZipMagic)) return Format::zip;
  if (starts_with_bzip2(start)) return Format::bzip2;
  return start.starts_with(kZstdMagic) || starts_with_skippable_frame(start) ? Format::zstd : Format::plain;
}

}  // namespace

void refuse_missing(std::string_view format, std::string_view package) {
  throw BrokenInput(
      fmt::format("this is {} data, which this pdrank was built without: install {} (scripts/setup) and "
                  "build it again",
                  format, package));
}

bool is_compressed(RawInput& input) { return format_of(input) != Format::plain; }

std::unique_ptr<Decoder> make_decoder(RawInput& input) {
  switch (format_of(input)) {
    case Format::gzip:
      return make_gzip_decoder();
    case Format::zstd:
      return make_zstd_decoder();
    case Format::xz:
      return make_xz_decoder();
    case Format::bzip2:
      return make_bzip2_decoder();
    case Format::zip:
      return make_zip_decoder(input);
    case Format::plain:
      break;
  }
  return std::make_unique<PlainDecoder>();
}

}  // namespace pdrank::io
