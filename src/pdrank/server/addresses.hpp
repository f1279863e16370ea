// Where requests come from, and how many of a kind may come from there.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "pdrank/server/http.hpp"
#include "pdrank/server/limits.hpp"

namespace pdrank::server {

// The address that a request comes from: that of the connection or, if there is a server in front that is trusted to
// say it in the header (`proxy_header`, in lower case), the last one there, which is that server's own word.
std::string client_address(const Request& request, const std::string& proxy_header);

// What one customer usually has: the address, of IPv6 its first half.
std::string network_of(std::string_view address);

// A rate for each network. Those that have not come for long are forgotten.
class AddressLimit {
 public:
  explicit AddressLimit(Rate rate) : rate_(rate) {}

  bool allows(const std::string& address, std::int64_t now_ms);
  // Whether it would.
  bool has_room(const std::string& address, std::int64_t now_ms);

 private:
  RateLimit& limit_of(const std::string& address, std::int64_t now_ms);

  const Rate rate_;
  std::mutex mutex_;
  std::map<std::string, RateLimit> limits_;  // by network
};

}  // namespace pdrank::server
