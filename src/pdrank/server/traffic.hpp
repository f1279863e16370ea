// What a server has been asked, counted: for its metrics and the log of requests.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>

namespace pdrank::server {

// A request that was answered.
struct Handled {
  std::string method, path;     // the path without what is behind the question mark
  std::string_view route = {};  // its pattern; empty: there is none
  int status = 0;
  double seconds = 0;  // that the answer took, without waiting for the body
};

// How a histogram of times is divided, in seconds; what takes longer than the last is in a part of its own.
inline constexpr std::array<double, 12> kTimes = {.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10};

class Traffic {
 public:
  void add(const Handled& request);
  // In Prometheus' format: requests by route and status, and how long they took, by route.
  std::string text() const;

 private:
  struct Times {
    std::array<std::uint64_t, kTimes.size()> up_to = {};  // requests that took at most so long
    std::uint64_t count = 0;
    double seconds = 0;
  };

  mutable std::mutex mutex_;
  std::map<std::tuple<std::string, std::string, int>, std::uint64_t> requests_;  // by method, route, status
  std::map<std::string, Times> times_;                                           // by route
};

}  // namespace pdrank::server
