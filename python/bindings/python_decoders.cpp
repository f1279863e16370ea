// xz and bzip2 by Python's own modules, which stand in for the engine's decoders: the extension then asks the machine
// for no library. The linker takes these because they come before the engine's (io/bytes/xz_decoder.cpp,
// bzip2_decoder.cpp), each of which is a file of its own in its archive.
#include <nanobind/nanobind.h>

#include <algorithm>
#include <new>
#include <string>

#include "bindings.hpp"
#include "pdrank/io/bytes/block_decoder.hpp"

namespace pdrank::python {
namespace {

class ModuleDecoder : public io::BlockDecoder {
 public:
  ModuleDecoder(const char* module, const char* maker, const char* format) : format_(format) {
    const nb::gil_scoped_acquire locked;
    maker_ = nb::module_::import_(module).attr(maker);
  }
  ~ModuleDecoder() override {
    const nb::gil_scoped_acquire locked;
    stream_.reset();
    maker_.reset();
  }
  ModuleDecoder(const ModuleDecoder&) = delete;
  ModuleDecoder& operator=(const ModuleDecoder&) = delete;

 protected:
  // Streams may follow one another, with zeros between them.
  bool more(io::RawInput& input) override {
    if (in_stream_) return true;
    while (has_begun_ && input.peek(1).starts_with('\0')) input.drop(1);
    if (input.peek(1).empty()) return false;
    const nb::gil_scoped_acquire locked;
    stream_ = maker_();
    in_stream_ = has_begun_ = true;
    return true;
  }

  std::size_t step(io::RawInput& input, char* to, std::size_t size) override {
    const nb::gil_scoped_acquire locked;
    try {
      return unpack(input, to, size);
    } catch (nb::python_error& error) {
      if (error.matches(PyExc_MemoryError)) throw std::bad_alloc();
      fail("corrupt " + format_ + " data");
      return 0;
    }
  }

 private:
  // What was given stays in the input until it is known how much of it belongs to the stream.
  std::size_t unpack(io::RawInput& input, char* to, std::size_t size) {
    std::string_view bytes;
    if (nb::cast<bool>(stream_.attr("needs_input"))) {
      input.drop(given_);
      bytes = input.peek(1);
      given_ = bytes.size();
      if (bytes.empty()) {
        fail("truncated " + format_ + " data");
        return 0;
      }
    }
    const nb::bytes text = nb::cast<nb::bytes>(stream_.attr("decompress")(nb::bytes(bytes.data(), bytes.size()), size));
    std::copy_n(text.c_str(), text.size(), to);
    if (nb::cast<bool>(stream_.attr("eof"))) {
      input.drop(given_ - nb::cast<nb::bytes>(stream_.attr("unused_data")).size());
      given_ = 0;
      in_stream_ = false;
    }
    return text.size();
  }

  std::string format_;
  nb::object maker_, stream_;
  std::size_t given_ = 0;
  bool in_stream_ = false, has_begun_ = false;
};

}  // namespace
}  // namespace pdrank::python

namespace pdrank::io {

std::unique_ptr<Decoder> make_xz_decoder() {
  return std::make_unique<python::ModuleDecoder>("lzma", "LZMADecompressor", "xz");
}

std::unique_ptr<Decoder> make_bzip2_decoder() {
  return std::make_unique<python::ModuleDecoder>("bz2", "BZ2Decompressor", "bzip2");
}

}  // namespace pdrank::io
