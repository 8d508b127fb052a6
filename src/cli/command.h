// What all subcommands share: their list, help, arguments, messages.

#ifndef FT_CLI_COMMAND_H
#define FT_CLI_COMMAND_H

#include "base/option.h"
#include "report/progress.h"
#include "trace/reader.h"

//     name, in one line
#define FT_COMMANDS(C)                                                         \
  C (check, "predict data races from a trace, each with a schedule")           \
  C (compare, "what windows cost: races and time, windowed and unbounded")     \
  C (explain, "why a race was hidden, or why a pair cannot race")              \
  C (filter, "racy events by one relation, in one pass, no certification")     \
  C (verify, "check a schedule independently of the search")                   \
  C (convert, "translate a trace between formats")                             \
  C (info, "what a trace contains")

#define C(name, what) int ft_cli_##name (int argc, char **argv);
FT_COMMANDS (C)
#undef C

typedef struct ft_command {
  const char *name;
  const char *synopsis;    // "TRACE [options]"
  const char *description; // whole lines
  const char *example;     // whole lines
  size_t arguments;        // positional ones that are required
  size_t optional;         // ... and that may follow
} ft_command;

// Rows that several tables have.
#define FT_ROW_FORMAT(to)                                                      \
  {                                                                            \
    "format", 'f', "FORMAT", &ft_option_choice, to, "text (default) or json",  \
        ft_report_formats                                                      \
  }
#define FT_ROW_OUTPUT(to)                                                      \
  {                                                                            \
    "output", 'o', "FILE", &ft_option_text, to,                                \
        "write the report to FILE, whole or not at all"                        \
  }
#define FT_ROW_INPUT_FORMAT(to)                                                \
  {                                                                            \
    "input-format", 0, "FORMAT", &ft_option_choice, to,                        \
        "std, rr or jsonl (default: told from name and\ncontent)",             \
        ft_input_formats                                                       \
  }
#define FT_ROW_LENIENT(to)                                                     \
  {                                                                            \
    "lenient", 0, NULL, &ft_option_flag, to,                                   \
        "repair a malformed trace where that is possible"                      \
  }
#define FT_ROW_PROGRESS(to)                                                    \
  {                                                                            \
    "progress", 0, "WHEN", &ft_option_choice, to,                              \
        "auto (default: on a terminal), always, never", ft_when_names          \
  }
#define FT_ROW_NO_WARNINGS(to)                                                 \
  { "quiet", 'q', NULL, &ft_option_flag, to, "no warnings" }

#define FT_OPTION_HELP(to)                                                     \
  { "help", 'h', NULL, &ft_option_flag, to, "show this help" }
#define FT_OPTION_END                                                          \
  { NULL }

// Parses argv into the table and the positional arguments.  Returns false if
// the command is over ('*code' says how): help was asked for and printed, or
// a usage error was reported.  '*help' is where the table stores --help.
bool ft_command_begin (const ft_command *, const ft_option *table,
                       const bool *help, int argc, char **argv, ft_words *words,
                       int *code);

// Shows on the bar 'progress' (an ft_progress *) how much of a trace was read.
void ft_show_reading (void *progress, double share);

// Reports an error on standard error; returns its exit code.
int ft_command_fail (const ft_error *);

// Prints the warnings of a trace, once each, with counts.
void ft_command_warn (const ft_notes *);

// Input formats, for '--input-format'; ends with NULL.
extern const char *const ft_input_formats[];

// Read options from the index into 'ft_input_formats' (or -1) and a flag.
ft_read_options ft_command_read_options (int format, bool lenient);

// Report formats, for '--format'.
enum ft_report_format { FT_FORMAT_TEXT, FT_FORMAT_JSON };
extern const char *const ft_report_formats[];

#endif
