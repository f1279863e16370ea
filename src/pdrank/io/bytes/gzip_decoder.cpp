#include "pdrank/io/bytes/block_decoder.hpp"

#ifdef PDRANK_ZLIB
#include <zlib.h>

#include <new>

namespace pdrank::io {
namespace {

class GzipDecoder : public BlockDecoder {
 public:
  GzipDecoder() {
    constexpr int kGzipWrapper = 16;
    if (inflateInit2(&stream_, MAX_WBITS + kGzipWrapper) != Z_OK) throw std::bad_alloc();
  }
  ~GzipDecoder() override { inflateEnd(&stream_); }
  GzipDecoder(const GzipDecoder&) = delete;
  GzipDecoder& operator=(const GzipDecoder&) = delete;

 protected:
  bool more(RawInput& input) override {
    if (in_member_) return true;
    // Tape-style zero padding after the last member is allowed, as gzip itself allows it.
    while (input.peek(1).starts_with('\0')) input.drop(1);
    const std::string_view start = input.peek(kGzipMagic.size());
    if (start.empty()) return false;
    if (!start.starts_with(kGzipMagic)) {
      fail(kGzipMagic.starts_with(start) ? "truncated gzip data" : "corrupt gzip data");
      return false;
    }
    inflateReset(&stream_);
    in_member_ = true;
    return true;
  }

  std::size_t step(RawInput& input, char* to, std::size_t size) override {
    const std::string_view bytes = input.peek(1);
    // zlib's interface is not const-correct; it does not write to its input.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = static_cast<uInt>(size);
    const int code = inflate(&stream_, Z_NO_FLUSH);
    input.drop(bytes.size() - stream_.avail_in);
    if (code == Z_STREAM_END)
      in_member_ = false;
    else if (code == Z_BUF_ERROR && bytes.empty())
      fail("truncated gzip data");
    else if (code != Z_OK)
      fail("corrupt gzip data");
    return size - stream_.avail_out;
  }

 private:
  z_stream stream_{};
  bool in_member_ = false;
};

}  // namespace

std::unique_ptr<Decoder> make_gzip_decoder() { return std::make_unique<GzipDecoder>(); }

}  // namespace pdrank::io
#else
std::unique_ptr<pdrank::io::Decoder> pdrank::io::make_gzip_decoder() { refuse_missing("gzip", "zlib1g-dev"); }
#endif
