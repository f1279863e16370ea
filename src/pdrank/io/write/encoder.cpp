#include "pdrank/io/write/encoder.hpp"

namespace pdrank::io {

std::unique_ptr<Encoder> make_encoder(Packing packing) {
  if (packing == Packing::gzip) return make_gzip_encoder();
  return packing == Packing::zstd ? make_zstd_encoder() : nullptr;
}

}  // namespace pdrank::io
