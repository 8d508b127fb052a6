#include "cli/conversion.h"

#include <string.h>

#include "report/progress_bar.h"
#include "load/load.h"
#include "format/writer.h"
#include "load/open.h"
#include "run/run.h"

static bool copy (const ft_convert_options *c, ft_reader *reader,
                  ft_writer *writer, ft_error *error) {
  ft_progress_bar progress;
  ft_progress_bar_init (&progress, c->progress);
  const ft_tables *tables = ft_reader_tables (reader);
  ft_batch b;
  bool fine = true;
  int status = 0;
  while (fine && (status = ft_reader_batch (reader, &b, error)) > 0) {
    for (uint32_t i = 0; fine && i < b.count; i++)
      fine = ft_writer_put (writer, tables, b.events + i, error);
    ft_progress_bar_show (&progress, "converting", ft_reader_progress (reader),
                          b.first + b.count, "events", NULL);
  }
  ft_progress_bar_clear (&progress);
  return fine && !status;
}

// Leaves out operands and operators of a recorded run if the format has no
// place for them: they are computed again whenever the run is read.
static void leave_out_details (ft_reader *reader, const char *format) {
  if (!strcmp (format, "std"))
    ft_reader_skip_reexecution (reader);
  else
    ft_reader_skip_altpaths (reader);
}

static int convert_streamed (const ft_convert_options *c, ft_reader *reader) {
  ft_error error = FT_NO_ERROR;
  ft_writer *writer = ft_writer_open (c->output, c->output_format, &error);
  if (!writer)
    return ft_subcommand_fail (&error);
  leave_out_details (reader, ft_writer_format (writer));
  bool fine = copy (c, reader, writer, &error) &&
              ft_writer_commit (writer, ft_reader_tables (reader), &error);
  ft_writer_free (writer);
  if (!c->quiet)
    ft_subcommand_warn (ft_reader_notes (reader));
  return fine ? FT_EXIT_OK : ft_subcommand_fail (&error);
}

// Converts a recorded run, whose alternative paths are known only when all of
// it was read.  Only JSON lines can hold the origins of its writes.
static int convert_whole (const ft_convert_options *c, ft_read_options options,
                          const char *format) {
  ft_error error = FT_NO_ERROR;
  ft_progress_bar progress;
  ft_progress_bar_init (&progress, c->progress);
  ft_progress_bar_measure (&progress, c->input);
  ft_trace *trace =
      ft_trace_read (c->input, options, ft_show_reading, &progress, &error);
  ft_progress_bar_clear (&progress);
  if (trace && strcmp (format, "jsonl"))
    ft_origins_forget (&trace->tables.origins);
  bool fine =
      trace && ft_trace_write (trace, c->output, c->output_format, &error);
  if (fine && !c->quiet)
    ft_subcommand_warn (&trace->notes);
  ft_trace_free (trace);
  return fine ? FT_EXIT_OK : ft_subcommand_fail (&error);
}

int ft_convert (const ft_convert_options *c) {
  ft_error error = FT_NO_ERROR;
  ft_read_options options = {.format = c->input_format, .lenient = c->lenient};
  const char *format = ft_writer_fits (c->output, c->output_format, &error);
  if (!format)
    return ft_subcommand_fail (&error);
  if (ft_run_exists (c->input) &&
      (!strcmp (format, "jsonl") || !strcmp (format, "packed")))
    return convert_whole (c, options, format);
  options.stream = true;
  ft_reader *reader = ft_reader_open (c->input, options, &error);
  if (!reader)
    return ft_subcommand_fail (&error);
  int code = convert_streamed (c, reader);
  ft_reader_free (reader);
  return code;
}
