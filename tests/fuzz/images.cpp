// Uploaded images, put together of parts that may be wrong: what is kept is an image of the same kind, from which
// nothing more is taken, and which says nothing of what was beside the picture. And names and addresses of images.
#include "pdrank/server/images.hpp"

#include <fmt/format.h>

#include <array>

#include "fuzz/target.hpp"
#include "pdrank/server/image_metadata.hpp"
#include "pdrank/server/things.hpp"

namespace pdrank::fuzz {
namespace {

using namespace std::literals;

constexpr std::string_view kSaid = "PRIVATE";  // what must not stay

std::string big(std::size_t number, std::size_t size) {
  std::string bytes;
  for (std::size_t k = size; k > 0; --k) bytes += static_cast<char>(number >> (8 * (k - 1)) & 0xff);
  return bytes;
}
std::string little(std::size_t number, std::size_t size) {
  std::string bytes = big(number, size);
  return {bytes.rbegin(), bytes.rend()};
}

// Images of parts by choice.
struct Painter {
  Choices& input;
  bool is_right = true;  // each part is as long as it says, and the picture is without what is beside it

  // Mostly the right length.
  std::size_t length_of(std::size_t size) {
    if (!input.once_in(16)) return size;
    is_right = false;
    static constexpr std::array<std::size_t, 6> kWrong = {0, 1, 2, 0xff, 0xffff, 0xffffffff};
    return input.pick(kWrong);
  }

  std::string tiff() {
    const bool is_big = input.once_in(2);
    const auto number = [&](std::size_t value, std::size_t size) {
      return is_big ? big(value, size) : little(value, size);
    };
    std::string bytes = is_big ? "MM\0*"s : "II*\0"s;
    bytes += number(length_of(8), 4);
    const std::size_t entries = input.below(3);
    bytes += number(length_of(entries), 2);
    for (std::size_t k = 0; k < entries; ++k) {
      const bool is_orientation = input.once_in(2);
      bytes += number(is_orientation ? 0x0112 : 0x9286, 2) + number(3, 2) + number(1, 4) + number(input.below(10), 2) +
               "\0\0"s;
    }
    return bytes + std::string(kSaid);
  }

  std::string some_bytes() {
    std::string bytes = input.once_in(2) ? input.text(12) : "pixels";
    // Of a JPEG, what follows 0xff in the picture is the next part.
    is_right = is_right && bytes.find(kSaid) == std::string::npos && bytes.find('\xff') == std::string::npos;
    return bytes;
  }

  std::string jpeg() {
    static constexpr std::array<unsigned char, 12> kMarkers = {0xe0, 0xe1, 0xe2, 0xed, 0xee, 0xfe,
                                                               0xdb, 0xc0, 0xc4, 0xda, 0xff, 0xd9};
    std::string image = "\xff\xd8"s;
    for (std::size_t count = input.below(8); count > 0; --count) {
      const unsigned char marker = input.pick(kMarkers);
      image += '\xff';
      image += static_cast<char>(marker);
      if (marker == 0xd9 || marker == 0xff) continue;
      std::string content = some_bytes();
      if (marker == 0xe1)
        content = input.once_in(3) ? "http://ns.adobe.com/xap/1.0/\0"s + std::string(kSaid) : "Exif\0\0"s + tiff();
      if (marker == 0xe2) content = input.once_in(2) ? "ICC_PROFILE\0"s + content : std::string(kSaid);
      if (marker == 0xed || marker == 0xfe) content = kSaid;
      image += big(length_of(content.size() + 2), 2) + content;
      if (marker == 0xda) image += some_bytes();
    }
    return image;
  }

  std::string png() {
    static constexpr std::array kTypes = {"IHDR"sv, "IDAT"sv, "eXIf"sv, "tEXt"sv, "iTXt"sv, "acTL"sv, "IEND"sv};
    std::string image = "\x89PNG\r\n\x1a\n"s;
    for (std::size_t count = input.below(8); count > 0; --count) {
      const std::string_view type = input.pick(kTypes);
      std::string content = some_bytes();
      if (type == "eXIf"sv) content = tiff();
      if (type.ends_with("Xt")) content = kSaid;
      image += big(length_of(content.size()), 4) + std::string(type) + content + "crc."s;
    }
    return image;
  }

  std::string gif() {
    const auto parts = [&](const std::string& content) {
      return static_cast<char>(length_of(content.size())) + content + '\0';
    };
    std::string image = "GIF89a\1\0\1\0"s + (input.once_in(2) ? "\0\0\0"s : "\x80\0\0rgbRGB"s);
    for (std::size_t count = input.below(8); count > 0; --count) {
      static constexpr std::array kLabels = {"\xfe"sv, "\x01"sv, "\xff"sv, "\x42"sv};
      const std::size_t kind = input.below(4);
      if (kind == 0)
        image += ",\0\0\0\0\1\0\1\0"s + (input.once_in(2) ? "\0\2"s : "\x80rgbRGB\2"s) + parts(some_bytes());
      else if (kind == 1)
        image += "!\xf9\4\0\1\0\0\0"s;
      else if (kind == 2)
        image += "!\xff\x0bNETSCAPE2.0\3\1\0\0"s + (input.once_in(2) ? parts(std::string(kSaid)) : "\0"s);
      else
        image += "!" + std::string(input.pick(kLabels)) + parts(std::string(kSaid));
    }
    return image + ";";
  }

  std::string webp() {
    static constexpr std::array kTypes = {"VP8 "sv, "VP8L"sv, "VP8X"sv, "EXIF"sv, "XMP "sv, "ANMF"sv};
    std::string chunks;
    for (std::size_t count = input.below(8); count > 0; --count) {
      const std::string_view type = input.pick(kTypes);
      std::string content = some_bytes();
      if (type == "EXIF"sv) content = (input.once_in(2) ? "Exif\0\0"s : ""s) + tiff();
      if (type == "XMP "sv) content = kSaid;
      chunks += std::string(type) + little(length_of(content.size()), 4) + content;
      if (content.size() % 2 == 1) chunks += '\0';
    }
    if (!chunks.starts_with("VP8")) chunks = "VP8X\0\0\0\0"s + chunks;
    return "RIFF"s + little(length_of(chunks.size() + 4), 4) + "WEBP" + chunks;
  }
};

void try_image(std::string_view image, bool is_right) {
  const std::optional<std::string_view> type = server::image_type(image);
  const std::optional<std::string> kept = server::without_metadata(image);
  if (!kept || !type) return;
  require(server::image_type(*kept) == type, "what is kept is of the same kind", *kept);
  require(!is_right || kept->find(kSaid) == std::string::npos, "what is beside the picture is not kept", *kept);
  require(server::without_metadata(*kept) == kept, "there is nothing more to take", *kept);
}

void try_names(std::string_view text) {
  if (const std::optional<server::FileName> name = server::parse_file_name(text)) {
    const std::optional<server::FileName> again = server::parse_file_name(server::to_text(*name));
    require(again && again->id == name->id && again->hash == name->hash, "the name of a file is read as it is written");
  }
  const storage::Item item{.name = "a", .kind = storage::ItemKind::image, .content = std::string(text)};
  if (server::is_web_address(text))
    require(server::shown_content(1, item).find_first_of(" \"<>\\\n") == std::string::npos,
            "an address ends nothing early");
}

}  // namespace

PDRANK_FUZZ(images) {
  const std::size_t kind = input.below(6);
  Painter painter{input};
  const auto try_made = [&](const std::string& image) { try_image(image, painter.is_right); };
  if (kind == 0) return try_made(painter.jpeg());
  if (kind == 1) return try_made(painter.png());
  if (kind == 2) return try_made(painter.webp());
  if (kind == 3) return try_made(painter.gif());
  if (kind == 4) return try_image(input.rest(), false);
  try_names(input.rest());
}

}  // namespace pdrank::fuzz
