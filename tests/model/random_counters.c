#include "tests/model/random_counters.h"

#include "tests/model/random_trace.h"
#include "tests/model/rng.h"

enum { COUNTER = 3 };

static enum ft_memory_order either (ft_rng *rng, enum ft_memory_order strong) {
  return ft_rng_percent (rng, 60) ? strong : FT_ORDER_RELAXED;
}

// An update adds one to what it finds, or leaves a constant; a branch is taken
// if the local is what it was; others depend on nothing.
static void push_exact (ft_trace *t, ft_tid thread, enum ft_kind kind,
                        ft_id target, enum ft_memory_order order, ft_id result,
                        ft_id operand) {
  ft_event e = FT_EVENT_NONE;
  ft_detail d = FT_DETAIL_NONE;
  d.operands_known = d.pointers_known = true;
  d.operands = (uint32_t)t->tables.operands.size;
  d.result = result;
  bool update = kind == FT_ATOMIC_RMW, branch = kind == FT_BRANCH;
  bool adds = update && operand == result;
  d.operand_count = adds || branch ? 2 : update;
  d.op = branch ? FT_OP_EQ : adds ? FT_OP_ADD : update ? FT_OP_COPY : FT_OP_NONE;
  FT_PUSH (t->tables.operands, ((ft_operand){operand, 1}));
  FT_PUSH (t->tables.operands, ((ft_operand){FT_NO_ID, 1}));
  e.thread = thread, e.kind = (uint8_t)kind, e.target = target;
  e.order = (uint8_t)order, e.detail = ft_model_detail (t, d);
  ft_model_push (t, e);
}

// The values of updates and reads of the counter, and of flags; of branches, which
// come right behind their reads.
static void give_values (ft_trace *t) {
  uint64_t values[COUNTER + 1] = {0};
  for (ft_id e = 0; e < t->size; e++) {
    ft_event *event = t->events + e;
    ft_detail *d = t->tables.details.begin + event->detail;
    if (event->kind == FT_BRANCH) {
      event->flags |= FT_HAS_VALUE, event->value = 1, event->mask = 0xff;
      t->tables.operands.begin[d->operands + 1].constant = event[-1].value;
    }
    if (!ft_kind_is_atomic (event->kind))
      continue;
    uint64_t *now = values + event->target;
    event->flags = FT_HAS_VALUE;
    event->value = event->kind == FT_ATOMIC_WRITE ? 1 : *now;
    *now = event->kind == FT_ATOMIC_WRITE ? 1 : *now;
    if (event->kind != FT_ATOMIC_RMW)
      continue;
    *now = d->op == FT_OP_ADD ? *now + 1 : 1;
    d->written_known = true, d->written = *now;
  }
}

// A read that a branch depends on.
static void push_look (ft_trace *t, ft_tid thread, ft_id variable,
                       enum ft_memory_order order) {
  ft_id local = 10 * thread + variable;
  push_exact (t, thread, FT_ATOMIC_READ, variable, order, local, FT_NO_ID);
  push_exact (t, thread, FT_BRANCH, FT_NO_ID, FT_ORDER_PLAIN, FT_NO_ID, local);
}

static void push_count (ft_trace *t, ft_rng *rng, ft_tid thread) {
  ft_id local = 10 * thread;
  push_exact (t, thread, FT_ATOMIC_RMW, COUNTER,
              either (rng, FT_ORDER_ACQ_REL), local,
              ft_rng_percent (rng, 85) ? local : FT_NO_ID);
  bool used = ft_rng_percent (rng, 8), unknown = ft_rng_percent (rng, 25);
  if (used || unknown)
    push_exact (t, thread, FT_BRANCH, FT_NO_ID, FT_ORDER_PLAIN, FT_NO_ID,
                local);
  if (unknown)
    t->events[t->size - 1].flags |= FT_CONCRETIZED;
  if (ft_rng_percent (rng, 35))
    push_look (t, thread, COUNTER, FT_ORDER_ACQUIRE);
}

static void push_section (ft_trace *t, ft_rng *rng, ft_tid thread) {
  if (ft_rng_percent (rng, 30))
    return;
  push_exact (t, thread, FT_ACQUIRE, 0, FT_ORDER_PLAIN, FT_NO_ID, FT_NO_ID);
  push_exact (t, thread, FT_RELEASE, 0, FT_ORDER_PLAIN, FT_NO_ID, FT_NO_ID);
}

ft_trace *ft_random_counters (uint64_t seed) {
  ft_rng rng = ft_rng_init (seed);
  ft_trace *t = ft_trace_new ("counters", "test");
  ft_tid threads = 2 + ft_rng_percent (&rng, 20);
  bool message = ft_rng_percent (&rng, 25);
  for (ft_tid i = 1; i <= threads; i++)
    push_exact (t, 0, FT_FORK, i, FT_ORDER_PLAIN, FT_NO_ID, FT_NO_ID);
  for (ft_tid i = 1; i <= threads; i++) {
    if (i > 1)
      push_section (t, &rng, i);
    if (ft_rng_percent (&rng, i > 1 ? 70 : 30))
      push_count (t, &rng, i);
    if (i == 2 && message)
      push_look (t, i, 1, either (&rng, FT_ORDER_ACQUIRE));
    if (i < 3)
      push_exact (t, i, FT_WRITE, 0, FT_ORDER_PLAIN, FT_NO_ID, FT_NO_ID);
    if (i == 1)
      push_section (t, &rng, i);
    if (ft_rng_percent (&rng, i == 1 ? 70 : 30))
      push_count (t, &rng, i);
    if (i == 1 && message)
      push_exact (t, i, FT_ATOMIC_WRITE, 1, FT_ORDER_RELEASE, FT_NO_ID,
                  FT_NO_ID);
  }
  for (ft_tid i = 1; i <= threads; i++)
    if (ft_rng_percent (&rng, 80))
      push_exact (t, 0, FT_JOIN, i, FT_ORDER_PLAIN, FT_NO_ID, FT_NO_ID);
  if (ft_rng_percent (&rng, 50)) {
    push_look (t, 0, COUNTER, FT_ORDER_RELAXED);
    push_exact (t, 0, FT_WRITE, 0, FT_ORDER_PLAIN, FT_NO_ID, FT_NO_ID);
  }
  give_values (t);
  return t;
}

static enum ft_memory_order some_order (ft_rng *rng) {
  static const enum ft_memory_order orders[] = {
      FT_ORDER_RELEASE, FT_ORDER_RELEASE, FT_ORDER_RELEASE, FT_ORDER_ACQ_REL,
      FT_ORDER_RELAXED};
  return orders[ft_rng_below (rng, 5)];
}

static void push_part (ft_trace *t, ft_rng *rng, ft_tid thread) {
  push_exact (t, thread, FT_WRITE, ft_rng_percent (rng, 80) ? 0 : 1, FT_ORDER_PLAIN,
              FT_NO_ID, FT_NO_ID);
  if (ft_rng_percent (rng, 10))
    push_exact (t, thread, FT_ATOMIC_WRITE, COUNTER, FT_ORDER_RELEASE, FT_NO_ID,
                FT_NO_ID);
  ft_id local = 10 * thread;
  push_exact (t, thread, FT_ATOMIC_RMW, COUNTER, some_order (rng), local, local);
  if (ft_rng_percent (rng, 15))
    push_exact (t, thread, FT_BRANCH, FT_NO_ID, FT_ORDER_PLAIN, FT_NO_ID, local);
}

ft_trace *ft_random_countdown (uint64_t seed) {
  ft_rng rng = ft_rng_init (seed);
  ft_trace *t = ft_trace_new ("countdown", "test");
  if (ft_rng_percent (&rng, 30))
    push_exact (t, 0, FT_ATOMIC_WRITE, COUNTER, FT_ORDER_RELAXED, FT_NO_ID, FT_NO_ID);
  for (ft_tid i = 1; i <= 2; i++)
    push_exact (t, 0, FT_FORK, i, FT_ORDER_PLAIN, FT_NO_ID, FT_NO_ID);
  for (ft_tid i = 1; i <= 2; i++) {
    push_part (t, &rng, i);
    if (i == 2 || ft_rng_percent (&rng, 20))
      push_look (t, 0, COUNTER, ft_rng_percent (&rng, 85) ? FT_ORDER_ACQUIRE
                                                          : FT_ORDER_RELAXED);
  }
  for (ft_id v = 0; v < 2; v++)
    push_exact (t, 0, FT_WRITE, v, FT_ORDER_PLAIN, FT_NO_ID, FT_NO_ID);
  give_values (t);
  return t;
}
