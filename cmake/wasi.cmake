# What a program of WebAssembly is linked with beside zig's libraries, which are made without exceptions and file names: zig
# brings the source of the parts that have them. Included by dependencies.cmake.
enable_language(C)
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
add_compile_definitions(_LIBCPP_HAS_FILESYSTEM=1)

add_library(wasi_runtime OBJECT cmake/wasi_runtime.cpp)

# pdrank_runtime_sources(<folder> <defines> <file>...): files of zig's library folder
function(pdrank_runtime_sources folder defines)
  list(TRANSFORM ARGN PREPEND ${PDRANK_ZIG_LIB}/${folder}/src/)
  target_sources(wasi_runtime PRIVATE ${ARGN})
  set_property(SOURCE ${ARGN} PROPERTY COMPILE_DEFINITIONS ${defines})
  set_property(SOURCE ${ARGN} PROPERTY COMPILE_OPTIONS -w)
endfunction()
pdrank_runtime_sources(libcxxabi "_LIBCXXABI_BUILDING_LIBRARY;_LIBCPP_BUILDING_LIBRARY;_LIBCXXABI_HAS_NO_THREADS"
                       cxa_exception.cpp cxa_personality.cpp)
# WASI has the C library of musl, but not all of it.
pdrank_runtime_sources(libcxx "_LIBCPP_BUILDING_LIBRARY;_LIBCPP_HAS_MUSL_LIBC=0" fstream.cpp ios.instantiations.cpp
                       filesystem/directory_entry.cpp filesystem/filesystem_clock.cpp filesystem/filesystem_error.cpp
                       filesystem/operations.cpp filesystem/path.cpp)
pdrank_runtime_sources(libunwind "_LIBUNWIND_HIDE_SYMBOLS;_LIBUNWIND_HAS_NO_THREADS" Unwind-wasm.c)
target_include_directories(
  wasi_runtime PRIVATE ${PDRANK_ZIG_LIB}/libcxxabi/include ${PDRANK_ZIG_LIB}/libcxxabi/src ${PDRANK_ZIG_LIB}/libcxx/src
                       ${PDRANK_ZIG_LIB}/libunwind/include)
set_target_properties(wasi_runtime PROPERTIES CXX_STANDARD 23)
