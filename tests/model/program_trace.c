// The trace of one run of a program (see 'program.h'), and the sides of
// branches that it did not take.

#include <stdio.h>
#include <stdlib.h>

#include "tests/model/program.h"
#include "tests/model/random_trace.h"

// One that the trace does not tell is, on a side, a write of what is not known.
static bool is_untold_constant (const ft_program_step *step) {
  return ft_kind_writes (step->kind) && step->hidden &&
         step->op == FT_OP_COPY && step->operands[0].constant &&
         (!step->compares || step->operands[1].constant);
}

static void add_operands (ft_trace *trace, unsigned t,
                          const ft_program_step *step, ft_detail *d) {
  unsigned count = step->kind == FT_READ || step->untold ||
                           is_untold_constant (step)
                       ? 0
                   : step->compares ? 2
                                    : ft_operator_arity (step->op);
  d->operands_known = !step->untold;
  d->pointers_known = true;
  d->operands = (uint32_t)trace->tables.operands.size;
  d->operand_count = count;
  for (unsigned i = 0; i < count; i++) {
    const struct ft_program_operand *o = step->operands + i;
    ft_operand operand = {o->constant ? FT_NO_ID
                                      : t * FT_PROGRAM_LOCALS + (ft_id)o->value,
                          o->value};
    FT_PUSH (trace->tables.operands, operand);
  }
  if (!step->pointer)
    return;
  ft_operand pointer = {t * FT_PROGRAM_LOCALS + step->pointer - 1, 0};
  d->pointers = (uint32_t)trace->tables.operands.size;
  d->pointer_count = 1;
  FT_PUSH (trace->tables.operands, pointer);
}

static enum ft_kind kind_of (const ft_program_step *step) {
  bool atomic = step->order != FT_ORDER_PLAIN;
  return atomic && step->kind == FT_READ    ? FT_ATOMIC_READ
         : atomic && step->kind == FT_WRITE ? FT_ATOMIC_WRITE
                                            : step->kind;
}

ft_event ft_program_event (ft_trace *trace, unsigned t,
                           const ft_program_step *step) {
  ft_event e = FT_EVENT_NONE;
  bool computes = ft_kind_computes (step->kind);
  e.thread = t;
  e.kind = (uint8_t)kind_of (step);
  e.order = (uint8_t)step->order;
  if (step->kind == FT_ATOMIC_RMW && step->order == FT_ORDER_PLAIN)
    e.order = FT_ORDER_SEQ_CST;
  if (!computes)
    e.target = step->pointer ? step->accessed : step->target;
  if (!ft_kind_accesses (step->kind) && !computes)
    return e;
  ft_detail d = FT_DETAIL_NONE;
  add_operands (trace, t, step, &d);
  if (step->kind != FT_READ && !step->hidden)
    d.op = step->compares ? FT_OP_EQ : step->op;
  if (ft_kind_reads (step->kind) || step->kind == FT_LOCAL)
    d.result = t * FT_PROGRAM_LOCALS + step->result;
  e.mask = (uint8_t)(0xff >> (8 - step->bytes) << step->first);
  e.detail = ft_model_detail (trace, d);
  return e;
}

// What a write has just left in its bytes of its variable.
static uint64_t left_by (const ft_program_state *s,
                         const ft_program_step *step) {
  return ft_operator_cut (
      step->bytes, s->variables[step->accessed].value >> 8 * step->first);
}

static void record_step (ft_program *p, ft_trace *trace,
                         const ft_program_state *s, unsigned t, ft_id number) {
  const ft_program_step *step = p->steps[t] + number;
  ft_event e = ft_program_event (trace, t, step);
  if (ft_kind_accesses (step->kind) || ft_kind_computes (step->kind)) {
    bool writes = step->kind == FT_WRITE;
    const ft_program_word *w = s->locals[t] + step->result;
    e.value = step->kind == FT_BRANCH ? step->outcome
              : writes                ? left_by (s, step)
                                      : w->value;
    if (step->kind == FT_BRANCH || (!step->unvalued && (writes || !w->undefined)))
      e.flags = FT_HAS_VALUE;
  }
  if (step->compares)
    e.flags |= FT_CONDITIONAL;
  if (step->kind == FT_ATOMIC_RMW) {
    ft_detail *d = trace->tables.details.begin + e.detail;
    d->written_known = true;
    d->written = left_by (s, step);
  }
  FT_PUSH (p->step_of, t * FT_PROGRAM_STEPS + number);
  ft_model_push (trace, e);
}

// Locals hold zero at first, which a recorder would tell.
static void record_locals (ft_program *p, ft_trace *trace, unsigned t) {
  for (ft_id i = 0; i < FT_PROGRAM_LOCALS; i++) {
    ft_event e = FT_EVENT_NONE;
    ft_detail d = FT_DETAIL_NONE;
    d.operands_known = d.pointers_known = true;
    d.result = t * FT_PROGRAM_LOCALS + i;
    e.thread = t, e.kind = FT_LOCAL, e.flags = FT_HAS_VALUE;
    e.detail = ft_model_detail (trace, d);
    FT_PUSH (p->step_of, FT_NO_ID);
    ft_model_push (trace, e);
  }
}

// Runs steps of random threads until none can go on; false if one ends in
// something undefined.
static bool run_once (ft_program *p, ft_trace *trace, ft_program_state *s,
                      ft_rng *rng) {
  bool introduced[FT_PROGRAM_THREADS] = {false};
  ft_program_begin (p, s);
  for (unsigned idle = 0; idle < 50; idle++) {
    unsigned t = ft_rng_below (rng, p->threads);
    if (!ft_program_alive (p, s, t) || ft_program_blocked (p, s, t))
      continue;
    ft_id number = (ft_id)s->next[t];
    bool undefined = p->obscure && !introduced[t] && ft_rng_percent (rng, 30);
    p->undefined_locals |= undefined;
    if (!introduced[t] && !undefined)
      record_locals (p, trace, t);
    introduced[t] = true;
    if (!ft_program_run (p, s, t, true))
      return false;
    record_step (p, trace, s, t, number);
    idle = 0;
  }
  return true;
}

// What did not run is left out of a plain program; a branching one has to end.
static bool cut_threads (ft_program *p, const ft_program_state *s) {
  for (unsigned t = 0; t < p->threads; t++) {
    if (p->branching && ft_program_alive (p, s, t))
      return false;
    if (!p->branching)
      p->lengths[t] = (unsigned)s->next[t];
  }
  return true;
}

// What a pointer points to is known where it was used: elsewhere there is none.
static void drop_pointers (ft_program *p, const ft_trace *trace) {
  bool *ran = FT_ARRAY (bool, FT_PROGRAM_ALL);
  for (ft_id e = 0; e < trace->size; e++)
    if (p->step_of.begin[e] != FT_NO_ID)
      ran[p->step_of.begin[e]] = true;
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned k = 0; k < p->lengths[t]; k++)
      if (!ran[t * FT_PROGRAM_STEPS + k])
        p->steps[t][k].pointer = 0;
  free (ran);
}

ft_trace *ft_program_record (ft_program *p, ft_rng *rng) {
  ft_trace *trace = ft_trace_new ("program", "jsonl");
  ft_program_state s;
  FT_CLEAR (p->step_of);
  if (!run_once (p, trace, &s, rng) || !cut_threads (p, &s)) {
    ft_trace_free (trace);
    return NULL;
  }
  drop_pointers (p, trace);
  if (p->branching)
    ft_program_add_sides (p, trace, rng);
  return trace;
}

// ---- sides that were not taken -------------------------------------------

// The steps of a thread on one path.
typedef struct row {
  FT_STACK (unsigned) steps;
  FT_STACK (uint64_t) outcomes;
  unsigned end;   // the step after it, or the length of the thread
  bool open;      // the trace says that it goes on there
  uint32_t first; // event of an alternative, FT_NO_ID for the recorded path
} row;

typedef struct sides {
  ft_program *program;
  ft_trace *trace;
  ft_rng *rng;
  unsigned thread;
} sides;

// Follows a path from a step to the first one from 'limit' on; sides of
// branches are random, or with 'recorded' as in the run.
static void walk (const sides *s, unsigned from, unsigned limit, bool recorded,
                  row *r) {
  const ft_program *p = s->program;
  unsigned at = ft_program_land (p, s->thread, from);
  while (at < limit && at < p->lengths[s->thread]) {
    const ft_program_step *step = p->steps[s->thread] + at;
    uint64_t outcome = recorded ? step->outcome : ft_rng_below (s->rng, 2);
    if (step->kind == FT_BRANCH && !step->otherwise)
      outcome = step->outcome;
    FT_PUSH (r->steps, at);
    FT_PUSH (r->outcomes, outcome);
    bool other = step->kind == FT_BRANCH && step->otherwise && !outcome;
    at = ft_program_land (p, s->thread, other ? step->otherwise : at + 1);
  }
  r->end = at;
}

static void release_row (row *r) {
  FT_RELEASE (r->steps);
  FT_RELEASE (r->outcomes);
}

// A compare-and-swap that is made: what it finds and leaves.
static void set_made (ft_trace *trace, const ft_program_step *step,
                      ft_event *e) {
  ft_detail *d = trace->tables.details.begin + e->detail;
  e->flags |= FT_CONDITIONAL | FT_HAS_VALUE;
  e->value = step->operands[0].value;
  d->written_known = true;
  d->written = step->operands[1].value;
}

static void put_row (const sides *s, row *r) {
  ft_altpaths *a = &s->trace->tables.altpaths;
  r->first = (uint32_t)a->events.size;
  for (size_t i = 0; i < r->steps.size; i++) {
    const ft_program_step *step =
        s->program->steps[s->thread] + r->steps.begin[i];
    ft_event e = ft_program_event (s->trace, s->thread, step);
    if (step->compares)
      set_made (s->trace, step, &e);
    if (e.kind == FT_BRANCH) {
      e.flags |= FT_HAS_VALUE;
      e.value = r->outcomes.begin[i];
    }
    FT_PUSH (s->program->step_of,
             s->thread * FT_PROGRAM_STEPS + r->steps.begin[i]);
    ft_model_add_names (s->trace, &e);
    ft_altpaths_push (a, e);
  }
}

// How many steps of a row after 'i' are before 'join'.
static uint32_t count_before (const row *r, size_t i, unsigned join) {
  uint32_t n = 0;
  while (i + 1 + n < r->steps.size && r->steps.begin[i + 1 + n] < join)
    n++;
  return n;
}

// The other side of the branch at 'i' of a row, and how many of its steps it
// replaces: up to where the sides meet; where one of them ends the thread, what
// it does to the end of the thread.
static uint32_t other_side (const sides *s, const row *r, size_t i,
                            row *other) {
  const ft_program_step *step =
      s->program->steps[s->thread] + r->steps.begin[i];
  unsigned length = s->program->lengths[s->thread];
  unsigned meet = ft_program_land (s->program, s->thread, step->join);
  unsigned begin =
      r->outcomes.begin[i] ? step->otherwise : r->steps.begin[i] + 1;
  uint32_t own = count_before (r, i, step->join);
  bool goes_on = i + 1 + own < r->steps.size;
  walk (s, begin, step->join, false, other);
  if (other->end != meet)
    return FT_NEVER_MERGES;
  if (goes_on || (r->end == meet && r->open))
    return own;
  if (meet < length && r->end != meet) {
    FT_CLEAR (other->steps);
    FT_CLEAR (other->outcomes);
    walk (s, begin, length, false, other);
  }
  return FT_NEVER_MERGES;
}

// Whether what a compare-and-swap finds if it is made is not known.
static bool compares_unknown (const sides *s, const row *r) {
  for (size_t i = 0; i < r->steps.size; i++) {
    const ft_program_step *step =
        s->program->steps[s->thread] + r->steps.begin[i];
    if (step->compares &&
        !(step->operands[0].constant && step->operands[1].constant))
      return true;
  }
  return false;
}

// 'of' has the position in the trace of each step of the recorded path.
static void add_sides (const sides *s, const row *r, const ft_id *of) {
  const ft_program *p = s->program;
  ft_altpaths *a = &s->trace->tables.altpaths;
  for (size_t i = 0; i < r->steps.size; i++) {
    const ft_program_step *step = p->steps[s->thread] + r->steps.begin[i];
    if (step->kind != FT_BRANCH || !step->otherwise || step->hidden)
      continue;
    row other = {0};
    ft_altpath x = {.outcome = !r->outcomes.begin[i]};
    x.replaces = other_side (s, r, i, &other);
    if (compares_unknown (s, &other)) {
      release_row (&other);
      continue;
    }
    other.open = x.replaces != FT_NEVER_MERGES;
    put_row (s, &other);
    x.first = other.first;
    x.count = (uint32_t)other.steps.size;
    add_sides (s, &other, NULL);
    if (of)
      ft_altpaths_add (a, of[r->steps.begin[i]], x);
    else
      ft_altpaths_nest (a, r->first + (uint32_t)i, x);
    release_row (&other);
  }
}

static void add_thread (const sides *s) {
  row r = {.open = true};
  ft_id of[FT_PROGRAM_STEPS];
  for (ft_id e = 0; e < s->trace->size; e++) {
    ft_id step = s->program->step_of.begin[e];
    if (step != FT_NO_ID && step / FT_PROGRAM_STEPS == s->thread)
      of[step % FT_PROGRAM_STEPS] = e;
  }
  walk (s, 0, s->program->lengths[s->thread], true, &r);
  add_sides (s, &r, of);
  release_row (&r);
}

// The events of the paths get the numbers that they will have in the trace.
static void renumber (ft_program *p, ft_trace *trace) {
  uint32_t *numbers = ft_altpaths_renumber (&trace->tables.altpaths);
  if (!numbers)
    return;
  size_t n = p->step_of.size - trace->size;
  ft_id *old = FT_ARRAY (ft_id, n);
  memcpy (old, p->step_of.begin + trace->size, n * sizeof *old);
  for (size_t i = 0; i < n; i++)
    if (numbers[i] != FT_NO_ID)
      p->step_of.begin[trace->size + numbers[i]] = old[i];
  p->step_of.size = trace->size + trace->tables.altpaths.events.size;
  free (old);
  free (numbers);
}

static int compare_positions (const void *a, const void *b) {
  const struct ft_altpath_branch *p = a, *q = b;
  return (p->position > q->position) - (p->position < q->position);
}

void ft_program_add_sides (ft_program *p, ft_trace *trace, ft_rng *rng) {
  ft_error error = FT_NO_ERROR;
  for (unsigned t = 0; t < p->threads; t++)
    add_thread (&(sides){p, trace, rng, t});
  ft_altpaths *all = &trace->tables.altpaths;
  if (all->branches.size)
    qsort (all->branches.begin, all->branches.size, sizeof *all->branches.begin,
           compare_positions);
  renumber (p, trace);
  if (!ft_trace_keep_altpaths (trace, false, &error)) {
    fprintf (stderr, "%s\n", error.message);
    abort ();
  }
}
