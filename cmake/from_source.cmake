# The libraries of dependencies.cmake, compiled from the source that scripts/sources has put into PDRANK_SOURCES: nothing of
# the machine is looked for. Included by dependencies.cmake, which then finds them under their usual names.
enable_language(C)
set(FETCHCONTENT_TRY_FIND_PACKAGE_MODE NEVER)
foreach(name FMT NLOHMANN_JSON EIGEN3 CLI11)
  string(TOLOWER ${name} folder)
  set(FETCHCONTENT_SOURCE_DIR_${name} ${PDRANK_SOURCES}/${folder} CACHE INTERNAL "")
endforeach()
set(BUILD_TESTING OFF CACHE INTERNAL "") # theirs
if(WASI)
  set(FMT_OS OFF CACHE INTERNAL "") # files of systems that have pipes
endif()

# pdrank_library(<target> <folder> [DEFINES <macros>] HEADERS <folder> SOURCES <patterns>): a library of these files
function(pdrank_library target folder)
  cmake_parse_arguments(ARG "" "HEADERS" "DEFINES;SOURCES" ${ARGN})
  list(TRANSFORM ARG_SOURCES PREPEND ${PDRANK_SOURCES}/${folder}/)
  file(GLOB sources ${ARG_SOURCES})
  add_library(source_${folder} STATIC ${sources})
  add_library(${target} ALIAS source_${folder})
  target_include_directories(source_${folder} SYSTEM PUBLIC ${PDRANK_SOURCES}/${folder}/${ARG_HEADERS})
  target_compile_definitions(source_${folder} PRIVATE ${ARG_DEFINES})
  target_compile_options(source_${folder} PRIVATE -w) # what a newer compiler says of them is not for us
endfunction()

# Its own rules cannot leave the installing out.
pdrank_library(hwy::hwy hwy HEADERS . DEFINES HWY_STATIC_DEFINE SOURCES hwy/aligned_allocator.cc hwy/per_target.cc hwy/targets.cc)
if(WASI) # Debian's Highway has no vectors of doubles for it; the compiler makes them of loops over two
  target_compile_definitions(source_hwy PUBLIC HWY_COMPILE_ONLY_EMU128)
endif()
# It takes macOS for what it was before 2001, without fdopen, unless that is a macro.
pdrank_library(ZLIB::ZLIB zlib HEADERS . DEFINES HAVE_UNISTD_H HAVE_STDARG_H $<$<PLATFORM_ID:Darwin>:fdopen=fdopen> SOURCES *.c)
set(ZLIB_FOUND TRUE)
pdrank_library(zstd::libzstd_static zstd HEADERS lib DEFINES ZSTD_DISABLE_ASM
               SOURCES lib/common/*.c lib/compress/*.c lib/decompress/*.c)
pdrank_library(BZip2::BZip2 bzip2 HEADERS . SOURCES blocksort.c huffman.c crctable.c randtable.c compress.c decompress.c bzlib.c)
set(BZIP2_FOUND TRUE)
if(NOT WASI) # it wants threads
  set(CREATE_XZ_SYMLINKS OFF CACHE INTERNAL "")
  set(CREATE_LZMA_SYMLINKS OFF CACHE INTERNAL "")
  add_subdirectory(${PDRANK_SOURCES}/lzma lzma EXCLUDE_FROM_ALL SYSTEM)
  add_library(source_lzma INTERFACE)
  target_include_directories(source_lzma SYSTEM INTERFACE ${PDRANK_SOURCES}/lzma/src/liblzma/api)
  target_link_libraries(source_lzma INTERFACE liblzma)
  add_library(LibLZMA::LibLZMA ALIAS source_lzma)
  set(LIBLZMA_FOUND TRUE)
endif()
pdrank_library(utf8proc::utf8proc utf8proc HEADERS . SOURCES utf8proc.c)
target_compile_definitions(source_utf8proc PUBLIC UTF8PROC_STATIC)
set(PDRANK_UTF8PROC_HEADERS ${PDRANK_SOURCES}/utf8proc)
set(PDRANK_UTF8PROC_LIBRARY utf8proc::utf8proc)
