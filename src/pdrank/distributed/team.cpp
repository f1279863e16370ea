#include "pdrank/distributed/team.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace pdrank::distributed {
namespace {

constexpr int kTag = 17;
constexpr std::size_t kMostBytes = std::size_t{1} << 30;  // of one message

template <class T>
T reduced(T here, MPI_Datatype type, MPI_Op operation, MPI_Comm comm) {
  T all{};
  MPI_Allreduce(&here, &all, 1, type, operation, comm);
  return all;
}

// A message of any length, in pieces.
template <class Post>
void post_pieces(std::size_t bytes, const Post& post) {
  for (std::size_t at = 0; at < bytes; at += kMostBytes) post(at, static_cast<int>(std::min(kMostBytes, bytes - at)));
}

}  // namespace

Team::Team(MPI_Comm comm) : comm_(comm) {
  int rank, size;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  rank_ = static_cast<std::size_t>(rank);
  size_ = static_cast<std::size_t>(size);
}

void Team::sum(std::span<double> values) const {
  MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_DOUBLE, MPI_SUM, comm_);
}

void Team::sum(std::span<std::uint64_t> values) const {
  MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_UINT64_T, MPI_SUM, comm_);
}

std::uint64_t Team::sum(std::uint64_t here) const { return reduced(here, MPI_UINT64_T, MPI_SUM, comm_); }
double Team::sum(double here) const { return reduced(here, MPI_DOUBLE, MPI_SUM, comm_); }
std::uint64_t Team::largest(std::uint64_t here) const { return reduced(here, MPI_UINT64_T, MPI_MAX, comm_); }
double Team::largest(double here) const { return reduced(here, MPI_DOUBLE, MPI_MAX, comm_); }

std::uint64_t Team::before(std::uint64_t here) const {
  std::uint64_t sum_before = 0;
  MPI_Exscan(&here, &sum_before, 1, MPI_UINT64_T, MPI_SUM, comm_);
  return leads() ? 0 : sum_before;
}

std::vector<std::string> Team::gather(const std::string& here) const {
  const Received<char> received = gather(std::span<const char>(here));
  std::vector<std::string> texts;
  for (std::size_t rank = 0; rank < size_; ++rank) {
    const auto text = received.from(rank);
    texts.emplace_back(text.begin(), text.end());
  }
  return texts;
}

void Team::complete(std::span<std::byte> bytes, std::span<const std::size_t> border) const {
  const std::span<const std::byte> own = bytes.subspan(border[rank_], border[rank_ + 1] - border[rank_]);
  swap(std::vector(size_, own), bytes, border, 1);
}

void Team::send(std::span<const std::byte> bytes, std::size_t to) const {
  const std::uint64_t length = bytes.size();
  MPI_Send(&length, 1, MPI_UINT64_T, static_cast<int>(to), kTag, comm_);
  post_pieces(bytes.size(), [&](std::size_t at, int count) {
    MPI_Send(bytes.data() + at, count, MPI_BYTE, static_cast<int>(to), kTag, comm_);
  });
  bytes_sent_ += length;
}

std::vector<std::byte> Team::receive(std::size_t from) const {
  std::uint64_t length = 0;
  MPI_Recv(&length, 1, MPI_UINT64_T, static_cast<int>(from), kTag, comm_, MPI_STATUS_IGNORE);
  std::vector<std::byte> bytes(length);
  post_pieces(bytes.size(), [&](std::size_t at, int count) {
    MPI_Recv(bytes.data() + at, count, MPI_BYTE, static_cast<int>(from), kTag, comm_, MPI_STATUS_IGNORE);
  });
  return bytes;
}

// Where what each process sends here begins, in elements, and the end.
std::vector<std::size_t> Team::counts(std::span<const std::span<const std::byte>> to, std::size_t size_of_one) const {
  std::vector<std::uint64_t> sent, received(size_);
  for (const auto& part : to) sent.push_back(part.size() / size_of_one);
  MPI_Alltoall(sent.data(), 1, MPI_UINT64_T, received.data(), 1, MPI_UINT64_T, comm_);
  std::vector<std::size_t> first(size_ + 1, 0);
  std::partial_sum(received.begin(), received.end(), first.begin() + 1);
  return first;
}

void Team::swap(std::span<const std::span<const std::byte>> to, std::span<std::byte> received,
                std::span<const std::size_t> first, std::size_t size_of_one) const {
  std::vector<MPI_Request> requests;
  for (std::size_t other = 0; other < size_; ++other) {
    const auto part = received.subspan(first[other] * size_of_one, (first[other + 1] - first[other]) * size_of_one);
    if (other == rank_) {
      if (!part.empty() && part.data() != to[other].data()) std::memcpy(part.data(), to[other].data(), part.size());
      continue;
    }
    post_pieces(part.size(), [&](std::size_t at, int count) {
      MPI_Irecv(part.data() + at, count, MPI_BYTE, static_cast<int>(other), kTag, comm_, &requests.emplace_back());
    });
  }
  for (std::size_t step = 1; step < size_; ++step) {
    const std::size_t other = (rank_ + step) % size_;
    post_pieces(to[other].size(), [&](std::size_t at, int count) {
      MPI_Isend(to[other].data() + at, count, MPI_BYTE, static_cast<int>(other), kTag, comm_, &requests.emplace_back());
    });
    bytes_sent_ += to[other].size();
  }
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
}

void TextPack::add(std::string_view text) {
  const auto length = static_cast<std::uint32_t>(text.size());
  const std::size_t at = bytes_.size();
  bytes_.resize(at + sizeof length + text.size());
  std::memcpy(bytes_.data() + at, &length, sizeof length);
  if (!text.empty()) std::memcpy(bytes_.data() + at + sizeof length, text.data(), text.size());
}

}  // namespace pdrank::distributed
