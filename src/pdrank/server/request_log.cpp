#include "pdrank/server/request_log.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "pdrank/core/words.hpp"

namespace pdrank::server {
namespace {

constexpr std::size_t kLongestPath = 120;

std::string time_text(std::int64_t now_ms) {
  const std::time_t seconds = now_ms / 1000;
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(seconds), now_ms % 1000);
}

// The hash that makes the address of a file unguessable stays out; so does what could break the line.
std::string shown_path(const Handled& request) {
  std::string path = request.path.substr(0, kLongestPath);
  if (path.starts_with("/files/")) path = path.substr(0, path.rfind('/')) + "/...";
  std::ranges::replace_if(
      path, [](unsigned char c) { return c <= ' ' || c >= 0x7f || c == '"'; }, '?');
  return path + (request.path.size() > kLongestPath ? "..." : "");
}

std::string shown_method(const std::string& method) {
  const bool is_plain = method.size() < 10 && std::ranges::all_of(method, [](char c) { return c >= 'A' && c <= 'Z'; });
  return is_plain && !method.empty() ? method : "?";
}

}  // namespace

RequestLog::~RequestLog() {
  const std::lock_guard lock(mutex_);
  if (left_out_ > 0) tell_of_left_out(last_ms_);
}

void RequestLog::add(const Handled& request, std::int64_t steady_ms, std::int64_t now_ms) {
  const std::lock_guard lock(mutex_);
  if (!rate_.allows(steady_ms)) {
    ++left_out_;
    failed_ += request.status >= 500 ? 1 : 0;
    slowest_ = std::max(slowest_, request.seconds);
    last_ms_ = now_ms;
    return;
  }
  if (left_out_ > 0) tell_of_left_out(now_ms);
  write_(fmt::format("{} {} {} {} {:.1f} ms\n", time_text(now_ms), shown_method(request.method), shown_path(request),
                     request.status, 1000 * request.seconds));
}

void RequestLog::tell_of_left_out(std::int64_t now_ms) {
  write_(fmt::format("{} {} more, {} of them with status 500 or more, the slowest {:.1f} ms\n", time_text(now_ms),
                     grouped(left_out_), grouped(failed_), 1000 * slowest_));
  left_out_ = failed_ = 0;
  slowest_ = 0;
}

}  // namespace pdrank::server
