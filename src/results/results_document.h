// Results document: the JSON results of a check ('foretrace-results/1') in a
// file.
//
// Schedules are nearly all of a large file.  They are extracted while the file
// is read, as positions of four bytes each, so that the JSON document holds
// only findings.  In it the list of a schedule has the number of the schedule
// as its only element.

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
  FT_STACK (size_t) begin; // by schedule: index into 'events'
} ft_results_document;

// Reads a document; of its content only the schema is checked.  False and an
// error that names 'path' if the file is no such document.  Without 'schedules'
// the events of schedules are skipped.
bool ft_results_document_read (ft_results_document *, FILE *, const char *path,
                               bool schedules, ft_error *);
void ft_results_document_release (
    ft_results_document *); // (ft_results_document){0} is empty

// The schedule of a "witness" member of the document, borrowed; NULL if it has
// none.
const ft_id *ft_results_document_schedule (const ft_results_document *,
                                           const json_t *witness, size_t *size);

#endif
