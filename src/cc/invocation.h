// An invocation: one command line of a compiler, parsed.
//
// The parser knows for each word whether it is an input or an option, whether
// the option takes the next word, and which phases it is for (cc_options.h). So
// the driver can compile each source by itself and link the objects as the
// command would have done.

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
  FT_CC_INPUT_NONE,   // an option
  FT_CC_INPUT_SOURCE, // C, C++ or LLVM IR: instrumented
  FT_CC_INPUT_HEADER, // becomes a precompiled header
  FT_CC_INPUT_OTHER,  // another language: clang compiles it without us
  FT_CC_INPUT_LINKED, // objects, archives, libraries, linker scripts
};

enum ft_cc_goal {
  FT_CC_GOAL_LINK,
  FT_CC_GOAL_OBJECT,        // -c
  FT_CC_GOAL_ASSEMBLY,      // -S
  FT_CC_GOAL_FRONTEND_ONLY, // ends before code: -E, -M, -fsyntax-only
  FT_CC_GOAL_QUERY,         // of no program: --version, no input
};

typedef struct ft_cc_argument {
  const char *text, *next; // borrowed from the words; 'next' may be NULL
  const char *language;    // of an input: by -x, or NULL
  uint8_t phases;          // enum ft_cc_phase
  uint8_t input;           // enum ft_cc_input
} ft_cc_argument;

typedef struct ft_invocation {
  ft_cc_words words; // response files expanded
  FT_STACK (ft_cc_argument) arguments;
  FT_STACK (const char *) warnings; // pairs: an option left out, and why
  size_t inputs, sources;           // sources: all inputs except LINKED
  enum ft_cc_goal goal;
  const char *output;           // of -o, or NULL
  const char *level;            // the last -O, or NULL
  const char *not_instrumented; // the option that forbids it, or NULL
  bool shared, relocatable;     // the link makes no program
  bool is_static;               // -static
  bool without_libc;            // -nostdlib and the like
  bool openmp;                  // -fopenmp
  bool emits_bitcode;           // -emit-llvm
  bool emits_header;            // -Xclang -emit-pch
  bool forbids_undefined;       // by -z defs or --no-undefined
  bool makes_dependencies;      // -MD or -MMD
  bool names_dependency_file, names_dependency_target; // -MF; -MT or -MQ
} ft_invocation;

// 'argv' without the program's name.  There are no errors: clang reports a
// command that does not parse.
void ft_invocation_parse (ft_invocation *, int argc, char *const *argv);
void ft_invocation_release (ft_invocation *);

// The kind of an input, by the language of -x; NULL: by its name.
enum ft_cc_input ft_cc_input_kind (const char *path, const char *language);

// "dir/a.c" with ".o" is "a.o".  Caller frees.
char *ft_cc_input_stem (const char *path, const char *suffix);

// Adds the options for a set of phases, in their order.
void ft_invocation_flags (const ft_invocation *, unsigned phases,
                          ft_cc_words *out);

// Adds the words of one argument.
void ft_cc_argument_add (const ft_cc_argument *, ft_cc_words *out);

#endif
