// The decoders of byte_source.hpp: plain, gzip (one or more members), zstd (one or more frames).
#include <zlib.h>
#include <zstd.h>

#include <new>
#include <utility>

#include "pdrank/io/byte_source.hpp"

namespace pdrank::io {
namespace {

constexpr std::string_view kGzipMagic = "\x1f\x8b";
constexpr std::string_view kZstdMagic = "\x28\xb5\x2f\xfd";

class PlainDecoder : public Decoder {
 public:
  std::size_t read(RawInput& input, char* to, std::size_t size) override { return input.take(to, size); }
  bool has_check_sums() const override { return false; }
};

// What the two compressed formats share: fill the target step by step, and hold a failure back until the bytes that
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

class ZstdDecoder : public BlockDecoder {
 public:
  ZstdDecoder() : context_(ZSTD_createDCtx()) {
    if (!context_) throw std::bad_alloc();
  }

 protected:
  bool more(RawInput& input) override { return in_frame_ || !input.peek(1).empty(); }

  std::size_t step(RawInput& input, char* to, std::size_t size) override {
    const std::string_view bytes = input.peek(1);
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    ZSTD_outBuffer out{to, size, 0};
    const std::size_t code = ZSTD_decompressStream(context_.get(), &out, &in);
    input.drop(in.pos);
    in_frame_ = code != 0;
    if (ZSTD_isError(code) != 0)
      fail(std::string("corrupt zstd data (") + ZSTD_getErrorName(code) + ")");
    else if (in_frame_ && bytes.empty() && out.pos == 0)
      fail("truncated zstd data");
    return out.pos;
  }

 private:
  struct Free {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };
  std::unique_ptr<ZSTD_DCtx, Free> context_;
  bool in_frame_ = false;
};

// A frame that decoders skip: 0x184D2A5? in little-endian order.
bool starts_with_skippable_frame(std::string_view bytes) {
  return bytes.size() >= 4 && (static_cast<unsigned char>(bytes[0]) & 0xf0) == 0x50 &&
         bytes.substr(1, 3) == "\x2a\x4d\x18";
}

}  // namespace

std::unique_ptr<Decoder> make_decoder(RawInput& input) {
  const std::string_view start = input.peek(kZstdMagic.size());
  if (start.starts_with(kGzipMagic)) return std::make_unique<GzipDecoder>();
  if (start.starts_with(kZstdMagic) || starts_with_skippable_frame(start)) return std::make_unique<ZstdDecoder>();
  return std::make_unique<PlainDecoder>();
}

}  // namespace pdrank::io
