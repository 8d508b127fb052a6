// A document with witnesses, loaded before its trace is known.

#ifndef FT_WITNESS_DOCUMENT_H
#define FT_WITNESS_DOCUMENT_H

#include <jansson.h>

#include "witness/witness.h"

struct ft_witness_document {
  char *path;         // owned
  json_t *json;       // owned; any value
  const char *remedy; // borrowed: advice if the trace does not fit, or NULL
};

// Whether a finding of this verdict (may be NULL) has a witness.
bool ft_verdict_has_witness (const char *verdict);

#endif
