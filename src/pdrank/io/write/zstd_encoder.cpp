#include "pdrank/io/write/encoder.hpp"

#ifdef PDRANK_ZSTD
#include <zstd.h>

#include <new>
#include <stdexcept>

namespace pdrank::io {
namespace {

class ZstdEncoder : public Encoder {
 public:
  ZstdEncoder() : context_(ZSTD_createCCtx()) {
    if (!context_) throw std::bad_alloc();
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
  }

  void add(std::string_view text, std::string& bytes) override {
    ZSTD_inBuffer in{text.data(), text.size(), 0};
    while (in.pos < in.size) pack(in, ZSTD_e_continue, bytes);
  }
  void end(std::string& bytes) override {
    ZSTD_inBuffer in{nullptr, 0, 0};
    while (pack(in, ZSTD_e_end, bytes) > 0) {
    }
  }

 private:
  // What is left to be flushed.
  std::size_t pack(ZSTD_inBuffer& in, ZSTD_EndDirective what, std::string& bytes) {
    const std::size_t size = bytes.size();
    bytes.resize(size + ZSTD_CStreamOutSize());
    ZSTD_outBuffer out{bytes.data() + size, bytes.size() - size, 0};
    const std::size_t left = ZSTD_compressStream2(context_.get(), &out, &in, what);
    bytes.resize(size + out.pos);
    if (ZSTD_isError(left) != 0) throw std::runtime_error(ZSTD_getErrorName(left));
    return left;
  }

  struct Free {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };
  std::unique_ptr<ZSTD_CCtx, Free> context_;
};

}  // namespace

std::unique_ptr<Encoder> make_zstd_encoder() { return std::make_unique<ZstdEncoder>(); }

}  // namespace pdrank::io
#else
#include <stdexcept>

std::unique_ptr<pdrank::io::Encoder> pdrank::io::make_zstd_encoder() {
  throw std::runtime_error(
      "this pdrank was built without zstd: install libzstd-dev (scripts/setup) and build it again");
}
#endif
