// The processes of a run, and what they say to each other. Every function is for all of them together: each calls it,
// in the same order, with its own values.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace pdrank::distributed {

template <class T>
concept Sendable = std::is_trivially_copyable_v<T>;

// A value of a number, as it is sent.
template <class T>
struct Numbered {
  std::uint32_t number;
  T value;
};

// What came from all processes, one behind the other.
template <class T>
struct Received {
  std::vector<T> values;
  std::vector<std::size_t> first;  // of each process, and the end

  std::span<const T> from(std::size_t rank) const {
    return std::span(values).subspan(first[rank], first[rank + 1] - first[rank]);
  }
};

class Team {
 public:
  explicit Team(MPI_Comm comm);

  MPI_Comm comm() const { return comm_; }
  std::size_t rank() const { return rank_; }
  std::size_t size() const { return size_; }
  bool leads() const { return rank_ == 0; }

  void sum(std::span<double> values) const;
  void sum(std::span<std::uint64_t> values) const;
  std::uint64_t sum(std::uint64_t here) const;
  double sum(double here) const;
  std::uint64_t largest(std::uint64_t here) const;
  double largest(double here) const;
  bool any(bool here) const { return largest(std::uint64_t{here}) != 0; }
  // The sum over the processes before this one.
  std::uint64_t before(std::uint64_t here) const;

  // to[k] goes to process k.
  template <Sendable T>
  Received<T> exchange(const std::vector<std::vector<T>>& to) const {
    std::vector<std::span<const std::byte>> bytes;
    for (const std::vector<T>& part : to) bytes.push_back(std::as_bytes(std::span(part)));
    return swapped<T>(bytes);
  }

  // To all processes.
  template <Sendable T>
  Received<T> gather(std::span<const T> here) const {
    std::vector<std::span<const std::byte>> bytes(size_, std::as_bytes(here));
    return swapped<T>(bytes);
  }
  template <Sendable T>
  std::vector<T> gather(const T& here) const {
    return gather(std::span(&here, 1)).values;
  }
  std::vector<std::string> gather(const std::string& here) const;

  // Process k has set the bytes from border[k] up to border[k + 1]; then all have all of them.
  void complete(std::span<std::byte> bytes, std::span<const std::size_t> border) const;

  // From one process to another: both call it, nobody else.
  void send(std::span<const std::byte> bytes, std::size_t to) const;
  std::vector<std::byte> receive(std::size_t from) const;

  // What this process has sent so far, copies to itself left out.
  std::uint64_t bytes_sent() const { return bytes_sent_; }
  void count_sent(std::uint64_t bytes) const { bytes_sent_ += bytes; }

 private:
  // bytes[k] to process k.
  template <Sendable T>
  Received<T> swapped(std::span<const std::span<const std::byte>> bytes) const {
    Received<T> received;
    received.first = counts(bytes, sizeof(T));
    received.values.resize(received.first.back());
    swap(bytes, std::as_writable_bytes(std::span(received.values)), received.first, sizeof(T));
    return received;
  }
  std::vector<std::size_t> counts(std::span<const std::span<const std::byte>> to, std::size_t size_of_one) const;
  void swap(std::span<const std::span<const std::byte>> to, std::span<std::byte> received,
            std::span<const std::size_t> first, std::size_t size_of_one) const;

  MPI_Comm comm_;
  std::size_t rank_ = 0, size_ = 1;
  mutable std::uint64_t bytes_sent_ = 0;
};

// Texts one behind the other, as they are sent.
class TextPack {
 public:
  void add(std::string_view text);
  const std::vector<char>& bytes() const { return bytes_; }

 private:
  std::vector<char> bytes_;
};

// visit(text) for each of a pack's texts.
template <class Visit>
void for_each_text(std::span<const char> pack, Visit&& visit) {
  std::uint32_t length;
  for (std::size_t at = 0; at < pack.size(); at += length) {
    __builtin_memcpy(&length, pack.data() + at, sizeof length);
    at += sizeof length;
    visit(std::string_view(pack.data() + at, length));
  }
}

}  // namespace pdrank::distributed
