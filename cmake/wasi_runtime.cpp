// What throws where zig's libraries, which are made without exceptions, would end the program (cmake/wasi.cmake).
#include <cstdlib>
#include <new>

// By this tag WebAssembly knows the exceptions of C++.
__asm__(
    ".tagtype __cpp_exception i32\n"
    ".globl __cpp_exception\n"
    "__cpp_exception:\n");

void* operator new(std::size_t size) {
  if (void* const place = std::malloc(size > 0 ? size : 1)) return place;
  throw std::bad_alloc();
}
