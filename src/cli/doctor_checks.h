// The checks of 'foretrace doctor', one function each: 'doctor_checks.c' checks
// the machine, 'doctor_tools.c' the programs and libraries that foretrace
// needs.

#ifndef FT_CLI_DOCTOR_CHECKS_H
#define FT_CLI_DOCTOR_CHECKS_H

#include <stdbool.h>

#include "base/strbuf.h"

enum ft_doctor_result { FT_DOCTOR_OK, FT_DOCTOR_WARN, FT_DOCTOR_FAIL };

// function, its name for the user
#define FT_DOCTOR_CHECKS(C)                                                    \
  C (proc, "/proc")                                                            \
  C (here, "current directory")                                                \
  C (disk, "disk space")                                                       \
  C (zstd, "zstd")                                                             \
  C (clang, "clang 19")                                                        \
  C (driver, "foretrace-cc")                                                   \
  C (runtime, "runtime")                                                       \
  C (compile, "building a program")                                            \
  C (record, "recording it")                                                   \
  C (aslr, "address space layout")                                             \
  C (seccomp, "seccomp")                                                       \
  C (ptrace, "ptrace")                                                         \
  C (gdb, "gdb")

// Results that later checks use.
typedef struct ft_doctor {
  ft_strbuf cc;      // path of foretrace-cc, "" if it was not found
  ft_strbuf work;    // directory for the tiny program
  ft_strbuf program; // its path, "" if it could not be built
} ft_doctor;

// Writes the result into 'text' and, unless all is fine, a remedy.
#define C(name, what)                                                          \
  enum ft_doctor_result ft_doctor_##name (ft_doctor *, ft_strbuf *);
FT_DOCTOR_CHECKS (C)
#undef C

#endif
