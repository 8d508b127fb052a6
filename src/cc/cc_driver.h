// The compiler driver: runs clang phase by phase for one command line, with the
// instrumenter between frontend and backend.

#ifndef FT_CC_CC_DRIVER_H
#define FT_CC_CC_DRIVER_H

#include "base/error.h"
#include "base/strbuf.h"
#include "cc/invocation.h"

typedef struct ft_cc_driver {
  ft_invocation invocation;
  const char *name; // foretrace-cc or foretrace-c++, for messages
  bool cxx, verbose;
  bool light;           // makes light builds
  bool sv_comp;         // the program is one of SV-COMP (sv_comp.h)
  ft_cc_words compiler; // clang and what selects C++
  ft_cc_words objects;  // of the sources of a link, in their order
} ft_cc_driver;

// Runs a whole command; returns the exit status.
int ft_cc_run (const char *name, bool cxx, int argc, char *const *argv);

// "foretrace-cc: warning: ..." on standard error.
void ft_cc_warn (const ft_cc_driver *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

// Compiles one input to 'output'; returns the exit status.
int ft_cc_compile (ft_cc_driver *, const ft_cc_argument *, const char *output);

// Links the objects and the other inputs; returns the exit status.
int ft_cc_link (ft_cc_driver *);

// Adds the flags for reading sources and precompiled headers.
void ft_cc_frontend_flags (const ft_cc_driver *, ft_cc_words *);

// Adds flags by which clang writes the same dependency file as for the user's
// own command.
void ft_cc_dependency_flags (const ft_cc_driver *, const char *source,
                             ft_cc_words *);

// Adds linker flags for functions of the program that have the name of a
// wrapped library function.
void ft_cc_own_definitions (const ft_cc_driver *, ft_cc_words *);

// The path of a file that is installed with foretrace-cc, such as
// "libforetrace-rt.a"; NULL if there is none.  Caller frees.
char *ft_cc_installed_file (const char *name);

// Runs a command and waits; returns its exit status, 128 + N after signal N.
// Ends this process if a signal that ends it came meanwhile.
int ft_cc_execute (const ft_cc_driver *, ft_cc_words *);

// Replaces this process by the command.
int ft_cc_exec (const ft_cc_driver *, ft_cc_words *);

// Instruments the bitcode 'in' as 'out', in a child process: if that crashes,
// the file is still compiled without instrumentation.
bool ft_cc_instrument (const ft_cc_driver *, const char *source, const char *in,
                       const char *out, ft_error *);

// Runs 'body' in a child and waits, as 'ft_cc_execute' does.
int ft_cc_fork (int (*body) (void *), void *argument);

// A new path in the temporary directory of this process, which is removed at
// the end, also at one by a signal.  Caller frees.
char *ft_cc_scratch_path (const char *suffix);
void ft_cc_scratch_remove (void);

// Handles signals from now on; restores them in a child.
void ft_cc_scratch_catch_signals (void);
void ft_cc_scratch_release_signals (void);

#endif
