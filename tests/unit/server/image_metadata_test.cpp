#include "pdrank/server/image_metadata.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace pdrank::server {
namespace {

using namespace std::string_literals;

std::string big(std::size_t number, int bytes) {
  std::string text;
  for (int k = bytes - 1; k >= 0; --k) text += static_cast<char>(number >> (8 * k) & 0xff);
  return text;
}

std::string little(std::size_t number, int bytes) {
  const std::string text = big(number, bytes);
  return {text.rbegin(), text.rend()};
}

// Exif with a camera, a place and an orientation.
std::string tiff(std::size_t orientation, bool is_big) {
  const auto number = [&](std::size_t value, int bytes) { return is_big ? big(value, bytes) : little(value, bytes); };
  std::string text = (is_big ? "MM"s : "II"s) + number(42, 2) + number(8, 4) + number(3, 2);
  text += number(0x010f, 2) + number(2, 2) + number(12, 4) + number(50, 4);                    // Make, at 50
  text += number(0x0112, 2) + number(3, 2) + number(1, 4) + number(orientation, 2) + "\0\0"s;  // Orientation
  text += number(0x8825, 2) + number(4, 2) + number(1, 4) + number(62, 4);                     // GPS, at 62
  return text + number(0, 4) + "SecretCam 1\0"s + "secret place";
}

std::string segment(unsigned marker, const std::string& content) {
  return "\xff"s + static_cast<char>(marker) + big(content.size() + 2, 2) + content;
}

const std::string kScan = segment(0xda, "\x01\x01\0\0\x3f\0"s) + "data\xff\0more\xff\xd0 and more"s;

std::string jpeg(const std::string& metadata) {
  return "\xff\xd8"s + segment(0xe0, "JFIF\0\x01\x01"s) + metadata + segment(0xdb, "tables") + kScan +
         segment(0xc4, "later tables") + kScan + "\xff\xd9"s;
}

const std::string kMinimal =  // Exif with the orientation 6 alone
    "MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"s;

TEST(ImageMetadata, JpegsKeepThePictureAndWhichSideIsUp) {
  const std::string colours = segment(0xe2, "ICC_PROFILE\0\x01\x01 profile"s) + segment(0xee, "Adobe\0d"s);
  EXPECT_EQ(without_metadata(jpeg(colours)), jpeg(colours));
  for (const bool is_big : {true, false}) {
    const std::string all = segment(0xe1, "Exif\0\0"s + tiff(6, is_big)) + colours +
                            segment(0xe1, "http://ns.adobe.com/xap/1.0/\0<secret/>"s) + segment(0xfe, "secret words") +
                            segment(0xe2, "MPF\0 secret"s) + segment(0xed, "Photoshop 3.0\0secret"s);
    const std::string kept = segment(0xe1, "Exif\0\0"s + kMinimal) + colours;
    EXPECT_EQ(without_metadata(jpeg(all) + "a secret film behind the picture"), jpeg(kept));
    EXPECT_EQ(without_metadata(jpeg(segment(0xe1, "Exif\0\0"s + tiff(1, is_big)))), jpeg("")) << "upright";
    EXPECT_EQ(without_metadata(jpeg(segment(0xe1, "Exif\0\0"s + tiff(99, is_big)))), jpeg("")) << "nonsense";
  }
}

TEST(ImageMetadata, JpegsThatAreBrokenOffInThePictureCanStillBeShown) {
  const std::string whole = jpeg("");
  const std::string shorter = whole.substr(0, whole.size() - 6);
  EXPECT_EQ(without_metadata(shorter), shorter);
}

std::string chunk(const std::string& type, const std::string& content) {
  return big(content.size(), 4) + type + content + "\1\2\3\4";  // a sum that nobody looks at
}

const std::string kPng = "\x89PNG\r\n\x1a\n"s;

TEST(ImageMetadata, PngsKeepThePictureAndWhichSideIsUp) {
  const std::string picture = kPng + chunk("IHDR", "size") + chunk("iCCP", "colours") + chunk("acTL", "frames");
  const std::string end = chunk("IDAT", "data") + chunk("IDAT", "more") + chunk("IEND", "");
  const std::string metadata = chunk("tEXt", "Author\0secret"s) + chunk("iTXt", "secret") + chunk("tIME", "secret") +
                               chunk("zTXt", "secret") + chunk("prVt", "secret");
  EXPECT_EQ(without_metadata(picture + metadata + end + "secret"), picture + end);
  const std::string turned = without_metadata(picture + chunk("eXIf", tiff(6, false)) + end).value();
  EXPECT_EQ(turned.substr(0, picture.size()), picture);
  const std::string orientation = turned.substr(picture.size(), 12 + kMinimal.size());
  EXPECT_EQ(orientation.substr(0, 8 + kMinimal.size()), big(kMinimal.size(), 4) + "eXIf" + kMinimal);
  // As Python's zlib.crc32 has it.
  EXPECT_EQ(orientation.substr(8 + kMinimal.size()), big(0xd6674b69, 4));
  EXPECT_EQ(turned.substr(picture.size() + orientation.size()), end);
}

std::string riff(const std::string& type, const std::string& content) {
  return type + little(content.size(), 4) + content + std::string(content.size() % 2, '\0');
}

std::string webp(int flags, const std::string& rest) {
  return riff("RIFF", "WEBP" + riff("VP8X", static_cast<char>(flags) + "123456789"s) + rest);
}

TEST(ImageMetadata, WebpsKeepThePictureAndWhichSideIsUp) {
  const std::string picture = riff("ICCP", "colours") + riff("VP8 ", "odd");
  const std::string metadata = riff("XMP ", "secret") + riff("abcd", "secret");
  EXPECT_EQ(without_metadata(webp(0x3c, picture + riff("EXIF", tiff(1, true)) + metadata) + "secret"),
            webp(0x30, picture));
  EXPECT_EQ(without_metadata(webp(0x3c, picture + metadata + riff("EXIF", "Exif\0\0"s + tiff(6, true)))),
            webp(0x38, picture + riff("EXIF", kMinimal)));
  const std::string simple = riff("RIFF", "WEBP" + riff("VP8L", "data"));
  EXPECT_EQ(without_metadata(simple), simple);
}

std::string parts(const std::string& content) { return static_cast<char>(content.size()) + content + "\0"s; }

// A GIF of two colours with what stands between its head and its end.
std::string gif(const std::string& blocks) {
  return "GIF89a"s + little(2, 2) + little(1, 2) + "\x80\0\0"s + "\1\2\3\4\5\6" + blocks + ";";
}

const std::string kFrame = ","s + little(0, 4) + little(2, 2) + little(1, 2) + "\0\2"s + parts("data");
const std::string kFrameOfOwnColours =
    ","s + little(0, 4) + little(2, 2) + little(1, 2) + "\x80" + "abcdef" + "\2" + "\4data\3\xfe!;\0"s;
const std::string kControl = "!\xf9\4\1\2\0\3\0"s;
const std::string kLoop = "!\xff\x0bNETSCAPE2.0\3\1\0\0\0"s;

// Wherever an image is broken off, nothing is read behind its end, and no word gets out.
TEST(ImageMetadata, BrokenImagesAreRefused) {
  const std::vector<std::string> images = {
      jpeg(segment(0xe1, "Exif\0\0"s + tiff(6, true))),
      kPng + chunk("IHDR", "size") + chunk("eXIf", tiff(6, true)) + chunk("IDAT", "data") + chunk("IEND", ""),
      webp(0x0c, riff("VP8 ", "data") + riff("EXIF", tiff(6, true))),
      gif("!\xfe" + parts(std::string(60, '.') + "secret") + kFrame)};
  for (const std::string& image : images) {
    int refused = 0;
    for (std::size_t length = 16; length < image.size(); ++length) {
      const auto kept = without_metadata(image.substr(0, length));
      refused += !kept;
      EXPECT_EQ(kept.value_or("").find("ecret"), std::string::npos) << length;
    }
    EXPECT_GT(refused, 50);
  }
  std::string lying = jpeg("");
  lying[4] = lying[5] = '\xff';  // the length of the first part
  EXPECT_FALSE(without_metadata(lying));
  std::string without_picture = webp(0x30, "");
  without_picture[4] = 0;  // the length of all, so that no part is within it
  EXPECT_FALSE(without_metadata(without_picture));
}

TEST(ImageMetadata, GifsKeepTheirFramesAndHowTheyFollowEachOther) {
  const std::string picture = kLoop + kControl + kFrame + kControl + kFrameOfOwnColours;
  EXPECT_EQ(without_metadata(gif(picture)), gif(picture));
  const std::string comment = "!\xfe" + parts("secret words"), xmp = "!\xff\x0bXMP DataXMP" + parts("secret");
  const std::string text = "!\x01"s + parts("secret frame") + "", unknown = "!\x42" + parts("secret");
  const std::string longer_loop = kLoop.substr(0, kLoop.size() - 1) + parts("\2secret");
  EXPECT_EQ(without_metadata(gif(comment + longer_loop + xmp + kControl + comment + kFrame + kControl + text + unknown +
                                 kControl + kFrameOfOwnColours + comment) +
                             "secret"),
            gif(picture))
      << "what a text that goes was shown by goes with it";
  EXPECT_EQ(without_metadata(gif("!\xfe" + parts("a secret alone"))), std::nullopt);
  EXPECT_EQ(without_metadata("GIF89a...."), std::nullopt);
}

TEST(ImageMetadata, GifsThatAreBrokenOffInThePictureCanStillBeShown) {
  const std::string whole = gif(kControl + kFrame), shorter = whole.substr(0, whole.size() - 4);
  EXPECT_EQ(without_metadata(shorter), shorter);
}

// Two bytes for each side of it, and its pixels.
TEST(ImageMetadata, JpegsLoseTheSmallPictureInTheirHead) {
  const auto with_head = [](const std::string& head, const std::string& more = "") {
    return "\xff\xd8"s + segment(0xe0, head) + more + segment(0xdb, "tables") + kScan + "\xff\xd9"s;
  };
  const std::string head = "JFIF\0\1\2\1\0\x48\0\x48"s;
  EXPECT_EQ(without_metadata(with_head(head + "\1\2sec" + "ret", segment(0xe0, "JFXX\0\x10secret"s))),
            with_head(head + "\0\0"s));
  EXPECT_EQ(without_metadata(with_head(head + "\0\0"s)), with_head(head + "\0\0"s));
}

}  // namespace
}  // namespace pdrank::server
