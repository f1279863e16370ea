#include "pdrank/io/bytes/byte_source.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "pdrank/core/errors.hpp"

namespace pdrank::io {
namespace {

std::string system_reason(int error) { return std::generic_category().message(error); }

int open_for_reading(const std::string& path) {
  if (path == "-") return STDIN_FILENO;
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) throw InputError(path, 0, system_reason(errno));
  return file;
}

}  // namespace

bool is_same_file(const std::string& path, const std::string& other) {
  struct stat one {
  }, two{};
  if (::stat(path.c_str(), &one) != 0 || ::stat(other.c_str(), &two) != 0) return false;
  return S_ISREG(one.st_mode) && one.st_dev == two.st_dev && one.st_ino == two.st_ino;
}

RawInput::RawInput(const std::string& path, std::size_t block_bytes)
    : file_(open_for_reading(path)), block_bytes_(block_bytes) {
  struct stat status {};
  if (::fstat(file_, &status) != 0) return;
  if (S_ISREG(status.st_mode)) bytes_total_ = static_cast<std::uint64_t>(status.st_size);
  if (!S_ISDIR(status.st_mode)) return;
  if (file_ != STDIN_FILENO) ::close(file_);
  throw InputError(shown_path(path), 0, system_reason(EISDIR));
}

RawInput::~RawInput() {
  if (file_ != STDIN_FILENO) ::close(file_);
}

std::string_view RawInput::peek(std::size_t count) {
  while (end_ - begin_ < count && !ended_) read_more();
  return {buffer_.data() + begin_, end_ - begin_};
}

void RawInput::read_more() {
  std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_), buffer_.begin() + static_cast<std::ptrdiff_t>(end_),
            buffer_.begin());
  end_ -= begin_;
  begin_ = 0;
  if (buffer_.size() < end_ + block_bytes_) buffer_.resize(end_ + block_bytes_);
  end_ += read(buffer_.data() + end_, block_bytes_);
}

std::size_t RawInput::take(char* to, std::size_t size) {
  if (begin_ == end_) return ended_ ? 0 : read(to, size);
  const std::size_t taken = std::min(size, end_ - begin_);
  std::copy_n(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_), taken, to);
  drop(taken);
  return taken;
}

void RawInput::go_to(std::uint64_t offset) {
  if (::lseek(file_, static_cast<off_t>(offset), SEEK_SET) < 0) throw BrokenInput(system_reason(errno));
  begin_ = end_ = 0;
  ended_ = false;
  bytes_read_ = offset;
}

std::size_t RawInput::read(char* to, std::size_t size) {
  ssize_t got = 0;
  do got = ::read(file_, to, size);
  while (got < 0 && errno == EINTR);
  if (got < 0) throw BrokenInput(system_reason(errno));
  ended_ = got == 0;
  bytes_read_ += static_cast<std::uint64_t>(got);
  return static_cast<std::size_t>(got);
}

void ByteSource::check_rest() {
  if (!has_check_sums()) return;
  std::vector<char> unseen(kBlockBytes);
  while (decoder_->read(*raw_, unseen.data(), unseen.size()) > 0) {
  }
}

}  // namespace pdrank::io
