// See 'verify.h'.

#include "witness/verify.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/option.h"
#include "base/utf8.h"
#include "format/packed.h"
#include "format/whole.h"
#include "witness/checker.h"
#include "witness/document.h"

typedef struct ft_verify_request {
  const char *program, *trace, *witness, *race;
  int format;
  bool lenient, quiet, help;
} ft_verify_request;

static const char *const formats[] = {"std",    "rr",         "jsonl",
                                      "packed", "compressed", NULL};

static const char head[] =
    "usage: %s TRACE WITNESS [options]\n\n"
    "Checks independently of any search that the schedules in WITNESS are\n"
    "correct reorderings of TRACE and expose their races, deadlocks and\n"
    "failures.\n"
    "TRACE is a file, or a recorded run with the file " FT_PACKED_OF_RUN
    ", which\n"
    "'foretrace check' writes there.\n"
    "WITNESS is a foretrace-witness/1 file or a report of 'foretrace check\n"
    "--format json'.\n"
    "Exit code: 0 all accepted, 65 one rejected or malformed.\n\nOptions:\n";

static const char example[] =
    "\nExample:\n"
    "  foretrace check --format json -o races.json trace.std\n"
    "  %s trace.std races.json --race R1\n";

static int fail (const ft_verify_request *q, const ft_error *error) {
  fprintf (stderr, "%s: %s", q->program, error->message);
  if (error->code == FT_EXIT_USAGE)
    fprintf (stderr, " (see %s --help)", q->program);
  putc ('\n', stderr);
  return error->code;
}

static bool take_words (ft_verify_request *q, const ft_words *words,
                        ft_error *error) {
  if (words->size != 2) {
    ft_error_set (error, FT_EXIT_USAGE, "expected TRACE WITNESS, found %zu",
                  words->size);
    return false;
  }
  q->trace = words->begin[0];
  q->witness = words->begin[1];
  return true;
}

static bool parse (ft_verify_request *q, int argc, char **argv,
                   ft_error *error) {
  const ft_option table[] = {
      {"race", 0, "ID", &ft_option_text, &q->race,
       "check only the race, deadlock or failure with this\nid, e.g. R1, D1 or F1"},
      {"input-format", 0, "FORMAT", &ft_option_choice, &q->format,
       "std, rr, jsonl, packed or compressed (default: from\nname and "
       "content)",
       formats},
      {"lenient", 0, NULL, &ft_option_flag, &q->lenient,
       "repair a malformed trace where that is possible"},
      {"quiet", 'q', NULL, &ft_option_flag, &q->quiet,
       "print only what is rejected"},
      {"help", 'h', NULL, &ft_option_flag, &q->help, "show this help"},
      {NULL},
  };
  ft_words words = {0};
  q->help = ft_options_listed (table, argc, argv);
  if (q->help)
    return true;
  bool fine = ft_options_parse (table, argc, argv, &words, error);
  if (fine && q->help) {
    printf (head, q->program);
    ft_options_help (stdout, table);
    printf (example, q->program);
  } else if (fine)
    fine = take_words (q, &words, error);
  FT_RELEASE (words);
  return fine;
}

static void print_access (const ft_trace *trace, ft_id position) {
  const ft_event *e = trace->events + position;
  char *thread =
      ft_utf8_printable (ft_trace_name (trace, FT_CLASS_THREAD, e->thread));
  char *target = ft_utf8_printable (ft_trace_target_name (trace, e));
  printf ("%s %s%s%s (event %" PRIu32 ")", thread,
          ft_event_fails (e) ? ft_mark_name ((enum ft_mark)e->value)
                             : ft_kind_name (ft_event_shown_kind (e)),
          e->target == FT_NO_ID ? "" : " ", e->target == FT_NO_ID ? "" : target,
          position);
  free (thread);
  free (target);
}

static void print_cycle (const ft_trace *trace, const ft_witness *w) {
  printf ("deadlock: ");
  for (size_t i = 0; i < w->blocked.size; i++) {
    if (i)
      printf (" -> ");
    print_access (trace, w->blocked.begin[i]);
  }
}

static void print_failure (const ft_trace *trace, const ft_witness *w) {
  printf ("failure: %s, ", ft_failure_words (w->failure));
  if (w->freed != FT_NO_ID) {
    print_access (trace, w->freed);
    printf (" before ");
  }
  print_access (trace, w->fails);
}

static void print_witness (const ft_trace *trace, const ft_witness *w,
                           bool accepted, const char *why) {
  char *id = ft_utf8_printable (w->id), *reason = ft_utf8_printable (why);
  printf ("%s: %s%s", accepted ? "accepted" : "rejected", id, *id ? " " : "");
  if (w->failure != FT_FAILURE_NONE)
    print_failure (trace, w);
  else if (FT_EMPTY (w->blocked)) {
    print_access (trace, w->pair[0]);
    printf (" <-> ");
    print_access (trace, w->pair[1]);
  } else
    print_cycle (trace, w);
  printf (", schedule of %zu events%s%s\n", w->schedule.size,
          accepted ? "" : ": ", reason);
  free (id);
  free (reason);
}

static int check_all (const ft_verify_request *q, const ft_trace *trace,
                      const ft_witness *witnesses, int count) {
  ft_checker *checker = ft_checker_new (trace);
  int rejected = 0;
  for (int i = 0; i < count; i++) {
    ft_strbuf why = {0};
    bool accepted = ft_checker_accepts (checker, witnesses + i, &why);
    rejected += !accepted;
    if (!accepted || !q->quiet)
      print_witness (trace, witnesses + i, accepted, ft_strbuf_text (&why));
    ft_strbuf_release (&why);
  }
  ft_checker_free (checker);
  return rejected ? FT_EXIT_BAD_INPUT : FT_EXIT_OK;
}

static int report_empty (const ft_verify_request *q) {
  if (!q->quiet)
    printf ("%s holds no witness\n", q->witness);
  return FT_EXIT_OK;
}

static int verify (const ft_verify_request *q, const ft_trace *trace,
                   const ft_witness_document *document) {
  ft_error error = FT_NO_ERROR;
  ft_witness *witnesses;
  int count =
      ft_witness_read_document (document, trace, q->race, &witnesses, &error);
  if (count < 0)
    return fail (q, &error);
  int code = count ? check_all (q, trace, witnesses, count) : report_empty (q);
  for (int i = 0; i < count; i++)
    ft_witness_release (witnesses + i);
  free (witnesses);
  return code;
}

// A damaged trace in a recorded run is written again by the next check.
static int fail_reading (const ft_verify_request *q,
                         const ft_witness_document *document, ft_error error) {
  ft_error whole = error;
  if (document->remedy)
    ft_error_set (&whole, error.code, "%.700s; %s",
                  error.message, document->remedy);
  return fail (q, &whole);
}

// Warnings about the trace are left out: the check has printed them, and the
// output here is the verdict.
static int read_and_verify (const ft_verify_request *q, const char *path,
                            const ft_witness_document *document) {
  ft_error error = FT_NO_ERROR;
  ft_read_options options = {.format =
                                 q->format < 0 ? NULL : formats[q->format],
                             .lenient = q->lenient,
                             .most = ft_witness_document_events (document)};
  ft_trace *trace =
      ft_trace_read_file (path, options, (ft_progress_callback){0}, &error);
  if (!trace)
    return fail_reading (q, document, error);
  int code = verify (q, trace, document);
  ft_trace_free (trace);
  return code;
}

static bool is_directory (const char *path) {
  struct stat status;
  return !stat (path, &status) && S_ISDIR (status.st_mode);
}

// Loading a recorded run takes more code than the rest of the checker, so that
// the trace of a run is the file that the check wrote into it.
static int verify_run (const ft_verify_request *q,
                       ft_witness_document *document) {
  ft_error error = FT_NO_ERROR;
  ft_strbuf path = {0};
  int code;
  ft_strbuf_add (&path, "%s/" FT_PACKED_OF_RUN, q->trace);
  document->remedy = "check the run again, which writes its trace anew";
  if (is_directory (ft_strbuf_text (&path))) {
    ft_error_set (&error, FT_EXIT_BAD_INPUT,
                  "%.400s: is a directory instead of the trace; remove it and "
                  "check the run again",
                  ft_strbuf_text (&path));
    code = fail (q, &error);
  } else if (!access (ft_strbuf_text (&path), F_OK))
    code = read_and_verify (q, ft_strbuf_text (&path), document);
  else if (!q->race && ft_witness_document_is_empty (document))
    code = report_empty (q);
  else {
    ft_error_set (&error, FT_EXIT_BAD_INPUT,
                  "%.200s: has no " FT_PACKED_OF_RUN ", which 'foretrace "
                  "check' leaves in a recorded run when it certifies "
                  "something; where it cannot write, verify what 'foretrace "
                  "convert %.200s run.ftp' writes",
                  q->trace, q->trace);
    code = fail (q, &error);
  }
  ft_strbuf_release (&path);
  return code;
}

static int run (const ft_verify_request *q) {
  ft_error error = FT_NO_ERROR;
  ft_witness_document *document = ft_witness_document_load (q->witness, &error);
  if (!document)
    return fail (q, &error);
  int code = is_directory (q->trace) ? verify_run (q, document)
                                     : read_and_verify (q, q->trace, document);
  ft_witness_document_free (document);
  return code;
}

int ft_verify_main (const char *program, int argc, char **argv) {
  ft_verify_request q = {.program = program, .format = -1};
  ft_error error = FT_NO_ERROR;
  if (!parse (&q, argc, argv, &error))
    return fail (&q, &error);
  int code = q.help ? FT_EXIT_OK : run (&q);
  if (!fflush (stdout) && !ferror (stdout))
    return code;
  ft_error_set (&error, FT_EXIT_ENVIRONMENT, "cannot write the result");
  return fail (&q, &error);
}
