#include "pdrank/server/image_metadata.hpp"

#include <algorithm>
#include <array>
#include <boost/crc.hpp>
#include <cstdint>

#include "pdrank/server/images.hpp"

namespace pdrank::server {
namespace {

using namespace std::string_view_literals;

constexpr int kUpright = 1;  // the orientation of pictures that say nothing

enum class Order { big, little };  // of the bytes of a number

std::uint32_t number_at(std::string_view bytes, std::size_t at, std::size_t size, Order order) {
  std::uint32_t number = 0;
  for (std::size_t k = 0; k < size; ++k) {
    const std::size_t place = order == Order::big ? k : size - 1 - k;
    number = number << 8 | static_cast<unsigned char>(bytes[at + place]);
  }
  return number;
}

std::string bytes_of(std::uint32_t number, std::size_t size, Order order) {
  std::string bytes;
  for (std::size_t k = 0; k < size; ++k) {
    const std::size_t place = order == Order::big ? size - 1 - k : k;
    bytes += static_cast<char>(number >> (8 * place) & 0xff);
  }
  return bytes;
}

// The tag Orientation of Exif, whose content is laid out as TIFF: 1 to 8.
int orientation_in(std::string_view tiff) {
  constexpr std::size_t kEntryBytes = 12;
  constexpr std::uint32_t kOrientation = 0x0112, kShort = 3;
  if (tiff.size() < 8 || (!tiff.starts_with("MM\0*"sv) && !tiff.starts_with("II*\0"sv))) return kUpright;
  const Order order = tiff.front() == 'M' ? Order::big : Order::little;
  const std::size_t start = number_at(tiff, 4, 4, order);
  if (start > tiff.size() - 2) return kUpright;
  const std::size_t entries = number_at(tiff, start, 2, order);
  for (std::size_t k = 0, at = start + 2; k < entries && at + kEntryBytes <= tiff.size(); ++k, at += kEntryBytes) {
    if (number_at(tiff, at, 2, order) != kOrientation || number_at(tiff, at + 2, 2, order) != kShort) continue;
    const std::uint32_t value = number_at(tiff, at + 8, 2, order);
    return value >= 1 && value <= 8 ? static_cast<int>(value) : kUpright;
  }
  return kUpright;
}

// Exif that says nothing else.
std::string exif_of(int orientation) {
  return std::string("MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0"sv) + static_cast<char>(orientation) +
         std::string(6, '\0');
}

class Jpeg {
 public:
  explicit Jpeg(std::string_view image) : image_(image) {}

  std::optional<std::string> stripped() {
    result_ = image_.substr(0, 2);
    at_ = 2;
    while (!is_over_)
      if (!take_part()) return std::nullopt;
    return std::move(result_);
  }

 private:
  static constexpr unsigned kStartOfScan = 0xda, kEnd = 0xd9, kComment = 0xfe, kJfif = 0xe0, kExif = 0xe1,
                            kProfile = 0xe2;

  unsigned byte(std::size_t at) const { return static_cast<unsigned char>(image_[at]); }

  // A marker with what belongs to it. False if it is broken.
  bool take_part() {
    while (at_ + 1 < image_.size() && byte(at_) == 0xff && byte(at_ + 1) == 0xff) ++at_;  // to fill up
    if (at_ + 2 > image_.size() || byte(at_) != 0xff) return false;
    const unsigned marker = byte(at_ + 1);
    if (marker == kEnd) {
      result_ += image_.substr(at_, 2);
      is_over_ = true;
      return true;
    }
    if (at_ + 4 > image_.size()) return false;
    const std::size_t length = number_at(image_, at_ + 2, 2, Order::big) + std::size_t{2};
    if (length < 4 || at_ + length > image_.size()) return false;
    take_segment(marker, image_.substr(at_, length));
    at_ += length;
    if (marker == kStartOfScan) take_scan();
    return true;
  }

  void take_segment(unsigned marker, std::string_view segment) {
    const std::string_view content = segment.substr(4);
    if (marker == kExif && content.starts_with("Exif\0\0"sv)) return take_exif(content.substr(6));
    if (marker == kJfif && content.starts_with("JFIF\0"sv)) return take_jfif(content);
    const bool is_application = marker >= 0xe0 && marker <= 0xef;
    const bool is_needed = marker == 0xee ||  // Adobe's, which says what the colours mean
                           (marker == kProfile && content.starts_with("ICC_PROFILE\0"sv));
    if (marker != kComment && (!is_application || is_needed)) result_ += segment;
  }

  // Without the small picture that may be in it; that of an extension (JFXX) goes with the extension.
  void take_jfif(std::string_view content) {
    constexpr std::size_t kBeforeThumbnail = 12, kThumbnailSize = 2;
    const std::string kept = std::string(content.substr(0, kBeforeThumbnail)) +
                             std::string(content.size() < kBeforeThumbnail ? 0 : kThumbnailSize, '\0');
    result_ += "\xff\xe0" + bytes_of(static_cast<std::uint32_t>(kept.size() + 2), 2, Order::big) + kept;
  }

  void take_exif(std::string_view tiff) {
    const int orientation = orientation_in(tiff);
    if (orientation == kUpright) return;
    const std::string content = std::string("Exif\0\0"sv) + exif_of(orientation);
    result_ += "\xff\xe1" + bytes_of(static_cast<std::uint32_t>(content.size() + 2), 2, Order::big) + content;
  }

  // Up to the next marker. A picture that was broken off here can still be shown.
  void take_scan() {
    const std::size_t start = at_;
    const auto is_data = [&] { return byte(at_ + 1) == 0 || (byte(at_ + 1) >= 0xd0 && byte(at_ + 1) <= 0xd7); };
    while (at_ + 1 < image_.size() && (byte(at_) != 0xff || is_data())) ++at_;
    is_over_ = at_ + 1 >= image_.size();
    result_ += image_.substr(start, (is_over_ ? image_.size() : at_) - start);
  }

  std::string_view image_;
  std::size_t at_ = 0;
  std::string result_;
  bool is_over_ = false;
};

std::optional<std::string> stripped_png(std::string_view image) {
  constexpr std::size_t kHead = 8, kAround = 12;  // bytes of a chunk beside its content
  constexpr std::array kKept = {"IHDR"sv, "PLTE"sv, "IDAT"sv, "IEND"sv, "tRNS"sv, "gAMA"sv, "cHRM"sv, "sRGB"sv,
                                "iCCP"sv, "cICP"sv, "sBIT"sv, "bKGD"sv, "pHYs"sv, "acTL"sv, "fcTL"sv, "fdAT"sv};
  std::string result(image.substr(0, kHead));
  for (std::size_t at = kHead; at + kAround <= image.size();) {
    const std::size_t length = number_at(image, at, 4, Order::big);
    if (length > image.size() - at - kAround) return std::nullopt;
    const std::string_view type = image.substr(at + 4, 4), content = image.substr(at + 8, length);
    if (std::ranges::find(kKept, type) != kKept.end()) result += image.substr(at, length + kAround);
    if (const int orientation = type == "eXIf" ? orientation_in(content) : kUpright; orientation != kUpright) {
      const std::string chunk = "eXIf" + exif_of(orientation);
      boost::crc_32_type sum;
      sum.process_bytes(chunk.data(), chunk.size());
      result += bytes_of(static_cast<std::uint32_t>(chunk.size() - 4), 4, Order::big) + chunk +
                bytes_of(sum.checksum(), 4, Order::big);
    }
    if (type == "IEND") return result;
    at += length + kAround;
  }
  return std::nullopt;
}

// Blocks in a row; but for images and what says how they follow each other, all of them are words.
class Gif {
 public:
  explicit Gif(std::string_view image) : image_(image) {}

  std::optional<std::string> stripped() {
    constexpr std::size_t kHead = 13, kFlags = 10;
    constexpr unsigned kExtension = 0x21, kImage = 0x2c;
    if (image_.size() < kHead) return std::nullopt;
    at_ = kHead + colours(byte(kFlags));
    if (at_ > image_.size()) return std::nullopt;
    result_ = image_.substr(0, at_);
    while (!is_over_ && at_ < image_.size()) {
      const unsigned kind = byte(at_);
      if (kind != kExtension && kind != kImage) break;  // the end, or what nobody shows
      if (!(kind == kImage ? take_image() : take_extension())) return std::nullopt;
    }
    if (!has_image_) return std::nullopt;
    if (!is_over_) result_ += static_cast<char>(kEnd);
    return std::move(result_);
  }

 private:
  static constexpr unsigned kEnd = 0x3b, kControl = 0xf9, kComment = 0xfe, kApplication = 0xff;

  unsigned byte(std::size_t at) const { return static_cast<unsigned char>(image_[at]); }
  // How many bytes the colours take.
  static std::size_t colours(unsigned flags) { return flags & 0x80 ? std::size_t{3} << ((flags & 7) + 1) : 0; }

  // The end of the parts that begin there, the last of which is empty. None if they are broken off.
  std::optional<std::size_t> end_of_parts(std::size_t at) const {
    while (at < image_.size() && byte(at) != 0) at += byte(at) + std::size_t{1};
    return at < image_.size() ? std::optional(at + 1) : std::nullopt;
  }

  // A picture that is broken off can still be shown.
  bool take_image() {
    constexpr std::size_t kHead = 10, kFlags = 9, kCodeSize = 1;
    if (at_ + kHead > image_.size()) return false;
    const std::size_t data = at_ + kHead + colours(byte(at_ + kFlags)) + kCodeSize;
    if (data > image_.size()) return false;
    const std::optional<std::size_t> end = end_of_parts(data);
    result_ += control_;
    result_ += image_.substr(at_, end.value_or(image_.size()) - at_);
    control_ = {};
    has_image_ = true;
    is_over_ = !end;
    at_ = end.value_or(image_.size());
    return true;
  }

  bool take_extension() {
    constexpr std::size_t kHead = 2, kControlBytes = 8;
    constexpr std::string_view kLoop = "\x21\xff\x0bNETSCAPE2.0\x03\x01"sv;  // then how often, and the end
    if (at_ + kHead > image_.size()) return false;
    const std::optional<std::size_t> end = end_of_parts(at_ + kHead);
    if (!end) {
      at_ = image_.size();
      return has_image_;
    }
    const std::string_view block = image_.substr(at_, *end - at_);
    const unsigned label = byte(at_ + 1);
    if (label == kControl && block.size() == kControlBytes)
      control_ = block;
    else if (label == kApplication && block.starts_with(kLoop) && block.size() >= kLoop.size() + 3)
      result_ += std::string(block.substr(0, kLoop.size() + 2)) + '\0';
    else if (label != kApplication && label != kComment)
      control_ = {};  // it was about this
    at_ = *end;
    return true;
  }

  std::string_view image_;
  std::size_t at_ = 0;
  std::string result_;
  std::string_view control_ = {};             // how the next image is shown
  bool has_image_ = false, is_over_ = false;  // is_over_: broken off within a picture
};

std::string webp_chunk(std::string_view type, std::string_view content) {
  std::string chunk(type);
  chunk += bytes_of(static_cast<std::uint32_t>(content.size()), 4, Order::little);
  chunk += content;
  if (content.size() % 2 == 1) chunk += '\0';
  return chunk;
}

std::optional<std::string> stripped_webp(std::string_view image) {
  constexpr std::size_t kHead = 12, kChunkHead = 8, kFlags = kChunkHead;  // the last: within the chunk VP8X
  constexpr unsigned char kHasExif = 0x08, kHasXmp = 0x04;
  constexpr std::array kKept = {"VP8 "sv, "VP8L"sv, "VP8X"sv, "ALPH"sv, "ANIM"sv, "ANMF"sv, "ICCP"sv};
  const std::size_t end = std::min<std::size_t>(image.size(), std::size_t{8} + number_at(image, 4, 4, Order::little));
  std::string chunks, exif;
  std::optional<std::size_t> flags;  // where they are
  for (std::size_t at = kHead; at + kChunkHead <= end;) {
    const std::size_t length = number_at(image, at + 4, 4, Order::little);
    if (length > end - at - kChunkHead) return std::nullopt;
    const std::string_view type = image.substr(at, 4), content = image.substr(at + kChunkHead, length);
    if (type == "VP8X" && length > 0) flags = chunks.size() + kFlags;
    if (std::ranges::find(kKept, type) != kKept.end()) chunks += webp_chunk(type, content);
    if (type == "EXIF") {
      const int orientation = orientation_in(content.starts_with("Exif\0\0"sv) ? content.substr(6) : content);
      if (orientation != kUpright) exif = webp_chunk("EXIF", exif_of(orientation));
    }
    at += kChunkHead + length + length % 2;
  }
  if (flags) {
    auto kept = static_cast<unsigned char>(chunks[*flags] & ~(kHasExif | kHasXmp));
    if (!exif.empty()) kept |= kHasExif;
    chunks[*flags] = static_cast<char>(kept);
  }
  const std::string content = "WEBP" + chunks + (flags ? exif : "");
  return webp_chunk("RIFF", content);
}

}  // namespace

std::optional<std::string> without_metadata(std::string_view image) {
  const std::optional<std::string_view> type = image_type(image);
  std::optional<std::string> kept;
  if (type == "image/jpeg")
    kept = Jpeg(image).stripped();
  else if (type == "image/png")
    kept = stripped_png(image);
  else if (type == "image/webp")
    kept = stripped_webp(image);
  else if (type == "image/gif")
    kept = Gif(image).stripped();
  return kept && image_type(*kept) == type ? kept : std::nullopt;  // of a broken one no picture may be left
}

}  // namespace pdrank::server
