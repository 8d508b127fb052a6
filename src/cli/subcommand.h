// Parts of all subcommands: their list, help, arguments and messages.

#ifndef FT_CLI_SUBCOMMAND_H
#define FT_CLI_SUBCOMMAND_H

#include "base/option.h"
#include "base/progress.h"
#include "results/funnel.h"
#include "report/progress_bar.h"
#include "format/reader.h"
#include "predict/check.h"

// name, help in one line
#define FT_COMMANDS(C)                                                         \
  C (run, "record a program, predict, replay each race, report")               \
  C (record, "run a program that foretrace-cc built, keep its trace")          \
  C (expand, "make the whole trace from a light recording")                    \
  C (check, "predict data races from a trace, each with a schedule")           \
  C (replay, "drive the program itself into a race or deadlock")               \
  C (report, "report saved results again, in any format")                      \
  C (explore, "search for races: new schedules until nothing is left to try")  \
  C (merge, "put the shards of a check together")                              \
  C (db, "findings of many runs and machines: new, known, fixed, returned")    \
  C (suppress, "rules that leave races out of reports")                        \
  C (compare, "what windows cost: races and time, windowed and unbounded")     \
  C (explain, "why a race was hidden, or why a pair cannot race")              \
  C (filter, "racy events by one relation, in one pass, no certification")     \
  C (verify, "check a schedule independently of the search")                   \
  C (convert, "translate a trace between formats")                             \
  C (info, "what a trace contains")                                            \
  C (doctor, "what works on this machine, how to mend what does not")

#define C(name, what) int ft_cli_##name (int argc, char **argv);
FT_COMMANDS (C)
#undef C

typedef struct ft_subcommand {
  const char *name;
  const char *synopsis;    // "TRACE [options]"
  const char *description; // whole lines
  const char *example;     // whole lines
  size_t arguments;        // number of required positional arguments
  size_t optional;         // number of optional ones after these
} ft_subcommand;

// Options that several tables have.
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
        "std, rr, jsonl, packed or compressed (default: from\nname and "       \
        "content)",                                                            \
        ft_input_formats                                                       \
  }
#define FT_ROW_LENIENT(to)                                                     \
  {                                                                            \
    "lenient", 0, NULL, &ft_option_flag, to,                                   \
        "repair a malformed trace where that is possible"                      \
  }
#define FT_ROW_ASSUME(to)                                                      \
  {                                                                            \
    "assume-unrecorded", 0, "WHAT", &ft_option_choice, to,                     \
        "calls of libraries that are not recorded: ordered\n"                  \
        "(default), as they may depend on each other and on\n"                 \
        "memory, or independent",                                              \
        ft_assumptions                                                         \
  }
#define FT_ROW_MEMORY_MODEL(to)                                                \
  {                                                                            \
    "memory-model", 0, "MODEL", &ft_option_choice, to,                         \
        "what a race is: sc, both accesses can be next at the\n"               \
        "same time; c11, neither happens before the other, so\n"               \
        "that relaxed atomics do not order; rc11, the same where\n"            \
        "loads may return older stores; auto (default),\n"                     \
        "c11 for recorded runs and where atomic events have\n"                 \
        "memory orders, and sc for other traces",                              \
        ft_memory_models                                                       \
  }
#define FT_ROW_PROGRESS(to)                                                    \
  {                                                                            \
    "progress", 0, "WHEN", &ft_option_choice, to,                              \
        "auto (default: on a terminal), always, never", ft_when_names          \
  }
#define FT_ROW_COLOR(to)                                                       \
  {                                                                            \
    "color", 0, "WHEN", &ft_option_choice, to,                                 \
        "auto (default: on a terminal), always, never", ft_when_names          \
  }
#define FT_ROW_NO_WARNINGS(to)                                                 \
  { "quiet", 'q', NULL, &ft_option_flag, to, "no warnings" }

#define FT_OPTION_HELP(to)                                                     \
  { "help", 'h', NULL, &ft_option_flag, to, "show this help" }
#define FT_OPTION_END                                                          \
  { NULL }

// A table made of several lists of options, each of which ends like a table.
typedef FT_STACK (ft_option) ft_option_table;

void ft_option_table_add (ft_option_table *, const ft_option *rows);

// Splits argv at its "--".  '*argc' becomes the number of words before it; the
// result is the argv of a program, the words after it up to a NULL.  NULL if
// there is no "--" or no word after it.
char **ft_subcommand_program (int *argc, char **argv);

// Parses argv into the table and the positional arguments.  Returns false, with
// 'words' released, if the command is over, with its exit code in '*code': help
// was printed, or a usage error was reported.  '*help' is the flag of --help.
bool ft_subcommand_begin (const ft_subcommand *, const ft_option *table,
                          const bool *help, int argc, char **argv,
                          ft_words *words, int *code);

// Shows on the bar 'progress' (an ft_progress_bar *) the share of a trace that
// was read.
void ft_show_reading (void *progress, double share);

// Shows the progress of the expansion of a light recording on its own bar,
// which the caller clears.
ft_progress_callback ft_show_expanding (ft_progress_bar *, bool quiet);

// Shows the progress of a check on the bar; for 'ft_check_options'.
void ft_show_checking (void *progress, const char *phase, uint64_t done,
                       uint64_t total, uint64_t certified);

// Prints above the bar how a stage of a check ended; for 'ft_check_options'.
void ft_show_stage (void *progress, enum ft_funnel_stage,
                    const ft_funnel_row *);

// Reports an error on standard error; returns its exit code.
int ft_subcommand_fail (const ft_error *);

// Reports a usage error of a command; returns its exit code.
int ft_subcommand_misused (const ft_subcommand *, const char *message);

// Whether a report has colour: 'when' is an enum ft_when, 'output' the argument
// of '--output' or NULL.
bool ft_subcommand_color (int when, const char *output);

// Prints the warnings of a trace, once each, with counts.
void ft_subcommand_warn (const ft_notes *);

// Input formats, for '--input-format'; ends with NULL.
extern const char *const ft_input_formats[];

// Read options from the index into 'ft_input_formats' (or -1) and a flag.
ft_read_options ft_subcommand_read_options (int format, bool lenient);

// Values of FT_ROW_MEMORY_MODEL: "auto", the default, and names of memory models.
extern const char *const ft_memory_models[];

// Stores such a choice; "auto" until it is settled by the trace.
void ft_subcommand_memory_model (int choice, ft_check_options *);
void ft_subcommand_settle_memory_model (ft_check_options *, const ft_trace *);

// Values of FT_ROW_ASSUME: the second one is 'independent' of the options.
extern const char *const ft_assumptions[];

// Whether a trace cannot be read twice, as standard input or a pipe.  False for
// a path that cannot be opened, which is reported on opening.
bool ft_subcommand_reads_once (const char *path);

// Report formats, for '--format'.
enum ft_report_format { FT_FORMAT_TEXT, FT_FORMAT_JSON };
extern const char *const ft_report_formats[];

#endif
