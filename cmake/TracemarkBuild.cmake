# Compile flags, sanitizers and the link recipe, as functions that the rooms call.

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo)
endif()

find_library(TRACEMARK_JANSSON jansson REQUIRED)
find_library(TRACEMARK_ZSTD zstd REQUIRED)
find_path(TRACEMARK_ZSTD_INCLUDE zstd.h REQUIRED)
find_path(TRACEMARK_XXHASH_INCLUDE xxhash.h REQUIRED)
find_path(TRACEMARK_UTHASH_INCLUDE uthash.h REQUIRED)

set(TRACEMARK_SANITIZE_FLAGS "")
if(TRACEMARK_SANITIZE STREQUAL "address")
  set(TRACEMARK_SANITIZE_FLAGS -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
elseif(TRACEMARK_SANITIZE STREQUAL "thread")
  set(TRACEMARK_SANITIZE_FLAGS -fsanitize=thread -fno-omit-frame-pointer)
elseif(NOT TRACEMARK_SANITIZE STREQUAL "")
  message(FATAL_ERROR "TRACEMARK_SANITIZE is '${TRACEMARK_SANITIZE}'; expected 'address', 'thread' or nothing")
endif()
# The plugin runs inside a host that was built without sanitizers: the runtime is a shared
# library that the tests preload (clang links it statically unless told).
if(TRACEMARK_SANITIZE AND CMAKE_C_COMPILER_ID MATCHES "Clang")
  list(APPEND TRACEMARK_SANITIZE_FLAGS -shared-libsan)
endif()

# tracemark_add_room(<target> SOURCES...): an object library with our warnings.
# NDEBUG is defined in every build type: the package's MLIR has assertions off, and with them on
# in our headers the class layouts of llvm differ (design: Pass::Statistic).
function(tracemark_configure target)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)
  target_include_directories(${target} SYSTEM PRIVATE ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS}
    ${TRACEMARK_XXHASH_INCLUDE} ${TRACEMARK_UTHASH_INCLUDE} ${TRACEMARK_ZSTD_INCLUDE})
  target_compile_definitions(${target} PRIVATE NDEBUG _GNU_SOURCE
    TRACEMARK_VERSION="${PROJECT_VERSION}" XXH_INLINE_ALL
    HASH_NONFATAL_OOM=1) # else uthash ends the process when memory runs out
  # valgrind of Debian 12 stops at the DWARF 5 of current clang.
  target_compile_options(${target} PRIVATE -gdwarf-4 -Wall -Wextra -Wpointer-arith -Wwrite-strings
    -Wno-unused-parameter ${TRACEMARK_SANITIZE_FLAGS}
    $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes -Wmissing-prototypes -Wvla -Werror=implicit-function-declaration>
    $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions -Wno-dangling-else>)
  if(NOT LLVM_ENABLE_RTTI)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
  endif()
  target_link_options(${target} PRIVATE ${TRACEMARK_SANITIZE_FLAGS})
endfunction()

function(tracemark_add_room target)
  add_library(${target} OBJECT ${ARGN})
  tracemark_configure(${target})
endfunction()

# tracemark_make_version_script(<name in the binary folder> <list of symbols>)
function(tracemark_make_version_script name list)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
  file(STRINGS ${list} symbols REGEX "^[A-Za-z_]")
  list(JOIN symbols ";\n    " symbols)
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${name} @ONLY
    CONTENT "TRACEMARK_1 {\n  global:\n    ${symbols};\n  local: *;\n};\n")
endfunction()

# tracemark_export(<target>): by the version script of its folder. The two libraries export the same functions
# and may be in one process: each calls its own.
function(tracemark_export target)
  set(script ${CMAKE_CURRENT_BINARY_DIR}/exports.map)
  target_link_options(${target} PRIVATE -Wl,--version-script=${script} -Wl,-Bsymbolic-functions)
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${script})
endfunction()

# tracemark_install_library(<target>): into the package's lib and its list of targets.
function(tracemark_install_library target)
  target_include_directories(${target} INTERFACE $<INSTALL_INTERFACE:include>)
  install(TARGETS ${target} EXPORT TracemarkTargets
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endfunction()

# The link recipe. libMLIR.so exports no C API and Debian has it in archives only; linking the
# archive *targets* would pull a second, static MLIR in (then passes of the host are "not
# registered"), so the archive *files* are linked, hidden, against the host's own shared libraries.
function(tracemark_link_mlir target)
  foreach(component IR Arith ControlFlow Func GPU Linalg LLVM Math MemRef SCF Tensor Bufferization Transforms)
    target_link_libraries(${target} PRIVATE $<TARGET_FILE:MLIRCAPI${component}>)
  endforeach()
  target_link_libraries(${target} PRIVATE $<TARGET_FILE:MLIR> $<TARGET_FILE:LLVM> ${TRACEMARK_JANSSON} ${TRACEMARK_ZSTD} ${CMAKE_DL_LIBS} m)
  target_link_options(${target} PRIVATE -Wl,--exclude-libs,ALL -Wl,-z,defs)
endfunction()
