# The pages of web/, built by npm and put into the program as bytes. Where Node.js is missing the program is built without
# them, and says so when it is asked for one.
set(PDRANK_WEB AUTO CACHE STRING "Build the pages: ON, OFF, or AUTO: if Node.js 20.19 or newer is there")

# An archive of the source (pyproject.toml), which has a PKG-INFO, brings them.
set(built_pages "")
if(EXISTS ${PROJECT_SOURCE_DIR}/PKG-INFO)
  set(built_pages ${PROJECT_SOURCE_DIR}/build/release/web)
endif()
set(PDRANK_BUILT_PAGES "${built_pages}" CACHE PATH "Pages of another build, which are taken if they are there (web in its folder)")

enable_language(ASM)
set(has_node OFF)
find_program(PDRANK_NODE node)
find_program(PDRANK_NPM npm)
if(PDRANK_NODE AND PDRANK_NPM)
  execute_process(COMMAND ${PDRANK_NODE} --version OUTPUT_VARIABLE node_version OUTPUT_STRIP_TRAILING_WHITESPACE)
  string(REPLACE "v" "" node_version "${node_version}")
  if(node_version VERSION_GREATER_EQUAL 20.19)
    set(has_node ON)
  endif()
endif()

if(PDRANK_WEB AND has_node)
  set(web ${PROJECT_SOURCE_DIR}/web)
  set(installed ${web}/node_modules/.package-lock.json)
  add_custom_command(
    OUTPUT ${installed}
    COMMAND ${PDRANK_NPM} ci --ignore-scripts --no-audit --no-fund --loglevel=error
    COMMAND ${CMAKE_COMMAND} -E touch ${installed}
    DEPENDS ${web}/package.json ${web}/package-lock.json
    WORKING_DIRECTORY ${web}
    COMMENT "Installing what the pages are built with")
endif()

# pdrank_page(<name> <file>...): builds web/src/<name> into build/.../web/<name>, unless another build has all of it. Sets
# <name>_folder, to nothing if there is no such page.
function(pdrank_page name)
  set(${name}_folder "" PARENT_SCOPE)
  if(NOT PDRANK_WEB)
    return()
  endif()
  set(is_built TRUE)
  foreach(file ${ARGN})
    if(NOT EXISTS ${PDRANK_BUILT_PAGES}/${name}/${file})
      set(is_built FALSE)
    endif()
  endforeach()
  if(is_built)
    set(${name}_folder ${PDRANK_BUILT_PAGES}/${name} PARENT_SCOPE)
    return()
  endif()
  if(NOT has_node AND PDRANK_WEB STREQUAL AUTO)
    message(WARNING "Node.js 20.19 or newer was not found: the program will be without the page web/src/${name}")
    return()
  elseif(NOT has_node)
    message(FATAL_ERROR "PDRANK_WEB needs Node.js 20.19 or newer, and npm")
  endif()
  set(${name}_folder ${PROJECT_BINARY_DIR}/web/${name} PARENT_SCOPE)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${web}/src/${name}/* ${web}/src/shared/*)
  list(TRANSFORM ARGN PREPEND ${PROJECT_BINARY_DIR}/web/${name}/ OUTPUT_VARIABLE outputs)
  add_custom_command(
    OUTPUT ${outputs}
    COMMAND ${PDRANK_NODE} node_modules/vite/bin/vite.js build --mode ${name} --logLevel warn --outDir
            ${PROJECT_BINARY_DIR}/web/${name}
    DEPENDS ${sources} ${installed} ${web}/vite.config.ts ${web}/tsconfig.json
    WORKING_DIRECTORY ${web}
    COMMENT "Building the page web/src/${name}")
endfunction()

# pdrank_embed_file(<layer> <symbol> <path>): the bytes of a file, from the symbol up to <symbol>_end; none without a path.
function(pdrank_embed_file layer symbol path)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${symbol}.S)
  set(content "")
  if(path)
    set(content ".incbin \"${path}\"")
    set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS ${path})
  endif()
  # As the linkers of macOS, WebAssembly and Linux have it.
  set(prefix "")
  set(section "  .section .rodata")
  set(ending "  .section .note.GNU-stack,\"\",%progbits")
  if(APPLE)
    set(prefix _)
    set(section "  .const")
    set(ending "")
  elseif(WASI)
    set(section "  .section .rodata.${symbol},\"\",@")
    set(ending "  .size ${symbol}, ${symbol}_end - ${symbol}\n  .size ${symbol}_end, 1")
  endif()
  file(CONFIGURE OUTPUT ${source} CONTENT "${section}
  .globl ${prefix}${symbol}, ${prefix}${symbol}_end
  .balign 16
${prefix}${symbol}:
  ${content}
${prefix}${symbol}_end:
  .byte 0
${ending}
" @ONLY)
  target_sources(pdrank_${layer} PRIVATE ${source})
endfunction()

# pdrank_embed(<layer> <page> <file>): a file of a page, as pdrank_<page>_<file> (dots as underscores).
function(pdrank_embed layer page file)
  string(MAKE_C_IDENTIFIER pdrank_${page}_${file} symbol)
  set(path "")
  if(${page}_folder)
    set(path ${${page}_folder}/${file})
  endif()
  pdrank_embed_file(${layer} ${symbol} "${path}")
endfunction()
