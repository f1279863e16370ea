#include "pdrank/server/policy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openssl/evp.h>

#include <array>

#include "pdrank/report/report_page.hpp"

namespace pdrank::server {
namespace {

std::string hash_source(std::string_view script) {
  std::array<unsigned char, 32> digest{};
  unsigned length = 0;
  EVP_Digest(script.data(), script.size(), digest.data(), &length, EVP_sha256(), nullptr);
  std::array<unsigned char, 48> text{};  // base64 of 32 bytes, and a NUL
  const int written = EVP_EncodeBlock(text.data(), digest.data(), static_cast<int>(digest.size()));
  return fmt::format("'sha256-{}'", std::string(text.begin(), text.begin() + written));
}

bool is_data(std::string_view tag) { return tag.find("application/json") != std::string_view::npos; }

}  // namespace

std::vector<std::string> script_hashes(std::string_view html) {
  std::vector<std::string> hashes;
  std::size_t position = 0;
  while ((position = html.find("<script", position)) != std::string_view::npos) {
    const std::size_t tag_end = html.find('>', position), end = html.find("</script", position);
    if (tag_end == std::string_view::npos || end == std::string_view::npos || end < tag_end) break;
    const std::string_view tag = html.substr(position, tag_end - position);
    const std::string_view script = html.substr(tag_end + 1, end - tag_end - 1);
    if (!is_data(tag) && !script.empty()) hashes.push_back(hash_source(script));
    position = end;
  }
  return hashes;
}

const std::string& page_policy() {
  static const std::string policy = fmt::format(
      "default-src 'self'; script-src 'self' {}; img-src 'self' https: http: data:; style-src 'self' 'unsafe-inline'; "
      "object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      fmt::join(script_hashes(report_template()), " "));
  return policy;
}

const std::string& report_policy() {
  static const std::string policy = fmt::format(
      "default-src 'none'; script-src {}; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
      "form-action 'none'; frame-ancestors 'none'; sandbox allow-scripts allow-downloads",
      fmt::join(script_hashes(report_template()), " "));
  return policy;
}

}  // namespace pdrank::server
