// One step of a correct reordering (semantics, rules 1 to 3).  See 'rules.h'.

#include "tests/model/rules.h"

static bool is_void (const ft_rules *r, ft_id i) {
  return ft_event_is_void (r->trace->events + i);
}

// Whether the event was done.
static bool done (const ft_rules *r, const ft_state *s, ft_id event) {
  ft_tid t = r->trace->events[event].thread;
  for (ft_id k = 0; k < s[t]; k++)
    if (r->thread_events[r->thread_begin[t] + k] == event)
      return true;
  return false;
}

// The last event that a thread did, or FT_NO_ID.
static ft_id last_of (const ft_rules *r, const ft_state *s, ft_tid t) {
  return s[t] ? r->thread_events[r->thread_begin[t] + s[t] - 1] : FT_NO_ID;
}

static bool over (const ft_rules *r, const ft_state *s, ft_tid t) {
  return s[t] == r->thread_begin[t + 1] - r->thread_begin[t];
}

static bool forked (const ft_rules *r, const ft_state *s, ft_tid t) {
  return r->fork_of[t] == FT_NO_ID || done (r, s, r->fork_of[t]);
}

ft_id ft_rules_next (const ft_rules *r, const ft_state *s, ft_tid t) {
  if (over (r, s, t) || !forked (r, s, t))
    return FT_NO_ID;
  return r->thread_events[r->thread_begin[t] + s[t]];
}

void ft_rules_start (const ft_rules *r, ft_state *s) {
  for (size_t w = 0; w < r->words; w++)
    s[w] = 0;
  for (size_t w = r->writer_words; w < r->object_words; w++)
    s[w] = FT_STATE_NONE;
  for (ft_id o = 0; o < r->objects; o++)
    s[r->object_words + o] = (ft_state)r->object[o].count;
}

// ---- locks

static int mode (const ft_rules *r, const ft_state *s, ft_tid t, ft_id lock) {
  return r->mode[(r->thread_begin[t] + s[t] + t) * (size_t)r->locks + lock];
}

// Whether a thread (other than one) holds the lock at least in that mode.
static bool held (const ft_rules *r, const ft_state *s, ft_id lock, int least,
                  ft_tid except) {
  for (ft_tid t = 0; t < r->threads; t++)
    if (t != except && mode (r, s, t, lock) >= least)
      return true;
  return false;
}

// ---- memory

static size_t writer_word (const ft_rules *r, ft_id variable, int byte) {
  return r->writer_words + variable * r->bytes +
         (r->bytes > 1 ? (size_t)byte : 0);
}

static bool freed (const ft_rules *r, const ft_state *s, ft_id variable) {
  for (ft_id i = 0; i < r->trace->size; i++) {
    const ft_event *e = r->trace->events + i;
    const ft_detail *d = ft_tables_detail (&r->trace->tables, e);
    if (e->kind != FT_FREE || is_void (r, i) || !d || !done (r, s, i))
      continue;
    for (uint32_t k = d->freed; k < d->freed + d->freed_count; k++)
      if (r->trace->tables.freed.begin[k] == variable)
        return true;
  }
  return false;
}

static bool lives (const ft_rules *r, const ft_state *s, ft_id variable) {
  ft_pos alloc = r->trace->tables.variables.begin[variable].alloc;
  return (alloc == FT_NO_POS || done (r, s, (ft_id)alloc)) &&
         !freed (r, s, variable);
}

// All that an access or a free touches is there.
static bool touches_live (const ft_rules *r, const ft_state *s, ft_id i) {
  const ft_event *e = r->trace->events + i;
  const ft_detail *d = ft_tables_detail (&r->trace->tables, e);
  if (e->kind != FT_FREE)
    return lives (r, s, e->target);
  for (uint32_t k = 0; d && k < d->freed_count; k++)
    if (!lives (r, s, r->trace->tables.freed.begin[d->freed + k]))
      return false;
  return true;
}

static bool value_written (const ft_rules *r, ft_id i, uint64_t *value) {
  const ft_event *e = r->trace->events + i;
  const ft_detail *d = ft_tables_detail (&r->trace->tables, e);
  *value = e->kind == FT_ATOMIC_RMW && d ? d->written : e->value;
  return e->kind == FT_ATOMIC_RMW ? d && d->written_known
                                  : e->flags & FT_HAS_VALUE;
}

// The value that a variable has at first in the bytes of the mask, if a read
// of just these bytes recorded it.
static bool value_at_first (const ft_rules *r, ft_id variable, uint8_t mask,
                            uint64_t *value) {
  for (ft_id i = 0; i < r->trace->size; i++) {
    const ft_event *e = r->trace->events + i;
    if (e->target != variable || !ft_kind_reads (e->kind) || e->mask != mask ||
        !(e->flags & FT_HAS_VALUE) || is_void (r, i))
      continue;
    bool first = true;
    for (int b = 0; b < 8; b++)
      first &= !(mask >> b & 1) || r->writers[i][b] == FT_NO_ID;
    *value = e->value;
    if (first)
      return true;
  }
  return false;
}

// Whether what the writer left depends on what it read, which was something else
// than recorded.
static bool is_spoiled (const ft_rules *r, const ft_state *s, ft_id writer) {
  const ft_event *e = r->trace->events + writer;
  const ft_detail *d = ft_tables_detail (&r->trace->tables, e);
  if (!ft_rules_exchanges (r, writer) || !s[r->event_words + writer])
    return false;
  for (uint32_t i = d->operands; i < d->operands + d->operand_count; i++)
    if (r->trace->tables.operands.begin[i].local == d->result)
      return true;
  return false;
}

// Whether a byte comes from the writer that it came from, or from another one
// (or nobody) that left there what was read.  No writer is spoiled.
static bool byte_is_right (const ft_rules *r, const ft_state *s, ft_id i,
                           int b) {
  const ft_event *e = r->trace->events + i;
  ft_state now = s[writer_word (r, e->target, b)];
  ft_id then = r->writers[i][b];
  const ft_event *from = e;
  uint64_t value;
  if (now != FT_STATE_NONE && is_spoiled (r, s, now))
    return false;
  if (then == FT_NO_ID ? now == FT_STATE_NONE : now == then)
    return true;
  if (now != FT_STATE_NONE)
    from = r->trace->events + now;
  return e->flags & FT_HAS_VALUE &&
         (now == FT_STATE_NONE
              ? value_at_first (r, e->target, e->mask, &value)
              : value_written (r, now, &value)) &&
         ft_event_byte (from, value, b) == ft_event_byte (e, e->value, b);
}

// Whether a read returns now what it returned in the trace.
static bool reads_right (const ft_rules *r, const ft_state *s, ft_id i) {
  for (int b = 0; b < 8; b++)
    if (r->trace->events[i].mask >> b & 1 && !byte_is_right (r, s, i, b))
      return false;
  return true;
}

// No read that went wrong is among those that the event needs.
static bool needs_hold (const ft_rules *r, const ft_state *s,
                        const bool *needs) {
  for (ft_id i = 0; i < r->trace->size; i++)
    if (needs[i] && ft_kind_reads (r->trace->events[i].kind) &&
        s[r->event_words + i])
      return false;
  return true;
}

// ---- conditions, barriers, semaphores

// The release with which a thread about to wake began to wait, or FT_NO_ID.
static ft_id wait_start (const ft_rules *r, const ft_state *s, ft_tid t) {
  for (ft_id k = s[t]; k-- > 0;) {
    ft_id i = r->thread_events[r->thread_begin[t] + k];
    if (r->trace->events[i].condition != FT_NO_ID && !is_void (r, i))
      return i;
  }
  return FT_NO_ID;
}

static bool waits (const ft_rules *r, const ft_state *s, ft_tid t,
                   ft_id condition) {
  ft_id last = last_of (r, s, t);
  return last != FT_NO_ID && !is_void (r, last) &&
         r->trace->events[last].condition == condition;
}

bool ft_rules_wakes (const ft_rules *r, const ft_state *s, ft_id wake,
                     ft_id signal) {
  const ft_event *e = r->trace->events + signal;
  return e->kind == FT_SIGNAL && !ft_event_is_void (e) &&
         e->target == r->trace->events[wake].target &&
         s[r->event_words + signal] >> r->trace->events[wake].thread & 1;
}

bool ft_rules_wakes_freely (const ft_rules *r, const ft_state *s, ft_id wake) {
  const ft_event *e = r->trace->events + wake;
  ft_id start = wait_start (r, s, e->thread);
  return e->flags & FT_SPURIOUS ||
         (start != FT_NO_ID && s[r->event_words + start]);
}

static bool may_wake (const ft_rules *r, const ft_state *s, ft_id wake) {
  for (ft_id i = 0; i < r->trace->size; i++)
    if (ft_rules_wakes (r, s, wake, i))
      return true;
  return ft_rules_wakes_freely (r, s, wake);
}

static ft_id arrivals (const ft_rules *r, const ft_state *s, ft_id barrier) {
  ft_id n = 0;
  for (ft_id i = 0; i < r->trace->size; i++)
    n += r->trace->events[i].kind == FT_BARRIER_ARRIVE &&
         r->trace->events[i].target == barrier && !is_void (r, i) &&
         done (r, s, i);
  return n;
}

static bool next_on_barrier (const ft_rules *r, const ft_state *s, ft_id i) {
  const struct ft_rules_object *o = r->object + r->trace->events[i].target;
  for (ft_id k = 0; k < o->trips; k++)
    if (!done (r, s, o->round_trip[k]))
      return o->round_trip[k] == i;
  return false;
}

static bool may_pass (const ft_rules *r, const ft_state *s, ft_id i) {
  const ft_event *e = r->trace->events + i;
  const struct ft_rules_object *o = r->object + e->target;
  if (o->keeps_order)
    return next_on_barrier (r, s, i);
  ft_id round = s[r->threads + e->thread] / (o->parties ? o->parties : 1);
  return e->kind == FT_BARRIER_ARRIVE ||
         arrivals (r, s, e->target) >= (round + 1) * o->parties;
}

// ---- one step

static bool joinable (const ft_rules *r, const ft_state *s, ft_tid t) {
  return over (r, s, t) && forked (r, s, t);
}

static bool rule_two (const ft_rules *r, const ft_state *s, ft_id i) {
  const ft_event *e = r->trace->events + i;
  switch ((enum ft_kind)e->kind) {
  case FT_READ:
  case FT_WRITE:
  case FT_ATOMIC_READ:
  case FT_ATOMIC_WRITE:
  case FT_ATOMIC_RMW:
  case FT_FREE:
    return touches_live (r, s, i);
  case FT_ACQUIRE:
    return !held (r, s, e->target, 1, FT_NO_ID);
  case FT_ACQUIRE_SHARED:
    return !held (r, s, e->target, 2, FT_NO_ID);
  case FT_TRY_FAILED:
    return held (r, s, e->target, 1, e->thread);
  case FT_JOIN:
    return joinable (r, s, e->target);
  case FT_WAKE:
    return may_wake (r, s, i);
  case FT_BARRIER_ARRIVE:
  case FT_BARRIER_LEAVE:
    return may_pass (r, s, i);
  case FT_SEM_WAIT:
    return s[r->object_words + e->target];
  case FT_FENCE:
  case FT_RELEASE:
  case FT_RELEASE_SHARED:
  case FT_FORK:
  case FT_SIGNAL:
  case FT_BROADCAST:
  case FT_SEM_INIT:
  case FT_SEM_POST:
  case FT_ALLOC:
  case FT_BRANCH:
  case FT_LOCAL:
    return true;
  }
  return false;
}

bool ft_rules_allow (const ft_rules *r, const ft_state *s, ft_id i) {
  const bool *needs = r->included_needs + (size_t)i * r->trace->size;
  if (is_void (r, i))
    return true;
  if (needs[i] && !reads_right (r, s, i))
    return false;
  return needs_hold (r, s, needs) && rule_two (r, s, i);
}

static void notify (const ft_rules *r, ft_state *s, ft_id i) {
  const ft_event *e = r->trace->events + i;
  for (ft_tid t = 0; t < r->threads; t++) {
    if (!waits (r, s, t, e->target))
      continue;
    if (e->kind == FT_BROADCAST)
      s[r->event_words + last_of (r, s, t)] = 1;
    else
      s[r->event_words + i] |= (ft_state)(1u << t);
  }
}

static void wake (const ft_rules *r, ft_state *s, ft_id i, ft_id choice) {
  ft_tid t = r->trace->events[i].thread;
  ft_id start = wait_start (r, s, t);
  if (choice != FT_NO_ID)
    s[r->event_words + choice] = 0;
  if (start != FT_NO_ID)
    s[r->event_words + start] = 0;
  for (ft_id j = 0; j < r->trace->size; j++)
    if (r->trace->events[j].kind == FT_SIGNAL)
      s[r->event_words + j] &= (ft_state) ~(1u << t);
}

static void access_memory (const ft_rules *r, ft_state *s, ft_id i) {
  const ft_event *e = r->trace->events + i;
  if (ft_kind_reads (e->kind))
    s[r->event_words + i] = !reads_right (r, s, i);
  for (int b = 0; b < 8 && ft_kind_writes (e->kind); b++)
    if (e->mask >> b & 1)
      s[writer_word (r, e->target, b)] = (ft_state)i;
}

static void count_object (const ft_rules *r, ft_state *s, ft_id i) {
  const ft_event *e = r->trace->events + i;
  ft_state *count = s + r->object_words + e->target;
  if (e->kind == FT_SEM_POST)
    ++*count;
  else if (e->kind == FT_SEM_WAIT)
    --*count;
  else if (e->kind == FT_SEM_INIT && e->flags & FT_HAS_VALUE)
    *count = (ft_state)e->value;
  else if (e->kind == FT_BARRIER_ARRIVE) // the number of those before it
    s[r->threads + e->thread] = (ft_state)arrivals (r, s, e->target);
  else if (e->kind == FT_BARRIER_LEAVE)
    s[r->threads + e->thread] = 0;
}

void ft_rules_do (const ft_rules *r, ft_state *s, ft_id i, ft_id choice) {
  const ft_event *e = r->trace->events + i;
  if (!is_void (r, i)) {
    if (ft_kind_accesses (e->kind))
      access_memory (r, s, i);
    else if (e->kind == FT_SIGNAL || e->kind == FT_BROADCAST)
      notify (r, s, i);
    else if (e->kind == FT_WAKE)
      wake (r, s, i, choice);
    else if (ft_kind_class (e->kind) == FT_CLASS_OBJECT)
      count_object (r, s, i);
  }
  s[e->thread]++;
}

// ---- what is exposed

// Whether the access may be one of the racing ones.  A compare-and-swap that was
// made writes if it is one that is made; where neither writes there is no race.
static bool may_meet (const ft_rules *r, const ft_state *s, ft_id i,
                      ft_id other) {
  enum ft_kind kind = r->trace->events[other].kind;
  const ft_event *e = r->trace->events + i;
  bool reads_only = kind == FT_READ || kind == FT_ATOMIC_READ;
  if (reads_only && e->kind == FT_ATOMIC_RMW && e->flags & FT_CONDITIONAL)
    return e->flags & FT_HAS_VALUE && reads_right (r, s, i) && ft_rules_allow (r, s, i);
  return needs_hold (r, s, r->racing_needs + (size_t)i * r->trace->size) &&
         touches_live (r, s, i);
}

bool ft_rules_race (const ft_rules *r, const ft_state *s, ft_id a, ft_id b) {
  return ft_trace_conflict (r->trace, a, b, NULL) && may_meet (r, s, a, b) &&
         may_meet (r, s, b, a);
}

static bool was_done (const ft_rules *r, const ft_state *s, ft_id i) {
  ft_tid t = r->trace->events[i].thread;
  for (ft_id k = 0; k < s[t]; k++)
    if (r->thread_events[r->thread_begin[t] + k] == i)
      return true;
  return false;
}

bool ft_rules_uses_freed (const ft_rules *r, const ft_state *s, ft_id access,
                          ft_id freed) {
  return ft_rules_next (r, s, r->trace->events[access].thread) == access &&
         ft_trace_conflict (r->trace, access, freed, NULL) &&
         was_done (r, s, freed) &&
         needs_hold (r, s, r->racing_needs + (size_t)access * r->trace->size);
}

bool ft_rules_blocks (const ft_rules *r, const ft_state *s, ft_tid t,
                      ft_tid u) {
  ft_id i = ft_rules_next (r, s, t);
  if (t == u || i == FT_NO_ID || is_void (r, i))
    return false;
  const ft_event *e = r->trace->events + i;
  int least = e->kind == FT_ACQUIRE ? 1 : 2;
  return ft_kind_acquires (e->kind) && !(e->flags & FT_TRIED) &&
         mode (r, s, u, e->target) >= least &&
         needs_hold (r, s, r->included_needs + (size_t)i * r->trace->size);
}

bool ft_rules_deadlock (const ft_rules *r, const ft_state *s) {
  bool reaches[16][16] = {{false}};
  for (ft_tid t = 0; t < r->threads; t++)
    for (ft_tid u = 0; u < r->threads; u++)
      reaches[t][u] = ft_rules_blocks (r, s, t, u);
  for (ft_tid v = 0; v < r->threads; v++)
    for (ft_tid t = 0; t < r->threads; t++)
      for (ft_tid u = 0; u < r->threads; u++)
        reaches[t][u] |= reaches[t][v] && reaches[v][u];
  for (ft_tid t = 0; t < r->threads; t++)
    if (reaches[t][t])
      return true;
  return false;
}
