#include "certify/vindicate.h"
#include "base/debug_log.h"

#define RANDOM_TRIES 4 // linearisations by seed, after the two fixed ones
#define CLOSE_TRIES                                                            \
  16 // limit on the sections closed because they blocked
     // others

struct vindication {
  ft_closure closure;
  ft_cone *cone;
  uint64_t memory;
  bool (*accept) (void *, const ft_ids *);
  void *context;
  ft_ids schedule;
};

// ---- which open sections to close ----------------------------------------

static bool excludes (const ft_facts *f, ft_id a, ft_id b) {
  return f->trace->events[a].kind == FT_ACQUIRE ||
         f->trace->events[b].kind == FT_ACQUIRE;
}

// The last section of a list below 'top', or FT_NO_ID.
static ft_id last_section (const ft_cone *c, const ft_access_list *list) {
  const ft_access_lists *l = c->facts->acquires;
  ft_id i = ft_access_list_from (l, list, c->top[list->thread]);
  return i == list->begin ? FT_NO_ID : l->events[i - 1];
}

static bool is_open (const ft_cone *c, ft_id acquire) {
  ft_id release = c->facts->index->match[acquire];
  ft_tid t = c->facts->trace->events[acquire].thread;
  return release == FT_NO_ID || c->facts->index->local[release] >= c->top[t];
}

static bool close_section (ft_cone *c, ft_id acquire) {
  ft_id release = c->facts->index->match[acquire];
  return release != FT_NO_ID &&
         ft_cone_try (c, c->facts->trace->events[acquire].thread,
                      c->facts->index->local[release] + 1);
}

// Whether another thread took the lock later in the trace, below 'top'.
static bool is_followed (const ft_cone *c, ft_id acquire) {
  const ft_event *event = c->facts->trace->events + acquire;
  const ft_access_lists *l = c->facts->acquires;
  for (ft_id i = l->list_begin[event->target];
       i < l->list_begin[event->target + 1]; i++) {
    ft_id last = last_section (c, l->lists.begin + i);
    if (l->lists.begin[i].thread != event->thread && last != FT_NO_ID &&
        last > acquire && excludes (c->facts, acquire, last))
      return true;
  }
  return false;
}

// Closes the other sections: an open section that cannot be closed is the last
// on its lock.
static bool close_others (ft_cone *c, ft_id acquire, bool *grew) {
  const ft_event *event = c->facts->trace->events + acquire;
  const ft_access_lists *l = c->facts->acquires;
  for (ft_id i = l->list_begin[event->target];
       i < l->list_begin[event->target + 1]; i++) {
    ft_id last = last_section (c, l->lists.begin + i);
    if (l->lists.begin[i].thread == event->thread || last == FT_NO_ID ||
        !is_open (c, last) || !excludes (c->facts, acquire, last))
      continue;
    if (!close_section (c, last))
      return false;
    *grew = true;
  }
  return true;
}

static bool settle_thread (ft_cone *c, ft_tid t, bool *grew) {
  const ft_index *x = c->facts->index;
  for (ft_id h = ft_index_held_at (x, t, c->top[t]); h;
       h = x->cells.begin[h].outer) {
    ft_id acquire = x->cells.begin[h].acquire;
    if (!is_followed (c, acquire))
      continue;
    if (close_section (c, acquire)) {
      *grew = true;
      return true; // the locks that 't' holds have changed
    }
    if (!close_others (c, acquire, grew))
      return false;
  }
  return true;
}

// Grows 'top' until every section that is left open may come last on its lock,
// as far as the recorded order shows; false if that is impossible.
static bool settle_sections (ft_cone *c) {
  for (bool grew = true; grew;) {
    grew = false;
    for (ft_tid t = 0; t < c->facts->index->threads; t++)
      if (!settle_thread (c, t, &grew))
        return false;
  }
  return true;
}

// ---- schedules -----------------------------------------------------------

static bool linearise (struct vindication *v, ft_id *blocked) {
  for (int i = 0; i < 2 + RANDOM_TRIES; i++) {
    bool puts_off = v->cone->put_off != FT_NO_ID;
    enum ft_greedy_policy policy = i == 0   ? puts_off ? FT_GREEDY_PUT_OFF
                                                       : FT_GREEDY_RECORDED
                                   : i == 1 ? FT_GREEDY_STAY
                                            : FT_GREEDY_RANDOM;
    ft_id stuck;
    if (ft_greedy (&v->closure, policy, (uint64_t)i, &v->schedule, &stuck)) {
      if (v->accept (v->context, &v->schedule))
        return true;
    } else if (!i)
      *blocked = stuck;
  }
  return false;
}

static bool construct (struct vindication *v) {
  for (int i = 0; i < CLOSE_TRIES; i++) {
    ft_id blocked = FT_NO_ID;
    if (!settle_sections (v->cone) ||
        ft_closure_saturate_top (&v->closure, v->memory) !=
            FT_CLOSURE_SATURATED)
      return false;
    if (linearise (v, &blocked))
      return true;
    if (blocked == FT_NO_ID || !close_section (v->cone, blocked))
      return false;
  }
  return false;
}

enum ft_vindication ft_vindicate (ft_cone *cone, uint64_t memory,
                                  bool (*accept) (void *, const ft_ids *),
                                  void *context, ft_strbuf *why) {
  struct vindication v = {
      .cone = cone, .memory = memory, .accept = accept, .context = context};
  ft_closure_init (&v.closure, cone);
  enum ft_vindication result = FT_NOT_DECIDED;
  switch (ft_closure_saturate_base (&v.closure, memory)) {
  case FT_CLOSURE_CONTRADICTION:
    if (!cone->question.c11) // the caller has a reason of its own
      ft_closure_explain (&v.closure, why);
    result = FT_DISPROVED;
    break;
  case FT_CLOSURE_SATURATED:
    if (accept && construct (&v))
      result = FT_VINDICATED;
    break;
  case FT_CLOSURE_TOO_LARGE:
    break;
  }
  FT_DEBUG (CERTIFY, 1, "graph: %s",
            result == FT_DISPROVED    ? "disproved"
            : result == FT_VINDICATED ? "vindicated by a greedy schedule"
                                      : "not decided");
  ft_closure_release (&v.closure);
  FT_RELEASE (v.schedule.list);
  return result;
}
