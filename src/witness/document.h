// A document with witnesses, as it was loaded, before it is known to which
// trace it belongs, and how much of that is needed.

#ifndef FT_WITNESS_DOCUMENT_H
#define FT_WITNESS_DOCUMENT_H

#include <jansson.h>

#include "witness/witness.h"

struct ft_witness_document {
  char *path;   // owned
  json_t *json; // owned; any value
  const char *remedy; // borrowed: what to do about another trace, or NULL
};

// Whether a finding of this verdict (may be NULL) has a witness.
bool ft_verdict_has_witness (const char *verdict);

#endif
