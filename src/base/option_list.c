// Options as lines for programs: what completions of shells ask for.

#include "base/option.h"

#include <string.h>

static void list_choices (FILE *file, const char *const *choices) {
  for (const char *const *c = choices; c && *c; c++)
    fprintf (file, "%s%s", c == choices ? "" : ",", *c);
}

// The help in one line.
static void list_help (FILE *file, const char *help) {
  for (; *help; help++)
    putc (*help == '\n' ? ' ' : *help, file);
}

static void list (FILE *file, const ft_option *table) {
  for (const ft_option *o = table; o->name; o++) {
    fprintf (file, "--%s\t", o->name);
    if (o->letter)
      fprintf (file, "-%c", o->letter);
    fprintf (file, "\t%s\t", o->metavar ? o->metavar : "");
    list_choices (file, o->choices);
    putc ('\t', file);
    list_help (file, o->help);
    putc ('\n', file);
  }
}

bool ft_options_listed (const ft_option *table, int argc, char **argv) {
  if (argc != 2 || strcmp (argv[1], "--list-options") != 0)
    return false;
  list (stdout, table);
  return true;
}
