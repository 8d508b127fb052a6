#include "tests/model/random_uses.h"

#include "tests/model/random_trace.h"
#include "tests/model/rng.h"

// Variables: the data, the noise, and the flags of the threads.
enum { DATA, NOISE, FLAG, VARIABLES = 6 };

typedef struct uses {
  ft_rng rng;
  ft_trace *trace;
  unsigned relaxed;
  uint64_t values[VARIABLES];
  ft_id locals; // defined so far
} uses;

static bool percent (uses *u, unsigned n) {
  return ft_rng_percent (&u->rng, n);
}

// With one operand, or none if the local is FT_NO_ID.
static void push (uses *u, ft_event e, ft_id result, ft_id local) {
  ft_detail d = FT_DETAIL_NONE;
  d.operands_known = d.pointers_known = true;
  d.operands = d.pointers = (uint32_t)u->trace->tables.operands.size;
  d.operand_count = local != FT_NO_ID;
  d.result = result;
  FT_PUSH (u->trace->tables.operands, ((ft_operand){local, 0}));
  e.flags |= FT_HAS_VALUE;
  e.detail = ft_model_detail (u->trace, d);
  ft_model_push (u->trace, e);
}

static ft_event event_of (ft_tid t, enum ft_kind kind, ft_id variable) {
  ft_event e = FT_EVENT_NONE;
  e.thread = t, e.kind = (uint8_t)kind, e.target = variable;
  return e;
}

static bool is_relaxed (uses *u, ft_id variable) {
  return variable == NOISE || percent (u, u->relaxed);
}

static ft_id push_read (uses *u, ft_tid t, enum ft_kind kind, ft_id variable) {
  ft_event e = event_of (t, kind, variable);
  e.value = u->values[variable];
  if (kind == FT_ATOMIC_READ)
    e.order = is_relaxed (u, variable) ? FT_ORDER_RELAXED : FT_ORDER_ACQUIRE;
  push (u, e, u->locals, FT_NO_ID);
  return u->locals++;
}

static void push_write (uses *u, ft_tid t, enum ft_kind kind, ft_id variable,
                        ft_id local) {
  ft_event e = event_of (t, kind, variable);
  e.value = u->values[variable] = 1 + u->trace->size;
  if (kind == FT_ATOMIC_WRITE)
    e.order = is_relaxed (u, variable) ? FT_ORDER_RELAXED : FT_ORDER_RELEASE;
  push (u, e, FT_NO_ID, local);
}

static void push_branch (uses *u, ft_tid t, ft_id local, bool known) {
  ft_event e = event_of (t, FT_BRANCH, FT_NO_ID);
  e.value = 1, e.flags = known ? 0 : FT_CONCRETIZED;
  push (u, e, FT_NO_ID, local);
}

static void push_data (uses *u, ft_tid t) {
  if (percent (u, 60))
    push_write (u, t, FT_WRITE, DATA, FT_NO_ID);
  else if (percent (u, 50))
    push_read (u, t, FT_READ, DATA);
}

static void push_noise (uses *u, ft_tid t) {
  if (percent (u, 50)) {
    push_write (u, t, FT_ATOMIC_WRITE, NOISE, FT_NO_ID);
    return;
  }
  ft_id local = push_read (u, t, FT_ATOMIC_READ, NOISE);
  push_branch (u, t, local, percent (u, 10));
}

static void push_wait (uses *u, ft_tid t) {
  ft_id local = push_read (u, t, FT_ATOMIC_READ, FLAG + t);
  if (percent (u, 70))
    push_branch (u, t, local, false);
  if (percent (u, 20))
    push_data (u, t);
  if (percent (u, 30))
    push_write (u, t, FT_WRITE, DATA, local);
  else if (percent (u, 80))
    push_branch (u, t, local, true);
}

ft_trace *ft_random_uses (uint64_t seed, unsigned relaxed) {
  uses u = {.rng = ft_rng_init (seed), .trace = ft_trace_new ("uses", "test"),
            .relaxed = relaxed};
  ft_tid threads = 2 + percent (&u, 30);
  for (ft_tid t = 0; t < threads; t++) {
    if (percent (&u, 70))
      push_noise (&u, t);
    if (t)
      push_wait (&u, t);
    push_data (&u, t);
    if (t + 1 < threads)
      push_write (&u, t, FT_ATOMIC_WRITE, FLAG + t + 1, FT_NO_ID);
    if (percent (&u, 70))
      push_noise (&u, t);
  }
  return u.trace;
}
