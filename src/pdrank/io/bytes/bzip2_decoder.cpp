#include "pdrank/io/bytes/block_decoder.hpp"

#ifdef PDRANK_BZIP2
#include <bzlib.h>

#include <new>

namespace pdrank::io {
namespace {

class Bzip2Decoder : public BlockDecoder {
 public:
  Bzip2Decoder() = default;
  ~Bzip2Decoder() override { end(); }
  Bzip2Decoder(const Bzip2Decoder&) = delete;
  Bzip2Decoder& operator=(const Bzip2Decoder&) = delete;

 protected:
  bool more(RawInput& input) override {
    if (in_stream_) return true;
    const std::string_view start = input.peek(kBzip2Magic.size());
    if (start.empty()) return false;
    if (!start.starts_with(kBzip2Magic)) {
      fail(kBzip2Magic.starts_with(start) ? "truncated bzip2 data" : "corrupt bzip2 data");
      return false;
    }
    stream_ = {};
    if (BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK) throw std::bad_alloc();
    in_stream_ = true;
    return true;
  }

  std::size_t step(RawInput& input, char* to, std::size_t size) override {
    const std::string_view bytes = input.peek(1);
    // The library's interface is not const-correct; it does not write to its input.
    stream_.next_in = const_cast<char*>(bytes.data());
    stream_.avail_in = static_cast<unsigned>(bytes.size());
    stream_.next_out = to;
    stream_.avail_out = static_cast<unsigned>(size);
    const int code = BZ2_bzDecompress(&stream_);
    const std::size_t written = size - stream_.avail_out;
    input.drop(bytes.size() - stream_.avail_in);
    if (code == BZ_STREAM_END)
      end();
    else if (code == BZ_MEM_ERROR)
      throw std::bad_alloc();
    else if (code != BZ_OK)
      fail("corrupt bzip2 data");
    else if (bytes.empty() && written == 0)
      fail("truncated bzip2 data");
    return written;
  }

 private:
  void end() {
    if (in_stream_) BZ2_bzDecompressEnd(&stream_);
    in_stream_ = false;
  }

  bz_stream stream_{};
  bool in_stream_ = false;
};

}  // namespace

std::unique_ptr<Decoder> make_bzip2_decoder() { return std::make_unique<Bzip2Decoder>(); }

}  // namespace pdrank::io
#else
std::unique_ptr<pdrank::io::Decoder> pdrank::io::make_bzip2_decoder() { refuse_missing("bzip2", "libbz2-dev"); }
#endif
