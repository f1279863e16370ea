# pdrank_layer(<name> [UNITE <files>] [RESULTS] LINKS <lower layers and libraries>): one folder under src/pdrank = one
# static library = one layer; UNITE compiles so many files as one; RESULTS has options, results and Eigen's matrices
# precompiled as well, which nearly every file of such a layer includes. A layer sees only what it links, so the order of layers in
# docs/ARCHITECTURE.md is held by the build; tests/layers/check_includes.py rejects an include that goes round it.

add_library(pdrank_flags INTERFACE)
if(WASI)
  target_compile_options(pdrank_flags INTERFACE -w) # a size has 32 bits there, which makes every count narrower
else()
  target_compile_options(pdrank_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
                                                -Wnon-virtual-dtor -Woverloaded-virtual)
endif()
# g++ 12 sees overlapping copies in std::string operator+ where there are none (GCC bug 105651).
target_compile_options(pdrank_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
# Sums are made in a fixed order so that results do not depend on the number of threads; contraction is left to the
# kernels, which ask for fused operations by name.
target_compile_options(pdrank_flags INTERFACE -ffp-contract=off)
if(PDRANK_WERROR)
  target_compile_options(pdrank_flags INTERFACE -Werror)
endif()
if(PDRANK_SANITIZE)
  target_compile_options(pdrank_flags INTERFACE -fsanitize=${PDRANK_SANITIZE} -fno-omit-frame-pointer
                                                -fno-sanitize-recover=all)
  # Beside the address sanitizer, which stops at a null pointer too, these checks find little and double the time to
  # compile. The ubsan build has them.
  if(PDRANK_SANITIZE MATCHES address)
    target_compile_options(pdrank_flags INTERFACE -fno-sanitize=null,alignment,object-size,vptr)
  endif()
  target_link_options(pdrank_flags INTERFACE -fsanitize=${PDRANK_SANITIZE})
endif()
# Guarded stacks, functions of the C library that check sizes, marks where an indirect call may arrive, tables of addresses that
# are filled at the start and cannot be written then (tests/packages/test_hardening). Compilers do some of it by themselves, each
# some other. What checks sizes wants optimised code.
if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT PDRANK_SANITIZE)
  target_compile_options(pdrank_flags INTERFACE -fstack-protector-strong)
  target_compile_options(pdrank_flags INTERFACE $<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:-U_FORTIFY_SOURCE$<SEMICOLON>-D_FORTIFY_SOURCE=2>)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    target_compile_options(pdrank_flags INTERFACE -fcf-protection=full)
  endif()
  target_link_options(pdrank_flags INTERFACE LINKER:-z,relro LINKER:-z,now LINKER:-z,noexecstack)
endif()
# What the fuzzers (tests/fuzz) watch to see which inputs are new; libFuzzer brings the function main.
if(PDRANK_FUZZ)
  target_compile_options(pdrank_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# pdrank_precompile(<target> AS <first> [<headers>]): what nearly every file includes is read once, and these headers too,
# for the first target that is compiled in the same way, and the others take that. Files still include what they use: the
# dev build has no precompiled headers.
function(pdrank_precompile target)
  cmake_parse_arguments(ARG "" "AS" "" ${ARGN})
  if(NOT target STREQUAL ARG_AS)
    target_precompile_headers(${target} REUSE_FROM ${ARG_AS})
    return()
  endif()
  target_precompile_headers(${target} PRIVATE <algorithm> <cmath> <cstdint> <functional> <map> <memory> <numeric>
                            <optional> <span> <string> <string_view> <vector> <fmt/format.h> ${ARG_UNPARSED_ARGUMENTS})
endfunction()

# What the layers from metrics on include nearly everywhere, and what takes longest to read.
set(pdrank_result_headers ${PROJECT_SOURCE_DIR}/src/pdrank/core/options.hpp ${PROJECT_SOURCE_DIR}/src/pdrank/core/result.hpp
                          ${PROJECT_SOURCE_DIR}/src/pdrank/data/graph.hpp)

# pdrank_unite(<target> <files>): compiles so many source files as one, because their headers take longer than they do.
# Names in the anonymous namespaces of a target are therefore unique. The dev build compiles each file by itself, so files
# still include what they use.
option(PDRANK_UNITE "Compile the files of tests, and of layers with large headers, together" ON)
function(pdrank_unite target files)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${PDRANK_UNITE} UNITY_BUILD_BATCH_SIZE ${files})
  # g++ takes the files for headers, in which a class with a member of an anonymous type would be a mistake.
  if(PDRANK_UNITE)
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  endif()
endfunction()

# WebAssembly has no threads, and no libraries that are loaded late.
set(pdrank_of_other_systems core/one_thread|core/wasi_platform)
if(WASI)
  set(pdrank_of_other_systems core/late_library|core/platform|core/thread_pool)
endif()

function(pdrank_layer name)
  cmake_parse_arguments(ARG "RESULTS" "UNITE" "LINKS" ${ARGN})
  if(PDRANK_PREBUILT AND NOT name IN_LIST pdrank_compiled_anew)
    add_library(pdrank::${name} STATIC IMPORTED GLOBAL)
    set_target_properties(pdrank::${name} PROPERTIES IMPORTED_LOCATION
                                                     ${PDRANK_PREBUILT}/src/pdrank/libpdrank_${name}.a)
    target_include_directories(pdrank::${name} INTERFACE ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(pdrank::${name} INTERFACE ${ARG_LINKS})
    return()
  endif()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/(${pdrank_of_other_systems})\\.cpp$")
  add_library(pdrank_${name} STATIC ${sources})
  add_library(pdrank::${name} ALIAS pdrank_${name})
  target_include_directories(pdrank_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(pdrank_${name} PUBLIC ${ARG_LINKS} PRIVATE pdrank_flags)
  if(ARG_RESULTS)
    pdrank_precompile(pdrank_${name} AS pdrank_metrics <Eigen/Core> ${pdrank_result_headers})
  elseif(TARGET pdrank_core)
    pdrank_precompile(pdrank_${name} AS pdrank_core)
  endif()
  if(ARG_UNITE)
    pdrank_unite(pdrank_${name} ${ARG_UNITE})
  endif()
endfunction()
