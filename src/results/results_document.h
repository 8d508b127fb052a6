// JSON results of a check ('foretrace-results/1') as they lie in files.
//
// Schedules are nearly all of a large file: they are taken out while it is
// read, as positions of four bytes each, so that what is left is a document of
// findings alone.  In it the list of a schedule has its number as its only
// element.

#ifndef FT_RESULTS_RESULTS_DOCUMENT_H
#define FT_RESULTS_RESULTS_DOCUMENT_H

#include <jansson.h>
#include <stdio.h>

#include "base/error.h"
#include "base/ids.h"
#include "base/stack.h"

typedef struct ft_results_document {
  json_t *root;
  FT_STACK (ft_id) events; // of all schedules
  FT_STACK (size_t) begin; // of each
} ft_results_document;

// Looks at the schema and nothing else; false and an error naming 'path'.
// Without 'schedules' they are read over.
bool ft_results_document_read (ft_results_document *, FILE *, const char *path, bool schedules,
                       ft_error *);
void ft_results_document_release (ft_results_document *); // (ft_results_document){0} is empty

// The schedule of a "witness" of the document, borrowed; NULL if it has none.
const ft_id *ft_results_document_schedule (const ft_results_document *, const json_t *witness,
                                   size_t *size);

#endif
