// 'foretrace explain': why a race was hidden, or why a pair cannot race.

#include <unistd.h>

#include "base/output.h"
#include "base/shell.h"
#include "cli/subcommand.h"
#include "cli/explain_query.h"
#include "cli/explain_finding.h"
#include "cli/record_options.h"
#include "report/explain_report.h"
#include "report/progress_bar.h"
#include "load/open.h"

static const ft_subcommand command = {
    "explain",
    "TRACE RACE | TRACE LOC LOC [options]",
    "Explains a pair of accesses.  A certified race: what hid it in the\n"
    "recorded run, and what its schedule changes.  An impossible one: the\n"
    "orders that contradict each other, step by step.  An undecided one: what\n"
    "stopped the search and what to try.  Two locations: what keeps them\n"
    "apart, or their pairs with verdicts.\n"
    "RACE is an id as 'check' numbers them (R3), two event positions (12,49)\n"
    "or a fingerprint.  D3 is a deadlock and F3 a failure, in text only: who\n"
    "waits for whom, or which order of which accesses decides; the schedule\n"
    "that leads there, or why none does.  LOC is a location of the trace, or\n"
    "@12 for an event.\n"
    "Exit status: 0 explained, 64 usage or no such race or location, 65 bad\n"
    "trace or results, 69 environment unusable, 70 internal error.\n",
    "  foretrace explain examples/hidden.std R1\n"
    "  foretrace explain examples/cache.std cache.c:18 cache.c:32\n",
    2,
    1};

typedef struct request {
  ft_check_options check;
  ft_read_options read;
  const char *results, *output;
  int format, input_format, encoding, progress, color, assume, memory_model;
  bool lenient, verbose, help;
} request;

static const char *const encodings[] = {"order", "idl", NULL};

static bool check_finding (const request *q, const ft_words *words, int *code) {
  ft_finding_id id;
  bool fine = words->size != 2 || !ft_finding_id_read (words->begin[1], &id) ||
              (q->format == FT_FORMAT_TEXT && !q->results);
  if (!fine)
    *code = ft_subcommand_misused (
        &command, "deadlocks and failures are explained in text, from a check "
                  "of their own; 'check --format json' has all");
  return fine;
}

static bool parse (request *q, int argc, char **argv, ft_words *words,
                   int *code) {
  const ft_option table[] = {
      {"results", 'r', "FILE", &ft_option_text, &q->results,
       "take ids from this JSON report of a check, which is\n"
       "otherwise run again with its default options"},
      {"timeout", 't', "S", &ft_option_seconds, &q->check.timeout,
       "seconds per pair (default 10)"},
      {"memory", 'm', "SIZE", &ft_option_bytes, &q->check.memory,
       "for constraints, such as 512M (default 4G, 0: no limit)"},
      {"jobs", 'j', "N", &ft_option_count, &q->check.jobs,
       "solver workers of the check (default: one per\nprocessor)"},
      {"encoding", 0, "ENC", &ft_option_choice, &q->encoding,
       "for the solver: order (default) or idl", encodings},
      FT_ROW_MEMORY_MODEL (&q->memory_model),
      FT_ROW_ASSUME (&q->assume),
      FT_ROW_FORMAT (&q->format),
      FT_ROW_OUTPUT (&q->output),
      FT_ROW_INPUT_FORMAT (&q->input_format),
      FT_ROW_LENIENT (&q->lenient),
      FT_ROW_COLOR (&q->color),
      FT_ROW_PROGRESS (&q->progress),
      {"verbose", 'v', NULL, &ft_option_flag, &q->verbose,
       "the whole schedule, every step"},
      FT_OPTION_HELP (&q->help),
      FT_OPTION_END,
  };
  return ft_subcommand_begin (&command, table, &q->help, argc, argv, words,
                              code) &&
         check_finding (q, words, code);
}

static bool parse_query (const request *q, const ft_facts *facts,
                         const ft_words *words, ft_explain_query *asked,
                         ft_error *error) {
  return words->size == 3
             ? ft_explain_query_locations (asked, facts, words->begin + 1,
                                           error)
             : ft_explain_query_race (asked, facts, q->read, &q->check,
                                      words->begin[1], q->results, error);
}

// Prints the command that replays a race of a recorded run which the user named
// by its id and which is certified.
static void write_next (FILE *file, const request *q, const ft_words *words,
                        const ft_trace *trace,
                        const ft_explanations *explained) {
  ft_strbuf line = {0};
  const char *run = words->begin[0], *id = words->begin[1];
  ft_strbuf_add (&line, "%s/run.json", run);
  if (words->size != 2 || *id != 'R' || !explained->pairs.size ||
      explained->pairs.begin->race.verdict != FT_CERTIFIED ||
      access (ft_strbuf_text (&line), F_OK)) {
    ft_strbuf_release (&line);
    return;
  }
  ft_strbuf_release (&line);
  ft_strbuf_add (&line, "replay: foretrace replay ");
  ft_shell_word (&line, run);
  bool c11 = explained->pairs.begin->race.witness.memory != FT_MEMORY_SC;
  ft_strbuf_add (&line, " %s%s%s%s", id, c11 ? "" : " --gdb",
                 ft_check_memory_option (&q->check, trace), q->read.independent ? " --assume-unrecorded independent" : "");
  if (q->results) {
    ft_strbuf_add (&line, " --results ");
    ft_shell_word (&line, q->results);
  }
  fprintf (file, "\n%s\n", ft_strbuf_text (&line));
  ft_strbuf_release (&line);
}

static int report (const request *q, const ft_facts *facts,
                   const ft_words *words, const ft_explain_query *asked,
                   const ft_explanations *explained) {
  ft_error error = FT_NO_ERROR;
  ft_output out;
  ft_explain_report r = {.trace = facts->trace,
                         .facts = facts,
                         .explained = explained,
                         .options = &q->check,
                         .asked = ft_strbuf_text (&asked->name),
                         .color = ft_subcommand_color (q->color, q->output),
                         .verbose = q->verbose};
  if (!ft_output_open (&out, q->output, &error))
    return ft_subcommand_fail (&error);
  if (q->format == FT_FORMAT_JSON)
    ft_explain_json (out.file, &r);
  else {
    ft_explain_text (out.file, &r);
    write_next (out.file, q, words, r.trace, explained);
  }
  return ft_output_commit (&out, &error) ? FT_EXIT_OK
                                         : ft_subcommand_fail (&error);
}

static int explain (request *q, const ft_trace *trace, const ft_words *words,
                    ft_progress_bar *progress) {
  ft_error error = FT_NO_ERROR;
  ft_explain_query asked = {0};
  ft_explanations explained = {0};
  ft_facts *facts = ft_facts_new (trace);
  q->check.progress = ft_show_checking;
  q->check.context = progress;
  bool fine = parse_query (q, facts, words, &asked, &error);
  if (fine)
    ft_explain_locations (facts, &q->check, asked.accesses, asked.accesses + 1,
                          &explained);
  ft_progress_bar_clear (progress);
  int code = fine ? report (q, facts, words, &asked, &explained)
                  : ft_subcommand_fail (&error);
  ft_explanations_release (&explained);
  ft_explain_query_release (&asked);
  ft_facts_free (facts);
  return code;
}

static int explain_finding (request *q, const ft_trace *trace, ft_finding_id id,
                            ft_progress_bar *progress) {
  ft_error error = FT_NO_ERROR;
  ft_output out;
  q->check.progress = ft_show_checking;
  q->check.context = progress;
  if (!ft_output_open (&out, q->output, &error))
    return ft_subcommand_fail (&error);
  bool fine =
      ft_explain_finding (out.file, trace, q->read, &q->check, id, &error);
  ft_progress_bar_clear (progress);
  if (fine && ft_output_commit (&out, &error))
    return FT_EXIT_OK;
  if (!fine)
    ft_output_abandon (&out);
  return ft_subcommand_fail (&error);
}

static int run (request *q, const ft_words *words) {
  ft_error error = FT_NO_ERROR;
  ft_progress_bar progress;
  ft_progress_bar_init (&progress, (enum ft_when)q->progress);
  q->check.encoding = (enum ft_encoding)q->encoding;
  ft_subcommand_memory_model (q->memory_model, &q->check);
  q->read = ft_subcommand_read_options (q->input_format, q->lenient);
  q->read.independent = q->assume == 1;
  if (q->results &&
      !ft_explain_query_events (q->results, &q->read.most, &error))
    return ft_subcommand_fail (&error);
  ft_progress_bar_measure (&progress, words->begin[0]);
  ft_trace *trace = ft_trace_read (words->begin[0], q->read, ft_show_reading,
                                   &progress, &error);
  ft_progress_bar_clear (&progress);
  if (!trace)
    return ft_subcommand_fail (&error);
  ft_subcommand_settle_memory_model (&q->check, trace);
  ft_subcommand_warn (&trace->notes);
  ft_finding_id id;
  int code = words->size == 2 && ft_finding_id_read (words->begin[1], &id)
                 ? explain_finding (q, trace, id, &progress)
                 : explain (q, trace, words, &progress);
  ft_trace_free (trace);
  return code;
}

int ft_cli_explain (int argc, char **argv) {
  request q = {.check = FT_CHECK_DEFAULTS, .input_format = -1};
  q.check.model = FT_MODEL_RELAXED;
  ft_words words = {0};
  int code;
  if (parse (&q, argc, argv, &words, &code) &&
      ft_record_expand (words.begin[0], false, &code))
    code = run (&q, &words);
  FT_RELEASE (words);
  return code;
}
