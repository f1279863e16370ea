// A shared library that is loaded when it is first needed. What few runs need costs the others nothing at their start:
// linked as usual, libpq alone brings twenty libraries, whose names the dynamic linker looks up every time.
#pragma once

#include <string>

namespace pdrank {

class LateLibrary {
 public:
  // "pq", 5 is libpq.so.5, on macOS libpq.5.dylib.
  LateLibrary(const std::string& name, int version);

  // Whether it is there, and has had all functions that it was asked for.
  bool is_complete() const { return error_.empty(); }
  const std::string& error() const { return error_; }  // in the words of the dynamic linker

  // By its name a function, as a pointer of whatever type it is given to; null if it is not there.
  struct Function {
    void* address;
    template <typename Signature>
    operator Signature*() const {
      return reinterpret_cast<Signature*>(address);
    }
  };
  Function operator[](const char* name);

 private:
  void* library_;  // never closed: its functions stay in use
  std::string error_;
};

}  // namespace pdrank
