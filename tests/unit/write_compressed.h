// Compressed traces with blocks so small that small traces have many, and
// terminals that are soon forgotten.

#ifndef FT_TESTS_WRITE_COMPRESSED_H
#define FT_TESTS_WRITE_COMPRESSED_H

#include "grammar/ftz_write.h"
#include "tests/unit/scratch.h"
#include "format/ftz.h"
#include "trace/trace.h"

// The path of the file; NULL and an error when it cannot be written.
static inline const char *write_compressed (const ft_trace *t, const char *name,
                                            ft_ftz_limits limits,
                                            ft_error *error) {
  const char *path = scratch_path (name);
  ft_compressor *out = ft_compressor_open (path, error);
  if (!out)
    return NULL;
  ft_ftz_writer *w = ft_ftz_writer_new (out, limits);
  bool fine = true;
  for (ft_id i = 0; i < t->size && fine; i++)
    fine = ft_ftz_writer_put (w, &t->tables, t->events + i, error);
  fine = fine && ft_ftz_writer_finish (w, &t->tables, error) &&
         ft_compressor_commit (out, error);
  ft_ftz_writer_free (w);
  ft_compressor_free (out);
  return fine ? path : NULL;
}

// A grammar's trace, unexpanded.
static inline const char *write_grammar (const ft_slp *slp,
                                         const ft_tables *tables,
                                         const char *name, ft_error *error) {
  const char *path = scratch_path (name);
  ft_compressor *out = ft_compressor_open (path, error);
  if (!out)
    return NULL;
  ft_ftz_writer *w = ft_ftz_writer_new (out, FT_FTZ_LIMITS);
  bool fine = ft_ftz_writer_put_slp (w, tables, slp, error) &&
              ft_ftz_writer_finish (w, tables, error) &&
              ft_compressor_commit (out, error);
  ft_ftz_writer_free (w);
  ft_compressor_free (out);
  return fine ? path : NULL;
}

#endif
