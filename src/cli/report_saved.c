#include "cli/report_saved.h"

#include <string.h>
#include <unistd.h>

#include "base/shell.h"
#include "cli/check_session.h"
#include "predict/merge.h"

bool ft_report_saved_parse (const ft_subcommand *command,
                            const ft_option *own, ft_check_request *q, int argc,
                            char **argv, ft_words *words, int *code) {
  ft_option_table table = {0};
  bool help = false;
  const ft_option rows[] = {FT_OPTION_HELP (&help), FT_OPTION_END};
  if (own)
    ft_option_table_add (&table, own);
  ft_check_report_rows (&table, q);
  ft_option_table_add (&table, rows);
  FT_PUSH (table, (ft_option)FT_OPTION_END);
  bool fine = ft_subcommand_begin (command, table.begin, &help, argc, argv,
                                   words, code) &&
              ft_check_report_allowed (q, command->name, code);
  FT_RELEASE (table);
  return fine;
}

static int format_of (const char *name) {
  for (int i = 0; ft_input_formats[i]; i++)
    if (!strcmp (ft_input_formats[i], name))
      return i;
  return -1;
}

// Finds the trace at the path in its results, relative to this directory or to
// that of the results.
static bool find_trace (ft_strbuf *found, const ft_merge *m, ft_error *error) {
  const char *name = m->trace, *end = strrchr (m->paths[0], '/');
  ft_strbuf_add (found, "%s", name);
  if (*name && strcmp (name, "-") && !access (name, F_OK))
    return true;
  found->size = 0;
  ft_strbuf_add (found, "%.*s%s", end ? (int)(end - m->paths[0]) + 1 : 0,
                 m->paths[0], name);
  if (*name && *name != '/' && !access (ft_strbuf_text (found), F_OK))
    return true;
  ft_strbuf results = {0};
  ft_shell_word (&results, m->paths[0]);
  ft_error_set (error, FT_EXIT_BAD_INPUT,
                "%s: its trace '%s' is not here; if it has another name: "
                "foretrace merge TRACE %s",
                m->paths[0], name, ft_strbuf_text (&results));
  ft_strbuf_release (&results);
  return false;
}

static bool decide (void *context, const ft_trace *trace, ft_results *results,
                    ft_error *error) {
  return ft_merge_results (context, trace, results, error);
}

// Reads the trace with the options of the check.
static int report (ft_check_request *q, const char *trace, ft_merge *m) {
  ft_check_session checking;
  int code;
  q->trace = trace;
  q->check = m->options;
  q->read =
      ft_subcommand_read_options (format_of (m->input_format), m->lenient);
  if (!ft_check_session_begin (&checking, q, &code))
    return code;
  m->options.progress = ft_show_checking;
  m->options.context = &checking.progress;
  checking.decide = decide;
  checking.context = m;
  return ft_check_session_run (&checking);
}

int ft_report_saved (ft_check_request *q, const char *trace,
                     const char *const *paths, size_t count) {
  ft_error error = FT_NO_ERROR;
  ft_strbuf found = {0};
  ft_merge m;
  bool fine = ft_merge_open (&m, paths, count, q->partial, &error) &&
              (trace || find_trace (&found, &m, &error));
  int code = fine ? report (q, trace ? trace : ft_strbuf_text (&found), &m)
                  : ft_subcommand_fail (&error);
  ft_strbuf_release (&found);
  ft_merge_release (&m);
  return code;
}
