// The driver: runs clang step by step for one command line, and puts the
// instrumenter between.  Its files share what is here.

#ifndef FT_CC_CC_DRIVER_H
#define FT_CC_CC_DRIVER_H

#include "base/error.h"
#include "base/strbuf.h"
#include "cc/invocation.h"

typedef struct ft_cc_driver {
  ft_invocation command;
  const char *name; // foretrace-cc or foretrace-c++, for messages
  bool cxx, verbose;
  bool light; // programs that are fast, for light recordings
  ft_cc_words compiler; // clang and what selects C++
  ft_cc_words objects;  // of the sources of a link, in their order
} ft_cc_driver;

// A whole command; the exit status.
int ft_cc_run (const char *name, bool cxx, int argc, char *const *argv);

// "foretrace-cc: warning: ..." on standard error.
void ft_cc_warn (const ft_cc_driver *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

// Compiles one input to 'output'; the exit status.
int ft_cc_compile (ft_cc_driver *, const ft_cc_argument *, const char *output);

// Links the objects and the other inputs; the exit status.
int ft_cc_link (ft_cc_driver *);

// Flags by which sources and precompiled headers are read.
void ft_cc_frontend_flags (const ft_cc_driver *, ft_cc_words *);

// Adds what makes clang write the dependency file that it would write for the
// user's own command.
void ft_cc_dependency_flags (const ft_cc_driver *, const char *source, ft_cc_words *);

// Adds, for a program with functions of its own that have the name of a
// wrapped one, that these are meant.
void ft_cc_own_definitions (const ft_cc_driver *, ft_cc_words *);

// A file that comes with foretrace-cc, as "libforetrace-rt.a"; NULL if it is
// not there.  Caller frees.
char *ft_cc_installed_file (const char *name);

// Runs a command and waits; its exit status, 128 + N after signal N.  Ends the
// program when a signal asked for that meanwhile.
int ft_cc_execute (const ft_cc_driver *, ft_cc_words *);

// Becomes the command.
int ft_cc_exec (const ft_cc_driver *, ft_cc_words *);

// The bitcode 'in' instrumented as 'out', in a process of its own, so that
// whatever becomes of it the file can still be compiled plainly.
bool ft_cc_instrument (const ft_cc_driver *, const char *source,
                           const char *in, const char *out, ft_error *);

// Runs 'body' in a child and waits, as 'ft_cc_execute' does.
int ft_cc_fork (int (*body) (void *), void *argument);

// A new path in a temporary directory of this process, which is removed with
// all in it at the end, also by a signal.  Caller frees.
char *ft_cc_scratch_path (const char *suffix);
void ft_cc_scratch_remove (void);
void ft_cc_scratch_catch_signals (void);           // signals, from now on
void ft_cc_scratch_release_signals (void); // as they were, in a child

#endif
