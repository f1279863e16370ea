#include "pdrank/core/late_library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

namespace pdrank {
namespace {

#ifdef __APPLE__
constexpr const char* kFileName = "lib{}.{}.dylib";
#else
constexpr const char* kFileName = "lib{}.so.{}";
#endif

}  // namespace

LateLibrary::LateLibrary(const std::string& name, int version)
    : library_(::dlopen(fmt::format(fmt::runtime(kFileName), name, version).c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (!library_) error_ = ::dlerror();
}

LateLibrary::Function LateLibrary::operator[](const char* name) {
  if (!library_) return {nullptr};
  void* const found = ::dlsym(library_, name);
  if (!found && error_.empty()) error_ = fmt::format("it has no function {}", name);
  return {found};
}

}  // namespace pdrank
