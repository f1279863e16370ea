#include "pdrank/io/write/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/platform.hpp"

namespace pdrank {
namespace {

constexpr mode_t kNewFileMode = 0666;  // less the umask
constexpr int kMaxTemporaryNames = 1000;
constexpr std::size_t kBufferBytes = std::size_t{1} << 16;

std::string with_links_followed(const std::string& path) {
  std::error_code error;
  const std::filesystem::path followed = std::filesystem::canonical(path, error);
  return error ? path : followed.string();
}

std::string temporary_name(const std::string& target, int attempt) {
  const std::filesystem::path path(target);
  const std::string name = fmt::format(".{}.{}.{}.tmp", path.filename().string(), platform::process_number(), attempt);
  return (path.parent_path() / name).string();
}

}  // namespace

// Delegates to the private constructor: from there on a throw runs the destructor.
OutputFile::OutputFile(const std::string& path) : OutputFile() {
  path_ = path == "-" ? "<stdout>" : path;
  if (is_stdout(path)) {
    std::fflush(stdout);                    // what the caller printed comes first
    use(platform::copy_of(STDOUT_FILENO));  // closing it leaves the caller's stdout open
    return;
  }
  target_ = with_links_followed(path);
  const bool is_open_descriptor = path.starts_with("/dev/") && target_ != path;  // /dev/stderr, whatever it stands for
  if (path.empty()) fail(ENOENT);
  struct stat status {};
  const bool exists = ::stat(target_.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) fail(EISDIR);
  if (exists && ::access(target_.c_str(), W_OK) != 0) fail(errno);
  if (!path.starts_with("/dev/")) use_ending_of(path);
  if (exists && (is_open_descriptor || !S_ISREG(status.st_mode))) {
    use(::open(target_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
    return;
  }
  open_temporary();
  if (exists && !platform::set_mode(file_, status.st_mode & 07777)) fail(errno);
}

void OutputFile::use_ending_of(const std::string& path) try {
  const OutputEnding ending = ending_of(path);
  delimiter_ = ending.delimiter();
  encoder_ = io::make_encoder(ending.packing);
} catch (const std::runtime_error& error) {
  throw InputError(path_, 0, error.what());
}

OutputFile::~OutputFile() {
  if (file_ >= 0) ::close(file_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::open_temporary() {
  int file = -1;
  for (int attempt = 0; file < 0 && attempt < kMaxTemporaryNames; ++attempt) {
    std::string name = temporary_name(target_, attempt);
    file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kNewFileMode);
    if (file >= 0) temporary_ = std::move(name);  // which takes no memory that could be missing
    if (file < 0 && errno != EEXIST) break;
  }
  use(file);
}

void OutputFile::use(int file) {
  if (file < 0) fail(errno);
  file_ = file;
}

void OutputFile::write(std::string_view text) {
  if (encoder_)
    encoder_->add(text, buffer_);
  else
    buffer_ += text;
  if (buffer_.size() >= kBufferBytes) flush();
}

void OutputFile::flush() {
  for (std::string_view left = buffer_; !left.empty();) {
    const ssize_t written = ::write(file_, left.data(), left.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    left.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

void OutputFile::finish() {
  if (file_ < 0) return;
  if (encoder_) encoder_->end(buffer_);
  flush();
  if (::close(std::exchange(file_, -1)) != 0) fail(errno);  // some file systems say only now that there is no room
}

void OutputFile::commit() {
  finish();
  if (temporary_.empty()) return;
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
  temporary_.clear();
}

void OutputFile::fail(int error) const { throw InputError(path_, 0, std::generic_category().message(error)); }

}  // namespace pdrank
