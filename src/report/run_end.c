#include "report/run_end.h"

#include "report/row.h"

const char ft_run_end_headline[] =
    "the recorded run ended since no thread of it could go on";

bool ft_run_end_deadlocked (const ft_report *r) {
  return r->sources && r->sources->deadlock.threads.size;
}

void ft_run_end_add (ft_strbuf *line, const ft_deadlocked_thread *t) {
  ft_strbuf_add (line, "%s waits ", t->name);
  if (*t->awaited)
    ft_strbuf_add (line, "for the end of %s ", t->awaited);
  ft_strbuf_add (line, "at ");
  ft_row_name (line, t->location);
}
