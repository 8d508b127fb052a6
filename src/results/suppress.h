// Suppressions: rules in files that say which findings are not reported.
//
// A rule is a line 'KIND:PATTERN'; empty lines and lines that begin with '#'
// are comments.  In a pattern '*' matches any text, also with '/', '?' matches
// one character, '[a-z]' one of several, and a backslash makes the next
// character literal.  A pattern for files or modules without a '/' is matched
// with the last part of their paths.  Cost: one comparison for each rule and
// each name of each finding.

#ifndef FT_RESULTS_SUPPRESS_H
#define FT_RESULTS_SUPPRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/stack.h"

//     kind, its name, the part of a finding that its pattern matches
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
  uint64_t findings; // the number of findings that it matched
} ft_suppression;

typedef struct ft_suppressions {
  FT_STACK (ft_suppression) list;
} ft_suppressions;

void ft_suppressions_release (ft_suppressions *); // {0} is empty

// Adds the rules of a file.  A malformed line is skipped and reported to
// 'complain'; false and an error if the file cannot be read.  'path' is
// borrowed as long as the rules.
bool ft_suppressions_read (ft_suppressions *, const char *path,
                           void (*complain) (const ft_error *), ft_error *);

// The names of one finding that rules can match; texts are borrowed.
typedef struct ft_suppressible_name {
  enum ft_suppression_kind kind;
  const char *name;
} ft_suppressible_name;

typedef struct ft_suppressible {
  FT_STACK (ft_suppressible_name) names;
} ft_suppressible;

void ft_suppressible_add (ft_suppressible *, enum ft_suppression_kind,
                          const char *name);

// The last part of a path, which patterns without a '/' match; borrowed.
const char *ft_suppressible_last_part (const char *path);

// The first rule that matches a finding, NULL if none does.  Every rule that
// matches counts the finding.
const ft_suppression *ft_suppressions_find (ft_suppressions *,
                                            const ft_suppressible *);

#endif
