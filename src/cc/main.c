// foretrace-cc and foretrace-c++: compilers whose programs can be recorded.

#include <stdio.h>
#include <string.h>

#include "cc/cc_driver.h"

static const char help[] =
    "foretrace-cc " FT_VERSION ": compiles C and C++ so that 'foretrace run'"
    " can record the program\n"
    "\n"
    "usage: foretrace-cc [options of gcc or clang] file...\n"
    "       foretrace-c++ the same, for C++\n"
    "\n"
    "Takes the place of the compiler in a build:\n"
    "  make CC=foretrace-cc CXX=foretrace-c++\n"
    "  ./configure CC=foretrace-cc CXX=foretrace-c++\n"
    "  cmake -DCMAKE_TOOLCHAIN_FILE=PREFIX/share/foretrace/toolchain.cmake\n"
    "\n"
    "  foretrace-cc --sv-comp task.i -o task\n"
    "      provides __VERIFIER_nondet_*, __VERIFIER_atomic_* and the like for\n"
    "      a program of SV-COMP, also one with declarations of 32 bits\n"
    "\n"
    "Environment:\n"
    "  FORETRACE_CC, FORETRACE_CXX  the clang 19 to use (" FT_CLANG ")\n"
    "  FORETRACE_LIGHT=1            as --foretrace-light: a fast program, for\n"
    "                               'foretrace record --mode light' only\n"
    "  FORETRACE_CC_VERBOSE=1       shows each step\n"
    "  TMPDIR                       for temporary files (/tmp)\n"
    "\n"
    "What cannot be instrumented is compiled plainly, with a warning.\n"
    "docs/guide/building.md has the details.\n";

static bool ends_with (const char *text, const char *end) {
  size_t n = strlen (text), m = strlen (end);
  return n >= m && !strcmp (text + n - m, end);
}

int main (int argc, char **argv) {
  bool cxx = argc > 0 && ends_with (argv[0], "++");
  if (argc > 1 && !strcmp (argv[1], "--foretrace-help")) {
    fputs (help, stdout);
    return fflush (stdout) ? FT_EXIT_ENVIRONMENT : FT_EXIT_OK;
  }
  return ft_cc_run (cxx ? "foretrace-c++" : "foretrace-cc", cxx,
                    argc > 1 ? argc - 1 : 0, argv + 1);
}
