// The driver: runs clang step by step for one command line, and puts the
// instrumenter between.  Its files share what is here.

#ifndef FT_INSTRUMENT_DRIVER_H
#define FT_INSTRUMENT_DRIVER_H

#include "base/error.h"
#include "base/strbuf.h"
#include "cc/command.h"

typedef struct ft_driver {
  ft_command command;
  const char *name; // foretrace-cc or foretrace-c++, for messages
  bool cxx, verbose;
  bool light; // programs that are fast, for light recordings
  ft_words compiler; // clang and what selects C++
  ft_words objects;  // of the sources of a link, in their order
} ft_driver;

// A whole command; the exit status.
int ft_driver_run (const char *name, bool cxx, int argc, char *const *argv);

// "foretrace-cc: warning: ..." on standard error.
void ft_driver_warn (const ft_driver *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

// Compiles one input to 'output'; the exit status.
int ft_driver_compile (ft_driver *, const ft_argument *, const char *output);

// Links the objects and the other inputs; the exit status.
int ft_driver_link (ft_driver *);

// Flags by which sources and precompiled headers are read.
void ft_driver_front_flags (const ft_driver *, ft_words *);

// Adds what makes clang write the dependency file that it would write for the
// user's own command.
void ft_driver_depend (const ft_driver *, const char *source, ft_words *);

// Adds, for a program with functions of its own that have the name of a
// wrapped one, that these are meant.
void ft_driver_own (const ft_driver *, ft_words *);

// A file that comes with foretrace-cc, as "libforetrace-rt.a"; NULL if it is
// not there.  Caller frees.
char *ft_driver_file (const char *name);

// Runs a command and waits; its exit status, 128 + N after signal N.  Ends the
// program when a signal asked for that meanwhile.
int ft_driver_execute (const ft_driver *, ft_words *);

// Becomes the command.
int ft_driver_become (const ft_driver *, ft_words *);

// The bitcode 'in' instrumented as 'out', in a process of its own, so that
// whatever becomes of it the file can still be compiled plainly.
bool ft_driver_instrument (const ft_driver *, const char *source,
                           const char *in, const char *out, ft_error *);

// Runs 'body' in a child and waits, as 'ft_driver_execute' does.
int ft_driver_fork (int (*body) (void *), void *argument);

// A new path in a temporary directory of this process, which is removed with
// all in it at the end, also by a signal.  Caller frees.
char *ft_scratch_path (const char *suffix);
void ft_scratch_remove (void);
void ft_scratch_catch (void);           // signals, from now on
void ft_scratch_release_signals (void); // as they were, in a child

#endif
