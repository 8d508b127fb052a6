// One command line of a compiler, taken apart.
//
// The parser knows of every word whether it is an input or an option, what
// follows it, and which steps it is for (see 'command_options.h'), so that the
// driver can compile each source by itself and link the objects as the
// command would have.

#ifndef FT_INSTRUMENT_COMMAND_H
#define FT_INSTRUMENT_COMMAND_H

#include <stdbool.h>
#include <stdint.h>

#include "cc/command_words.h"

enum ft_step {
  FT_STEP_NONE = 0,
  FT_STEP_FRONT = 1, // source to bitcode
  FT_STEP_CODE = 2,  // bitcode to object or assembly
  FT_STEP_LINK = 4,
  FT_STEP_EVERY = 7,
};

enum ft_input {
  FT_INPUT_NOT,    // an option
  FT_INPUT_SOURCE, // C or C++: instrumented
  FT_INPUT_HEADER, // to be compiled to a precompiled header
  FT_INPUT_OTHER,  // other languages: clang compiles them plainly
  FT_INPUT_LINKED, // objects, archives, libraries, linker scripts
};

enum ft_goal {
  FT_GOAL_LINK,
  FT_GOAL_OBJECT,   // -c
  FT_GOAL_ASSEMBLY, // -S
  FT_GOAL_PASS,     // ends before code: -E, -M, -fsyntax-only
  FT_GOAL_QUERY,    // not about a program: --version, no input
};

typedef struct ft_argument {
  const char *text, *next; // borrowed from the words; 'next' may be NULL
  const char *language;    // of an input: what -x says, or NULL
  uint8_t steps;           // enum ft_step
  uint8_t input;           // enum ft_input
} ft_argument;

typedef struct ft_command {
  ft_words words; // response files expanded
  FT_STACK (ft_argument) arguments;
  FT_STACK (const char *) warnings; // options left out: "OPTION\0why"
  size_t inputs, sources;           // sources: all inputs but LINKED
  enum ft_goal goal;
  const char *output; // NULL: not given
  const char *level;  // the last -O; NULL: none
  const char *plain;  // why nothing here is instrumented; NULL
  bool shared, relocatable, fixed, bare, bitcode, headers, undefined;
  bool depends, depend_file, depend_target; // -MD or -MMD; -MF; -MT or -MQ
} ft_command;

// 'argv' without the program's name.  Nothing is an error: what does not
// parse is clang's to complain about.
void ft_command_parse (ft_command *, int argc, char *const *argv);
void ft_command_release (ft_command *);

// What an input is, by the language of -x (NULL: by its name).
enum ft_input ft_input_kind (const char *path, const char *language);

// "dir/a.c" with ".o" is "a.o".  Caller frees.
char *ft_input_stem (const char *path, const char *suffix);

// Options of the command that are for these steps, in their order.
void ft_command_flags (const ft_command *, unsigned steps, ft_words *out);

// Adds the words of one argument.
void ft_argument_add (const ft_argument *, ft_words *out);

#endif
