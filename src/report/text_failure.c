// A failure in the text report: what fails, which order decides, what would
// prevent it, and the schedule that leads there.

#include "report/failure_order.h"
#include "report/replayed.h"
#include "report/row.h"
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

void ft_text_failure (const ft_text_writer *w, size_t i, bool full) {
  const ft_failure *f = w->report->results->failures + i;
  write_head (w, i + 1, f);
  if (f->verdict != FT_CERTIFIED) {
    write_text (w, "reason", f->reason ? f->reason : "?");
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
