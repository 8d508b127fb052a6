// One command line of a compiler, taken apart.
//
// The parser knows of every word whether it is an input or an option, what
// follows it, and which steps it is for (see 'command_options.h'), so that the
// driver can compile each source by itself and link the objects as the
// command would have.

#ifndef FT_CC_INVOCATION_H
#define FT_CC_INVOCATION_H

#include <stdbool.h>
#include <stdint.h>

#include "cc/words.h"

enum ft_cc_phase {
  FT_CC_PHASE_NONE = 0,
  FT_CC_PHASE_FRONTEND = 1, // source to bitcode
  FT_CC_PHASE_BACKEND = 2,  // bitcode to object or assembly
  FT_CC_PHASE_LINK = 4,
  FT_CC_PHASE_ALL = 7,
};

enum ft_cc_input {
  FT_CC_INPUT_NONE,    // an option
  FT_CC_INPUT_SOURCE, // C or C++: instrumented
  FT_CC_INPUT_HEADER, // to be compiled to a precompiled header
  FT_CC_INPUT_OTHER,  // other languages: clang compiles them plainly
  FT_CC_INPUT_LINKED, // objects, archives, libraries, linker scripts
};

enum ft_cc_goal {
  FT_CC_GOAL_LINK,
  FT_CC_GOAL_OBJECT,   // -c
  FT_CC_GOAL_ASSEMBLY, // -S
  FT_CC_GOAL_FRONTEND_ONLY,     // ends before code: -E, -M, -fsyntax-only
  FT_CC_GOAL_QUERY,    // not about a program: --version, no input
};

typedef struct ft_cc_argument {
  const char *text, *next; // borrowed from the words; 'next' may be NULL
  const char *language;    // of an input: what -x says, or NULL
  uint8_t steps;           // enum ft_cc_phase
  uint8_t input;           // enum ft_cc_input
} ft_cc_argument;

typedef struct ft_invocation {
  ft_cc_words words; // response files expanded
  FT_STACK (ft_cc_argument) arguments;
  FT_STACK (const char *) warnings; // options left out: "OPTION\0why"
  size_t inputs, sources;           // sources: all inputs but LINKED
  enum ft_cc_goal goal;
  const char *output; // NULL: not given
  const char *level;  // the last -O; NULL: none
  const char *plain;  // why nothing here is instrumented; NULL
  bool shared, relocatable, fixed, bare, bitcode, headers, undefined;
  bool depends, depend_file, depend_target; // -MD or -MMD; -MF; -MT or -MQ
} ft_invocation;

// 'argv' without the program's name.  Nothing is an error: what does not
// parse is clang's to complain about.
void ft_invocation_parse (ft_invocation *, int argc, char *const *argv);
void ft_invocation_release (ft_invocation *);

// What an input is, by the language of -x (NULL: by its name).
enum ft_cc_input ft_cc_input_kind (const char *path, const char *language);

// "dir/a.c" with ".o" is "a.o".  Caller frees.
char *ft_cc_input_stem (const char *path, const char *suffix);

// Options of the command that are for these steps, in their order.
void ft_invocation_flags (const ft_invocation *, unsigned steps, ft_cc_words *out);

// Adds the words of one argument.
void ft_cc_argument_add (const ft_cc_argument *, ft_cc_words *out);

#endif
