#include "pdrank/server/traffic.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace pdrank::server {
namespace {

// Whoever asks for what there is not, or in words of their own, does not make the metrics longer.
std::string route_of(const Handled& request) { return request.route.empty() ? "none" : std::string(request.route); }

std::string method_of(const Handled& request) {
  constexpr std::array<std::string_view, 5> kKnown = {"GET", "HEAD", "POST", "PATCH", "DELETE"};
  return std::ranges::find(kKnown, request.method) == kKnown.end() ? "other" : request.method;
}

}  // namespace

void Traffic::add(const Handled& request) {
  const std::lock_guard lock(mutex_);
  ++requests_[{method_of(request), route_of(request), request.status}];
  Times& times = times_[route_of(request)];
  ++times.count;
  times.seconds += request.seconds;
  for (std::size_t k = 0; k < kTimes.size(); ++k)
    if (request.seconds <= kTimes[k]) ++times.up_to[k];
}

std::string Traffic::text() const {
  const std::lock_guard lock(mutex_);
  std::string text =
      "# HELP pdrank_requests_total Requests that were answered.\n"
      "# TYPE pdrank_requests_total counter\n";
  for (const auto& [key, count] : requests_) {
    const auto& [method, route, status] = key;
    text += fmt::format("pdrank_requests_total{{method=\"{}\",route=\"{}\",status=\"{}\"}} {}\n", method, route, status,
                        count);
  }
  text +=
      "# HELP pdrank_request_seconds How long the answers took, without waiting for bodies.\n"
      "# TYPE pdrank_request_seconds histogram\n";
  for (const auto& [route, times] : times_) {
    const auto bucket = [&](const std::string& end, std::uint64_t count) {
      text += fmt::format("pdrank_request_seconds_bucket{{route=\"{}\",le=\"{}\"}} {}\n", route, end, count);
    };
    for (std::size_t k = 0; k < kTimes.size(); ++k) bucket(fmt::format("{}", kTimes[k]), times.up_to[k]);
    bucket("+Inf", times.count);
    text += fmt::format("pdrank_request_seconds_sum{{route=\"{}\"}} {:.6f}\n", route, times.seconds);
    text += fmt::format("pdrank_request_seconds_count{{route=\"{}\"}} {}\n", route, times.count);
  }
  return text;
}

}  // namespace pdrank::server
