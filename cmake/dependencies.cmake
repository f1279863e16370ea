# What pdrank is built from. A library is looked for on the machine first; where it is missing, the release named here
# is fetched and built. FETCHCONTENT_TRY_FIND_PACKAGE_MODE=NEVER fetches all, FETCHCONTENT_FULLY_DISCONNECTED=ON none,
# FETCHCONTENT_SOURCE_DIR_<NAME> names a copy that is there already.
include(FetchContent)
if(WASI)
  include(cmake/wasi.cmake)
else()
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
endif()

# pdrank_fetch(<name> <url> <sha256> [<options of FetchContent_Declare>]): an archive, which is refused if it is another.
function(pdrank_fetch name url sha256)
  set(FETCHCONTENT_QUIET ON)
  FetchContent_Declare(${name} URL ${url} URL_HASH SHA256=${sha256} DOWNLOAD_EXTRACT_TIMESTAMP OFF SYSTEM ${ARGN}
                       FIND_PACKAGE_ARGS)
  FetchContent_MakeAvailable(${name})
  string(TOLOWER ${name} name)
  set(${name}_SOURCE_DIR "${${name}_SOURCE_DIR}" PARENT_SCOPE)
endfunction()

set(PDRANK_SOURCES "" CACHE PATH "A folder with the source of all libraries (scripts/sources); none of the machine is taken")
if(PDRANK_SOURCES)
  include(cmake/from_source.cmake)
endif()

find_package(Threads REQUIRED)

pdrank_fetch(fmt https://github.com/fmtlib/fmt/releases/download/11.2.0/fmt-11.2.0.zip
             203eb4e8aa0d746c62d8f903df58e0419e3751591bb53ff971096eaa0ebd4ec3)

if(NOT TARGET hwy::hwy)
  foreach(part CONTRIB EXAMPLES INSTALL TESTS)
    set(HWY_ENABLE_${part} OFF CACHE INTERNAL "")
  endforeach()
  pdrank_fetch(hwy https://github.com/google/highway/archive/refs/tags/1.2.0.tar.gz
               7e0be78b8318e8bdbf6fa545d2ecb4c90f947df03f7aadc42c1967f019e63343)
endif()
if(NOT TARGET hwy::hwy)
  add_library(hwy::hwy ALIAS hwy)
endif()

pdrank_fetch(nlohmann_json https://github.com/nlohmann/json/releases/download/v3.11.3/json.tar.xz
             d6c65aca6b1ed68e7a182f4757257b107ae403032760ed6ef121c9d55e81757d)

# Headers alone, so its own build is left out.
pdrank_fetch(Eigen3 https://gitlab.com/libeigen/eigen/-/archive/3.4.0/eigen-3.4.0.tar.gz
             8586084f71f9bde545ee7fa6d00288b264a2b7ac3607b974e54d13e7162c1c72 SOURCE_SUBDIR none)
if(NOT TARGET Eigen3::Eigen)
  add_library(Eigen3::Eigen INTERFACE IMPORTED)
  target_include_directories(Eigen3::Eigen INTERFACE ${eigen3_SOURCE_DIR})
endif()

# For compressed files, if they are there; static where possible, so that a wheel needs nothing of the machine.
if(NOT PDRANK_SOURCES)
  set(ZLIB_USE_STATIC_LIBS ON)
  find_package(ZLIB QUIET)
  if(NOT ZLIB_FOUND)
    set(ZLIB_USE_STATIC_LIBS OFF)
    find_package(ZLIB)
  endif()
  find_package(zstd QUIET)
endif()
# Python has these itself (python/bindings/python_decoders.cpp).
if(NOT SKBUILD AND NOT PDRANK_SOURCES)
  find_package(LibLZMA QUIET)
  find_package(BZip2 QUIET)
endif()
add_library(pdrank_compression INTERFACE)
if(ZLIB_FOUND)
  target_link_libraries(pdrank_compression INTERFACE ZLIB::ZLIB)
  target_compile_definitions(pdrank_compression INTERFACE PDRANK_ZLIB)
endif()
if(LIBLZMA_FOUND)
  target_link_libraries(pdrank_compression INTERFACE LibLZMA::LibLZMA)
  target_compile_definitions(pdrank_compression INTERFACE PDRANK_LZMA)
endif()
if(BZIP2_FOUND)
  target_link_libraries(pdrank_compression INTERFACE BZip2::BZip2)
  target_compile_definitions(pdrank_compression INTERFACE PDRANK_BZIP2)
endif()
foreach(zstd zstd::libzstd_static zstd::libzstd_shared zstd::libzstd)
  if(TARGET ${zstd})
    target_link_libraries(pdrank_compression INTERFACE ${zstd})
    target_compile_definitions(pdrank_compression INTERFACE PDRANK_ZSTD)
    break()
  endif()
endforeach()

# For names that differ in case or Unicode form beyond ASCII, if it is there; static where possible, as above.
find_path(PDRANK_UTF8PROC_HEADERS utf8proc.h)
find_library(PDRANK_UTF8PROC_LIBRARY NAMES libutf8proc.a utf8proc)
mark_as_advanced(PDRANK_UTF8PROC_HEADERS PDRANK_UTF8PROC_LIBRARY)
set(PDRANK_HAS_UTF8PROC OFF)
add_library(pdrank_unicode INTERFACE)
if(PDRANK_UTF8PROC_HEADERS AND PDRANK_UTF8PROC_LIBRARY)
  set(PDRANK_HAS_UTF8PROC ON)
  target_include_directories(pdrank_unicode SYSTEM INTERFACE ${PDRANK_UTF8PROC_HEADERS})
  target_link_libraries(pdrank_unicode INTERFACE ${PDRANK_UTF8PROC_LIBRARY})
endif()

# For proofs that no order is better (method kemeny), if it is there; without it the program says what it lacks. Its headers
# alone: the library is loaded when it is needed (core/late_library). A wheel needs nothing of the machine, so it is left
# out there.
add_library(pdrank_linear_programs INTERFACE)
if(NOT PDRANK_SOURCES)
  find_package(PkgConfig QUIET)
endif()
if(PkgConfig_FOUND AND NOT SKBUILD)
  pkg_check_modules(clp QUIET IMPORTED_TARGET clp)
endif()
if(clp_FOUND)
  target_include_directories(pdrank_linear_programs SYSTEM INTERFACE ${clp_INCLUDE_DIRS})
  target_compile_definitions(pdrank_linear_programs INTERFACE PDRANK_CLP)
endif()

pdrank_fetch(CLI11 https://github.com/CLIUtils/CLI11/archive/refs/tags/v2.4.2.tar.gz
             f2d893a65c3b1324c50d4e682c0cdc021dd0477ae2c048544f39eed6654b699a)
if(PDRANK_FULL) # for pdrank serve
  find_package(PkgConfig REQUIRED)
  find_package(SQLite3 REQUIRED)
  find_package(OpenSSL REQUIRED COMPONENTS Crypto)
  find_package(Boost 1.74 REQUIRED) # Boost.Beast
  pkg_check_modules(libpq REQUIRED libpq) # its headers; the library is loaded when it is needed
endif()
# For pdrank-mpi, if they are there (scripts/setup --distributed).
set(PDRANK_DISTRIBUTED AUTO CACHE STRING "Build pdrank-mpi: ON, OFF, or AUTO: if PETSc and MPI are there")
set(PDRANK_HAS_PETSC OFF)
if(PDRANK_PROGRAMS AND PDRANK_DISTRIBUTED AND PkgConfig_FOUND)
  find_package(MPI QUIET COMPONENTS CXX)
  pkg_check_modules(petsc QUIET IMPORTED_TARGET PETSc>=3.18)
  if(MPI_CXX_FOUND AND petsc_FOUND)
    set(PDRANK_HAS_PETSC ON)
    # Debian's says how its package was hardened, too; nothing of that is needed to use it.
    set_target_properties(PkgConfig::petsc PROPERTIES INTERFACE_COMPILE_OPTIONS "")
  elseif(NOT PDRANK_DISTRIBUTED STREQUAL AUTO)
    message(FATAL_ERROR "PDRANK_DISTRIBUTED needs PETSc 3.18 or newer, with headers, and MPI")
  endif()
endif()
# For the tests, which use Boost.Random too (scripts/setup test).
set(PDRANK_HAS_TESTS OFF)
if(PDRANK_TESTS AND PDRANK_FULL)
  find_package(GTest QUIET)
  if(GTest_FOUND)
    set(PDRANK_HAS_TESTS ON)
  elseif(PDRANK_TESTS STREQUAL AUTO)
    message(STATUS "GoogleTest was not found, so the tests are left out; `scripts/setup test` installs it")
  else()
    message(FATAL_ERROR "PDRANK_TESTS needs GoogleTest; `scripts/setup test` installs it on Debian")
  endif()
endif()
if(PDRANK_PYTHON_MODULE)
  find_package(Python 3.10 REQUIRED COMPONENTS Interpreter Development.Module
               OPTIONAL_COMPONENTS Development.SABIModule)
  execute_process(COMMAND ${Python_EXECUTABLE} -m nanobind --cmake_dir OUTPUT_STRIP_TRAILING_WHITESPACE
                  OUTPUT_VARIABLE nanobind_ROOT)
  find_package(nanobind CONFIG REQUIRED)
endif()
