#include "pdrank/io/write/encoder.hpp"

#ifdef PDRANK_ZLIB
#include <zlib.h>

#include <algorithm>
#include <new>

namespace pdrank::io {
namespace {

constexpr std::size_t kStep = std::size_t{1} << 16;

class GzipEncoder : public Encoder {
 public:
  GzipEncoder() {
    constexpr int kGzipWrapper = 16, kMemory = 8;
    if (deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + kGzipWrapper, kMemory,
                     Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
  }
  ~GzipEncoder() override { deflateEnd(&stream_); }
  GzipEncoder(const GzipEncoder&) = delete;
  GzipEncoder& operator=(const GzipEncoder&) = delete;

  void add(std::string_view text, std::string& bytes) override {
    for (; !text.empty(); text.remove_prefix(std::min(text.size(), kMostAtOnce)))
      pack(text.substr(0, kMostAtOnce), Z_NO_FLUSH, bytes);
  }
  void end(std::string& bytes) override { pack({}, Z_FINISH, bytes); }

 private:
  static constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;  // zlib counts in 32 bits

  void pack(std::string_view text, int flush, std::string& bytes) {
    // zlib's interface is not const-correct; it does not write to its input.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream_.avail_in = static_cast<uInt>(text.size());
    do {
      const std::size_t size = bytes.size();
      bytes.resize(size + kStep);
      stream_.next_out = reinterpret_cast<Bytef*>(bytes.data() + size);
      stream_.avail_out = static_cast<uInt>(kStep);
      deflate(&stream_, flush);
      bytes.resize(size + kStep - stream_.avail_out);
    } while (stream_.avail_out == 0);
  }

  z_stream stream_{};
};

}  // namespace

std::unique_ptr<Encoder> make_gzip_encoder() { return std::make_unique<GzipEncoder>(); }

}  // namespace pdrank::io
#else
#include <stdexcept>

std::unique_ptr<pdrank::io::Encoder> pdrank::io::make_gzip_encoder() {
  throw std::runtime_error("this pdrank was built without gzip: install zlib1g-dev (scripts/setup) and build it again");
}
#endif
