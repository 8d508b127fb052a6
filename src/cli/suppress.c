// 'foretrace suppress': rules that leave findings out of reports.

#include <stdlib.h>
#include <string.h>

#include "base/output.h"
#include "base/utf8.h"
#include "cli/check_long.h"
#include "cli/subcommand.h"
#include "cli/record_options.h"
#include "report/row.h"
#include "predict/check.h"
#include "report/source_location.h"
#include "report/suppressed.h"
#include "load/open.h"

static const ft_subcommand command = {
    "suppress", "TRACE RACE... [options]",
    "Prints rules that keep 'check' and 'run' from reporting races and\n"
    "deadlocks, to be kept in a file for --suppressions.  RACE is an id as\n"
    "'check' numbers them (R3, D1) or a fingerprint.  By itself a rule is for\n"
    "one finding, by its fingerprint; --by makes rules that are for all that\n"
    "happens in the same functions, files or modules (the program, a shared\n"
    "library), or to the same variable.\n"
    "Exit status: 0 printed, 64 usage or no such race, 65 bad trace, 69\n"
    "environment unusable, 70 internal error.\n",
    "  foretrace suppress examples/hidden.std R1 >>races.supp\n"
    "  foretrace suppress run R1 R2 --by function\n"
    "  foretrace check run --suppressions races.supp\n",
    2};

typedef struct request {
  ft_check_options check;
  ft_read_options read;
  const char *output;
  int by, input_format, progress;
  bool lenient, help;
} request;

static bool parse (request *q, int argc, char **argv, ft_words *words,
                   int *code) {
  const ft_option table[] = {
      {"by", 0, "WHAT", &ft_option_choice, &q->by,
       "function, file, module, variable or fingerprint\n(default)",
       ft_suppression_kinds},
      {"timeout", 't', "S", &ft_option_seconds, &q->check.timeout,
       "seconds per candidate of the check (default 10)"},
      {"jobs", 'j', "N", &ft_option_count, &q->check.jobs,
       "solver workers of the check (default: one per\nprocessor)"},
      FT_ROW_OUTPUT (&q->output),
      FT_ROW_INPUT_FORMAT (&q->input_format),
      FT_ROW_LENIENT (&q->lenient),
      FT_ROW_PROGRESS (&q->progress),
      FT_OPTION_HELP (&q->help),
      FT_OPTION_END,
  };
  ft_subcommand any = command;
  any.optional = (size_t)argc;
  return ft_subcommand_begin (&any, table, &q->help, argc, argv, words, code);
}

// ---- rules -----------------------------------------------------------------

// Whether a character is well-formed and is changed neither by a terminal nor
// at the end of a line.
static bool is_lasting (const char *name, size_t at, size_t n) {
  char *character = strndup (name + at, n);
  char *shown = ft_utf8_printable (character);
  bool end = !at || !name[at + n];
  bool lasting = !strcmp (shown, character) && !(end && name[at] == ' ');
  free (character);
  free (shown);
  return lasting;
}

// Adds a name as a pattern.  Special characters are escaped; a character that a
// file of rules or a terminal does not keep becomes '?', which matches any
// byte.
static void add_pattern (ft_strbuf *out, const char *name) {
  for (size_t at = 0, n; name[at]; at += n) {
    n = ft_utf8_length (name + at);
    n = n ? n : 1;
    if (!is_lasting (name, at, n))
      ft_strbuf_add (out, "%.*s", (int)n, "????");
    else {
      ft_strbuf_add (out, "%s", strchr ("*?[\\", name[at]) ? "\\" : "");
      ft_strbuf_add_bytes (out, name + at, n);
    }
  }
}

static bool is_repeated (const ft_suppressible *x, size_t i) {
  for (size_t k = 0; k < i; k++)
    if (x->names.begin[k].kind == x->names.begin[i].kind &&
        !strcmp (x->names.begin[k].name, x->names.begin[i].name))
      return true;
  return false;
}

// The file name of the module without its directory, which differs from machine
// to machine.
static const char *module_of (const ft_report *r, ft_id event) {
  const ft_description *d = ft_sources_at (r->sources, event);
  if (!d || !d->stack.size || !*d->stack.frames->module)
    return NULL;
  return ft_suppressible_last_part (d->stack.frames->module);
}

// Adds the functions or files of the accesses, without their callers, which
// occur in too many findings.
static void add_accesses (ft_suppressible *x, ft_suppressible_memory *m,
                          const ft_report *r, const ft_finding *f, int by) {
  for (uint32_t i = 0; i < f->count; i++) {
    ft_source_location location = ft_source_location_at (r, f->events[i]);
    const char *name = by == FT_SUPPRESS_FUNCTION ? location.function
                       : by == FT_SUPPRESS_FILE   ? location.file
                                                  : module_of (r, f->events[i]);
    if (name) {
      FT_PUSH (*m, ft_strdup (name));
      ft_suppressible_add (x, (enum ft_suppression_kind)by, FT_TOP (*m));
    }
    ft_source_location_release (&location);
  }
}

static size_t write_rules (FILE *file, const ft_suppressible *x, int by) {
  ft_strbuf line = {0};
  size_t written = 0;
  for (size_t i = 0; i < x->names.size; i++) {
    const ft_suppressible_name *n = x->names.begin + i;
    if ((int)n->kind != by || is_repeated (x, i))
      continue;
    ft_strbuf_add (&line, "%s:", ft_suppression_kinds[by]);
    add_pattern (&line, n->name);
    fprintf (file, "%s\n", ft_strbuf_text (&line));
    ft_strbuf_release (&line);
    written++;
  }
  return written;
}

static bool write_finding (FILE *file, const ft_report *r, const ft_finding *f,
                           int by, ft_error *error) {
  ft_suppressible x = {0};
  ft_suppressible_memory memory = {0};
  ft_strbuf line = {0};
  if (by == FT_SUPPRESS_FUNCTION || by == FT_SUPPRESS_FILE ||
      by == FT_SUPPRESS_MODULE)
    add_accesses (&x, &memory, r, f, by);
  else
    ft_suppressible_of (&x, &memory, r, f);
  ft_strbuf_add (&line, "# ");
  ft_finding_title (&line, r, f);
  // The title of a failure says where it is.
  for (uint32_t i = f->letter == 'F' && f->count == 1; i < f->count; i++) {
    ft_strbuf_add (&line, i ? ", " : ": ");
    ft_finding_event (&line, r, f, i);
  }
  ft_row_end (file, &line);
  bool fine = write_rules (file, &x, by);
  if (!fine)
    ft_error_set (error, FT_EXIT_USAGE,
                  "suppress: %c%zu: the trace does not know its %s; --by "
                  "fingerprint is always possible",
                  f->letter, f->number, ft_suppression_kinds[by]);
  ft_strbuf_release (&line);
  ft_suppressible_release (&x, &memory);
  return fine;
}

// ---- findings --------------------------------------------------------------

static bool is_named (const ft_finding *f, const char *name) {
  char id[32], digits[24];
  snprintf (id, sizeof id, "%c%zu", f->letter, f->number);
  snprintf (digits, sizeof digits, "%016llx",
            (unsigned long long)f->fingerprint);
  return !strcmp (name, id) || !strcmp (name, digits);
}

static bool write_named (FILE *file, const ft_report *r, const char *name,
                         int by, ft_error *error) {
  ft_finding f;
  for (size_t at = 0; ft_finding_next (r, &at, &f);)
    if (is_named (&f, name))
      return write_finding (file, r, &f, by, error);
  ft_error_set (error, FT_EXIT_USAGE,
                "suppress: '%s': a check of this trace numbers %zu pairs, from "
                "R1, %zu deadlocks, from D1, and %zu failures, from F1, and has "
                "no such one",
                name, r->results->size, r->results->deadlock_count,
                r->results->failure_count);
  return false;
}

static int print (const request *q, const ft_report *r, const ft_words *words) {
  ft_error error = FT_NO_ERROR;
  ft_output out;
  if (!ft_output_open (&out, q->output, &error))
    return ft_subcommand_fail (&error);
  bool fine = true;
  for (size_t i = 1; fine && i < words->size; i++)
    fine = write_named (out.file, r, words->begin[i], q->by, &error);
  if (fine && ft_output_commit (&out, &error))
    return FT_EXIT_OK;
  if (!fine)
    ft_output_abandon (&out);
  return ft_subcommand_fail (&error);
}

// Checks the trace like 'check', so that ids agree; NULL and an error if the
// trace cannot be read.
static ft_trace *check (request *q, const char *path, ft_progress_bar *progress,
                        ft_results *results, ft_error *error) {
  ft_long_check long_check = {
      .trace = path, .read = q->read, .check = &q->check, .progress = progress};
  ft_trace *trace;
  q->check.progress = ft_show_checking;
  q->check.context = progress;
  ft_progress_bar_measure (progress, path);
  if (!ft_check_long (&long_check, &trace, results, error)) {
    trace = ft_trace_read (path, q->read, ft_show_reading, progress, error);
    if (trace)
      ft_check (trace, &q->check, results);
  }
  ft_progress_bar_clear (progress);
  return trace;
}

static int report (const request *q, const ft_trace *trace,
                   const ft_results *results, const ft_words *words) {
  ft_report r;
  ft_report_init (&r, trace, results, &q->check, q->read);
  ft_sources *sources = ft_sources_new (&r, true);
  r.sources = sources;
  int code = print (q, &r, words);
  ft_report_release (&r);
  ft_sources_free (sources);
  return code;
}

static int run (request *q, const ft_words *words) {
  ft_error error = FT_NO_ERROR;
  ft_progress_bar progress;
  ft_results results = {0};
  ft_progress_bar_init (&progress, (enum ft_when)q->progress);
  q->read = ft_subcommand_read_options (q->input_format, q->lenient);
  ft_trace *trace = check (q, words->begin[0], &progress, &results, &error);
  if (!trace)
    return ft_subcommand_fail (&error);
  ft_subcommand_warn (&trace->notes);
  int code = report (q, trace, &results, words);
  ft_results_release (&results);
  ft_trace_free (trace);
  return code;
}

int ft_cli_suppress (int argc, char **argv) {
  request q = {.check = FT_CHECK_DEFAULTS,
               .by = FT_SUPPRESS_FINGERPRINT,
               .input_format = -1};
  q.check.model = FT_MODEL_RELAXED;
  q.check.memory_by_orders = true;
  ft_words words = {0};
  int code;
  if (parse (&q, argc, argv, &words, &code) &&
      ft_record_expand (words.begin[0], false, &code))
    code = run (&q, &words);
  FT_RELEASE (words);
  return code;
}
