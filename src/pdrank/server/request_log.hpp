// A line for each request, as long as there are not too many: the others are counted.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>

#include "pdrank/server/limits.hpp"
#include "pdrank/server/traffic.hpp"

namespace pdrank::server {

inline constexpr double kLoggedPerSecond = 50;

// Lines have no addresses, tokens or parameters: it is not to be read there who voted what, or from where.
class RequestLog {
 public:
  // `write` gets whole lines, one call after the other.
  explicit RequestLog(std::function<void(const std::string&)> write) : write_(std::move(write)) {}
  ~RequestLog();  // tells of what was left out last
  RequestLog(const RequestLog&) = delete;
  RequestLog& operator=(const RequestLog&) = delete;

  // At these times, of a clock that never jumps and since 1970.
  void add(const Handled& request, std::int64_t steady_ms, std::int64_t now_ms);

 private:
  void tell_of_left_out(std::int64_t now_ms);

  std::function<void(const std::string&)> write_;
  std::mutex mutex_;
  RateLimit rate_{kLoggedPerSecond};
  std::uint64_t left_out_ = 0, failed_ = 0;  // since the last line; how many of them with status 500 or more
  double slowest_ = 0;                       // of them, seconds
  std::int64_t last_ms_ = 0;                 // when the last of them came
};

}  // namespace pdrank::server
