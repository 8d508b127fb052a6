// Writing witnesses as JSON; foretrace-verify does not link this file.

#include <inttypes.h>

#include "base/output.h"
#include "witness/witness.h"

static void write_events (FILE *file, const char *name, size_t size,
                          const ft_id *events) {
  fprintf (file, " \"%s\": [", name);
  for (size_t i = 0; i < size; i++)
    fprintf (file, "%s%" PRIu32, i ? ", " : "", events[i]);
  fputs ("]", file);
}

void ft_witness_write_graph (FILE *file, const ft_witness *w) {
  for (size_t i = 0; i < w->reads.size; i++) {
    ft_read_from r = w->reads.begin[i];
    fprintf (file, "%s[%" PRIu32 ", ", i ? ", " : ", \"reads\": [", r.read);
    if (r.write == FT_NO_ID)
      fputs ("null]", file);
    else
      fprintf (file, "%" PRIu32 "]", r.write);
  }
  fputs (FT_EMPTY (w->reads) ? "" : "]", file);
  for (size_t i = 0; i < w->orders.size; i++) {
    ft_id write = w->orders.begin[i];
    bool first = !i || w->orders.begin[i - 1] == FT_NO_ID;
    if (first)
      fputs (i ? ", [" : ", \"modification_orders\": [[", file);
    if (write == FT_NO_ID)
      fputs ("]", file);
    else
      fprintf (file, "%s%" PRIu32, first ? "" : ", ", write);
  }
  fputs (FT_EMPTY (w->orders) ? "" : "]", file);
}

static void write_failure (FILE *file, const ft_witness *w) {
  fprintf (file, " \"failure\": {\"kind\": \"%s\", \"event\": %" PRIu32,
           ft_failure_name (w->failure), w->fails);
  if (w->freed != FT_NO_ID)
    fprintf (file, ", \"freed\": %" PRIu32, w->freed);
  fputs ("}", file);
}

bool ft_witness_write (const char *path, const ft_trace *trace,
                       const ft_witness *w, ft_error *error) {
  ft_output out;
  if (!ft_output_open (&out, path, error))
    return false;
  fputs ("{\n \"schema\": \"foretrace-witness/1\",\n", out.file);
  fprintf (out.file, " \"trace\": {\"events\": %" PRIu64 ", ",
           trace->whole ? trace->whole : trace->size);
  if (trace->whole || trace->begins)
    fprintf (out.file, "\"expanded\": %" PRIu32 ", ", trace->size);
  fprintf (out.file, "\"digest\": \"%016" PRIx64 "\"},\n",
           ft_trace_digest (trace));
  fprintf (out.file, " \"model\": \"%s\",\n", ft_model_name (w->model));
  if (w->memory != FT_MEMORY_SC)
    fprintf (out.file, " \"memory_model\": \"%s\",\n",
             ft_memory_model_name (w->memory));
  if (w->failure != FT_FAILURE_NONE)
    write_failure (out.file, w);
  else if (FT_EMPTY (w->blocked))
    write_events (out.file, "pair", 2, w->pair);
  else
    write_events (out.file, "deadlock", w->blocked.size, w->blocked.begin);
  fputs (",\n", out.file);
  write_events (out.file, "schedule", w->schedule.size, w->schedule.begin);
  ft_witness_write_graph (out.file, w);
  fputs ("\n}\n", out.file);
  return ft_output_commit (&out, error);
}
