#include "report/replayed.h"

#include "report/row.h"

void ft_replayed_label (ft_strbuf *line, const ft_replayed *r) {
  if (r->reached)
    ft_strbuf_add (line, ", CONFIRMED %u/%u", r->reached, r->runs);
  else if (r->runs)
    ft_strbuf_add (line, ", NOT REACHED 0/%u", r->runs);
}

void ft_replayed_verdict (ft_strbuf *line, const ft_replayed *r) {
  if (!r->runs)
    ft_strbuf_add (line, "not replayed");
  else if (r->reached == r->runs)
    ft_strbuf_add (line, "always (%u of %u)", r->reached, r->runs);
  else if (r->reached)
    ft_strbuf_add (line, "%u of %u", r->reached, r->runs);
  else
    ft_strbuf_add (line, "never (0 of %u)", r->runs);
}

void ft_replayed_why (FILE *file, const ft_replayed *r) {
  if (!r->why)
    return;
  ft_strbuf line = {0};
  ft_strbuf_add (&line, "  Replays: ");
  ft_replayed_verdict (&line, r);
  ft_strbuf_add (&line, "; ");
  ft_row_name (&line, r->why);
  ft_row_end (file, &line);
  ft_strbuf_release (&line);
}
