#include "report/failure_order.h"

#include <string.h>

#include "report/row.h"
#include "report/title.h"
#include "trace/assumed.h"
#include "report/sources.h"

// ---- the order -------------------------------------------------------------

// Steps of a schedule that are looked at, the last ones.
enum { MOST_STEPS = 4096 };

static size_t first_step (const ft_witness *w) {
  return w->schedule.size > MOST_STEPS ? w->schedule.size - MOST_STEPS : 0;
}

static const ft_event *event_at (const ft_trace *t, ft_id event) {
  return t->events + event;
}

static bool is_access (const ft_trace *t, ft_id event) {
  const ft_event *e = event_at (t, event);
  return ft_kind_accesses (e->kind) && !ft_event_is_void (e);
}

// The last access of the thread to the variable before step 'end' of the
// schedule; SIZE_MAX: none.
static size_t previous_access (const ft_trace *t, const ft_witness *w,
                               size_t end) {
  const ft_event *e = event_at (t, w->schedule.begin[end]);
  for (size_t i = end; i-- > first_step (w);) {
    const ft_event *f = event_at (t, w->schedule.begin[i]);
    if (f->thread == e->thread && f->target == e->target &&
        is_access (t, w->schedule.begin[i]) && f->mask & e->mask)
      return i;
  }
  return SIZE_MAX;
}

static bool was_between (const ft_trace *t, ft_id a, ft_id between, ft_id b) {
  return between < t->size && between > a && (b >= t->size || between < b);
}

// Finds an access between steps 'from' and 'to' that the run did not have
// there.
static bool find_between (const ft_trace *t, const ft_witness *w, size_t from,
                          size_t to, ft_failure_order *o) {
  ft_id a = w->schedule.begin[from], b = w->schedule.begin[to];
  for (size_t i = to; i-- > from + 1;) {
    ft_id c = w->schedule.begin[i];
    const ft_event *between = event_at (t, c);
    if (is_access (t, c) && ft_event_conflicts (between, event_at (t, a)) &&
        ft_event_conflicts (between, event_at (t, b)) &&
        ft_event_unserializable (event_at (t, a), between, event_at (t, b)) &&
        !was_between (t, a, c, b)) {
      *o = (ft_failure_order){FT_FAILURE_ORDER_BETWEEN, {a, c, b}, FT_NO_ID};
      return true;
    }
  }
  return false;
}

// A lock that the thread gives back between the two accesses and takes again.
static ft_id find_lock (const ft_trace *t, const ft_witness *w, ft_id a,
                        ft_id b) {
  ft_tid thread = event_at (t, a)->thread;
  ft_id given_back = FT_NO_ID;
  bool inside = false;
  for (size_t i = 0; i < w->schedule.size; i++) {
    ft_id event = w->schedule.begin[i];
    const ft_event *e = event_at (t, event);
    inside |= event == a;
    if (event == b)
      break;
    if (!inside || e->thread != thread || ft_event_is_void (e))
      continue;
    if (ft_kind_releases (e->kind) && given_back == FT_NO_ID)
      given_back = e->target;
    else if (ft_kind_acquires (e->kind) && e->target == given_back)
      return given_back;
  }
  return FT_NO_ID;
}

static ft_failure_order find_in_schedule (const ft_trace *t,
                                          const ft_witness *w) {
  ft_failure_order o = {.lock = FT_NO_ID};
  for (size_t i = w->schedule.size; i-- > first_step (w);) {
    if (!is_access (t, w->schedule.begin[i]))
      continue;
    size_t before = previous_access (t, w, i);
    if (before != SIZE_MAX && find_between (t, w, before, i, &o)) {
      o.lock = find_lock (t, w, o.events[0], o.events[2]);
      return o;
    }
  }
  return o;
}

// A read of the schedule, and a write of another thread that the run had on the
// other side of it.
static ft_failure_order find_inversion (const ft_trace *t,
                                        const ft_witness *w) {
  ft_failure_order o = {.lock = FT_NO_ID};
  for (size_t i = w->schedule.size; i-- > first_step (w);) {
    ft_id later = w->schedule.begin[i];
    for (size_t k = i; is_access (t, later) && k-- > first_step (w);) {
      ft_id sooner = w->schedule.begin[k];
      if (sooner > later && sooner < t->size && is_access (t, sooner) &&
          ft_event_conflicts (event_at (t, sooner), event_at (t, later)))
        return (ft_failure_order){
            FT_FAILURE_ORDER_BEFORE, {sooner, later, FT_NO_ID}, FT_NO_ID};
    }
  }
  return o;
}

// Whether the schedule executes 'a', or fails there, and does not execute 'b'
// before that.
static bool is_before (const ft_witness *w, ft_id a, ft_id b) {
  for (size_t i = 0; i < w->schedule.size; i++)
    if (w->schedule.begin[i] == a || w->schedule.begin[i] == b)
      return w->schedule.begin[i] == a;
  return a == w->fails;
}

// Changed reads that are looked at, the first ones: each takes a walk through
// the schedule.
enum { MOST_CHANGED = 64 };

static size_t changed_count (const ft_witness *w) {
  return w->changed.size < MOST_CHANGED ? w->changed.size : MOST_CHANGED;
}

// A read of the schedule that lacks the write of another thread from which it
// read in the run.  A write that the schedule has before the read, too, such as
// one before the threads were created, decides nothing.
static ft_failure_order find_missing (const ft_trace *t, const ft_witness *w) {
  for (size_t i = 0; i < changed_count (w); i++) {
    ft_id read = w->changed.begin[i].read;
    for (ft_id e = read < t->size ? read : 0; e-- > 0;)
      if (is_access (t, e) && ft_kind_writes (event_at (t, e)->kind) &&
          event_at (t, e)->target == event_at (t, read)->target) {
        if (event_at (t, e)->thread == event_at (t, read)->thread ||
            !is_before (w, read, e))
          break;
        return (ft_failure_order){
            FT_FAILURE_ORDER_BEFORE, {read, e, FT_NO_ID}, FT_NO_ID};
      }
  }
  return (ft_failure_order){.lock = FT_NO_ID};
}

// Whether the event is a write of another thread to what is read, which the run
// had behind the read.
static bool was_later (const ft_trace *t, ft_id read, ft_id write) {
  const ft_event *r = event_at (t, read), *e = event_at (t, write);
  return write > read && write < t->size && is_access (t, write) &&
         ft_kind_writes (e->kind) && e->thread != r->thread &&
         e->target == r->target && e->mask & r->mask;
}

// A read of the schedule, and a write before it that the run had behind it.
// Unlike those of 'find_inversion', both may be atomic.
static ft_failure_order find_early (const ft_trace *t, const ft_witness *w) {
  for (size_t n = 0; n < changed_count (w); n++) {
    ft_id read = w->changed.begin[n].read;
    size_t i = w->schedule.size;
    while (i > first_step (w) && w->schedule.begin[i - 1] != read)
      i--;
    while (read < t->size && i-- > first_step (w))
      if (was_later (t, read, w->schedule.begin[i]))
        return (ft_failure_order){FT_FAILURE_ORDER_BEFORE,
                                  {w->schedule.begin[i], read, FT_NO_ID},
                                  FT_NO_ID};
  }
  return (ft_failure_order){.lock = FT_NO_ID};
}

ft_failure_order ft_failure_order_of (const ft_trace *t, const ft_failure *f) {
  if (f->freed != FT_NO_ID)
    return (ft_failure_order){
        FT_FAILURE_ORDER_BEFORE, {f->freed, f->fails, FT_NO_ID}, FT_NO_ID};
  ft_failure_order o = find_in_schedule (t, &f->witness);
  if (o.kind == FT_FAILURE_ORDER_UNKNOWN)
    o = find_inversion (t, &f->witness);
  if (o.kind == FT_FAILURE_ORDER_UNKNOWN)
    o = find_missing (t, &f->witness);
  return o.kind == FT_FAILURE_ORDER_UNKNOWN ? find_early (t, &f->witness) : o;
}

// ---- words -----------------------------------------------------------------

static const char *noun (const ft_trace *t, const ft_event *e) {
  if (ft_event_shown_kind (e) == FT_FREE || (ft_kind_is_atomic (e->kind) &&
                             ft_variable_is_freed (&t->tables, e->target)))
    return "free";
  bool reads = ft_kind_reads (e->kind), writes = ft_kind_writes (e->kind);
  return reads && writes ? "update" : reads ? "read" : "write";
}

static void add_place (ft_strbuf *to, const ft_trace *t, ft_id event) {
  if (event_at (t, event)->location == FT_NO_ID)
    ft_strbuf_add (to, "event %u", event);
  else
    ft_row_location (to, t, event_at (t, event)->location);
}

static void add_name (ft_strbuf *to, const ft_report *r, ft_id event) {
  const ft_description *d =
      event < r->trace->size ? ft_sources_at (r->sources, event) : NULL;
  const ft_event *e = event_at (r->trace, event);
  bool library = d && *d->operation; // whose words for it are its own
  if (library && *ft_title_object (d))
    ft_row_name (to, ft_title_object (d));
  else if (d && !library && *d->expression)
    ft_row_name (to, d->expression);
  else if (d && *d->variable)
    ft_row_name (to, d->variable);
  else
    ft_row_name (to, e->target == FT_NO_ID
                         ? "memory"
                         : ft_trace_target_name (r->trace, e));
}

// "T2's write of 'balance' (a.c:20:11)"
static void add_event (ft_strbuf *to, const ft_report *r, ft_id event,
                       ft_id named) {
  const ft_trace *t = r->trace;
  ft_row_name (to,
               ft_trace_name (t, FT_CLASS_THREAD, event_at (t, event)->thread));
  ft_strbuf_add (to, "'s %s", noun (t, event_at (t, event)));
  if (named != FT_NO_ID) {
    ft_strbuf_add (to, " of '");
    add_name (to, r, named);
    ft_strbuf_add (to, "'");
  }
  ft_strbuf_add (to, " (");
  add_place (to, t, event);
  ft_strbuf_add (to, ")");
}

bool ft_failure_order_add (ft_strbuf *to, const ft_report *r,
                           const ft_failure *f) {
  ft_failure_order o = ft_failure_order_of (r->trace, f);
  switch (o.kind) {
  case FT_FAILURE_ORDER_UNKNOWN:
    return false;
  case FT_FAILURE_ORDER_BETWEEN:
    ft_strbuf_add (to, "if ");
    add_event (to, r, o.events[1], o.events[1]);
    ft_strbuf_add (to, " comes between ");
    add_event (to, r, o.events[0], FT_NO_ID);
    ft_strbuf_add (to, " and its %s (",
                   noun (r->trace, event_at (r->trace, o.events[2])));
    add_place (to, r->trace, o.events[2]);
    ft_strbuf_add (to, ")");
    return true;
  case FT_FAILURE_ORDER_BEFORE:
    ft_strbuf_add (to, "if ");
    add_event (to, r, o.events[0],
               f->freed == FT_NO_ID ? o.events[0] : FT_NO_ID);
    ft_strbuf_add (to, " comes before ");
    add_event (to, r, o.events[1],
               f->freed == FT_NO_ID ? FT_NO_ID : o.events[1]);
    return true;
  }
  return false;
}

static bool is_same_place (const ft_trace *t, ft_id a, ft_id b) {
  ft_strbuf texts[2] = {{0}, {0}};
  add_place (&texts[0], t, a);
  add_place (&texts[1], t, b);
  bool same = !strcmp (ft_strbuf_text (&texts[0]), ft_strbuf_text (&texts[1]));
  ft_strbuf_release (&texts[0]);
  ft_strbuf_release (&texts[1]);
  return same;
}

// A read and a write at one place are those of an 'x++'; other accesses at one
// place are of two turns of a loop, of which no section is to be advised.
static bool is_loop (const ft_trace *t, const ft_failure_order *o) {
  enum ft_kind a = event_at (t, o->events[0])->kind,
               b = event_at (t, o->events[2])->kind;
  bool updates = ft_kind_reads (a) && !ft_kind_writes (a) &&
                 ft_kind_writes (b) && o->lock == FT_NO_ID;
  return !updates && is_same_place (t, o->events[0], o->events[2]);
}

static void add_section (ft_strbuf *to, const ft_trace *t,
                         const ft_failure_order *o) {
  ft_strbuf_add (to, "one section of ");
  if (o->lock == FT_NO_ID)
    ft_strbuf_add (to, "a lock");
  else {
    ft_strbuf_add (to, "'");
    ft_row_name (to, ft_trace_name (t, FT_CLASS_LOCK, o->lock));
    ft_strbuf_add (to, "'");
  }
  if (is_same_place (t, o->events[0], o->events[2])) {
    ft_strbuf_add (to, " at ");
    add_place (to, t, o->events[0]);
  } else {
    ft_strbuf_add (to, " from ");
    add_place (to, t, o->events[0]);
    ft_strbuf_add (to, " to ");
    add_place (to, t, o->events[2]);
  }
  if (o->lock == FT_NO_ID) {
    ft_strbuf_add (to, ", held at ");
    add_place (to, t, o->events[1]);
    ft_strbuf_add (to, ", too");
  }
}

bool ft_failure_order_add_remedy (ft_strbuf *to, const ft_report *r,
                                  const ft_failure *f) {
  const ft_trace *t = r->trace;
  ft_failure_order o = ft_failure_order_of (t, f);
  switch (o.kind) {
  case FT_FAILURE_ORDER_UNKNOWN:
    return false;
  case FT_FAILURE_ORDER_BETWEEN:
    if (is_loop (t, &o))
      return false;
    add_section (to, t, &o);
    return true;
  case FT_FAILURE_ORDER_BEFORE:
    ft_strbuf_add (to, "what makes ");
    add_place (to, t, o.events[0]);
    ft_strbuf_add (to, " wait for ");
    add_place (to, t, o.events[1]);
    ft_strbuf_add (to, ": a join, a condition, a count of owners");
    return true;
  }
  return false;
}

void ft_failure_title (ft_strbuf *to, const ft_report *r, const ft_failure *f) {
  const ft_trace *t = r->trace;
  ft_strbuf_add (to, "%s by ", ft_failure_said (t, f->kind, f->fails));
  ft_row_name (
      to, ft_trace_name (t, FT_CLASS_THREAD, event_at (t, f->fails)->thread));
  ft_strbuf_add (to, " at ");
  add_place (to, t, f->fails);
}

void ft_failure_add_event (ft_strbuf *to, const ft_report *r,
                           const ft_failure *f, uint32_t i) {
  const ft_trace *t = r->trace;
  ft_id event = i ? f->freed : f->fails;
  ft_row_name (to,
               ft_trace_name (t, FT_CLASS_THREAD, event_at (t, event)->thread));
  if (i)
    ft_strbuf_add (to, " frees it before");
  else if (f->freed == FT_NO_ID)
    ft_strbuf_add (to, " comes there: %s", ft_failure_said (t, f->kind, f->fails));
  else {
    ft_strbuf_add (to, "'s %s of ", noun (t, event_at (t, event)));
    add_name (to, r, event);
  }
}
