// See 'program.h'.  States are compared bit by bit, so every field is a byte or
// a word of a structure that is cleared first.

#include "tests/model/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "tests/model/random_trace.h"

enum { MOST_STATES = 60000 };

typedef struct word {
  uint64_t value;
  uint64_t undefined; // nobody may use it
} word;

typedef struct state {
  word variables[FT_PROGRAM_VARIABLES];
  word locals[FT_PROGRAM_THREADS][FT_PROGRAM_LOCALS];
  uint64_t next[FT_PROGRAM_THREADS];
  uint64_t started[FT_PROGRAM_THREADS];
  uint64_t holder[FT_PROGRAM_LOCKS]; // thread + 1
} state;

// ---- random programs -----------------------------------------------------

static struct ft_program_operand some_operand (ft_rng *rng) {
  struct ft_program_operand o = {ft_rng_percent (rng, 35),
                                 ft_rng_below (rng, FT_PROGRAM_LOCALS)};
  if (o.constant)
    o.value = ft_rng_percent (rng, 5) ? UINT64_MAX - 1 : ft_rng_below (rng, 4);
  return o;
}

static enum ft_operator some_operator (ft_rng *rng, bool compares) {
  if (compares)
    return FT_OP_EQ + ft_rng_below (rng, 6);
  if (ft_rng_percent (rng, 40))
    return FT_OP_COPY;
  return FT_OP_COPY + ft_rng_below (rng, FT_OPERATOR_COUNT - FT_OP_COPY);
}

static uint8_t some_width (ft_rng *rng) {
  return ft_rng_percent (rng, 60) ? 8 : (uint8_t)(1 + ft_rng_below (rng, 4));
}

static ft_program_step some_step (const ft_program *p, ft_rng *rng,
                                  unsigned hidden) {
  ft_program_step s = {.kind = FT_READ, .bytes = 8};
  unsigned choice = ft_rng_below (rng, 100);
  s.target = ft_rng_below (rng, p->variables);
  s.result = ft_rng_below (rng, FT_PROGRAM_LOCALS);
  s.operands[0] = some_operand (rng);
  s.operands[1] = some_operand (rng);
  if (choice < 30)
    return s;
  s.kind = choice < 60 ? FT_WRITE : choice < 80 ? FT_LOCAL : FT_BRANCH;
  s.op = some_operator (rng, s.kind == FT_BRANCH && ft_rng_percent (rng, 80));
  if (s.kind != FT_WRITE)
    s.bytes = some_width (rng);
  s.hidden = ft_rng_percent (rng, hidden);
  return s;
}

static void push_step (ft_program *p, unsigned t, ft_program_step s) {
  if (p->lengths[t] < FT_PROGRAM_STEPS)
    p->steps[t][p->lengths[t]++] = s;
}

// Some steps, now and then with a lock around them.
static void fill_thread (ft_program *p, unsigned t, ft_rng *rng,
                         unsigned hidden) {
  unsigned steps = 2 + ft_rng_below (rng, 5);
  ft_id lock = ft_rng_below (rng, FT_PROGRAM_LOCKS);
  bool held = false;
  for (unsigned i = 0; i < steps; i++) {
    if (!held && ft_rng_percent (rng, 20)) {
      push_step (p, t, (ft_program_step){.kind = FT_ACQUIRE, .target = lock});
      held = true;
    }
    push_step (p, t, some_step (p, rng, hidden));
    if (held && ft_rng_percent (rng, 50)) {
      push_step (p, t, (ft_program_step){.kind = FT_RELEASE, .target = lock});
      held = false;
    }
  }
}

void ft_program_random (ft_program *p, ft_rng *rng, unsigned hidden) {
  *p = (ft_program){.threads = 2 + ft_rng_below (rng, 2),
                    .variables = 1 + ft_rng_below (rng, FT_PROGRAM_VARIABLES),
                    .locks = FT_PROGRAM_LOCKS};
  // Without any branch a trace means one before every event.
  ft_program_step branch = {.kind = FT_BRANCH, .op = FT_OP_COPY, .bytes = 8};
  branch.operands[0].constant = true;
  push_step (p, 0, branch);
  for (ft_id v = 0; v < p->variables; v++) {
    ft_program_step s = {
        .kind = FT_WRITE, .target = v, .op = FT_OP_COPY, .bytes = 8};
    s.operands[0] = (struct ft_program_operand){true, ft_rng_below (rng, 4)};
    push_step (p, 0, s);
  }
  for (unsigned t = 1; t < p->threads; t++)
    push_step (p, 0, (ft_program_step){.kind = FT_FORK, .target = t});
  for (unsigned t = 0; t < p->threads; t++)
    fill_thread (p, t, rng, hidden);
}

// ---- one step ------------------------------------------------------------

// The result; false if the step cannot be done: it depends on something that
// is not defined, or ends the program.
static bool compute (const state *s, unsigned t, const ft_program_step *step,
                     word *result) {
  uint64_t words[2];
  bool undefined = false;
  for (unsigned i = 0; i < 2; i++) {
    const struct ft_program_operand *o = step->operands + i;
    const word *w = s->locals[t] + (o->constant ? 0 : o->value);
    words[i] = o->constant ? o->value : w->value;
    undefined |=
        i < ft_operator_arity (step->op) && !o->constant && w->undefined;
  }
  *result = (word){0, 1};
  if (undefined)
    return !ft_operator_divides (step->op);
  uint64_t value;
  enum ft_defined d = ft_operator_apply (step->op, step->bytes, words, &value);
  if (d == FT_DEFINED)
    *result = (word){value, 0};
  return d != FT_TRAPS;
}

static bool is_blocked (const state *s, const ft_program_step *step) {
  return step->kind == FT_ACQUIRE && s->holder[step->target];
}

// Does the next step of a thread, if it can be done.  'recording' sets the
// outcome of a branch rather than keeping to it.
static bool run_step (ft_program *p, state *s, unsigned t, bool recording) {
  ft_program_step *step = p->steps[t] + s->next[t];
  word w;
  if (is_blocked (s, step))
    return false;
  if (step->kind == FT_ACQUIRE || step->kind == FT_RELEASE)
    s->holder[step->target] = step->kind == FT_ACQUIRE ? t + 1 : 0;
  else if (step->kind == FT_FORK)
    s->started[step->target] = 1;
  else if (step->kind == FT_READ)
    s->locals[t][step->result] = s->variables[step->target];
  else {
    if (!compute (s, t, step, &w))
      return false;
    if (step->kind != FT_LOCAL && w.undefined)
      return false;
    if (step->kind == FT_BRANCH && recording)
      step->outcome = w.value;
    if (step->kind == FT_BRANCH && step->outcome != w.value)
      return false;
    if (step->kind == FT_WRITE)
      s->variables[step->target] = w;
    if (step->kind == FT_LOCAL)
      s->locals[t][step->result] = w;
  }
  s->next[t]++;
  return true;
}

static bool is_alive (const ft_program *p, const state *s, unsigned t) {
  return s->started[t] && s->next[t] < p->lengths[t];
}

// ---- recording -----------------------------------------------------------

static void add_operands (ft_trace *trace, unsigned t,
                          const ft_program_step *step, ft_detail *d) {
  unsigned count = step->kind == FT_READ ? 0 : ft_operator_arity (step->op);
  d->operands_known = d->pointers_known = true;
  d->operands = (uint32_t)trace->tables.operands.size;
  d->operand_count = count;
  for (unsigned i = 0; i < count; i++) {
    const struct ft_program_operand *o = step->operands + i;
    ft_operand operand = {o->constant ? FT_NO_ID
                                      : t * FT_PROGRAM_LOCALS + (ft_id)o->value,
                          o->value};
    FT_PUSH (trace->tables.operands, operand);
  }
}

static void record_step (ft_trace *trace, const state *s, unsigned t,
                         ft_program_step *step) {
  ft_event e = FT_EVENT_NONE;
  e.thread = t;
  e.kind = (uint8_t)step->kind;
  step->event = trace->size;
  bool computes = ft_kind_computes (step->kind);
  if (!computes)
    e.target = step->target;
  if (ft_kind_accesses (step->kind) || computes) {
    ft_detail d = FT_DETAIL_NONE;
    add_operands (trace, t, step, &d);
    d.op = step->kind == FT_READ || step->hidden ? FT_OP_NONE : step->op;
    if (step->kind == FT_READ || step->kind == FT_LOCAL)
      d.result = t * FT_PROGRAM_LOCALS + step->result;
    if (computes)
      e.mask = (uint8_t)(0xff >> (8 - step->bytes));
    e.detail = ft_model_detail (trace, d);
    const word *w = step->kind == FT_WRITE ? s->variables + step->target
                                           : s->locals[t] + step->result;
    e.value = step->kind == FT_BRANCH ? step->outcome : w->value;
    if (step->kind == FT_BRANCH || !w->undefined)
      e.flags = FT_HAS_VALUE;
  }
  ft_model_push (trace, e);
}

// Locals hold zero at first, which a recorder would tell.
static void record_locals (ft_trace *trace, unsigned t) {
  for (ft_id i = 0; i < FT_PROGRAM_LOCALS; i++) {
    ft_event e = FT_EVENT_NONE;
    ft_detail d = FT_DETAIL_NONE;
    d.operands_known = d.pointers_known = true;
    d.result = t * FT_PROGRAM_LOCALS + i;
    e.thread = t, e.kind = FT_LOCAL, e.flags = FT_HAS_VALUE;
    e.detail = ft_model_detail (trace, d);
    ft_model_push (trace, e);
  }
}

ft_trace *ft_program_record (ft_program *p, ft_rng *rng) {
  ft_trace *trace = ft_trace_new ("program", "jsonl");
  state s;
  memset (&s, 0, sizeof s);
  s.started[0] = 1;
  bool introduced[FT_PROGRAM_THREADS] = {false};
  for (unsigned idle = 0; idle < 50;) {
    unsigned t = ft_rng_below (rng, p->threads);
    idle++;
    if (!is_alive (p, &s, t))
      continue;
    ft_program_step *step = p->steps[t] + s.next[t];
    if (is_blocked (&s, step))
      continue;
    if (!introduced[t])
      record_locals (trace, t);
    introduced[t] = true;
    if (!run_step (p, &s, t, true)) {
      ft_trace_free (trace);
      return NULL;
    }
    record_step (trace, &s, t, step);
    idle = 0;
  }
  for (unsigned t = 0; t < p->threads; t++)
    p->lengths[t] = (unsigned)s.next[t];
  return trace;
}

// ---- all schedules -------------------------------------------------------

typedef struct search {
  ft_program program;
  FT_STACK (state) states;
  ft_map seen; // by hash: a state; collisions are looked at in a row
} search;

static uint64_t hash_of (const state *s) {
  const uint64_t *words = (const uint64_t *)s;
  uint64_t hash = 0x9e3779b97f4a7c15;
  for (size_t i = 0; i < sizeof *s / sizeof *words; i++)
    hash = (hash ^ words[i]) * 0xd6e8feb86659fd93, hash ^= hash >> 32;
  return hash;
}

static void visit (search *x, const state *s) {
  for (uint64_t key = hash_of (s);; key++) {
    uint32_t *slot = ft_map_at (&x->seen, key);
    if (*slot == FT_NO_ID) {
      *slot = (uint32_t)x->states.size;
      FT_PUSH (x->states, *s);
      return;
    }
    if (!memcmp (x->states.begin + *slot, s, sizeof *s))
      return;
  }
}

static void note_races (const search *x, const state *s, const ft_trace *trace,
                        bool *races) {
  const ft_program *p = &x->program;
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned u = t + 1; u < p->threads; u++) {
      if (!is_alive (p, s, t) || !is_alive (p, s, u))
        continue;
      ft_id a = p->steps[t][s->next[t]].event;
      ft_id b = p->steps[u][s->next[u]].event;
      if (ft_event_conflicts (trace->events + a, trace->events + b))
        races[(size_t)(a < b ? a : b) * trace->size + (a < b ? b : a)] = true;
    }
}

bool ft_program_races (const ft_program *p, const ft_trace *trace,
                       bool *races) {
  search x = {.program = *p};
  state s;
  memset (&s, 0, sizeof s);
  s.started[0] = 1;
  visit (&x, &s);
  for (size_t i = 0; i < x.states.size && x.states.size < MOST_STATES; i++) {
    note_races (&x, x.states.begin + i, trace, races);
    for (unsigned t = 0; t < p->threads; t++) {
      s = x.states.begin[i];
      if (is_alive (p, &s, t) && run_step (&x.program, &s, t, false))
        visit (&x, &s);
    }
  }
  bool complete = x.states.size < MOST_STATES;
  FT_RELEASE (x.states);
  ft_map_release (&x.seen);
  return complete;
}
