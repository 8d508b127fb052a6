#include "report/list.h"

#include "report/finding.h"
#include "report/replayed.h"
#include "report/row.h"
#include "report/source_location.h"
#include "report/text_race.h"

static void add_verdict (ft_strbuf *line, const ft_results *x,
                         const ft_finding *f, bool color) {
  ft_strbuf_add (line, " [%s%s",
                 color ? ft_text_verdict_color (f->verdict) : "",
                 ft_verdict_name (f->verdict));
  if (f->replayed->reached)
    ft_strbuf_add (line, ", confirmed %u/%u", f->replayed->reached,
                   f->replayed->runs);
  else if (ft_replayed_failed (f->replayed))
    ft_strbuf_add (line, ", not reached by replays");
  else if (f->verdict == FT_CERTIFIED && ft_replayed_late (x, f->replayed))
    ft_strbuf_add (line, ", not replayed (time)");
  ft_strbuf_add (line, "%s%s%s] %c%zu", f->known ? ", known" : "",
                 f->suppressed ? ", suppressed" : "", color ? "\033[0m" : "",
                 f->letter, f->number);
}

static void write_finding (FILE *file, const ft_report *r, const ft_finding *f,
                           bool color) {
  ft_strbuf line = {0};
  ft_source_location_add (&line, r, f->events[0], true);
  ft_strbuf_add (&line, ": ");
  ft_finding_title (&line, r, f);
  for (uint32_t i = 1; i < f->count; i++) {
    ft_strbuf_add (&line, i > 1 ? ", " : " with ");
    ft_source_location_add (&line, r, f->events[i], true);
  }
  add_verdict (&line, r->results, f, color);
  ft_row_end (file, &line);
  ft_strbuf_release (&line);
}

void ft_report_list (FILE *file, const ft_report *r, bool refuted, bool color) {
  ft_finding f;
  for (size_t at = 0; ft_finding_next (r, &at, &f);)
    if (f.verdict != FT_REFUTED || refuted)
      write_finding (file, r, &f, color);
}
