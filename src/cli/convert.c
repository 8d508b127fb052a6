// 'foretrace convert': one streaming pass from reader to writer.

#include "cli/command.h"
#include "report/progress.h"
#include "trace/writer.h"

static const ft_command command = {
    "convert", "IN OUT [options]",
    "Translates a trace.  The format of OUT is told from its name: .std,\n"
    ".jsonl or .ftp (packed: a few bytes an event, fast to read), optionally\n"
    "followed by .gz or .zst; '-' is standard output.\n"
    "What the format of OUT cannot express is an error, never left out.\n",
    "  foretrace convert run.std run.jsonl.zst\n", 2};

static const char *const output_formats[] = {"std", "jsonl", "packed", NULL};

typedef struct request {
  const char *input, *output;
  int input_format, output_format, progress;
  bool lenient, quiet, help;
} request;

static bool parse (request *q, int argc, char **argv, int *code) {
  const ft_option table[] = {
      FT_ROW_INPUT_FORMAT (&q->input_format),
      {"output-format", 0, "FORMAT", &ft_option_choice, &q->output_format,
       "std, jsonl or packed (default: told from the name)", output_formats},
      FT_ROW_LENIENT (&q->lenient),
      FT_ROW_PROGRESS (&q->progress),
      FT_ROW_NO_WARNINGS (&q->quiet),
      FT_OPTION_HELP (&q->help),
      FT_OPTION_END,
  };
  ft_words words = {0};
  bool fine =
      ft_command_begin (&command, table, &q->help, argc, argv, &words, code);
  if (fine) {
    q->input = words.begin[0];
    q->output = words.begin[1];
  }
  FT_RELEASE (words);
  return fine;
}

static bool copy (const request *q, ft_reader *reader, ft_writer *writer,
                  ft_error *error) {
  ft_progress progress;
  ft_progress_init (&progress, (enum ft_when)q->progress);
  const ft_tables *tables = ft_reader_tables (reader);
  ft_batch b;
  bool fine = true;
  int status = 0;
  while (fine && (status = ft_reader_batch (reader, &b, error)) > 0) {
    for (uint32_t i = 0; fine && i < b.count; i++)
      fine = ft_writer_put (writer, tables, b.events + i, error);
    ft_progress_show (&progress, "converting", ft_reader_progress (reader),
                      b.first + b.count, "events", NULL);
  }
  ft_progress_clear (&progress);
  return fine && !status;
}

static int convert (const request *q, ft_reader *reader) {
  ft_error error = FT_NO_ERROR;
  const char *format =
      q->output_format < 0 ? NULL : output_formats[q->output_format];
  ft_writer *writer = ft_writer_open (q->output, format, &error);
  if (!writer)
    return ft_command_fail (&error);
  bool fine = copy (q, reader, writer, &error) &&
              ft_writer_commit (writer, ft_reader_tables (reader), &error);
  ft_writer_free (writer);
  if (!q->quiet)
    ft_command_warn (ft_reader_notes (reader));
  return fine ? FT_EXIT_OK : ft_command_fail (&error);
}

int ft_cli_convert (int argc, char **argv) {
  request q = {.input_format = -1, .output_format = -1};
  int code;
  if (!parse (&q, argc, argv, &code))
    return code;
  ft_error error = FT_NO_ERROR;
  ft_read_options options = ft_command_read_options (q.input_format, q.lenient);
  options.stream = true;
  ft_reader *reader = ft_reader_open (q.input, options, &error);
  if (!reader)
    return ft_command_fail (&error);
  code = convert (&q, reader);
  ft_reader_free (reader);
  return code;
}
