// What enumeration knows of a trace, found in the most direct way.

#include "tests/model/rules.h"

static void list_threads (ft_rules *r) {
  const ft_trace *trace = r->trace;
  r->thread_begin = FT_ARRAY (ft_id, r->threads + 2);
  r->thread_events = FT_ARRAY (ft_id, trace->size + 1);
  r->fork_of = FT_ARRAY (ft_id, r->threads + 1);
  ft_id n = 0;
  for (ft_tid t = 0; t < r->threads; t++) {
    r->fork_of[t] = FT_NO_ID;
    r->thread_begin[t] = n;
    for (ft_id i = 0; i < trace->size; i++) {
      const ft_event *e = trace->events + i;
      if (e->thread == t)
        r->thread_events[n++] = i;
      if (e->kind == FT_FORK && e->target == t && !ft_event_is_void (e) &&
          r->fork_of[t] == FT_NO_ID)
        r->fork_of[t] = i;
    }
  }
  r->thread_begin[r->threads] = n;
}

static void find_writers (ft_rules *r) {
  const ft_event *events = r->trace->events;
  r->writers = ft_calloc (r->trace->size + 1, sizeof *r->writers);
  for (ft_id i = 0; i < r->trace->size; i++)
    for (int b = 0; b < 8; b++) {
      r->writers[i][b] = FT_NO_ID;
      for (ft_id j = 0; j < i; j++)
        if (ft_kind_writes (events[j].kind) && ft_kind_reads (events[i].kind) &&
            events[j].target == events[i].target && (events[j].mask >> b & 1) &&
            !ft_event_is_void (events + j))
          r->writers[i][b] = j;
    }
}

static void find_modes (ft_rules *r) {
  r->mode = FT_ARRAY (uint8_t, (r->trace->size + r->threads + 1) *
                                   (size_t)(r->locks + 1));
  for (ft_tid t = 0; t < r->threads; t++)
    for (ft_id k = r->thread_begin[t]; k < r->thread_begin[t + 1]; k++) {
      const ft_event *e = r->trace->events + r->thread_events[k];
      uint8_t *now = r->mode + (k + t) * (size_t)r->locks;
      uint8_t *then = now + r->locks;
      for (ft_id l = 0; l < r->locks; l++)
        then[l] = now[l];
      if (ft_event_is_void (e))
        continue;
      if (ft_kind_acquires (e->kind))
        then[e->target] = e->kind == FT_ACQUIRE ? 2 : 1;
      else if (ft_kind_releases (e->kind))
        then[e->target] = 0;
    }
}

// ---- dependence

// Adds to 'needs' the reads that a local defined before event 'end' of its
// thread was computed from.
static void add_local (const ft_rules *r, ft_id end, ft_id local, bool *needs);

static void add_earlier_reads (const ft_rules *r, ft_id end, bool *needs) {
  const ft_event *events = r->trace->events;
  for (ft_id i = 0; i < end; i++)
    if (events[i].thread == events[end].thread &&
        ft_kind_reads (events[i].kind) && !ft_event_is_void (events + i))
      needs[i] = true;
}

// That a thread was over depends on its reads, as any later event would.
static void add_joined_reads (const ft_rules *r, ft_id join, bool *needs) {
  const ft_event *events = r->trace->events;
  for (ft_id i = 0; i < join; i++)
    if (events[i].thread == events[join].target &&
        ft_kind_reads (events[i].kind) && !ft_event_is_void (events + i))
      needs[i] = true;
}

static void add_list (const ft_rules *r, ft_id end, bool known, uint32_t first,
                      uint32_t count, bool *needs) {
  if (!known)
    add_earlier_reads (r, end, needs);
  for (uint32_t i = first; known && i < first + count; i++)
    if (r->trace->tables.operands.begin[i].local != FT_NO_ID)
      add_local (r, end, r->trace->tables.operands.begin[i].local, needs);
}

static bool has_own_result (const ft_rules *r, const ft_detail *d) {
  for (uint32_t i = d->operands; i < d->operands + d->operand_count; i++)
    if (d->result != FT_NO_ID &&
        r->trace->tables.operands.begin[i].local == d->result)
      return true;
  return false;
}

static bool computes (const ft_rules *r, const ft_event *e,
                      const ft_detail *d) {
  return e->kind == FT_ATOMIC_RMW && !(e->flags & FT_CONDITIONAL) && d &&
         d->operands_known &&
         (d->op != FT_OP_NONE || has_own_result (r, d));
}

bool ft_rules_exchanges (const ft_rules *r, ft_id i) {
  const ft_event *e = r->trace->events + i;
  return r->has_branches &&
         computes (r, e, ft_tables_detail (&r->trace->tables, e));
}

// An exchange uses what it reads itself, too, which it does not need.
static void add_operands (const ft_rules *r, ft_id end, bool *needs) {
  const ft_event *e = r->trace->events + end;
  const ft_detail *d = ft_tables_detail (&r->trace->tables, e);
  uint32_t first = d ? d->operands : 0, count = d ? d->operand_count : 0;
  if (!computes (r, e, d)) {
    add_list (r, end, d && d->operands_known, first, count, needs);
    return;
  }
  for (uint32_t i = first; i < first + count; i++)
    if (r->trace->tables.operands.begin[i].local != d->result)
      add_list (r, end, true, i, 1, needs);
}

static void add_pointers (const ft_rules *r, ft_id end, bool *needs) {
  const ft_detail *d =
      ft_tables_detail (&r->trace->tables, r->trace->events + end);
  add_list (r, end, d && d->pointers_known, d ? d->pointers : 0,
            d ? d->pointer_count : 0, needs);
}

static void add_local (const ft_rules *r, ft_id end, ft_id local, bool *needs) {
  const ft_event *events = r->trace->events;
  for (ft_id i = end; i-- > 0;) {
    const ft_detail *d = ft_tables_detail (&r->trace->tables, events + i);
    bool defines = ft_kind_reads (events[i].kind) || events[i].kind == FT_LOCAL;
    if (events[i].thread != events[end].thread || !d || d->result != local ||
        !defines || ft_event_is_void (events + i))
      continue;
    if (ft_kind_reads (events[i].kind))
      needs[i] = true;
    else
      add_operands (r, i, needs);
    return;
  }
  add_earlier_reads (r, end, needs); // nobody recorded where it comes from
}

// With branches recorded: what each kind depends on.
static void add_needs (const ft_rules *r, ft_id i, bool *included,
                       bool *racing) {
  const ft_event *e = r->trace->events + i;
  bool accesses = ft_kind_accesses (e->kind) || e->kind == FT_FREE;
  if (accesses) {
    add_pointers (r, i, included);
    add_pointers (r, i, racing);
  }
  const ft_detail *d = ft_tables_detail (&r->trace->tables, e);
  bool divides = e->kind == FT_LOCAL && d && ft_operator_divides (d->op);
  if (ft_kind_writes (e->kind) || e->kind == FT_BRANCH || divides)
    add_operands (r, i, included);
}

static void find_needs (ft_rules *r) {
  ft_id n = r->trace->size;
  bool branches = false;
  for (ft_id i = 0; i < n; i++)
    branches |= r->trace->events[i].kind == FT_BRANCH &&
                !ft_event_is_void (r->trace->events + i);
  r->has_branches = branches;
  r->included_needs = FT_ARRAY (bool, (size_t)n *n + 1);
  r->racing_needs = FT_ARRAY (bool, (size_t)n *n + 1);
  for (ft_id i = 0; i < n; i++) {
    bool *included = r->included_needs + (size_t)i * n;
    bool *racing = r->racing_needs + (size_t)i * n;
    if (ft_event_is_void (r->trace->events + i))
      continue;
    if (branches)
      add_needs (r, i, included, racing);
    else {
      add_earlier_reads (r, i, included);
      add_earlier_reads (r, i, racing);
      if (r->trace->events[i].kind == FT_JOIN)
        add_joined_reads (r, i, included);
    }
    if (r->trace->events[i].kind == FT_ATOMIC_RMW && !ft_rules_exchanges (r, i))
      included[i] = true; // what it writes depends on what it reads
  }
}

// ---- objects

static bool is_barrier (enum ft_kind kind) {
  return kind == FT_BARRIER_ARRIVE || kind == FT_BARRIER_LEAVE;
}

static void find_barrier (ft_rules *r, ft_id object) {
  struct ft_rules_object *o = r->object + object;
  ft_id *arrival = FT_ARRAY (ft_id, r->threads + 1), arrivals = 0;
  o->round_trip = FT_ARRAY (ft_id, r->trace->size + 1);
  for (ft_id i = 0; i < r->trace->size; i++) {
    const ft_event *e = r->trace->events + i;
    if (!is_barrier (e->kind) || e->target != object || ft_event_is_void (e))
      continue;
    o->round_trip[o->trips++] = i;
    if (e->kind == FT_BARRIER_ARRIVE) {
      arrival[e->thread] = arrivals++;
      continue;
    }
    if (!o->parties)
      o->parties = arrivals;
    if (!o->parties ||
        (arrival[e->thread] / o->parties + 1) * o->parties > arrivals)
      o->keeps_order = true;
  }
  free (arrival);
}

static void find_semaphore (ft_rules *r, ft_id object) {
  ft_id posts = 0, waits = 0;
  bool set = false;
  for (ft_id i = 0; i < r->trace->size; i++) {
    const ft_event *e = r->trace->events + i;
    if (e->target != object || ft_event_is_void (e))
      continue;
    posts += e->kind == FT_SEM_POST;
    waits += e->kind == FT_SEM_WAIT;
    set |= e->kind == FT_SEM_INIT && e->flags & FT_HAS_VALUE;
    if (waits > posts + r->object[object].count)
      r->object[object].count = waits - posts;
  }
  if (set)
    r->object[object].count = 0;
}

static void find_objects (ft_rules *r) {
  r->object = ft_calloc (r->objects + 1, sizeof *r->object);
  for (ft_id o = 0; o < r->objects; o++) {
    find_barrier (r, o);
    find_semaphore (r, o);
  }
}

ft_rules *ft_rules_new (const ft_trace *trace) {
  ft_rules *r = FT_NEW (ft_rules);
  r->trace = trace;
  r->threads = ft_tables_count (&trace->tables, FT_CLASS_THREAD);
  r->locks = ft_tables_count (&trace->tables, FT_CLASS_LOCK);
  r->objects = ft_tables_count (&trace->tables, FT_CLASS_OBJECT);
  r->variables = ft_tables_count (&trace->tables, FT_CLASS_VARIABLE);
  list_threads (r);
  find_writers (r);
  find_modes (r);
  find_needs (r);
  find_objects (r);
  r->bytes = 1;
  for (ft_id i = 0; i < trace->size; i++)
    if (trace->events[i].mask != 0xff)
      r->bytes = 8;
  r->writer_words = 2 * r->threads;
  r->object_words = r->writer_words + r->bytes * r->variables;
  r->event_words = r->object_words + r->objects;
  r->words = r->event_words + trace->size;
  return r;
}

void ft_rules_free (ft_rules *r) {
  for (ft_id o = 0; o < r->objects; o++)
    free (r->object[o].round_trip);
  free (r->object);
  free (r->thread_begin);
  free (r->thread_events);
  free (r->fork_of);
  free (r->included_needs);
  free (r->racing_needs);
  free (r->writers);
  free (r->mode);
  free (r);
}
