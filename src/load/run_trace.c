#include "load/run_trace.h"

#include <string.h>

#include "base/strbuf.h"
#include "format/packed.h"
#include "format/packed_file.h"
#include "format/packed_write.h"
#include "format/reader.h"

static bool put_all (ft_packed_writer *p, const ft_trace *t, ft_error *error) {
  bool fine = true;
  for (ft_id i = 0; fine && i < t->size; i++)
    fine = ft_packed_writer_put (p, &t->tables, t->events + i, error);
  return fine && ft_packed_writer_finish (p, &t->tables, error);
}

bool ft_run_trace_put (const char *path, const ft_trace *t, uint64_t digest,
                       ft_error *error) {
  ft_compressor *out = ft_compressor_open (path, error);
  if (!out)
    return false;
  ft_packed_writer *p = ft_packed_writer_new (out, FT_PACKED_EVENTS);
  ft_packed_writer_identify (p, digest);
  ft_packed_writer_leave_origins (p);
  bool fine = put_all (p, t, error) && ft_compressor_commit (out, error);
  ft_packed_writer_free (p);
  ft_compressor_free (out);
  return fine;
}

bool ft_run_trace_is_whole (const char *path, uint64_t events) {
  enum {
    without = FT_COLUMN_LOCATIONS | FT_COLUMN_VALUES | FT_COLUMN_DETAILS
  };
  ft_error ignored = FT_NO_ERROR;
  ft_decompressor *in = ft_decompressor_open (path, &ignored);
  ft_packed_file *file =
      in ? ft_packed_file_new (in, without, &ignored) : NULL;
  ft_packed_block block = {0};
  enum ft_packed_load_result got =
      file ? FT_PACKED_LOAD_BLOCK : FT_PACKED_LOAD_FAILED;
  while (got == FT_PACKED_LOAD_BLOCK)
    got = ft_packed_file_load (file, &block, &ignored);
  bool whole = got == FT_PACKED_LOAD_END &&
               (events == FT_NO_POS ||
                ft_packed_file_status (file).events == events);
  ft_packed_block_release (&block);
  ft_packed_file_free (file);
  return whole;
}

bool ft_run_trace_write (const ft_trace *t, ft_error *error) {
  if (strcmp (t->format, FT_FORMAT_RUN))
    return true;
  ft_strbuf path = {0};
  uint64_t digest = ft_trace_digest (t);
  ft_strbuf_add (&path, "%s/" FT_PACKED_OF_RUN, t->path);
  bool is_there = ft_packed_file_digest (ft_strbuf_text (&path)) == digest &&
                  ft_run_trace_is_whole (ft_strbuf_text (&path), t->size);
  bool fine = is_there ||
              ft_run_trace_put (ft_strbuf_text (&path), t, digest, error);
  ft_strbuf_release (&path);
  return fine;
}
