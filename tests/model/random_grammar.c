#include "tests/model/random_grammar.h"

#include <string.h>

#include "tests/model/random_trace.h"
#include "tests/model/rng.h"
#include "trace/validate.h"

typedef FT_STACK (ft_production_item) items;

// ---- terminals -------------------------------------------------------------

// What a file has of it.
static ft_event without_value (const ft_event *e) {
  ft_event bare = *e;
  bare.flags &= (uint8_t) ~(FT_NESTED | FT_SPURIOUS);
  bool range = e->kind == FT_ALLOC || e->kind == FT_FREE;
  if (!range)
    bare.detail = FT_NO_ID;
  if (e->kind != FT_SEM_INIT) {
    bare.value = 0;
    bare.flags &= (uint8_t)~FT_HAS_VALUE;
  }
  return bare;
}

static uint32_t terminal_of (ft_slp *slp, const ft_event *e) {
  ft_event bare = without_value (e);
  for (uint32_t t = 0; t < slp->terminals.size; t++)
    if (!memcmp (slp->terminals.begin + t, &bare, sizeof bare))
      return t;
  return ft_slp_add (slp, &bare);
}

// ---- rules -----------------------------------------------------------------

// Makes one item of neighbours that are equal, mostly.
static void merge (items *list, ft_rng *rng) {
  size_t n = 0;
  for (size_t i = 0; i < list->size; i++) {
    if (n && list->begin[n - 1].symbol == list->begin[i].symbol &&
        !ft_rng_percent (rng, 10))
      list->begin[n - 1].times += list->begin[i].times;
    else
      list->begin[n++] = list->begin[i];
  }
  list->size = n;
}

static bool stands_at (const items *list, size_t at, const ft_production_item *part,
                       size_t length) {
  size_t i = 0;
  if (at + length > list->size)
    return false;
  while (i < length && list->begin[at + i].symbol == part[i].symbol &&
         list->begin[at + i].times == part[i].times)
    i++;
  return i == length;
}

// A rule for a part of the list, put where it stands.
static void add_rule (ft_slp *slp, items *list, ft_rng *rng) {
  ft_production_item part[6];
  size_t length = 1 + ft_rng_below (rng, 6), n = 0;
  length = length < list->size ? length : list->size;
  size_t at = ft_rng_below (rng, (uint32_t)(list->size - length + 1));
  memcpy (part, list->begin + at, length * sizeof *part);
  for (size_t i = 0; i < length; i++)
    ft_slp_item (slp, part[i].symbol, part[i].times);
  uint32_t r = ft_slp_rule (slp);
  unsigned percent = ft_rng_percent (rng, 50) ? 100 : 60;
  for (size_t i = 0; i < list->size;) {
    if (stands_at (list, i, part, length) &&
        (i == at || ft_rng_percent (rng, percent))) {
      list->begin[n++] = (ft_production_item){FT_SLP_RULE (r), 1};
      i += length;
    } else
      list->begin[n++] = list->begin[i++];
  }
  list->size = n;
}

// One that an earlier place took part of may be left without use.
static bool is_used (const ft_slp *slp, const items *list) {
  uint32_t symbol = FT_SLP_RULE (slp->rules.size - 1);
  for (size_t i = 0; i < list->size; i++)
    if (list->begin[i].symbol == symbol)
      return true;
  return false;
}

ft_slp ft_random_slp (uint64_t seed, const ft_trace *trace) {
  ft_rng rng = ft_rng_init (seed);
  ft_slp slp = {0};
  items list = {0};
  for (ft_id i = 0; i < trace->size; i++)
    FT_PUSH (list,
             ((ft_production_item){FT_SLP_TERMINAL (terminal_of (&slp, trace->events + i)),
                        1}));
  uint32_t rules = ft_rng_below (&rng, trace->size / 3 + 4);
  for (uint32_t i = 0; i < rules && list.size > 1; i++) {
    merge (&list, &rng);
    add_rule (&slp, &list, &rng);
    if (!is_used (&slp, &list))
      break; // it is the last rule then, and not part of the trace
  }
  if (slp.rules.size && !is_used (&slp, &list)) {
    slp.items.size = FT_TOP (slp.rules).first;
    slp.rules.size--;
  }
  merge (&list, &rng);
  for (size_t i = 0; i < list.size; i++)
    ft_slp_item (&slp, list.begin[i].symbol, list.begin[i].times);
  if (list.size)
    ft_slp_rule (&slp);
  FT_RELEASE (list);
  ft_error error = FT_NO_ERROR;
  if (!ft_slp_check (&slp, "random", &error))
    abort ();
  return slp;
}

// ---- loops -----------------------------------------------------------------

static void push_body (ft_trace *to, const ft_trace *body, ft_id location,
                       uint32_t times) {
  for (; times; times--)
    for (ft_id i = 0; i < body->size; i++) {
      ft_event e = body->events[i];
      e.flags &=
          (uint8_t) ~(FT_NESTED | FT_DROPPED | FT_SPURIOUS | FT_REPEATED);
      e.detail = FT_NO_ID;
      ft_model_push (to, e);
      to->events[to->size - 1].location = location + i % 7;
    }
}

static ft_trace *random_body (ft_rng *rng) {
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 12, o.threads = 4, o.locks = 3, o.variables = 3;
  o = ft_random_features (ft_rng_next (rng), o);
  o.forks = o.joins = o.allocs = o.open_sections = false;
  return ft_random_trace (ft_rng_next (rng), &o);
}

// Flags anew; false if the events break a rule.
static bool validate (ft_trace *trace) {
  ft_notes notes = {0};
  ft_strbuf why = {0};
  ft_validator *v = ft_validator_new (&trace->tables, &notes);
  bool valid = true;
  for (ft_id i = 0; i < trace->size && valid; i++)
    valid = !ft_validator_step (v, trace->events + i, "loop", i, &why);
  ft_validator_free (v);
  ft_notes_release (&notes);
  ft_strbuf_release (&why);
  return valid;
}

static void push_forks (ft_trace *trace, enum ft_kind kind, ft_rng *rng) {
  for (ft_tid t = 1; t < 4; t++) {
    ft_event e = FT_EVENT_NONE;
    e.thread = 0, e.kind = (uint8_t)kind, e.target = t;
    if (ft_rng_percent (rng, 80))
      ft_model_push (trace, e);
  }
}

ft_trace *ft_loop_trace (uint64_t seed, unsigned rounds) {
  enum { BODIES = 3 };
  ft_rng rng = ft_rng_init (seed);
  ft_trace *body[BODIES], *trace = ft_trace_new ("loop", "std");
  bool forks = ft_rng_percent (&rng, 40);
  for (int b = 0; b < BODIES; b++)
    body[b] = random_body (&rng);
  if (forks)
    push_forks (trace, FT_FORK, &rng);
  for (unsigned i = 0; i < rounds; i++) {
    uint32_t b = ft_rng_below (&rng, BODIES);
    push_body (trace, body[b], 8 * b,
               1 + (ft_rng_percent (&rng, 50) ? ft_rng_below (&rng, 6) : 0));
  }
  if (forks && ft_rng_percent (&rng, 50))
    push_forks (trace, FT_JOIN, &rng);
  for (int b = 0; b < BODIES; b++)
    ft_trace_free (body[b]);
  if (validate (trace))
    return trace;
  ft_trace_free (trace);
  return NULL;
}

// ---- waits -----------------------------------------------------------------

enum { THREADS = 4, SEMAPHORE = 0, BARRIER = 1, CONDITION = 2 };

static void push_one (ft_trace *trace, ft_tid t, enum ft_kind kind,
                      ft_id target) {
  ft_event e = FT_EVENT_NONE;
  e.thread = t, e.kind = (uint8_t)kind, e.target = target;
  ft_model_push (trace, e);
}

static void maybe_access (ft_trace *trace, ft_tid t, ft_rng *rng) {
  if (ft_rng_percent (rng, 50))
    push_one (trace, t, ft_rng_percent (rng, 50) ? FT_READ : FT_WRITE,
              ft_rng_below (rng, 2));
}

static void push_barrier (ft_trace *trace, ft_rng *rng) {
  ft_tid n = 2 + ft_rng_below (rng, 3), turn = ft_rng_below (rng, n);
  for (ft_tid t = 0; t < n; t++) {
    maybe_access (trace, t, rng);
    push_one (trace, t, FT_BARRIER_ARRIVE, BARRIER);
  }
  for (ft_tid t = 0; t < n; t++) {
    push_one (trace, (t + turn) % n, FT_BARRIER_LEAVE, BARRIER);
    maybe_access (trace, (t + turn) % n, rng);
  }
}

static void push_post (ft_trace *trace, ft_rng *rng) {
  ft_tid from = ft_rng_below (rng, THREADS), to = ft_rng_below (rng, THREADS);
  maybe_access (trace, from, rng);
  push_one (trace, from, FT_SEM_POST, SEMAPHORE);
  maybe_access (trace, from, rng);
  push_one (trace, to, FT_SEM_WAIT, SEMAPHORE);
  maybe_access (trace, to, rng);
}

static void push_wait (ft_trace *trace, ft_tid t) {
  push_one (trace, t, FT_ACQUIRE, 0);
  push_one (trace, t, FT_RELEASE, 0);
  trace->events[trace->size - 1].condition = CONDITION;
}

static void push_wakes (ft_trace *trace, ft_tid first, ft_tid n, ft_rng *rng) {
  for (ft_tid i = 0; i < n; i++) {
    ft_tid t = first + (i + 1) % n;
    push_one (trace, t, FT_WAKE, CONDITION);
    push_one (trace, t, FT_ACQUIRE, 0);
    maybe_access (trace, t, rng);
    push_one (trace, t, FT_RELEASE, 0);
  }
}

static void push_condition (ft_trace *trace, ft_rng *rng) {
  ft_tid n = 1 + ft_rng_below (rng, 3);
  bool all = ft_rng_percent (rng, 50);
  for (ft_tid t = 1; t <= n; t++) {
    push_wait (trace, t);
    if (!all && ft_rng_percent (rng, 30))
      push_one (trace, 0, FT_SIGNAL, CONDITION);
  }
  maybe_access (trace, 0, rng);
  for (ft_tid i = 0; i < (all ? 1 : n); i++)
    push_one (trace, 0, all ? FT_BROADCAST : FT_SIGNAL, CONDITION);
  maybe_access (trace, 0, rng);
  push_wakes (trace, 1, n, rng);
}

static ft_trace *random_waits (ft_rng *rng) {
  void (*const kinds[]) (ft_trace *, ft_rng *) = {push_barrier, push_post,
                                                  push_condition};
  ft_trace *trace = ft_trace_new ("waits", "std");
  for (uint32_t n = 1 + ft_rng_below (rng, 2); n; n--)
    kinds[ft_rng_below (rng, 3)](trace, rng);
  return trace;
}

ft_trace *ft_wait_loop_trace (uint64_t seed, unsigned rounds) {
  ft_rng rng = ft_rng_init (seed ^ 0x3a17);
  ft_trace *trace = ft_trace_new ("waits", "std");
  push_one (trace, 0, FT_SEM_INIT, SEMAPHORE);
  trace->events[0].flags = FT_HAS_VALUE;
  trace->events[0].value = ft_rng_below (&rng, 3);
  for (uint32_t n = ft_rng_below (&rng, 3); n; n--)
    push_one (trace, n, FT_SEM_POST, SEMAPHORE);
  for (unsigned i = 0; i < rounds; i++) {
    ft_trace *body = random_waits (&rng);
    push_body (trace, body, 8 * i, 1 + ft_rng_below (&rng, 6));
    ft_trace_free (body);
  }
  if (validate (trace))
    return trace;
  ft_trace_free (trace);
  return NULL;
}
