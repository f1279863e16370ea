// Bytes from a file or stdin, block by block, with compression undone. Compression is told by the first bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace pdrank::io {

inline constexpr std::size_t kBlockBytes = std::size_t{1} << 18;
inline constexpr std::uint64_t kEndOfFile = std::numeric_limits<std::uint64_t>::max();  // for an offset
inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";                      // of UTF-8

// The bytes cannot be had: broken compression or a failing disk. The block reader adds the path and the line.
struct BrokenInput : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A file as it is on disk.
class RawInput {
 public:
  // "-" is stdin. Throws InputError with the system's reason if the file cannot be opened.
  RawInput(const std::string& path, std::size_t block_bytes);
  ~RawInput();
  RawInput(const RawInput&) = delete;
  RawInput& operator=(const RawInput&) = delete;

  // The bytes not yet dropped: at least `count` of them unless the input ends first.
  std::string_view peek(std::size_t count);
  void drop(std::size_t count) { begin_ += count; }
  // Peeks and drops up to `size` bytes; 0 at the end. What nobody peeked at goes to `to` without a detour.
  std::size_t take(char* to, std::size_t size);
  // Goes on at this byte of a regular file. Throws BrokenInput if that cannot be.
  void go_to(std::uint64_t offset);

  std::uint64_t bytes_dropped() const { return bytes_read_ - (end_ - begin_); }
  std::uint64_t bytes_total() const { return bytes_total_; }  // 0 where it is not known

 private:
  void read_more();
  std::size_t read(char* to, std::size_t size);

  int file_;
  bool ended_ = false;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;
  std::size_t block_bytes_;
  std::uint64_t bytes_read_ = 0, bytes_total_ = 0;
};

// Turns raw bytes into text bytes.
class Decoder {
 public:
  virtual ~Decoder() = default;
  // Up to `size` bytes into `to`; 0 at the end. Throws BrokenInput, but only after all bytes before the break are
  // given.
  virtual std::size_t read(RawInput& input, char* to, std::size_t size) = 0;
  // Whether the format carries check sums, so that its end tells if all before it was right.
  virtual bool has_check_sums() const = 0;
};

// By what the input begins with, of which nothing has been dropped.
bool is_compressed(RawInput& input);
std::unique_ptr<Decoder> make_decoder(RawInput& input);

class ByteSource {
 public:
  explicit ByteSource(const std::string& path, std::size_t block_bytes = kBlockBytes)
      : raw_(std::make_unique<RawInput>(path, block_bytes)) {}

  // As Decoder::read.
  std::size_t read(char* to, std::size_t size) {
    if (!decoder_) decoder_ = make_decoder(*raw_);
    return decoder_->read(*raw_, to, size);
  }
  bool has_check_sums() const { return decoder_ && decoder_->has_check_sums(); }
  // Of a plain file, as RawInput has it.
  void go_to(std::uint64_t offset) { raw_->go_to(offset); }
  // Reads on to the end if that tells whether the bytes so far were right. Throws BrokenInput if they were not.
  void check_rest();
  std::uint64_t bytes_consumed() const { return raw_->bytes_dropped(); }
  std::uint64_t bytes_total() const { return raw_->bytes_total(); }

 private:
  std::unique_ptr<RawInput> raw_;
  std::unique_ptr<Decoder> decoder_;
};

// Whether both are one regular file, by whatever names.
bool is_same_file(const std::string& path, const std::string& other);

// The path as errors show it.
inline std::string shown_path(const std::string& path) { return path == "-" ? "<stdin>" : path; }

}  // namespace pdrank::io
