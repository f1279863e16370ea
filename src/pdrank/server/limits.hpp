// How much of anything one may ask for.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace pdrank::server {

inline constexpr std::size_t kMostVoteBytes = 4096;  // bodies
inline constexpr std::size_t kMostChangeBytes = std::size_t{1} << 20;
inline constexpr std::size_t kMostListBytes = std::size_t{16} << 20;
inline constexpr std::size_t kMostFileBytes = std::size_t{5} << 20;
inline constexpr std::size_t kMostImportBytes = std::size_t{256} << 20;

inline constexpr std::size_t kMostNameBytes = 500, kMostAltBytes = 1000, kMostQuestionBytes = 2000,
                             kMostContentBytes = 100'000;
inline constexpr std::size_t kMostProjects = 1000, kMostItems = 200'000, kMostVoters = 100'000;
inline constexpr std::size_t kMostImported = 5'000'000;  // answers, at a time
inline constexpr std::size_t kMostPlaces = 1000;         // of a ranking, at a time

inline constexpr double kVotesPerSecond = 50;  // of a voter
inline constexpr double kJoinsPerSecond = 20;  // of a project

// So many a second on average, and so many at once.
struct Rate {
  double per_second, at_once;
};

inline constexpr Rate kJoinsOfAddress{.per_second = 0.5, .at_once = 20};        // a class may share an address
inline constexpr Rate kWrongSecretsOfAddress{.per_second = 5, .at_once = 500};  // of the admin

// Lets through what the rate allows.
class RateLimit {
 public:
  explicit RateLimit(double per_second) : RateLimit(Rate{per_second, per_second}) {}
  explicit RateLimit(Rate rate) : rate_(rate), left_(rate.at_once) {}

  bool allows(std::int64_t now_ms) {
    if (!has_room(now_ms)) return false;
    left_ -= 1;
    return true;
  }

  // Whether it would let one through.
  bool has_room(std::int64_t now_ms) {
    const auto passed_ms = static_cast<double>(std::max<std::int64_t>(0, now_ms - last_ms_));
    left_ = std::min(rate_.at_once, left_ + rate_.per_second * passed_ms / 1000);
    last_ms_ = std::max(last_ms_, now_ms);
    return left_ >= 1;
  }

  bool is_full() const { return left_ >= rate_.at_once; }

 private:
  Rate rate_;
  double left_;
  std::int64_t last_ms_ = 0;
};

}  // namespace pdrank::server
