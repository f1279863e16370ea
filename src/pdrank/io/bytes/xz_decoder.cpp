#include "pdrank/io/bytes/block_decoder.hpp"

#ifdef PDRANK_LZMA
#include <lzma.h>

#include <new>

namespace pdrank::io {
namespace {

constexpr std::uint64_t kMostMemory = std::uint64_t{1} << 30;  // that a file may ask for; xz -9 asks for 65 MiB

class XzDecoder : public BlockDecoder {
 public:
  XzDecoder() {
    if (lzma_stream_decoder(&stream_, kMostMemory, LZMA_CONCATENATED) != LZMA_OK) throw std::bad_alloc();
  }
  ~XzDecoder() override { lzma_end(&stream_); }
  XzDecoder(const XzDecoder&) = delete;
  XzDecoder& operator=(const XzDecoder&) = delete;

 protected:
  bool more(RawInput&) override { return !ended_; }

  std::size_t step(RawInput& input, char* to, std::size_t size) override {
    const std::string_view bytes = input.peek(1);
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(bytes.data());
    stream_.avail_in = bytes.size();
    stream_.next_out = reinterpret_cast<std::uint8_t*>(to);
    stream_.avail_out = size;
    const lzma_ret code = lzma_code(&stream_, bytes.empty() ? LZMA_FINISH : LZMA_RUN);
    input.drop(bytes.size() - stream_.avail_in);
    ended_ = code == LZMA_STREAM_END;
    if (code == LZMA_BUF_ERROR && bytes.empty())
      fail("truncated xz data");
    else if (code == LZMA_MEMLIMIT_ERROR)
      fail("xz data that takes more than 1 GiB of memory to unpack; unpack it with xz -d");
    else if (code == LZMA_MEM_ERROR)
      throw std::bad_alloc();
    else if (code != LZMA_OK && code != LZMA_STREAM_END && code != LZMA_BUF_ERROR)
      fail("corrupt xz data");
    return size - stream_.avail_out;
  }

 private:
  lzma_stream stream_ = LZMA_STREAM_INIT;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<Decoder> make_xz_decoder() { return std::make_unique<XzDecoder>(); }

}  // namespace pdrank::io
#else
std::unique_ptr<pdrank::io::Decoder> pdrank::io::make_xz_decoder() { refuse_missing("xz", "liblzma-dev"); }
#endif
