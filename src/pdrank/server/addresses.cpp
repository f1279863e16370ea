#include "pdrank/server/addresses.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "pdrank/io/text.hpp"

namespace pdrank::server {
namespace {

constexpr std::size_t kMostNetworks = 10'000;  // before those that need not be known are forgotten
constexpr std::array<unsigned char, 12> kMapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};  // IPv4 within IPv6

std::string text_of(int family, const void* bytes) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  return inet_ntop(family, bytes, text.data(), text.size());
}

}  // namespace

std::string client_address(const Request& request, const std::string& proxy_header) {
  if (proxy_header.empty()) return request.address;
  const std::string_view list = request.header(proxy_header);
  const std::size_t comma = list.rfind(',');
  return std::string(io::trimmed(comma == std::string_view::npos ? list : list.substr(comma + 1)));
}

std::string network_of(std::string_view address) {
  const std::string text(address);
  std::array<unsigned char, 16> bytes{};
  if (inet_pton(AF_INET6, text.c_str(), bytes.data()) != 1) return text;
  if (std::equal(kMapped.begin(), kMapped.end(), bytes.begin())) return text_of(AF_INET, bytes.data() + kMapped.size());
  std::fill(bytes.begin() + 8, bytes.end(), 0);
  return text_of(AF_INET6, bytes.data());
}

RateLimit& AddressLimit::limit_of(const std::string& address, std::int64_t now_ms) {
  for (auto entry = limits_.begin(); limits_.size() > kMostNetworks && entry != limits_.end();)
    entry = entry->second.has_room(now_ms) && entry->second.is_full() ? limits_.erase(entry) : std::next(entry);
  return limits_.try_emplace(network_of(address), rate_).first->second;
}

bool AddressLimit::allows(const std::string& address, std::int64_t now_ms) {
  const std::lock_guard lock(mutex_);
  return limit_of(address, now_ms).allows(now_ms);
}

bool AddressLimit::has_room(const std::string& address, std::int64_t now_ms) {
  const std::lock_guard lock(mutex_);
  return limit_of(address, now_ms).has_room(now_ms);
}

}  // namespace pdrank::server
