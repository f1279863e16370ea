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

inline constexpr std::size_t kMostNameBytes = 500, kMostQuestionBytes = 2000, kMostContentBytes = 100'000;
inline constexpr std::size_t kMostProjects = 1000, kMostItems = 200'000, kMostVoters = 100'000;
inline constexpr std::size_t kMostImported = 5'000'000;  // answers, at a time
inline constexpr std::size_t kMostPlaces = 1000;         // of a ranking, at a time

inline constexpr double kVotesPerSecond = 50;  // of a voter
inline constexpr double kJoinsPerSecond = 20;  // of a project

// Lets through so many a second on average, and so many at once.
class RateLimit {
 public:
  explicit RateLimit(double per_second) : per_second_(per_second), left_(per_second) {}

  bool allows(std::int64_t now_ms) {
    left_ = std::min(per_second_,
                     left_ + per_second_ * static_cast<double>(std::max<std::int64_t>(0, now_ms - last_ms_)) / 1000);
    last_ms_ = std::max(last_ms_, now_ms);
    if (left_ < 1) return false;
    left_ -= 1;
    return true;
  }

 private:
  double per_second_, left_;
  std::int64_t last_ms_ = 0;
};

}  // namespace pdrank::server
