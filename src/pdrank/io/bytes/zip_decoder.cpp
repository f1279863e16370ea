// A zip archive with one file in it, by its directory, which is at its end.
#include "pdrank/io/bytes/block_decoder.hpp"

#ifdef PDRANK_ZLIB
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <zlib.h>

#include <algorithm>
#include <new>
#include <vector>

#include "pdrank/io/bytes/foreign_format.hpp"
#include "pdrank/io/text.hpp"

namespace pdrank::io {
namespace {

constexpr std::uint32_t kNotHere = 0xffffffff;  // the number takes 64 bits, and is elsewhere
constexpr std::size_t kLocalHeader = 30, kEntryHeader = 46, kEndRecord = 22, kLongestComment = 65535;
constexpr int kStored = 0, kDeflated = 8;

// Little-endian, wherever it runs.
std::uint32_t number(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint32_t value = 0;
  for (std::size_t k = size; k > 0; --k) value = value << 8 | static_cast<unsigned char>(bytes[at + k - 1]);
  return value;
}

struct Entry {
  std::string name;
  std::uint32_t flags = 0, method = 0, check_sum = 0, packed = 0, offset = 0;
};

// What systems put beside the files that somebody meant.
bool is_file(const Entry& entry) {
  return !entry.name.ends_with('/') && !entry.name.starts_with("__MACOSX/") && !entry.name.ends_with(".DS_Store");
}

[[noreturn]] void refuse_corrupt() { throw BrokenInput("corrupt zip data"); }

std::string_view peek_at(RawInput& input, std::uint64_t offset, std::size_t size) {
  input.go_to(offset);
  const std::string_view bytes = input.peek(size);
  if (bytes.size() < size) throw BrokenInput("truncated zip data");
  return bytes;
}

std::vector<Entry> read_directory(RawInput& input) {
  const std::uint64_t total = input.bytes_total();
  const auto tail = static_cast<std::size_t>(std::min<std::uint64_t>(total, kEndRecord + kLongestComment));
  const std::string_view end = peek_at(input, total - tail, tail).substr(0, tail);
  const std::size_t at = end.rfind("PK\x05\x06");
  if (at == std::string_view::npos || at + kEndRecord > end.size()) throw BrokenInput("truncated zip data");
  const std::uint32_t count = number(end, at + 10, 2), size = number(end, at + 12, 4), offset = number(end, at + 16, 4);
  if (offset == kNotHere || size == kNotHere || count == 0xffff)
    throw BrokenInput("zip archive of more than 4 GiB; unpack it (unzip)");
  if (std::uint64_t{offset} + size > total) refuse_corrupt();
  std::string_view rest = peek_at(input, offset, size).substr(0, size);
  std::vector<Entry> entries;
  for (std::uint32_t k = 0; k < count; ++k) {
    if (rest.size() < kEntryHeader || !rest.starts_with("PK\x01\x02")) refuse_corrupt();
    const std::size_t name = number(rest, 28, 2), extra = number(rest, 30, 2), comment = number(rest, 32, 2);
    if (rest.size() < kEntryHeader + name + extra + comment) refuse_corrupt();
    entries.push_back({.name = std::string(rest.substr(kEntryHeader, name)),
                       .flags = number(rest, 8, 2),
                       .method = number(rest, 10, 2),
                       .check_sum = number(rest, 16, 4),
                       .packed = number(rest, 20, 4),
                       .offset = number(rest, 42, 4)});
    rest.remove_prefix(kEntryHeader + name + extra + comment);
  }
  return entries;
}

// The file that is meant.
Entry only_file(const std::vector<Entry>& entries) {
  constexpr std::size_t kShown = 5;
  std::vector<std::string> names;
  const Entry* file = nullptr;
  for (const Entry& entry : entries) {
    if (!is_file(entry)) continue;
    if (entry.name == "[Content_Types].xml") throw BrokenInput(foreign_reason(ForeignFormat::excel));
    file = &entry;
    names.push_back(quoted(entry.name));
  }
  if (names.empty()) throw BrokenInput("zip archive without a file in it");
  if (names.size() > 1) {
    const std::size_t more = names.size() > kShown ? names.size() - kShown : 0;
    names.resize(names.size() - more);
    throw BrokenInput(fmt::format("zip archive of several files: {}{}; unpack it (unzip) and name those to be read",
                                  fmt::join(names, ", "), more > 0 ? fmt::format(" and {} more", more) : ""));
  }
  if ((file->flags & 1) != 0) throw BrokenInput("zip archive with a password; unpack it (unzip)");
  if (file->method != kStored && file->method != kDeflated)
    throw BrokenInput("zip archive with a compression other than deflate; unpack it (unzip)");
  if (file->packed == kNotHere || file->offset == kNotHere)
    throw BrokenInput("zip archive of more than 4 GiB; unpack it (unzip)");
  return *file;
}

class ZipDecoder : public BlockDecoder {
 public:
  explicit ZipDecoder(RawInput& input) {
    if (input.bytes_total() == 0)
      throw BrokenInput("a zip archive cannot be read from a pipe; give the file by name, or pipe unzip -p");
    file_ = only_file(read_directory(input));
    const std::string_view header = peek_at(input, file_.offset, kLocalHeader);
    if (!header.starts_with(kZipMagic)) refuse_corrupt();
    const std::size_t before = kLocalHeader + number(header, 26, 2) + number(header, 28, 2);
    input.go_to(file_.offset + before);
    left_ = file_.packed;
    if (inflateInit2(&stream_, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  }
  ~ZipDecoder() override { inflateEnd(&stream_); }
  ZipDecoder(const ZipDecoder&) = delete;
  ZipDecoder& operator=(const ZipDecoder&) = delete;

 protected:
  bool more(RawInput&) override { return !ended_; }

  std::size_t step(RawInput& input, char* to, std::size_t size) override {
    const std::string_view bytes = input.peek(1).substr(0, left_);
    const std::size_t written = file_.method == kStored ? copy(input, bytes, to, size) : unpack(input, bytes, to, size);
    check_sum_ = crc32(check_sum_, reinterpret_cast<const Bytef*>(to), static_cast<uInt>(written));
    if (ended_ && check_sum_ != file_.check_sum) fail("corrupt zip data");
    return written;
  }

 private:
  std::size_t copy(RawInput& input, std::string_view bytes, char* to, std::size_t size) {
    const std::size_t written = std::min(bytes.size(), size);
    std::copy_n(bytes.begin(), written, to);
    drop(input, written);
    ended_ = left_ == 0;
    if (bytes.empty() && !ended_) fail("truncated zip data");
    return written;
  }

  std::size_t unpack(RawInput& input, std::string_view bytes, char* to, std::size_t size) {
    // zlib's interface is not const-correct; it does not write to its input.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = static_cast<uInt>(size);
    const int code = inflate(&stream_, Z_NO_FLUSH);
    drop(input, bytes.size() - stream_.avail_in);
    ended_ = code == Z_STREAM_END;
    if (code == Z_BUF_ERROR && bytes.empty())
      fail(left_ == 0 ? "corrupt zip data" : "truncated zip data");
    else if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
      fail("corrupt zip data");
    return size - stream_.avail_out;
  }

  void drop(RawInput& input, std::size_t count) {
    input.drop(count);
    left_ -= static_cast<std::uint32_t>(count);
  }

  Entry file_;
  std::uint32_t left_ = 0;  // packed bytes
  uLong check_sum_ = 0;
  z_stream stream_{};
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<Decoder> make_zip_decoder(RawInput& input) { return std::make_unique<ZipDecoder>(input); }

}  // namespace pdrank::io
#else
std::unique_ptr<pdrank::io::Decoder> pdrank::io::make_zip_decoder(RawInput&) { refuse_missing("zip", "zlib1g-dev"); }
#endif
