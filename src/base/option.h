// Command line options from one table per program: a row gives the parser,
// the help text and the hint for a misspelt name.
//
// Options and positional arguments come in any order; '--name=value' and
// '--name value', '-n value' and '-nvalue' are the same; flags of one letter
// may be joined ('-qv'); '--' ends the options; '-' is positional.

#ifndef FT_BASE_OPTION_H
#define FT_BASE_OPTION_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "base/stack.h"

typedef struct ft_option ft_option;

// How the text of a value becomes a value (see 'option_type.c').
typedef struct ft_option_type {
  bool (*parse) (const ft_option *, const char *text); // NULL for a flag
  const char *expected; // "a number, ..."; NULL: one of the choices
} ft_option_type;

extern const ft_option_type ft_option_flag;    // to bool
extern const ft_option_type ft_option_text;    // to const char *, borrowed
extern const ft_option_type ft_option_count;   // to unsigned
extern const ft_option_type ft_option_seconds; // to double
extern const ft_option_type ft_option_bytes;   // to uint64_t: 512M, 4G
extern const ft_option_type ft_option_choice;  // to int, index of the choice
extern const ft_option_type ft_option_choices; // to ft_choices: 'one,other'
extern const ft_option_type ft_option_texts;   // to ft_option_values; once for each

// Choices of a list, each at most once, in the order given.
typedef struct ft_choices {
  int index[16];
  size_t count;
} ft_choices;

// Values of an option that may be given several times; borrowed from argv.
typedef struct ft_option_values {
  const char *list[64];
  size_t count;
} ft_option_values;

// The first element of a list that is none of the choices or is repeated, and
// its length; NULL if there is none.
const char *ft_choices_wrong (const ft_option *, const char *text,
                              size_t *length);

struct ft_option {
  const char *name;    // without dashes; NULL ends the table
  char letter;         // 0 for none
  const char *metavar; // what the help calls the value; NULL for a flag
  const ft_option_type *type;
  void *to;
  const char *help;           // lines separated by '\n'
  const char *const *choices; // ends with NULL; for a choice or a list of them
};

typedef FT_STACK (const char *) ft_words;

// Fills what the table points to and collects the positional arguments of
// argv[1..].  False and an error (code 64) at the first that is wrong.
bool ft_options_parse (const ft_option *table, int argc, char **argv,
                       ft_words *positional, ft_error *);

void ft_options_help (FILE *, const ft_option *table);

// When the one argument is '--list-options', which completions of shells ask
// for (scripts/completions): prints a line for each option with name, letter,
// metavar, choices with commas and the help, with tabs between.
bool ft_options_listed (const ft_option *table, int argc, char **argv);

// The word of a NULL-terminated list that is closest to a misspelt one, or
// NULL if none is close.
const char *ft_nearest (const char *word, const char *const *list);

#endif
