# Before project(): prefer the clang that Debian ships beside MLIR 22, else whatever `cc` is.
# CC, CXX and -DCMAKE_<LANG>_COMPILER win.
foreach(pair "C;CC;clang-22" "CXX;CXX;clang++-22")
  list(GET pair 0 lang)
  list(GET pair 1 variable)
  list(GET pair 2 program)
  if(NOT CMAKE_${lang}_COMPILER AND NOT DEFINED ENV{${variable}})
    find_program(TRACEMARK_${lang}_COMPILER ${program})
    if(TRACEMARK_${lang}_COMPILER)
      set(CMAKE_${lang}_COMPILER ${TRACEMARK_${lang}_COMPILER})
    endif()
  endif()
endforeach()
# Debian keeps each LLVM in a folder of its own that CMake does not search.
list(APPEND CMAKE_PREFIX_PATH /usr/lib/llvm-22)
