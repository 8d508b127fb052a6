// The symbolic inputs of a program, which a search may choose: sources by name,
// with the bytes of each.
//
//   arg1, arg2, ...  an argument, counted from the first after the program
//   env:NAME         a variable of the environment
//   stdin            standard input
//   file:PATH        a file that is opened for reading only
//   input:NAME       the input that 'foretrace_input' asks for
//                    (include/foretrace/input.h)
//
// As a text, each line is a source: how many of its bytes may be chosen, its
// bytes in quotes (or '-': the bytes of the environment), its name.
//
//   foretrace-inputs 1
//   4096 "12\x0a" stdin
//   64 - input:count
//
// A run directory has its set as the file 'symbolic', which the runtime reads
// as well, and the bytes of standard input and files as 'symbolic-N'
// (runtime/wire.h).

#ifndef FT_RECORD_INPUT_SET_H
#define FT_RECORD_INPUT_SET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/stack.h"
#include "base/strbuf.h"
#include "record/program_environment.h"

typedef struct ft_input_source {
  char *name;           // owned
  unsigned char *bytes; // owned; NULL: those of the environment
  size_t size;
  uint64_t most; // number of bytes, from the first on, that may be chosen
  bool padded;   // numbers get leading zeros, up to 'most' digits
} ft_input_source;

typedef struct ft_input_set {
  FT_STACK (ft_input_source) sources; // in the order of their numbers
} ft_input_set;

enum {
  FT_INPUT_DEFAULT_BYTES = 4096, // of a source without another number
  FT_INPUT_MAX_SOURCES = 256,
};
#define FT_INPUT_MAX_BYTES ((size_t)16 << 20) // of one source

void ft_input_set_release (ft_input_set *); // (ft_input_set){0} is empty
void ft_input_set_copy (ft_input_set *to, const ft_input_set *from);

// The source of this name, borrowed until the set changes; NULL for none.
ft_input_source *ft_input_set_find (const ft_input_set *, const char *name);

// The source of this name; added if there is none.
ft_input_source *ft_input_set_add (ft_input_set *, const char *name);

// Gives the source of this name a copy of these bytes; added if there is none.
void ft_input_set_put (ft_input_set *, const char *name, const void *bytes,
                       size_t size);

// Whether the name is that of a source: "arg0", "env:" and names with line ends
// are not.
bool ft_input_name_is_fine (const char *name);
// The rest of the name after a prefix such as "env:"; NULL if the name does not
// begin with the prefix.
const char *ft_input_name_after (const char *name, const char *prefix);
// The number of an argument, 3 for "arg3"; else 0.
unsigned ft_input_name_argument (const char *name);

// Writes and reads the text.  Reading fails with code 65 and the line.
void ft_input_set_print (const ft_input_set *, ft_strbuf *);
bool ft_input_set_save (const ft_input_set *, const char *path, ft_error *);
bool ft_input_set_load (ft_input_set *, const char *path, ft_error *);

// Writes the set into a run directory, for the runtime and replays; reads it
// from there, as empty where there is none.
bool ft_input_set_write_run (const ft_input_set *, const char *run, ft_error *);
bool ft_input_set_read_run (ft_input_set *, const char *run, ft_error *);

// The program's arguments with those of the set replaced.  The caller frees the
// list, whose strings are those of 'arguments' and of the set.
char **ft_input_set_arguments (const ft_input_set *, char **arguments);
// Gives the variables of the set their values in the program's environment.
void ft_input_set_environment (const ft_input_set *, ft_program_environment *);

// The file "symbolic-N" of standard input; NULL if the set has none.  The
// caller frees.
char *ft_input_set_stdin (const ft_input_set *);

#endif
