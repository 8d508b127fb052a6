// 'run.json' and 'status.json' of a run directory, as JSON: how the run was recorded,
// and how it ended.  Their members are in record/run_file.h.
//
// Each is written beside its place and renamed, so that a recorder that is killed
// leaves it whole or not at all: 'run.json' is there before the program begins, and
// 'status.json' once it has ended.  A half of one is damage.

#ifndef FT_RUN_RUN_DOCUMENT_H
#define FT_RUN_RUN_DOCUMENT_H

#include <jansson.h>
#include <stdbool.h>

#include "base/error.h"

#define FT_RUN_DOCUMENT "run.json"
#define FT_STATUS_DOCUMENT "status.json"

// The document NAME of a run, to be released with json_decref.  NULL if the run has
// none, which is no error, or if it is damaged: code 65, with file and line.
json_t *ft_run_document_read (const char *run, const char *name, ft_error *);

// Whether each of the two is absent or whole.
bool ft_run_documents_verify (const char *run, ft_error *);

#endif
