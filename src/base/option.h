// Command line options from one table per program.  A row of the table gives
// the parser, the help text and the suggestion for a misspelt name.

#ifndef FT_BASE_OPTION_H
#define FT_BASE_OPTION_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "base/stack.h"

typedef struct ft_option ft_option;

// The type of an option: how a text becomes a value (see 'option_type.c').
typedef struct ft_option_type {
  bool (*parse) (const ft_option *, const char *text); // NULL for a flag
  const char *expected; // for messages: "a number"; NULL: one of the choices
} ft_option_type;

extern const ft_option_type ft_option_flag;    // to bool
extern const ft_option_type ft_option_text;    // to const char *, borrowed
extern const ft_option_type ft_option_count;   // to unsigned
extern const ft_option_type ft_option_seconds; // to double
extern const ft_option_type ft_option_days;    // to double
extern const ft_option_type ft_option_bytes;   // to uint64_t: 512M, 4G
extern const ft_option_type ft_option_choice;  // to int, index of the choice
extern const ft_option_type ft_option_choices; // to ft_choices: 'one,other'
extern const ft_option_type ft_option_texts;   // to ft_option_values

// The chosen elements of a list, each at most once, in the order given.
typedef struct ft_choices {
  int index[16];
  size_t count;
} ft_choices;

// The values of an option that may be given several times; borrowed from argv.
typedef struct ft_option_values {
  const char *list[64];
  size_t count;
} ft_option_values;

// The first element of a list that is not a choice or is repeated, and its
// length; NULL if the list is fine.
const char *ft_choices_wrong (const ft_option *, const char *text,
                              size_t *length);

struct ft_option {
  const char *name;    // without dashes; NULL ends the table
  char letter;         // 0 for none
  const char *metavar; // name of the value in the help; NULL for a flag
  const ft_option_type *type;
  void *to;                   // where the value is stored; see 'type'
  const char *help;           // lines separated by '\n'
  const char *const *choices; // ends with NULL; NULL if not of such a type
};

typedef FT_STACK (const char *) ft_words;

// Store the options of argv[1..] where the table says and collect the
// positional arguments.  False and an error (code 64) at the first wrong one.
bool ft_options_parse (const ft_option *table, int argc, char **argv,
                       ft_words *positional, ft_error *);

void ft_options_help (FILE *, const ft_option *table);

// If the only argument is '--list-options', as shell completions ask
// (scripts/completions): print a line for each option with name, letter,
// metavar, choices separated by commas, and the help; tabs in between.
bool ft_options_listed (const ft_option *table, int argc, char **argv);

// The word of a NULL-terminated list that is closest to a misspelt one; NULL if
// none is close.
const char *ft_nearest (const char *word, const char *const *list);

#endif
