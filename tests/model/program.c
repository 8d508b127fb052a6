// See 'program.h': random programs, one step, all schedules.

#include "tests/model/program.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

enum { MOST_STATES = 60000 };

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

// An access of a part of the variable.
static void make_partial (ft_program_step *s, ft_rng *rng) {
  s->bytes = (uint8_t)(1 + ft_rng_below (rng, 4));
  s->first = (uint8_t)(ft_rng_below (rng, 8 / s->bytes) * s->bytes);
}

// An access through a pointer, or of which the trace tells no operand or value.
static void make_obscure (ft_program_step *s, ft_rng *rng) {
  if (s->kind != FT_LOCAL && ft_rng_percent (rng, 15))
    s->pointer = 1 + ft_rng_below (rng, FT_PROGRAM_LOCALS);
  if (s->kind != FT_READ && ft_rng_percent (rng, 10))
    s->hidden = s->untold = !ft_operator_divides (s->op);
  s->unvalued = ft_rng_percent (rng, 8);
}

// A compare-and-swap, or an exchange of what it reads, its result and first
// operand, with the second one, or of that alone.
static void make_exchange (ft_program_step *s, ft_rng *rng, bool compares) {
  static const enum ft_operator all[] = {
      FT_OP_COPY, FT_OP_UADD, FT_OP_USUB, FT_OP_OR,   FT_OP_XOR,
      FT_OP_NAND, FT_OP_MIN,  FT_OP_MAX,  FT_OP_UMIN, FT_OP_UMAX};
  s->kind = FT_ATOMIC_RMW;
  s->op = all[ft_rng_below (rng, sizeof all / sizeof *all)];
  s->bytes = 8;
  s->compares = compares && ft_rng_percent (rng, 40);
  if (s->op != FT_OP_COPY && !s->compares)
    s->operands[0] = (struct ft_program_operand){false, s->result};
}

static ft_program_step some_step (const ft_program *p, ft_rng *rng,
                                  unsigned hidden) {
  ft_program_step s = {.kind = FT_READ, .bytes = 8};
  unsigned choice = ft_rng_below (rng, 100);
  s.target = ft_rng_below (rng, p->variables);
  s.result = ft_rng_below (rng, FT_PROGRAM_LOCALS);
  s.operands[0] = some_operand (rng);
  s.operands[1] = some_operand (rng);
  if (choice < 30) {
    if (p->partial && ft_rng_percent (rng, 25))
      make_partial (&s, rng);
    if (p->obscure)
      make_obscure (&s, rng);
    return s;
  }
  s.kind = choice < 60 ? FT_WRITE : choice < 80 ? FT_LOCAL : FT_BRANCH;
  s.op = some_operator (rng, s.kind == FT_BRANCH && ft_rng_percent (rng, 80));
  if (s.kind != FT_WRITE)
    s.bytes = some_width (rng);
  // What may end the program has to be said.
  s.hidden = ft_rng_percent (rng, hidden) && !ft_operator_divides (s.op);
  // In the run a compare-and-swap, and one without operator, reads what it read,
  // so that not all is found.
  if (s.kind == FT_WRITE && ft_rng_percent (rng, 40))
    make_exchange (&s, rng, hidden);
  if (p->partial && ft_kind_accesses (s.kind) && ft_rng_percent (rng, 25))
    make_partial (&s, rng);
  if (p->obscure && s.kind != FT_BRANCH)
    make_obscure (&s, rng);
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

// What comes before the other threads start.
static void begin_program (ft_program *p, ft_rng *rng, bool branching) {
  *p = (ft_program){.branching = branching,
                    .threads = 2 + ft_rng_below (rng, 2),
                    .variables = 1 + ft_rng_below (rng, FT_PROGRAM_VARIABLES),
                    .locks = FT_PROGRAM_LOCKS,
                    .partial = ft_rng_percent (rng, 20)};
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
}

void ft_program_random (ft_program *p, ft_rng *rng, unsigned hidden) {
  begin_program (p, rng, false);
  p->obscure = hidden;
  for (unsigned t = 0; t < p->threads; t++)
    fill_thread (p, t, rng, hidden);
}

void ft_random_program_release (ft_program *p) {
  FT_RELEASE (p->step_of);
}

// ---- branching programs --------------------------------------------------

typedef struct block {
  ft_program *program;
  unsigned thread;
  ft_rng *rng;
  unsigned hidden, depth;
} block;

static void fill_block (block b);

// A branch on what was just read, usually.
static void push_condition (block b) {
  ft_program_step read = {.kind = FT_READ, .bytes = 8};
  ft_program_step s = some_step (b.program, b.rng, 0);
  read.target = ft_rng_below (b.rng, b.program->variables);
  read.result = ft_rng_below (b.rng, FT_PROGRAM_LOCALS);
  if (b.program->partial && ft_rng_percent (b.rng, 25))
    make_partial (&read, b.rng);
  s.kind = FT_BRANCH;
  s.hidden = s.untold = false;
  s.pointer = s.first = 0;
  s.op = some_operator (b.rng, true);
  if (ft_rng_percent (b.rng, 80)) {
    push_step (b.program, b.thread, read);
    s.operands[0] = (struct ft_program_operand){false, read.result};
    s.bytes = 8;
  }
  push_step (b.program, b.thread, s);
}

static unsigned left_of (block b) {
  unsigned used = b.program->lengths[b.thread];
  return used < FT_PROGRAM_BUDGET ? FT_PROGRAM_BUDGET - used : 0;
}

// Where a branch is, and the jump behind its first side.
typedef struct fork {
  unsigned at, jump;
} fork;

static fork begin_other_side (block b, unsigned at) {
  ft_program *p = b.program;
  fork f = {at, p->lengths[b.thread]};
  push_step (p, b.thread, (ft_program_step){.kind = FT_FENCE});
  p->steps[b.thread][at].otherwise = p->lengths[b.thread];
  return f;
}

static void end_branch (block b, fork f) {
  ft_program *p = b.program;
  p->steps[b.thread][f.jump].otherwise = p->lengths[b.thread];
  p->steps[b.thread][f.at].join = p->lengths[b.thread];
}

// Two sides, of which the second may be empty or end the thread.
static void push_branch (block b) {
  ft_program *p = b.program;
  b.depth++;
  push_condition (b);
  unsigned at = p->lengths[b.thread] - 1;
  fill_block (b);
  fork f = begin_other_side (b, at);
  if (ft_rng_percent (b.rng, 60))
    fill_block (b);
  if (ft_rng_percent (b.rng, 15))
    push_step (
        p, b.thread,
        (ft_program_step){.kind = FT_FENCE, .otherwise = FT_PROGRAM_STEPS});
  end_branch (b, f);
}

// A compare-and-swap that may come out either way: a read, and an update where it
// has found what is expected.
static void push_swap (block b) {
  ft_program *p = b.program;
  ft_program_step look = {.kind = FT_READ, .bytes = 8};
  look.target = ft_rng_below (b.rng, p->variables);
  ft_program_step test = {.kind = FT_BRANCH, .op = FT_OP_EQ, .bytes = 8};
  test.operands[0] = (struct ft_program_operand){false, look.result};
  test.operands[1] =
      (struct ft_program_operand){true, ft_rng_below (b.rng, 4)};
  ft_program_step swap = {.kind = FT_ATOMIC_RMW,
                          .target = look.target,
                          .result = look.result,
                          .op = FT_OP_COPY,
                          .bytes = 8,
                          .compares = true,
                          .operands = {test.operands[1], {true, 5}}};
  push_step (p, b.thread, look);
  push_step (p, b.thread, test);
  push_step (p, b.thread, swap);
  fork f = begin_other_side (b, p->lengths[b.thread] - 2);
  end_branch (b, f);
}

static void push_plain (block b) {
  if (b.hidden && left_of (b) > 8 && ft_rng_percent (b.rng, 25)) {
    push_swap (b);
    return;
  }
  ft_program_step s = some_step (b.program, b.rng, b.hidden);
  if (s.kind != FT_BRANCH && ft_rng_percent (b.rng, 50))
    push_step (b.program, b.thread, s);
}

// A section that was begun before ends, on each side of a branch for itself.
static void push_ends (block b, ft_id lock, unsigned deep) {
  unsigned left = left_of (b);
  push_plain (b);
  if (deep && left > (deep > 1 ? 14 : 10) && ft_rng_percent (b.rng, 70)) {
    push_condition (b);
    unsigned at = b.program->lengths[b.thread] - 1;
    push_ends (b, lock, deep - 1);
    fork f = begin_other_side (b, at);
    push_ends (b, lock, left > 18 ? deep - 1 : 0);
    end_branch (b, f);
  } else
    push_step (b.program, b.thread,
               (ft_program_step){.kind = FT_RELEASE, .target = lock});
  push_plain (b);
}

static void push_split_section (block b) {
  ft_id lock = ft_rng_below (b.rng, FT_PROGRAM_LOCKS);
  push_step (b.program, b.thread,
             (ft_program_step){.kind = FT_ACQUIRE, .target = lock});
  push_ends (b, lock, 2);
}

static void push_lock (block b, enum ft_kind kind, ft_id lock) {
  push_step (b.program, b.thread,
             (ft_program_step){.kind = kind, .target = lock});
}

// Steps that each take at most 'left' more, so that all of a branch fits.
static void fill_block (block b) {
  unsigned most = b.depth ? 2 : 4;
  for (unsigned i = 1 + ft_rng_below (b.rng, most); i; i--) {
    unsigned left = left_of (b);
    bool locks = left > 12 && ft_rng_percent (b.rng, 12);
    ft_id lock = ft_rng_below (b.rng, FT_PROGRAM_LOCKS);
    if (left < 6)
      return;
    if (left > 16 && ft_rng_percent (b.rng, 20)) {
      push_split_section (b);
      continue;
    }
    bool shared = locks && ft_rng_percent (b.rng, 40);
    if (locks)
      push_lock (b, shared ? FT_ACQUIRE_SHARED : FT_ACQUIRE, lock);
    ft_program_step s = some_step (b.program, b.rng, b.hidden);
    if (left > 14 && b.depth < 2 && !locks && ft_rng_percent (b.rng, 40))
      push_branch (b);
    else if (s.kind != FT_BRANCH)
      push_step (b.program, b.thread, s);
    if (locks)
      push_lock (b, shared ? FT_RELEASE_SHARED : FT_RELEASE, lock);
  }
}

void ft_program_random_branching (ft_program *p, ft_rng *rng, unsigned hidden) {
  begin_program (p, rng, true);
  p->obscure = hidden && ft_rng_percent (rng, 30);
  for (unsigned t = 0; t < p->threads; t++)
    fill_block ((block){p, t, rng, hidden, 0});
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->lengths[t]; i++)
      if (p->steps[t][i].otherwise == FT_PROGRAM_STEPS)
        p->steps[t][i].otherwise = p->lengths[t];
}

// ---- one step ------------------------------------------------------------

// The variable that the next step of a thread accesses.  False if its pointer is
// undefined or, but for the recorded run, another one than there: it is then an
// access of something else, and the models end.
static bool find_target (const ft_program *p, const ft_program_state *s,
                         unsigned t, bool recording, ft_id *target) {
  const ft_program_step *step = p->steps[t] + s->next[t];
  *target = step->target;
  if (!step->pointer)
    return true;
  const ft_program_word *w = s->locals[t] + (step->pointer - 1);
  if (ft_kind_accesses (step->kind))
    *target = (ft_id)((step->target + w->value) % p->variables);
  return !w->undefined && (recording || w->value == step->pointed);
}

static ft_program_word load (const ft_program_state *s, ft_id variable,
                             const ft_program_step *step) {
  ft_program_word w = s->variables[variable];
  w.value = ft_operator_cut (step->bytes, w.value >> 8 * step->first);
  return w;
}

static void store (ft_program_state *s, ft_id variable,
                   const ft_program_step *step, uint64_t value) {
  ft_program_word *w = s->variables + variable;
  uint64_t mask = ft_operator_cut (step->bytes, UINT64_MAX) << 8 * step->first;
  w->value = (w->value & ~mask) | (value << 8 * step->first & mask);
  w->undefined = 0;
}

// The result; false if the step cannot be done: it depends on something that
// is not defined, or ends the program.
static bool compute (const ft_program_state *s, unsigned t,
                     const ft_program_step *step, ft_program_word *result) {
  uint64_t words[2];
  bool undefined = false;
  for (unsigned i = 0; i < 2; i++) {
    const struct ft_program_operand *o = step->operands + i;
    const ft_program_word *w = s->locals[t] + (o->constant ? 0 : o->value);
    words[i] = o->constant ? o->value : w->value;
    undefined |=
        i < ft_operator_arity (step->op) && !o->constant && w->undefined;
  }
  *result = (ft_program_word){0, 1};
  if (undefined)
    return !ft_operator_divides (step->op);
  uint64_t value;
  enum ft_defined d = ft_operator_apply (step->op, step->bytes, words, &value);
  if (d == FT_DEFINED)
    *result = (ft_program_word){value, 0};
  return d != FT_TRAPS;
}

bool ft_program_blocked (const ft_program *p, const ft_program_state *s,
                         unsigned t) {
  const ft_program_step *step = p->steps[t] + s->next[t];
  return ft_kind_acquires (step->kind) &&
         (s->holder[step->target] ||
          (step->kind == FT_ACQUIRE && s->readers[step->target]));
}

unsigned ft_program_land (const ft_program *p, unsigned t, unsigned next) {
  while (next < p->lengths[t] && p->steps[t][next].kind == FT_FENCE)
    next = p->steps[t][next].otherwise;
  return next;
}

static bool decide (const ft_program *p, ft_program_state *s, unsigned t,
                    ft_program_step *step, bool recording,
                    ft_program_word outcome) {
  if (recording)
    step->outcome = outcome.value;
  if (p->branching && !outcome.value && step->otherwise)
    s->next[t] = step->otherwise - 1;
  return p->branching || step->outcome == outcome.value;
}

static ft_program_word operand_word (const ft_program_state *s, unsigned t,
                                     const struct ft_program_operand *o) {
  return o->constant ? (ft_program_word){o->value, 0} : s->locals[t][o->value];
}

static bool succeeds (const ft_program_state *s, unsigned t,
                      const ft_program_step *step, ft_id variable) {
  ft_program_word expected = operand_word (s, t, step->operands);
  return !expected.undefined &&
         load (s, variable, step).value ==
             ft_operator_cut (step->bytes, expected.value);
}

// The recorded run has those that are made.
static bool compare_and_swap (ft_program_state *s, unsigned t, ft_id variable,
                              ft_program_step *step, bool recording) {
  ft_program_word old = load (s, variable, step);
  if (recording && step->operands[0].constant)
    step->operands[0].value = old.value;
  ft_program_word new = operand_word (s, t, step->operands + 1);
  bool made = succeeds (s, t, step, variable);
  if (operand_word (s, t, step->operands).undefined || new.undefined)
    return false;
  s->locals[t][step->result] = old;
  if (made)
    store (s, variable, step, new.value);
  return made || !recording;
}

bool ft_program_run (ft_program *p, ft_program_state *s, unsigned t,
                     bool recording) {
  ft_program_step *step = p->steps[t] + s->next[t];
  ft_program_word w;
  ft_id variable;
  if (ft_program_blocked (p, s, t) || 
      !find_target (p, s, t, recording, &variable))
    return false;
  if (recording) {
    step->accessed = variable;
    if (step->pointer)
      step->pointed = s->locals[t][step->pointer - 1].value;
  }
  if (step->kind == FT_ACQUIRE || step->kind == FT_RELEASE)
    s->holder[step->target] = step->kind == FT_ACQUIRE ? t + 1 : 0;
  else if (step->kind == FT_ACQUIRE_SHARED)
    s->readers[step->target] |= 1u << t;
  else if (step->kind == FT_RELEASE_SHARED)
    s->readers[step->target] &= ~(uint64_t)(1u << t);
  else if (step->kind == FT_FORK)
    s->started[step->target] = 1;
  else if (step->kind == FT_READ)
    s->locals[t][step->result] = load (s, variable, step);
  else if (step->compares) {
    if (!compare_and_swap (s, t, variable, step, recording))
      return false;
  } else {
    if (step->kind == FT_ATOMIC_RMW)
      s->locals[t][step->result] = load (s, variable, step);
    if (!compute (s, t, step, &w))
      return false;
    if (step->kind != FT_LOCAL && w.undefined)
      return false;
    if (step->kind == FT_BRANCH && !decide (p, s, t, step, recording, w))
      return false;
    if (ft_kind_writes (step->kind))
      store (s, variable, step, w.value);
    if (step->kind == FT_LOCAL)
      s->locals[t][step->result] = w;
  }
  s->next[t] = ft_program_land (p, t, (unsigned)s->next[t] + 1);
  return true;
}

void ft_program_begin (const ft_program *p, ft_program_state *s) {
  memset (s, 0, sizeof *s);
  s->started[0] = 1;
  for (unsigned t = 0; t < p->threads; t++)
    s->next[t] = ft_program_land (p, t, 0);
}

bool ft_program_alive (const ft_program *p, const ft_program_state *s,
                       unsigned t) {
  return s->started[t] && s->next[t] < p->lengths[t];
}

// ---- all schedules -------------------------------------------------------

typedef struct search {
  ft_program program;
  FT_STACK (ft_program_state) states;
  ft_map seen; // by hash: a state; collisions are looked at in a row
} search;

static uint64_t hash_of (const ft_program_state *s) {
  const uint64_t *words = (const uint64_t *)s;
  uint64_t hash = 0x9e3779b97f4a7c15;
  for (size_t i = 0; i < sizeof *s / sizeof *words; i++)
    hash = (hash ^ words[i]) * 0xd6e8feb86659fd93, hash ^= hash >> 32;
  return hash;
}

static void visit (search *x, const ft_program_state *s) {
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

bool ft_program_succeeds (const ft_program *p, const ft_program_state *s,
                          unsigned t) {
  ft_id variable;
  return find_target (p, s, t, false, &variable) &&
         succeeds (s, t, p->steps[t] + s->next[t], variable);
}

bool ft_program_conflict (const ft_program *p, const ft_program_state *s,
                          unsigned t, unsigned u) {
  const ft_program_step *a = p->steps[t] + s->next[t];
  const ft_program_step *b = p->steps[u] + s->next[u];
  ft_id x, y;
  if (!ft_kind_accesses (a->kind) || !ft_kind_accesses (b->kind) ||
      !find_target (p, s, t, false, &x) || !find_target (p, s, u, false, &y) ||
      x != y)
    return false;
  bool writes = (ft_kind_writes (a->kind) &&
                 (!a->compares || succeeds (s, t, a, x))) ||
                (ft_kind_writes (b->kind) &&
                 (!b->compares || succeeds (s, u, b, x)));
  return writes && a->first < b->first + b->bytes &&
         b->first < a->first + a->bytes &&
         !(ft_kind_is_atomic (a->kind) && ft_kind_is_atomic (b->kind));
}

static void note_races (const search *x, const ft_program_state *s,
                        bool *races) {
  const ft_program *p = &x->program;
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned u = t + 1; u < p->threads; u++) {
      if (!ft_program_alive (p, s, t) || !ft_program_alive (p, s, u) ||
          !ft_program_conflict (p, s, t, u))
        continue;
      size_t a = t * FT_PROGRAM_STEPS + s->next[t];
      size_t b = u * FT_PROGRAM_STEPS + s->next[u];
      races[a * FT_PROGRAM_ALL + b] = races[b * FT_PROGRAM_ALL + a] = true;
    }
}

static void note_reached (const search *x, const ft_program_state *s,
                          bool *reached) {
  for (unsigned t = 0; t < x->program.threads; t++)
    if (ft_program_alive (&x->program, s, t))
      reached[t * FT_PROGRAM_STEPS + s->next[t]] = true;
}

// Runs all schedules, and notes what each state shows.
static bool run_all (const ft_program *p, bool *found,
                     void (*note) (const search *, const ft_program_state *,
                                   bool *)) {
  search x = {.program = *p};
  ft_program_state s;
  ft_program_begin (p, &s);
  visit (&x, &s);
  for (size_t i = 0; i < x.states.size && x.states.size < MOST_STATES; i++) {
    note (&x, x.states.begin + i, found);
    for (unsigned t = 0; t < p->threads; t++) {
      s = x.states.begin[i];
      if (ft_program_alive (p, &s, t) &&
          ft_program_run (&x.program, &s, t, false))
        visit (&x, &s);
    }
  }
  bool complete = x.states.size < MOST_STATES;
  FT_RELEASE (x.states);
  ft_map_release (&x.seen);
  return complete;
}

bool ft_program_races (const ft_program *p, bool *races) {
  return run_all (p, races, note_races);
}

bool ft_program_reaches (const ft_program *p, bool *reached) {
  return run_all (p, reached, note_reached);
}
