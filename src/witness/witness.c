#include "witness/witness.h"

#include <inttypes.h>

#include "base/output.h"

void ft_witness_release (ft_witness *w) {
  FT_RELEASE (w->schedule);
}

static void write_schedule (FILE *file, const ft_witness *w) {
  fputs (" \"schedule\": [", file);
  for (size_t i = 0; i < w->schedule.size; i++)
    fprintf (file, "%s%" PRIu32, i ? ", " : "", w->schedule.begin[i]);
  fputs ("]\n", file);
}

bool ft_witness_write (const char *path, const ft_trace *trace,
                       const ft_witness *w, ft_error *error) {
  ft_output out;
  if (!ft_output_open (&out, path, error))
    return false;
  fputs ("{\n \"schema\": \"foretrace-witness/1\",\n", out.file);
  fprintf (out.file,
           " \"trace\": {\"events\": %" PRIu32 ", \"digest\": \"%016" PRIx64
           "\"},\n",
           trace->size, ft_trace_digest (trace));
  fprintf (out.file,
           " \"model\": \"mcm\",\n \"pair\": [%" PRIu32 ", %" PRIu32 "],\n",
           w->pair[0], w->pair[1]);
  write_schedule (out.file, w);
  fputs ("}\n", out.file);
  return ft_output_commit (&out, error);
}
