// What fuzzers do with a trace that a reader accepted: it is written in other
// formats, read again, and must be the same.

#ifndef FT_TESTS_TRACE_FILE_H
#define FT_TESTS_TRACE_FILE_H

#include "tests/unit/scratch.h"
#include "format/writer.h"
#include "load/open.h"

// Whether the trace is the same after a detour through a file.  JSON lines
// have no place for names that are not UTF-8, compressed traces none for
// alternative paths, and both none for inputs that are written.
static inline bool trace_comes_back (const ft_trace *t, const char *name,
                                     ft_error *error) {
  const char *path = scratch_path (name);
  if (!ft_trace_write (t, path, NULL, error))
    return strstr (error->message, "not UTF-8") ||
           strstr (error->message, "has alternative") ||
           strstr (error->message, "traces cannot hold") ||
           strstr (error->message, "traces have no place for");
  ft_trace *again =
      ft_trace_read (path, (ft_read_options){0}, NULL, NULL, error);
  if (!again)
    return false;
  bool same = ft_trace_digest (t) == ft_trace_digest (again);
  if (!same)
    ft_error_set (error, FT_EXIT_INTERNAL, "another trace came back");
  ft_trace_free (again);
  return same;
}

// A lenient reader that drops an allocation or a free for what its thread may
// not do keeps what it did to memory; such a trace does not come back.
static inline bool trace_drops_memory (const ft_trace *t) {
  for (ft_id e = 0; e < t->size; e++)
    if (t->events[e].flags & FT_DROPPED &&
        (t->events[e].kind == FT_ALLOC || t->events[e].kind == FT_FREE))
      return true;
  return false;
}

#endif
