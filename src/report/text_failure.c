// A failure in the text report: what fails, which order decides, what would
// prevent it, and the schedule that leads there.

#include "report/failure_order.h"
#include "report/replayed.h"
#include "report/row.h"
#include "report/sources.h"
#include "report/text_race.h"

static void write_head (const ft_text_writer *w, size_t number,
                        const ft_failure *f) {
  ft_strbuf line = {0};
  ft_strbuf_add (&line, "F%zu  ", number);
  ft_failure_title (&line, w->report, f);
  ft_text_verdict (w, &line, f->verdict, FT_MODEL_MCM, f->known, f->suppressed,
                   &f->replayed, NULL);
  ft_strbuf_release (&line);
}

static void write_order (const ft_text_writer *w, const ft_failure *f) {
  ft_strbuf line = {0};
  ft_strbuf_add (&line, "  ");
  if (ft_failure_order_add (&line, w->report, f))
    ft_row_end (w->file, &line);
  ft_strbuf_release (&line);
  ft_strbuf_add (&line, "  what would prevent it: ");
  if (ft_failure_order_add_remedy (&line, w->report, f))
    ft_row_end (w->file, &line);
  ft_strbuf_release (&line);
}

static void write_text (const ft_text_writer *w, const char *head,
                        const char *text) {
  ft_strbuf line = {0};
  ft_strbuf_add (&line, "  %s: ", head);
  ft_row_name (&line, text);
  ft_row_end (w->file, &line);
  ft_strbuf_release (&line);
}

// What may decide a failure that the cause left undecided.
static const char *next_of (const ft_report *r, enum ft_cause cause) {
  switch (cause) {
  case FT_CAUSE_TIMEOUT:
  case FT_CAUSE_SOLVER:
    return "a longer --timeout";
  case FT_CAUSE_BUDGET:
    return "a longer --budget";
  case FT_CAUSE_MEMORY:
    return "a larger --memory";
  case FT_CAUSE_WINDOW:
    return "--window unbounded";
  case FT_CAUSE_STAGES:
    return "the same without --stages";
  case FT_CAUSE_INTERRUPTED:
    return "the same command, not interrupted";
  case FT_CAUSE_WORKER:
  case FT_CAUSE_INSTANCES:
  case FT_CAUSE_RECORDED:
  case FT_CAUSE_ASSUMED:
  case FT_CAUSE_MEMORY_MODEL:
  case FT_CAUSE_REFUSED:
  case FT_CAUSE_OTHER:
    break;
  }
  return r->sources && r->sources->replayable
             ? "another run, where other values are read: 'foretrace explore' looks for one"
             : "a trace of another run, where other values are read";
}

// Why a failure that is not certified has its verdict: in short unless verbose, as what
// was asked about single events takes many words.
static const char *reason_of (const ft_text_writer *w, const ft_failure *f) {
  if (f->verdict == FT_UNDECIDED && !w->style->verbose) {
    if (f->cause == FT_CAUSE_RECORDED)
      return "no order of what is known leads there, but values and paths that the "
             "trace does not know could";
    if (f->cause == FT_CAUSE_TIMEOUT || f->cause == FT_CAUSE_SOLVER)
      return "the time for one candidate was over before an answer was found";
    if (f->cause == FT_CAUSE_INSTANCES)
      return "no known path leads there at its last turns; others were not asked about";
  }
  return f->reason ? f->reason : "?";
}

void ft_text_failure (const ft_text_writer *w, size_t i, bool full) {
  const ft_failure *f = w->report->results->failures + i;
  write_head (w, i + 1, f);
  if (f->verdict != FT_CERTIFIED) {
    write_text (w, "reason", reason_of (w, f));
    if (f->verdict == FT_UNDECIDED)
      write_text (w, "may decide it", next_of (w->report, f->cause));
    return;
  }
  write_order (w, f);
  if (f->seen)
    write_text (w, "seen", f->seen);
  if (!full)
    return;
  ft_text_failing (w, f);
  ft_replayed_why (w->file, &f->replayed);
  ft_text_check (w, 'F', i + 1);
}
