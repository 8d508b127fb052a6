# CMake: cmake -DCMAKE_TOOLCHAIN_FILE=.../toolchain.cmake, for a build that
# 'foretrace run' can record.  The compilers are those of the installation
# that this file is in, or of the build directory FORETRACE_BIN, or in PATH.
#
# Not a cross build: CMAKE_SYSTEM_NAME stays unset.

# Test projects of CMake read this file again and need the same answer.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES FORETRACE_BIN)

get_filename_component(_foretrace_prefix "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
find_program(FORETRACE_CC_PROGRAM foretrace-cc
  HINTS ${FORETRACE_BIN} ${_foretrace_prefix}/bin)
find_program(FORETRACE_CXX_PROGRAM foretrace-c++
  HINTS ${FORETRACE_BIN} ${_foretrace_prefix}/bin)
if(NOT FORETRACE_CC_PROGRAM OR NOT FORETRACE_CXX_PROGRAM)
  message(FATAL_ERROR "foretrace-cc is not in ${_foretrace_prefix}/bin nor in "
    "PATH; set FORETRACE_BIN to the directory that it is in")
endif()
set(CMAKE_C_COMPILER "${FORETRACE_CC_PROGRAM}")
set(CMAKE_CXX_COMPILER "${FORETRACE_CXX_PROGRAM}")

# Bitcode of the whole program is not instrumented.
set(CMAKE_INTERPROCEDURAL_OPTIMIZATION OFF)
