// 'foretrace convert': a trace in another format.

#include "cli/conversion.h"
#include "cli/record_options.h"

static const ft_subcommand command = {
    "convert", "IN OUT [options]",
    "Translates a trace.  The format of OUT is known from its name: .std,\n"
    ".jsonl, .ftp (packed: a few bytes an event, fast to read) or .ftz\n"
    "(compressed: a grammar, tiny for loops; filter works on it), optionally\n"
    "followed by .gz or .zst; '-' is standard output.\n"
    "What the format of OUT cannot express is an error, never left out.\n",
    "  foretrace convert run.std run.jsonl.zst\n", 2};

static const char *const output_formats[] = {"std", "jsonl", "packed",
                                             "compressed", NULL};

typedef struct request {
  ft_convert_options conversion;
  int input_format, output_format, progress;
  bool help;
} request;

static bool parse (request *q, int argc, char **argv, int *code) {
  ft_convert_options *c = &q->conversion;
  const ft_option table[] = {
      FT_ROW_INPUT_FORMAT (&q->input_format),
      {"output-format", 0, "FORMAT", &ft_option_choice, &q->output_format,
       "std, jsonl, packed or compressed (default: from the name)",
       output_formats},
      FT_ROW_LENIENT (&c->lenient),
      FT_ROW_PROGRESS (&q->progress),
      FT_ROW_NO_WARNINGS (&c->quiet),
      FT_OPTION_HELP (&q->help),
      FT_OPTION_END,
  };
  ft_words words = {0};
  bool fine =
      ft_subcommand_begin (&command, table, &q->help, argc, argv, &words, code);
  if (fine) {
    c->input = words.begin[0];
    c->output = words.begin[1];
  }
  FT_RELEASE (words);
  return fine;
}

int ft_cli_convert (int argc, char **argv) {
  request q = {.input_format = -1, .output_format = -1};
  int code;
  if (!parse (&q, argc, argv, &code) ||
      !ft_record_expand (q.conversion.input, q.conversion.quiet, &code))
    return code;
  q.conversion.input_format =
      ft_subcommand_read_options (q.input_format, false).format;
  if (q.output_format >= 0)
    q.conversion.output_format = output_formats[q.output_format];
  q.conversion.progress = (enum ft_when)q.progress;
  return ft_convert (&q.conversion);
}
