// Compressed bytes that may be broken: gzip, zstd, xz, bzip2 and zip. What they are unpacked to, and whether they are
// broken, does not depend on how much is asked for at a time (how much comes before a break does), and what is packed
// here comes back.
#include <array>
#include <memory>

#include "fuzz/memory_file.hpp"
#include "pdrank/io/bytes/block_decoder.hpp"
#include "pdrank/io/bytes/byte_source.hpp"
#include "pdrank/io/write/encoder.hpp"

namespace pdrank::fuzz {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 20;  // a bomb is not unpacked to its end

struct Unpacked {
  std::string text;
  bool is_broken = false;
};

Unpacked unpack(const MemoryFile& file, std::size_t at_a_time) {
  Unpacked all;
  std::string piece(at_a_time, '\0');
  try {
    io::ByteSource source(file.path(), 1 + at_a_time / 2);
    while (all.text.size() < kMostBytes) {
      const std::size_t count = source.read(piece.data(), std::min(piece.size(), kMostBytes - all.text.size()));
      all.text.append(piece, 0, count);
      if (count == 0) return all;
    }
  } catch (const io::BrokenInput&) {
    all.is_broken = true;
  }
  return all;
}

}  // namespace

PDRANK_FUZZ(packed) {
  static const MemoryFile file;
  const std::size_t at_a_time = input.between(1, 255);
  const bool packs = input.once_in(8);
  const Packing packing = input.once_in(2) ? Packing::zstd : Packing::gzip;
  const std::string_view bytes = input.rest();
  file.set(bytes);
  const Unpacked at_once = unpack(file, std::size_t{1} << 16), slowly = unpack(file, at_a_time);
  require(at_once.is_broken == slowly.is_broken, "the size of reads does not decide whether bytes are broken");
  const std::size_t common = std::min(at_once.text.size(), slowly.text.size());
  require(at_once.is_broken || at_once.text.size() == slowly.text.size(), "the size of reads does not change the size");
  require(at_once.text.substr(0, common) == slowly.text.substr(0, common),
          "the size of reads does not change the text");
  if (!packs) return;
  const std::unique_ptr<io::Encoder> encoder = io::make_encoder(packing);
  std::string packed;
  for (std::size_t begin = 0; begin < bytes.size(); begin += at_a_time)
    encoder->add(bytes.substr(begin, at_a_time), packed);
  encoder->end(packed);
  file.set(packed);
  require(unpack(file, at_a_time).text == bytes.substr(0, kMostBytes), "what was packed comes back");
}

}  // namespace pdrank::fuzz
