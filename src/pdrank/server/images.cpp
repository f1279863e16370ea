#include "pdrank/server/images.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>

namespace pdrank::server {
namespace {

constexpr std::string_view kPrefix = "file:";
constexpr std::size_t kHashDigits = 64;

bool is_hash(std::string_view text) {
  return text.size() == kHashDigits &&
         std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

}  // namespace

std::optional<std::string_view> image_type(std::string_view bytes) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("\x89PNG\r\n\x1a\n"sv)) return "image/png";
  if (bytes.starts_with("\xff\xd8\xff"sv)) return "image/jpeg";
  if (bytes.starts_with("GIF87a"sv) || bytes.starts_with("GIF89a"sv)) return "image/gif";
  if (bytes.size() >= 16 && bytes.starts_with("RIFF"sv) && bytes.substr(8, 7) == "WEBPVP8"sv) return "image/webp";
  return std::nullopt;
}

std::string sha256(std::string_view bytes) {
  std::array<unsigned char, 32> digest{};
  unsigned length = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_sha256(), nullptr) != 1)
    throw std::runtime_error("SHA-256 is not available");
  std::string text;
  for (const unsigned char byte : digest) text += fmt::format("{:02x}", byte);
  return text;
}

std::string to_text(const FileName& file) { return fmt::format("{}{}/{}", kPrefix, file.id, file.hash); }

std::optional<FileName> parse_file_name(std::string_view content) {
  if (!content.starts_with(kPrefix)) return std::nullopt;
  content.remove_prefix(kPrefix.size());
  FileName file;
  const auto [end, error] = std::from_chars(content.data(), content.data() + content.size(), file.id);
  if (error != std::errc() || file.id <= 0) return std::nullopt;
  content.remove_prefix(static_cast<std::size_t>(end - content.data()));
  if (!content.starts_with('/') || !is_hash(content.substr(1))) return std::nullopt;
  file.hash = content.substr(1);
  return file;
}

std::string file_url(storage::Id project, const FileName& file) {
  return fmt::format("/files/{}/{}/{}", project, file.id, file.hash);
}

}  // namespace pdrank::server
