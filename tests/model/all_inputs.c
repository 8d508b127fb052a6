// See 'all_inputs.h'.

#include "tests/model/all_inputs.h"

#include <string.h>

#include "explore/concolic.h"
#include "tests/model/shrink.h"

enum { DOMAIN = 65536, LOCALS = 64, VARIABLES = 8 };

// How far a run with some input does as it should.
typedef struct outcome {
  ft_id trapped, undefined, unpinned; // first event where, FT_NO_ID for none
} outcome;

typedef struct machine {
  const ft_trace *trace;
  unsigned input;
  uint8_t memory[VARIABLES][8];
  uint64_t locals[LOCALS];
  bool defined[LOCALS];
  uint64_t *gives;           // by event
  uint64_t (*uses)[3];       // by event: operands, pointer
  const struct machine *run; // the recorded one, NULL when this is it
  outcome outcome;
} machine;

static void note (ft_id *first, ft_id event) {
  if (*first == FT_NO_ID)
    *first = event;
}

static unsigned width_of (const ft_event *e) {
  return (unsigned)__builtin_popcount (e->mask);
}

static uint64_t load (machine *m, const ft_event *e) {
  uint64_t value = 0;
  for (unsigned b = 0, i = 0; b < 8; b++)
    if (e->mask >> b & 1)
      value |= (uint64_t)m->memory[e->target][b] << 8 * i++;
  return value;
}

static void store (machine *m, const ft_event *e, uint64_t value) {
  for (unsigned b = 0, i = 0; b < 8; b++)
    if (e->mask >> b & 1)
      m->memory[e->target][b] = (uint8_t)(value >> 8 * i++);
}

static uint64_t input_at (const machine *m, const ft_event *e, uint64_t at) {
  uint64_t value = 0;
  for (unsigned k = 0; k < width_of (e) && at + k < 2; k++)
    value |= (uint64_t)(m->input >> 8 * (at + k) & 0xff) << 8 * k;
  return value;
}

static void use (machine *m, ft_id event, const ft_detail *d) {
  const ft_operand *o = m->trace->tables.operands.begin;
  for (uint32_t i = 0; i < d->operand_count && i < 2; i++) {
    const ft_operand *x = o + d->operands + i;
    m->uses[event][i] =
        x->local == FT_NO_ID ? x->constant : m->locals[x->local];
  }
  if (d->pointer_count)
    m->uses[event][2] = m->locals[o[d->pointers].local];
}

// What is not followed gives what it gave, and should be given the same.
static uint64_t opaque (machine *m, ft_id event) {
  if (!m->run)
    return m->trace->events[event].value;
  if (memcmp (m->uses[event], m->run->uses[event], 2 * sizeof (uint64_t)))
    note (&m->outcome.unpinned, event);
  return m->run->gives[event];
}

static uint64_t compute (machine *m, ft_id event, const ft_detail *d) {
  const ft_event *e = m->trace->events + event;
  uint64_t result;
  if (d->op == FT_OP_NONE)
    return opaque (m, event);
  if (m->run && ft_operator_apply (d->op, width_of (e), m->run->uses[event],
                                   &result) != FT_DEFINED)
    return opaque (m, event);
  enum ft_defined defined =
      ft_operator_apply (d->op, width_of (e), m->uses[event], &result);
  if (defined == FT_TRAPS)
    note (&m->outcome.trapped, event);
  if (defined == FT_UNDEFINED)
    note (&m->outcome.undefined, event);
  return result;
}

static void step (machine *m, ft_id event) {
  static const ft_detail nothing = FT_DETAIL_NONE;
  const ft_event *e = m->trace->events + event;
  const ft_tables *tables = &m->trace->tables;
  const ft_origin *origin = ft_origins_at (&tables->origins, event);
  const ft_detail *d = ft_tables_detail (tables, e);
  d = d ? d : &nothing;
  use (m, event, d);
  if (m->run && m->uses[event][2] != m->run->uses[event][2])
    note (&m->outcome.unpinned, event);
  uint64_t value = e->kind == FT_READ ? load (m, e)
                   : origin           ? input_at (m, e, origin->at)
                                      : compute (m, event, d);
  m->gives[event] = value;
  if (e->kind == FT_WRITE)
    store (m, e, value);
  if (d->result != FT_NO_ID)
    m->locals[d->result] = value, m->defined[d->result] = true;
}

static void execute (machine *m, unsigned input) {
  memset (m->memory, 0, sizeof m->memory);
  memset (m->locals, 0, sizeof m->locals);
  m->input = input;
  m->outcome = (outcome){FT_NO_ID, FT_NO_ID, FT_NO_ID};
  for (ft_id i = 0; i < m->trace->size; i++)
    step (m, i);
}

static machine new_machine (const ft_trace *t, const machine *run) {
  return (machine){.trace = t,
                   .run = run,
                   .gives = FT_ARRAY (uint64_t, t->size + 1),
                   .uses = ft_calloc (t->size + 1, sizeof (uint64_t[3]))};
}

static void release (machine *m) {
  free (m->gives);
  free (m->uses);
}

// ---- traces ----------------------------------------------------------------

// The input of the run that the trace is of.
static unsigned recorded_input (const ft_trace *t) {
  const ft_origins *origins = &t->tables.origins;
  unsigned input = 0;
  for (size_t i = origins->writes.size; i--;) {
    const ft_origin *o = origins->writes.begin + i;
    const ft_event *e = t->events + o->position;
    for (unsigned k = 0; k < width_of (e); k++) {
      input &= ~(0xffu << 8 * (o->at + k));
      input |= (unsigned)(e->value >> 8 * k & 0xff) << 8 * (o->at + k);
    }
  }
  return input & 0xffff;
}

static bool is_usable (const machine *m, ft_id event) {
  const ft_detail *d =
      ft_tables_detail (&m->trace->tables, m->trace->events + event);
  const ft_operand *o = m->trace->tables.operands.begin;
  for (uint32_t i = 0; d && i < d->operand_count; i++)
    if (o[d->operands + i].local != FT_NO_ID &&
        !m->defined[o[d->operands + i].local])
      return false;
  return !d || !d->pointer_count || m->defined[o[d->pointers].local];
}

// The trace of the run: without events that trap or use what was never defined,
// and with the values that the others give.
static ft_trace *settle (const ft_trace *t) {
  bool *keep = FT_ARRAY (bool, t->size + 1);
  machine m = new_machine (t, NULL);
  m.input = recorded_input (t);
  m.outcome.undefined = FT_NO_ID;
  for (ft_id i = 0; i < t->size; i++) {
    m.outcome.trapped = FT_NO_ID;
    machine before = m;
    keep[i] = is_usable (&m, i);
    if (keep[i])
      step (&m, i);
    if (m.outcome.trapped != FT_NO_ID)
      keep[i] = false, m = before;
  }
  ft_trace *settled = ft_copy_trace (t, keep);
  for (ft_id i = 0, to = 0; i < t->size; i++)
    if (keep[i])
      settled->events[to++].value = m.gives[i];
  release (&m);
  free (keep);
  return settled;
}

// ---- comparing -------------------------------------------------------------

typedef struct comparison {
  ft_all_inputs *all;
  ft_concolic *concolic;
  machine run, other;
  bool differs;
} comparison;

enum way { WAY_STRICT, WAY_LOOSE, WAY_UNDEFINED, WAY_NONE };

// How the other run turns a branch, if it does.
static enum way way_of (const comparison *c, size_t branch) {
  ft_id event = ft_concolic_branch (c->concolic, branch).event;
  const outcome *o = &c->other.outcome;
  for (size_t i = 0; i <= branch; i++) {
    ft_id before = ft_concolic_branch (c->concolic, i).event;
    if ((c->other.gives[before] == c->run.gives[before]) != (i < branch))
      return WAY_NONE;
  }
  if (o->trapped <= event)
    return WAY_NONE;
  if (o->undefined <= event)
    return WAY_UNDEFINED;
  return o->unpinned <= event ? WAY_LOOSE : WAY_STRICT;
}

static enum way best_way (comparison *c, size_t branch) {
  enum way best = WAY_NONE;
  for (unsigned input = 0; input < DOMAIN && best; input++) {
    execute (&c->other, input);
    enum way way = way_of (c, branch);
    best = way < best ? way : best;
  }
  return best;
}

static void execute_changed (comparison *c, const ft_flip_result *t) {
  unsigned input = c->run.input;
  for (size_t i = 0; i < t->changes.size; i++) {
    unsigned shift = 8 * (unsigned)t->changes.begin[i].at;
    input &= ~(0xffu << shift);
    input |= (unsigned)t->changes.begin[i].byte << shift;
  }
  execute (&c->other, input);
}

static enum way answered (comparison *c, size_t branch, const ft_flip_result *t) {
  execute_changed (c, t);
  return way_of (c, branch);
}

static enum way claimed (const ft_flip_result *t) {
  if (t->answer == FT_UNSAT)
    return WAY_NONE;
  return t->undefined       ? WAY_UNDEFINED
         : t->reconcretized ? WAY_LOOSE
                            : WAY_STRICT;
}

static void count (ft_all_inputs *all, const ft_flip_result *t) {
  all->branches++;
  all->turned += t->answer == FT_SAT;
  all->loose += t->answer == FT_SAT && t->reconcretized;
  all->undefined += t->answer == FT_SAT && t->undefined;
  all->impossible += t->answer == FT_UNSAT;
  all->unknown += t->answer == FT_UNKNOWN;
  all->changed += t->changes.size;
}

// Whether the other run, as far as it is defined, turns a branch although the
// first 'same' ones come out as they did.
static bool is_turned (const comparison *c, size_t branch, size_t same) {
  ft_id event = ft_concolic_branch (c->concolic, branch).event;
  const outcome *o = &c->other.outcome;
  if (o->trapped <= event || o->undefined <= event ||
      c->other.gives[event] == c->run.gives[event])
    return false;
  for (size_t i = 0; i < same; i++) {
    ft_id before = ft_concolic_branch (c->concolic, i).event;
    if (c->other.gives[before] != c->run.gives[before])
      return false;
  }
  return true;
}

// The branches up to the one that is blamed are enough to rule the turn out.
static void compare_blame (comparison *c, size_t branch) {
  size_t blamed = ft_concolic_blocking_branch (c->concolic, branch);
  size_t same = blamed == SIZE_MAX ? 0 : blamed + 1;
  c->all->blamed += same > 0;
  for (unsigned input = 0; input < DOMAIN && !c->differs; input++) {
    execute (&c->other, input);
    c->differs = is_turned (c, branch, same);
    if (c->differs)
      ft_strbuf_add (&c->all->why, "branch at %u is turned after %zu others",
                     ft_concolic_branch (c->concolic, branch).event, same);
  }
}

// After undefined behaviour the two need not agree.
static void compare_branch (comparison *c, size_t branch) {
  static const char *const words[] = {"strictly", "loosely", "undefined",
                                      "not at all"};
  ft_flip_result t = {0};
  ft_concolic_flip (c->concolic, branch, &t);
  count (c->all, &t);
  if (t.answer != FT_UNKNOWN) {
    enum way best = best_way (c, branch), claim = claimed (&t);
    bool wrong = best < WAY_UNDEFINED ? claim != best : claim < WAY_UNDEFINED;
    if (!wrong && claim < WAY_UNDEFINED)
      wrong = answered (c, branch, &t) != claim;
    if (wrong && !c->differs)
      ft_strbuf_add (&c->all->why, "branch at %u turns %s, should %s",
                     ft_concolic_branch (c->concolic, branch).event,
                     words[claim], words[best]);
    c->differs |= wrong;
  }
  if (t.answer == FT_UNSAT)
    compare_blame (c, branch);
  ft_flip_result_release (&t);
}

// ---- collisions ------------------------------------------------------------

static ft_id event_of (const comparison *c, size_t concretized) {
  return ft_concolic_concretized (c->concolic, concretized).event;
}

// Whether the concretized value is the pointer of its event.
static bool is_pointer (const comparison *c, size_t concretized) {
  ft_concretized_value v = ft_concolic_concretized (c->concolic, concretized);
  const ft_event *e = c->run.trace->events + v.event;
  const ft_detail *d = ft_tables_detail (&c->run.trace->tables, e);
  return d->pointer_count && c->run.uses[v.event][2] == v.value;
}

// Whether in the other run, which is defined so far, all branches before both
// events come out as they did, and the pointers are what is asked for.
static bool collides (const comparison *c, const ft_collision *n) {
  ft_id event = event_of (c, n->access), last = event;
  uint64_t address = n->address;
  if (n->other != SIZE_MAX) {
    ft_id other = event_of (c, n->other);
    address = c->other.uses[other][2];
    last = other > last ? other : last;
  }
  for (size_t i = 0; i < ft_concolic_from (c->concolic, last); i++) {
    ft_id before = ft_concolic_branch (c->concolic, i).event;
    if (c->other.gives[before] != c->run.gives[before])
      return false;
  }
  uint64_t is = c->other.uses[event][2];
  return c->other.outcome.trapped >= last &&
         c->other.outcome.undefined >= last && is == address &&
         is >= n->first && is <= n->last;
}

static bool any_collides (comparison *c, const ft_collision *n) {
  bool any = false;
  for (unsigned input = 0; input < DOMAIN && !any; input++) {
    execute (&c->other, input);
    any = collides (c, n);
  }
  return any;
}

static void compare_collision (comparison *c, const ft_collision *n) {
  ft_flip_result t = {0};
  ft_concolic_collide (c->concolic, n, &t);
  bool found = t.answer == FT_SAT && !t.undefined, wrong = false;
  if (found) {
    execute_changed (c, &t);
    wrong = !collides (c, n);
  } else if (t.answer != FT_UNKNOWN)
    wrong = any_collides (c, n);
  c->all->collisions++;
  c->all->collided += found;
  if (wrong && !c->differs)
    ft_strbuf_add (&c->all->why, "the pointers at %u and %d collide %s",
                   event_of (c, n->access),
                   n->other == SIZE_MAX ? -1 : (int)event_of (c, n->other),
                   found ? "with this input, which is wrong" : "after all");
  c->differs |= wrong;
  ft_flip_result_release (&t);
}

// Pairs of pointers, and each pointer with the value that some input gives it.
static void compare_collisions (comparison *c) {
  enum { MOST = 4 };
  size_t count = ft_concolic_concretized_count (c->concolic);
  for (size_t i = 0; i < count && i < MOST; i++) {
    if (!is_pointer (c, i))
      continue;
    for (size_t k = 0; k < count && k < MOST; k++)
      if (k != i && is_pointer (c, k))
        compare_collision (c, &(ft_collision){i, k, 0, 0, UINT64_MAX});
    execute (&c->other, 259 * (unsigned)i + 77);
    uint64_t some = c->other.uses[event_of (c, i)][2];
    compare_collision (c, &(ft_collision){i, SIZE_MAX, some, 0, UINT64_MAX});
    compare_collision (c, &(ft_collision){i, SIZE_MAX, some, 0, some / 2});
  }
}

// What is no branch on input comes out the same for all inputs, as long as a
// run is defined and pinned.
static void compare_others (comparison *c, unsigned input) {
  execute (&c->other, input);
  const outcome *o = &c->other.outcome;
  for (ft_id i = 0; i < c->run.trace->size && !c->differs; i++) {
    if (i >= o->trapped || i >= o->undefined || i >= o->unpinned)
      return;
    size_t at = ft_concolic_from (c->concolic, i);
    bool known = at < ft_concolic_size (c->concolic) &&
                 ft_concolic_branch (c->concolic, at).event == i;
    if (known || c->run.trace->events[i].kind != FT_BRANCH ||
        c->run.gives[i] == c->other.gives[i])
      continue;
    ft_strbuf_add (&c->all->why, "branch at %u depends on input", i);
    c->differs = true;
  }
}

bool ft_inputs_differ (const ft_trace *trace, void *all_inputs) {
  ft_trace *t = settle (trace);
  comparison c = {.all = all_inputs};
  c.run = new_machine (t, NULL);
  execute (&c.run, recorded_input (t));
  c.other = new_machine (t, &c.run);
  c.concolic = ft_concolic_new (t, (ft_concolic_limits){20, 0});
  for (size_t i = 0; i < ft_concolic_size (c.concolic); i++)
    compare_branch (&c, i);
  compare_collisions (&c);
  for (unsigned input = 1; input < DOMAIN; input = 5 * input / 4 + 1)
    compare_others (&c, input);
  ft_concolic_free (c.concolic);
  release (&c.run);
  release (&c.other);
  ft_trace_free (t);
  return c.differs;
}

void ft_all_inputs_release (ft_all_inputs *all) {
  ft_strbuf_release (&all->why);
}
