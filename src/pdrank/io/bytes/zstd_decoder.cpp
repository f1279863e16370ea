#include "pdrank/io/bytes/block_decoder.hpp"

#ifdef PDRANK_ZSTD
#include <zstd.h>

#include <new>

namespace pdrank::io {
namespace {

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

}  // namespace

std::unique_ptr<Decoder> make_zstd_decoder() { return std::make_unique<ZstdDecoder>(); }

}  // namespace pdrank::io
#else
std::unique_ptr<pdrank::io::Decoder> pdrank::io::make_zstd_decoder() { refuse_missing("zstd", "libzstd-dev"); }
#endif
