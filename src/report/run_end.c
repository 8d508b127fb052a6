#include "report/run_end.h"

#include <inttypes.h>
#include <signal.h>
#include <string.h>

#include "report/race_kind.h"
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

// ---- a crash ---------------------------------------------------------------

bool ft_run_end_crashed (const ft_report *r) {
  return r->sources && r->sources->ending.crash;
}

void ft_run_end_add_signal (ft_strbuf *line, uint32_t signal) {
  const char *name = sigabbrev_np ((int)signal);
  if (name)
    ft_strbuf_add (line, "SIG%s", name);
  else
    ft_strbuf_add (line, "signal %" PRIu32, signal);
}

void ft_run_end_add_crash (ft_strbuf *line, const ft_report *r) {
  const ft_run_ending *x = &r->sources->ending;
  const char *text = sigdescr_np ((int)x->signal);
  ft_strbuf_add (line, "the recorded run was ended by ");
  ft_run_end_add_signal (line, x->signal);
  if (text)
    ft_strbuf_add (line, " (%s)", text);
  ft_strbuf_add (line, " in %s%s", x->thread,
                 FT_EMPTY (x->stack) ? ", outside of its recorded functions"
                                     : "");
}

static bool is_on_stack (const ft_run_ending *x, const char *function) {
  for (size_t i = 0; i < x->stack.size; i++)
    if (!strcmp (x->stack.begin[i].function, function))
      return true;
  return false;
}

static bool access_touches (const ft_report *r, ft_id event) {
  const ft_run_ending *x = &r->sources->ending;
  const ft_description *d = ft_sources_at (r->sources, event);
  char name[FT_THREAD_NAME_SIZE];
  if (!d || !d->stack.size)
    return false;
  ft_thread_name (name, d->thread);
  const ft_frame *own = d->stack.frames + ft_sources_own_frame (&d->stack);
  return !strcmp (name, x->thread) && is_on_stack (x, own->function);
}

// The allocator may notice a second free only when a thread that freed the block
// is over, and its functions have returned: it gives back what it had freed.
static bool is_noticed_at_end (const ft_report *r, const ft_race *race) {
  const ft_run_ending *x = &r->sources->ending;
  bool is_there = false;
  for (int i = 0; i < 2; i++) {
    const ft_event *e = r->trace->events + race->pair[i];
    is_there |= !strcmp (ft_trace_name (r->trace, FT_CLASS_THREAD, e->thread),
                         x->thread);
  }
  return x->signal == SIGABRT && FT_EMPTY (x->stack) && is_there &&
         ft_race_kind_of (r->trace, race->pair) == FT_RACE_KIND_DOUBLE_FREE;
}

bool ft_run_end_touches (const ft_report *r, const ft_race *race) {
  return ft_run_end_crashed (r) && race->verdict == FT_CERTIFIED &&
         !ft_report_omits (r, race) &&
         (access_touches (r, race->pair[0]) ||
          access_touches (r, race->pair[1]) || is_noticed_at_end (r, race));
}

void ft_run_end_add_races (ft_strbuf *line, const ft_report *r) {
  enum { MOST = 8 };
  bool is_over = FT_EMPTY (r->sources->ending.stack);
  size_t count = 0;
  for (size_t i = 0; i < r->results->certified; i++) {
    if (!ft_run_end_touches (r, r->ranked[i]))
      continue;
    if (count++ < MOST)
      ft_strbuf_add (line, "%sR%zu", count > 1 ? ", " : "", i + 1);
  }
  if (count > MOST)
    ft_strbuf_add (line, " and %zu more", count - MOST);
  if (count)
    ft_strbuf_add (line, " %s %s %s%s", count > 1 ? "have" : "has",
                   is_over ? "a free by" : "accesses of", r->sources->ending.thread,
                   is_over ? ", whose functions had returned" : " in these functions");
}
