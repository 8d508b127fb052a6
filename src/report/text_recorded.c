// The sentence about the recorded run: one fact that can be checked in the
// trace, or the relations that order the pair.
//
// A lock that the first thread releases after its access and the second thread
// acquires later, before its own access, hides a race from tools that only
// order events: the release comes before the acquire, so that the two accesses
// are ordered.

#include "report/text_race.h"

#include "base/hash.h"
#include "report/row.h"

// Finds the first release of each lock by the thread of the first access, after
// this access and before the second one.
static void find_releases (const ft_text_writer *w, const ft_race *race,
                           ft_map *first) {
  const ft_index *x = w->index;
  const ft_event *events = w->report->trace->events;
  ft_tid t = events[race->pair[0]].thread;
  for (ft_id k = x->local[race->pair[0]]; k < ft_index_length (x, t); k++) {
    ft_id position = ft_index_event (x, t, k);
    if (position > race->pair[1])
      break;
    const ft_event *e = events + position;
    if (e->kind != FT_RELEASE || ft_event_is_void (e))
      continue;
    uint32_t *at = ft_map_at (first, e->target);
    if (*at == FT_NO_ID)
      *at = position;
  }
}

// A lock that the thread of the second access acquired after such a release,
// the last one before the access; FT_NO_ID if there is none.
static ft_id find_lock (const ft_text_writer *w, const ft_race *race) {
  const ft_index *x = w->index;
  const ft_event *events = w->report->trace->events;
  ft_tid t = events[race->pair[1]].thread;
  ft_map first = {0};
  find_releases (w, race, &first);
  ft_id lock = FT_NO_ID;
  for (ft_id k = x->local[race->pair[1]]; k-- > 0 && lock == FT_NO_ID;) {
    ft_id position = ft_index_event (x, t, k);
    if (position < race->pair[0])
      break;
    const ft_event *e = events + position;
    if (!ft_kind_acquires (e->kind) || ft_event_is_void (e))
      continue;
    if (ft_map_get (&first, e->target) < position)
      lock = e->target;
  }
  ft_map_release (&first);
  return lock;
}

static void add_lock (ft_strbuf *line, const ft_text_writer *w,
                      const ft_race *race, ft_id lock) {
  const ft_trace *t = w->report->trace;
  const ft_event *events = t->events;
  ft_strbuf_add (line, "In the recorded run ");
  ft_row_name (
      line, ft_trace_name (t, FT_CLASS_THREAD, events[race->pair[0]].thread));
  ft_strbuf_add (line, " released ");
  ft_row_name (line, ft_trace_name (t, FT_CLASS_LOCK, lock));
  ft_strbuf_add (line, " before ");
  ft_row_name (
      line, ft_trace_name (t, FT_CLASS_THREAD, events[race->pair[1]].thread));
  ft_strbuf_add (line, " took it, which hid the race.");
}

void ft_text_add_recorded (ft_strbuf *line, const ft_text_writer *w,
                           const ft_race *race) {
  if (race->pair[1] >= w->report->trace->size) {
    ft_strbuf_add (line, "In the recorded run the thread went another way.");
    return;
  }
  if (!race->unordered_by)
    return; // the budget ended before it was known
  bool ordered = !(race->unordered_by >> FT_REL_HB & 1);
  ft_id lock = ordered ? find_lock (w, race) : FT_NO_ID;
  if (lock != FT_NO_ID)
    add_lock (line, w, race, lock);
  else if (ordered)
    ft_strbuf_add (line, "In the recorded run happens-before ordered the "
                         "two accesses, which hid the race.");
  else
    ft_strbuf_add (line,
                   "In the recorded run nothing ordered the two accesses.");
}

void ft_text_recorded (const ft_text_writer *w, const ft_race *race) {
  ft_strbuf line = {0};
  if (!race->unordered_by)
    return;
  ft_strbuf_add (&line, "  ");
  ft_text_add_recorded (&line, w, race);
  ft_row_end (w->file, &line);
  ft_strbuf_release (&line);
}
