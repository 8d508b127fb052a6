// Packed traces with blocks so small that small traces have many.

#ifndef FT_TESTS_WRITE_PACKED_H
#define FT_TESTS_WRITE_PACKED_H

#include "tests/unit/scratch.h"
#include "format/packed.h"
#include "format/packed_write.h"
#include "trace/trace.h"

// The path of the file; NULL and an error when it cannot be written.
static inline const char *write_packed (const ft_trace *t, const char *name,
                                        uint32_t events, ft_error *error) {
  const char *path = scratch_path (name);
  ft_compressor *out = ft_compressor_open (path, error);
  if (!out)
    return NULL;
  ft_packed_writer *p = ft_packed_writer_new (out, events);
  bool fine = true;
  for (ft_id i = 0; i < t->size && fine; i++)
    fine = ft_packed_writer_put (p, &t->tables, t->events + i, error);
  fine = fine && ft_packed_writer_finish (p, &t->tables, error) &&
         ft_compressor_commit (out, error);
  ft_packed_writer_free (p);
  ft_compressor_free (out);
  return fine ? path : NULL;
}

#endif
