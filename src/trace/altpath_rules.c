#include "trace/altpath_rules.h"

#include <stdarg.h>
#include <stdio.h>

#include "trace/altpath_locks.h"
#include "trace/notes.h"

static bool fail (ft_strbuf *why, const char *format, ...) {
  char text[300];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  ft_strbuf_add (why, "%s", text);
  return false;
}

// ---- critical sections -----------------------------------------------------

// Whether an alternative path leaves its thread with the same locks as the
// events that it replaces.
static bool leaves_same_locks (const ft_tables *tables, const ft_altpath *x,
                               const ft_event *events, const ft_id *which,
                               ft_strbuf *why) {
  ft_unmatched_locks own = ft_unmatched_locks_of (
      tables->altpaths.events.begin + x->first, NULL, x->count);
  ft_unmatched_locks other = ft_unmatched_locks_of (events, which, x->replaces);
  ft_id bad = ft_unmatched_locks_differ (&own, &other);
  ft_unmatched_locks_release (&own);
  ft_unmatched_locks_release (&other);
  return bad == FT_NO_ID ||
         fail (why,
               "an alternative path and the events that it replaces leave lock "
               "'%.60s' in different states",
               ft_tables_name (tables, FT_CLASS_LOCK, bad));
}

// ---- one branch ------------------------------------------------------------

static bool check_outcomes (const ft_tables *tables, const ft_event *branch,
                            uint32_t first, ft_strbuf *why) {
  const ft_altpaths *a = &tables->altpaths;
  const ft_detail *d = ft_tables_detail (tables, branch);
  if (!d || !d->op || !d->operands_known || !(branch->flags & FT_HAS_VALUE))
    return fail (why, "a branch with alternative paths needs 'outcome', "
                      "'operator' and 'operands'");
  for (uint32_t i = first; i != FT_NO_ID; i = a->list.begin[i].next) {
    uint64_t outcome = a->list.begin[i].outcome;
    bool taken = outcome == branch->value;
    for (uint32_t j = first; j != i; j = a->list.begin[j].next)
      taken |= a->list.begin[j].outcome == outcome;
    if (taken)
      return fail (why,
                   "an alternative path has the outcome %llu of another path",
                   (unsigned long long)outcome);
  }
  return true;
}

// A nested branch, behind which 'left' events of its path follow.
static bool check_nested (const ft_tables *tables, uint32_t branch,
                          uint32_t left, ft_strbuf *why) {
  const ft_altpaths *a = &tables->altpaths;
  uint32_t first = a->of_event.begin[branch];
  if (first == FT_NO_ID)
    return true;
  for (uint32_t i = first; i != FT_NO_ID; i = a->list.begin[i].next) {
    uint32_t replaces = a->list.begin[i].replaces;
    if (replaces == FT_NEVER_MERGES)
      continue;
    if (replaces > left)
      return fail (why,
                   "an alternative path replaces %u events, but only %u "
                   "follow its branch",
                   replaces, left);
    if (!leaves_same_locks (tables, a->list.begin + i,
                            a->events.begin + branch + 1, NULL, why))
      return false;
  }
  return ft_altpaths_check_branch (tables, a->events.begin + branch, first,
                                   why);
}

static bool check_path (const ft_tables *tables, const ft_altpath *x,
                        ft_strbuf *why) {
  const ft_event *events = tables->altpaths.events.begin + x->first;
  for (uint32_t i = 0; i < x->count; i++)
    if (events[i].kind == FT_BRANCH && !(events[i].flags & FT_HAS_VALUE))
      return fail (why, "a branch in an alternative path needs 'outcome'");
  for (uint32_t i = 0; i < x->count; i++)
    if (!check_nested (tables, x->first + i, x->count - i - 1, why))
      return false;
  return true;
}

bool ft_altpaths_check_branch (const ft_tables *tables, const ft_event *branch,
                               uint32_t first, ft_strbuf *why) {
  const ft_altpaths *a = &tables->altpaths;
  if (!check_outcomes (tables, branch, first, why))
    return false;
  for (uint32_t i = first; i != FT_NO_ID; i = a->list.begin[i].next)
    if (!check_path (tables, a->list.begin + i, why))
      return false;
  return true;
}

// ---- the trace -------------------------------------------------------------

// The events of one thread.
typedef struct thread_events {
  FT_STACK (ft_id) events;
  ft_held_acquires held; // at the event at hand
} thread_events;

static void release_thread (thread_events *r) {
  FT_RELEASE (r->events);
  FT_RELEASE (r->held);
}

static bool may_be_replaced (const ft_event *e) {
  return e->flags & FT_DROPPED || e->kind == FT_FENCE ||
         ft_kind_accesses (e->kind) || ft_kind_computes (e->kind) ||
         ft_kind_acquires (e->kind) ||
         (ft_kind_releases (e->kind) && e->condition == FT_NO_ID);
}

static bool check_replaced (const ft_trace *t, const ft_id *after, size_t left,
                            const ft_altpath *x, ft_strbuf *why) {
  uint32_t replaces = x->replaces;
  if (replaces == FT_NEVER_MERGES)
    return true;
  if (replaces > left)
    return fail (why,
                 "an alternative path replaces %u events, but only %zu "
                 "events of the thread follow the branch",
                 replaces, left);
  for (uint32_t i = 0; i < replaces; i++)
    if (!may_be_replaced (t->events + after[i]))
      return fail (why,
                   "an alternative path replaces event %u, a '%s'; it can "
                   "replace accesses, fences, computations and sections",
                   after[i], ft_kind_name (t->events[after[i]].kind));
  return leaves_same_locks (&t->tables, x, t->events, after, why);
}

static bool check_held_locks (const ft_tables *tables,
                              const ft_held_acquires *held, uint32_t first,
                              ft_strbuf *why) {
  ft_id bad = ft_held_acquires_mismatch (tables, held, first);
  return bad == FT_NO_ID ||
         fail (
             why,
             "an alternative path acquires or releases lock '%.60s' otherwise "
             "than its thread holds it",
             ft_tables_name (tables, FT_CLASS_LOCK, bad));
}

static bool check_in_thread (const ft_trace *t, const thread_events *r,
                             size_t k, uint32_t first, ft_strbuf *why) {
  const ft_altpaths *a = &t->tables.altpaths;
  for (uint32_t i = first; i != FT_NO_ID; i = a->list.begin[i].next)
    if (!check_replaced (t, r->events.begin + k + 1, r->events.size - k - 1,
                         a->list.begin + i, why))
      return false;
  return ft_altpaths_check_branch (&t->tables, t->events + r->events.begin[k],
                                   first, why) &&
         check_held_locks (&t->tables, &r->held, first, why);
}

// A check of all branches.  A broken rule is an error or, if lenient, a note,
// and the alternative paths of the branch are dropped.
typedef struct check {
  ft_trace *trace;
  thread_events *threads; // by thread
  bool lenient;
  ft_error *error;
} check;

static bool report (const check *c, ft_pos at, const char *why) {
  if (c->lenient)
    ft_notes_add (&c->trace->notes, FT_NOTE_ALTPATH, at,
                  "%.200s: event %llu: alternative paths left out: %.250s",
                  c->trace->path, (unsigned long long)at, why);
  else
    ft_error_set (c->error, FT_EXIT_BAD_INPUT, "%.400s: event %llu: %s",
                  c->trace->path, (unsigned long long)at, why);
  return c->lenient;
}

static ft_id find_started (const check *c, uint32_t first);

static ft_id find_started_in (const check *c, const ft_altpath *x) {
  const ft_altpaths *a = &c->trace->tables.altpaths;
  for (uint32_t i = x->first; i < x->first + x->count; i++) {
    const ft_event *e = a->events.begin + i;
    if (e->kind == FT_FORK && !FT_EMPTY (c->threads[e->target].events))
      return e->target;
    ft_id inner = find_started (c, a->of_event.begin[i]);
    if (inner != FT_NO_ID)
      return inner;
  }
  return FT_NO_ID;
}

// A thread of which the trace has events and which one of these paths starts.
static ft_id find_started (const check *c, uint32_t first) {
  const ft_altpaths *a = &c->trace->tables.altpaths;
  ft_id found = FT_NO_ID;
  for (uint32_t i = first; i != FT_NO_ID && found == FT_NO_ID;
       i = a->list.begin[i].next)
    found = find_started_in (c, a->list.begin + i);
  return found;
}

static bool check_paths (const check *c, ft_tid thread, size_t k,
                         uint32_t first, ft_strbuf *why) {
  if (!check_in_thread (c->trace, c->threads + thread, k, first, why))
    return false;
  ft_id started = find_started (c, first);
  return started == FT_NO_ID ||
         fail (why,
               "an alternative path starts thread '%.60s', of which the "
               "trace has events",
               ft_trace_name (c->trace, FT_CLASS_THREAD, started));
}

static bool check_thread (const check *c, ft_tid thread) {
  ft_altpaths *a = &c->trace->tables.altpaths;
  bool fine = true;
  for (size_t k = 0; fine && k < c->threads[thread].events.size; k++) {
    ft_id at = c->threads[thread].events.begin[k];
    uint32_t first = ft_altpaths_at (a, at);
    ft_strbuf why = {0};
    if (first != FT_NO_ID && !ft_event_is_void (c->trace->events + at) &&
        !check_paths (c, thread, k, first, &why)) {
      fine = report (c, at, ft_strbuf_text (&why));
      ft_altpaths_forget (a, at);
    }
    ft_strbuf_release (&why);
    ft_held_acquires_step (&c->threads[thread].held, c->trace->events + at);
  }
  return fine;
}

bool ft_altpaths_check (ft_trace *t, bool lenient, ft_error *error) {
  ft_tid threads = ft_tables_count (&t->tables, FT_CLASS_THREAD);
  check c = {t, FT_ARRAY (thread_events, threads), lenient, error};
  bool fine = true;
  for (ft_id e = 0; e < t->size; e++)
    FT_PUSH (c.threads[t->events[e].thread].events, e);
  for (ft_tid thread = 0; fine && thread < threads; thread++)
    fine = check_thread (&c, thread);
  for (ft_tid thread = 0; thread < threads; thread++)
    release_thread (c.threads + thread);
  free (c.threads);
  return fine;
}
