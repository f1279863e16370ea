#include "pdrank/core/work_sharing.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace pdrank {
namespace {

thread_local const WorkSharing* shared_with = nullptr;

}  // namespace

WorkScope::WorkScope(const WorkSharing* sharing) : before_(shared_with) { shared_with = sharing; }

WorkScope::~WorkScope() { shared_with = before_; }

const WorkSharing* WorkScope::current() { return shared_with; }

SharedBlocks::SharedBlocks(std::size_t count, std::size_t fewest) : sharing_(WorkScope::current()), first_{0, count} {
  if (!sharing_) return;
  const std::size_t processes = sharing_->processes();
  if (processes < 2 || count < fewest * processes) {
    sharing_ = nullptr;
    return;
  }
  here_ = sharing_->number();
  first_.resize(processes + 1);
  for (std::size_t k = 0; k <= processes; ++k) first_[k] = count * k / processes;
}

void SharedBlocks::complete(std::span<std::string> texts) const {
  if (!sharing_) return;
  std::vector<std::uint64_t> length(texts.size()), begin(texts.size() + 1, 0);
  std::ranges::transform(texts, length.begin(), &std::string::size);
  complete(std::span(length), 1);
  std::partial_sum(length.begin(), length.end(), begin.begin() + 1);
  std::vector<char> all(begin.back());
  for (std::size_t k = first_[here_]; k < first_[here_ + 1]; ++k)
    std::ranges::copy(texts[k], all.begin() + static_cast<std::ptrdiff_t>(begin[k]));
  complete(std::span(all), [&](std::size_t block) { return begin[block]; });
  for (std::size_t k = 0; k < texts.size(); ++k) texts[k].assign(all.data() + begin[k], length[k]);
}

}  // namespace pdrank
