// Suppressions: rules in files that say which findings are not to be reported.
//
// A rule is a line 'KIND:PATTERN'; lines that begin with '#' and empty ones
// are comments.  In a pattern '*' is any text, also with '/', '?' a character,
// '[a-z]' one of several, and a backslash takes the next one as it is.  A
// pattern for files or modules without a '/' is for the last part of their
// paths.  A rule costs a comparison with each name of each finding.

#ifndef FT_RESULTS_SUPPRESS_H
#define FT_RESULTS_SUPPRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/stack.h"

//     kind, its name, what of a finding its pattern is for
#define FT_SUPPRESSION_KINDS(S)                                                \
  S (FUNCTION, "function", "a function on the stack of an access")             \
  S (FILE, "file", "the file of such a function")                              \
  S (MODULE, "module", "the program or shared library of an access")           \
  S (VARIABLE, "variable", "the variable, or a lock of a deadlock")            \
  S (FINGERPRINT, "fingerprint", "the fingerprint")

enum ft_suppression_kind {
#define S(NAME, text, what) FT_SUPPRESS_##NAME,
  FT_SUPPRESSION_KINDS (S)
#undef S
};

extern const char *const ft_suppression_kinds[]; // ends with NULL

typedef struct ft_suppression {
  enum ft_suppression_kind kind;
  char *pattern;    // owned
  const char *path; // borrowed; of the file
  uint64_t line;
  uint64_t findings; // that it was for
} ft_suppression;

typedef struct ft_suppressions {
  FT_STACK (ft_suppression) list;
} ft_suppressions;

void ft_suppressions_release (ft_suppressions *); // {0} is empty

// Adds the rules of a file.  A line that is none is left out and told to
// 'complain'; false and an error if the file cannot be read.  'path' is
// borrowed as long as the rules.
bool ft_suppressions_read (ft_suppressions *, const char *path,
                           void (*complain) (const ft_error *), ft_error *);

// What rules can be for, of one finding; texts are borrowed.
typedef struct ft_suppressible_name {
  enum ft_suppression_kind kind;
  const char *name;
} ft_suppressible_name;

typedef struct ft_suppressible {
  FT_STACK (ft_suppressible_name) names;
} ft_suppressible;

void ft_suppressible_add (ft_suppressible *, enum ft_suppression_kind,
                          const char *name);

// The last part of a path; borrowed.  Patterns without a '/' are for it.
const char *ft_suppressible_last_part (const char *path);

// The first rule for a finding, NULL if there is none; every one that is for
// it counts it.
const ft_suppression *ft_suppressions_find (ft_suppressions *,
                                            const ft_suppressible *);

#endif
