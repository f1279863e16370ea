// The choice of a decoder by the first bytes, and the plain one.
#include "pdrank/io/bytes/block_decoder.hpp"

namespace pdrank::io {
namespace {

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

enum class Format { plain, gzip, zstd };

Format format_of(RawInput& input) {
  const std::string_view start = input.peek(kZstdMagic.size());
  if (start.starts_with(kGzipMagic)) return Format::gzip;
  return start.starts_with(kZstdMagic) || starts_with_skippable_frame(start) ? Format::zstd : Format::plain;
}

}  // namespace

bool is_compressed(RawInput& input) { return format_of(input) != Format::plain; }

std::unique_ptr<Decoder> make_decoder(RawInput& input) {
  switch (format_of(input)) {
    case Format::gzip:
      return make_gzip_decoder();
    case Format::zstd:
      return make_zstd_decoder();
    case Format::plain:
      break;
  }
  return std::make_unique<PlainDecoder>();
}

}  // namespace pdrank::io
