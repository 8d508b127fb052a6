#include "cli/subcommand.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/stat.h>

#include "base/utf8.h"
#include "format/reader.h"
#include "load/unfollowed.h"
#include "witness/witness.h"

const char *const ft_input_formats[] = {"std",    "rr",         "jsonl",
                                        "packed", "compressed", NULL};
const char *const ft_report_formats[] = {"text", "json", NULL};

static void print_help (const ft_subcommand *command, const ft_option *table) {
  printf ("usage: foretrace %s %s\n\n%s\nOptions:\n", command->name,
          command->synopsis, command->description);
  ft_options_help (stdout, table);
  printf ("\nExample:\n%s", command->example);
}

int ft_subcommand_misused (const ft_subcommand *command, const char *message) {
  fprintf (stderr, "foretrace %s: %s (see foretrace %s --help)\n",
           command->name, message, command->name);
  return FT_EXIT_USAGE;
}

void ft_option_table_add (ft_option_table *table, const ft_option *rows) {
  for (; rows->name; rows++)
    FT_PUSH (*table, *rows);
}

char **ft_subcommand_program (int *argc, char **argv) {
  for (int i = 1; i < *argc; i++)
    if (!strcmp (argv[i], "--")) {
      char **program = i + 1 < *argc ? argv + i + 1 : NULL;
      *argc = i;
      return program;
    }
  return NULL;
}

static bool check_count (const ft_subcommand *command, const ft_words *words,
                         ft_error *error) {
  size_t most = command->arguments + command->optional;
  if (words->size >= command->arguments && words->size <= most)
    return true;
  if (words->size < command->arguments)
    ft_error_set (error, FT_EXIT_USAGE, "expected %s", command->synopsis);
  else
    ft_error_set (error, FT_EXIT_USAGE, "unexpected argument '%s'",
                  words->begin[most]);
  return false;
}

static int end_help (void) {
  return fflush (stdout) ? FT_EXIT_ENVIRONMENT : FT_EXIT_OK;
}

// Ends the command with 'value' and without its words.
static bool end (ft_words *words, int *code, int value) {
  FT_RELEASE (*words);
  *code = value;
  return false;
}

bool ft_subcommand_begin (const ft_subcommand *command, const ft_option *table,
                          const bool *help, int argc, char **argv,
                          ft_words *words, int *code) {
  ft_error error = FT_NO_ERROR;
  if (ft_options_listed (table, argc, argv))
    return end (words, code, end_help ());
  bool fine = ft_options_parse (table, argc, argv, words, &error);
  if (fine && *help) {
    print_help (command, table);
    return end (words, code, end_help ());
  }
  if (fine && check_count (command, words, &error))
    return true;
  return end (words, code, ft_subcommand_misused (command, error.message));
}

void ft_show_checking (void *progress, const char *phase, uint64_t done,
                       uint64_t total, uint64_t certified) {
  char extra[48];
  snprintf (extra, sizeof extra, "%llu certified",
            (unsigned long long)certified);
  ft_progress_bar_show (progress, phase,
                        total ? (double)done / (double)total : -1, done, "done",
                        extra);
}

void ft_show_stage (void *progress, enum ft_funnel_stage stage,
                    const ft_funnel_row *row) {
  ft_progress_bar *p = progress;
  if (!p->shown || !row->candidates)
    return;
  ft_progress_bar_clear (p);
  fprintf (stderr, "%s: %zu of %zu decided, %zu certified, %.1f s%s%s\n",
           ft_funnel_stage_name (stage), row->decided, row->candidates,
           row->certified, row->seconds,
           row->state == FT_FUNNEL_STATE_FINISHED ? "" : ", ",
           row->state == FT_FUNNEL_STATE_FINISHED
               ? ""
               : ft_funnel_state_name (row->state));
}

void ft_show_reading (void *progress, double share) {
  ft_progress_bar *p = progress;
  ft_progress_bar_show (p, "reading", share, (uint64_t)(share * p->bytes / 1e6),
                        p->bytes ? "MB" : NULL, NULL);
}

int ft_subcommand_fail (const ft_error *error) {
  fprintf (stderr, "foretrace: %s\n", error->message);
  return error->code;
}

static void show_expanding (void *progress, double share) {
  ft_progress_bar_show (progress, "expanding", share, 0, NULL, NULL);
}

ft_progress_callback ft_show_expanding (ft_progress_bar *progress, bool quiet) {
  ft_progress_bar_init (progress, quiet ? FT_NEVER : FT_AUTO);
  return (ft_progress_callback){show_expanding, progress};
}

bool ft_subcommand_color (int when, const char *output) {
  return ft_color_wanted (
      output && when == FT_AUTO ? FT_NEVER : (enum ft_when)when, STDOUT_FILENO);
}

void ft_subcommand_warn (const ft_notes *notes) {
  for (size_t i = 0; i < notes->list.size; i++) {
    const ft_note *note = notes->list.begin + i;
    if (ft_note_is_unfollowed (note))
      continue;
    char *text = ft_utf8_printable (note->text);
    fprintf (stderr, "foretrace: warning: %s", text);
    if (note->count > 1)
      fprintf (stderr, " (and %llu more like it)",
               (unsigned long long)(note->count - 1));
    putc ('\n', stderr);
    free (text);
  }
}

#define M(NAME, text) text,
const char *const ft_memory_models[] = {"auto", FT_MEMORY_MODELS (M) NULL};
#undef M

void ft_subcommand_memory_model (int choice, ft_check_options *check) {
  check->memory_by_orders = !choice;
  check->memory_model =
      choice ? (enum ft_memory_model)(choice - 1) : FT_MEMORY_SC;
}

void ft_subcommand_settle_memory_model (ft_check_options *check,
                                        const ft_trace *trace) {
  check->memory_model = ft_check_memory_model (check, trace);
}

const char *const ft_assumptions[] = {"ordered", "independent", NULL};

ft_read_options ft_subcommand_read_options (int format, bool lenient) {
  return (ft_read_options){.format =
                               format < 0 ? NULL : ft_input_formats[format],
                           .lenient = lenient,
                           .keeps = true};
}

bool ft_subcommand_reads_once (const char *path) {
  struct stat status;
  return !strcmp (path, "-") ||
         (!stat (path, &status) && !S_ISREG (status.st_mode) &&
          !S_ISDIR (status.st_mode));
}
