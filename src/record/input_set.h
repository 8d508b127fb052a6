// What a program takes as input and a search may choose: sources by name and
// the bytes that each of them gives.
//
//   arg1, arg2, ...  an argument, counted from the first behind the program
//   env:NAME         a variable of the environment
//   stdin            standard input
//   file:PATH        a file that is opened for reading only
//   input:NAME       what 'foretrace_input' asks for
//   (include/foretrace/input.h)
//
// As a text, one source a line: how many of its bytes may be chosen, its bytes
// in quotes (or '-': what the program finds by itself), its name.
//
//   foretrace-inputs 1
//   4096 "12\x0a" stdin
//   64 - input:count
//
// A run directory has its set as 'symbolic', which the runtime reads, too, and
// what standard input and files have as 'symbolic-N' (runtime/wire.h).

#ifndef FT_RECORD_INPUT_SET_H
#define FT_RECORD_INPUT_SET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/stack.h"
#include "base/strbuf.h"

typedef struct ft_input_source {
  char *name;           // owned
  unsigned char *bytes; // owned; NULL: what the program finds by itself
  size_t size;
  uint64_t most; // so many from the first one on may be chosen
  bool padded;   // numbers get zeros in front until they have so many
} ft_input_source;

typedef struct ft_input_set {
  FT_STACK (ft_input_source) sources; // in the order of their numbers
} ft_input_set;

// Of a source that says nothing else; more sources than that are refused.
enum { FT_INPUT_DEFAULT_BYTES = 4096, FT_INPUT_MAX_SOURCES = 256 };
// More in one source is refused.
#define FT_INPUT_MAX_BYTES ((size_t)16 << 20)

void ft_input_set_release (ft_input_set *); // (ft_input_set){0} is empty
void ft_input_set_copy (ft_input_set *to, const ft_input_set *from);

// Borrowed until the set changes; NULL if there is none of that name.
ft_input_source *ft_input_set_find (const ft_input_set *, const char *name);

// The source of that name, a new one if needed.
ft_input_source *ft_input_set_add (ft_input_set *, const char *name);

// Gives the source these bytes, copied.
void ft_input_set_put (ft_input_set *, const char *name, const void *bytes,
                       size_t size);

// Whether it is one: "arg0", "env:" and names with line ends are none.
bool ft_input_name_is_fine (const char *name);
// What stands behind the prefix, "env:" say; NULL if it does not begin so.
const char *ft_input_name_after (const char *name, const char *prefix);
// Of "arg3", 3; else 0.
unsigned ft_input_name_argument (const char *name);

// As a text.  Code 65 and the line where it is not one.
void ft_input_set_print (const ft_input_set *, ft_strbuf *);
bool ft_input_set_save (const ft_input_set *, const char *path, ft_error *);
bool ft_input_set_load (ft_input_set *, const char *path, ft_error *);

// Runs: writes what the runtime and replays look for; reads it again, as empty
// where there is none.
bool ft_input_set_write_run (const ft_input_set *, const char *run, ft_error *);
bool ft_input_set_read_run (ft_input_set *, const char *run, ft_error *);

// What the program gets: its arguments, some of them the set's, which has to
// outlive the list (the caller frees that); and, in the process that is to
// become the program, its environment.
char **ft_input_set_arguments (const ft_input_set *, char **arguments);
bool ft_input_set_environment (const ft_input_set *);

// "symbolic-N" of standard input; NULL if the set has none.  The caller frees.
char *ft_input_set_stdin (const ft_input_set *);

#endif
