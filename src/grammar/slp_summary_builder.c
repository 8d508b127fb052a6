#include "grammar/slp_summary_builder.h"

#include <string.h>

typedef ft_summary_builder builder;
typedef ft_summary_builder_time clock_time;
typedef struct ft_summary_builder_thread thread;
typedef struct ft_summary_builder_access access_to;

void ft_summary_builder_init (builder *s, const ft_sync_objects *sync,
                              const ft_slp_accesses *slp_accesses,
                              ft_slp_races *races, ft_lock_sets *sets) {
  *s = (builder){
      .sync = sync, .slp_accesses = slp_accesses, .races = races, .sets = sets};
  FT_GROW (s->access_at, slp_accesses->list.size, FT_NO_ID);
  FT_GROW (s->newest, slp_accesses->variables, FT_NO_ID);
}

void ft_summary_builder_release (builder *s) {
  FT_RELEASE (s->object_at);
  FT_RELEASE (s->access_at);
  FT_RELEASE (s->newest);
  FT_RELEASE (s->objects);
  FT_RELEASE (s->known);
  FT_RELEASE (s->clocks);
  FT_RELEASE (s->threads);
  FT_RELEASE (s->thread_at);
  FT_RELEASE (s->accesses);
  FT_RELEASE (s->befores);
  FT_RELEASE (s->new_known);
  FT_RELEASE (s->new_clocks);
  FT_RELEASE (s->new_befores);
}

// ---- begin -----------------------------------------------------------------

void ft_summary_builder_begin (builder *s, uint32_t rule, bool last) {
  s->rule = rule;
  s->last = last;
  s->offset = 0;
  FT_GROW (s->object_at, s->sync->threads.size, FT_NO_ID);
}

void ft_summary_builder_add_object (builder *s, ft_id object) {
  if (s->object_at.begin[object] != FT_NO_ID)
    return;
  s->object_at.begin[object] = (ft_id)s->objects.size;
  ft_id at = FT_NO_ID;
  if (s->sync->threads.begin[object] != FT_NO_ID) {
    at = (ft_id)s->threads.size;
    FT_PUSH (s->threads,
             ((thread){(ft_id)s->objects.size, FT_NO_ID, 0, false}));
  }
  FT_PUSH (s->thread_at, at);
  FT_PUSH (s->objects, object);
}

uint64_t ft_summary_builder_bytes (const builder *s) {
  uint64_t words = s->last ? 0 : (s->objects.size + 63) / 64;
  return s->objects.size * (words + s->threads.size) * sizeof (uint64_t);
}

#define ZEROES(stack, n)                                                       \
  do {                                                                         \
    FT_RESERVE (stack, (n) + 1);                                               \
    memset ((stack).begin, 0, (n) * sizeof *(stack).begin);                    \
    (stack).size = (n);                                                        \
  } while (0)

void ft_summary_builder_start (builder *s) {
  s->words = s->last ? 0 : (s->objects.size + 63) / 64;
  s->work += s->objects.size * (s->words + s->threads.size);
  ZEROES (s->known, s->objects.size * s->words);
  ZEROES (s->clocks, s->objects.size * s->threads.size);
  for (size_t c = 0; s->words && c < s->objects.size; c++)
    ft_bit_add (ft_summary_builder_known (s, c), c);
}

// ---- accesses --------------------------------------------------------------

static bool may_race (const builder *s, const ft_access *a,
                      const ft_access *b) {
  return a->thread != b->thread && ft_access_conflicts (a, b) &&
         !(s->sets && ft_lock_set_exclusive (s->sets, a->held, b->held));
}

// Reports the races of the access with earlier accesses that 'clock' does not
// know.
static void report_races (builder *s, uint32_t access, const clock_time *clock,
                          uint64_t position) {
  const ft_slp_access *t = s->slp_accesses->list.begin + access;
  for (ft_id i = s->newest.begin[t->variable]; i != FT_NO_ID;
       i = s->accesses.begin[i].older) {
    const access_to *old = s->accesses.begin + i;
    s->work++;
    const ft_access *a = &s->slp_accesses->list.begin[old->access].access;
    if (clock[old->thread] < old->time && may_race (s, a, &t->access))
      ft_slp_races_add (s->races, s->rule, old->access, old->last, access,
                        position);
  }
}

// The builder's entry for an access, a new one at its first occurrence.
static access_to *access_of (builder *s, uint32_t access) {
  ft_id *at = s->access_at.begin + access;
  if (*at == FT_NO_ID) {
    ft_id *newest =
        s->newest.begin + s->slp_accesses->list.begin[access].variable;
    *at = (ft_id)s->accesses.size;
    FT_PUSH (s->accesses, ((access_to){.access = access,
                                       .before = FT_NO_ID,
                                       .older = *newest,
                                       .first = FT_NO_POS}));
    *newest = *at;
  }
  return s->accesses.begin + *at;
}

static ft_id add_before (builder *s, const uint64_t *set) {
  if (!s->words)
    return FT_NO_ID;
  for (size_t w = 0; w < s->words; w++)
    FT_PUSH (s->befores, set[w]);
  return (ft_id)(s->befores.size / s->words - 1);
}

// ---- terminals -------------------------------------------------------------

static void begin_event (builder *s, thread *t, ft_id at) {
  if (t->now && !t->published)
    return;
  t->now++;
  t->published = false;
  ft_summary_builder_clock (s, t->object)[at] = t->now;
}

static void join_object (builder *s, ft_id to, ft_id from) {
  s->work += s->threads.size + s->words;
  clock_time *clock = ft_summary_builder_clock (s, to);
  const clock_time *other = ft_summary_builder_clock (s, from);
  for (size_t i = 0; i < s->threads.size; i++)
    clock[i] = clock[i] > other[i] ? clock[i] : other[i];
  ft_bit_join (ft_summary_builder_known (s, to),
               ft_summary_builder_known (s, from), s->words);
}

static void clear_object (builder *s, ft_id c) {
  memset (ft_summary_builder_clock (s, c), 0,
          s->threads.size * sizeof (clock_time));
  if (s->words)
    memset (ft_summary_builder_known (s, c), 0, s->words * sizeof (uint64_t));
}

static void apply_op (builder *s, const ft_clock_op *step) {
  ft_id to = s->object_at.begin[step->to];
  if (step->kind != FT_CLOCK_OP_JOIN)
    clear_object (s, to);
  if (step->kind == FT_CLOCK_OP_CLEAR)
    return;
  ft_id from = s->object_at.begin[step->from];
  join_object (s, to, from);
  if (s->thread_at.begin[to] != FT_NO_ID)
    s->threads.begin[s->thread_at.begin[to]].before = FT_NO_ID;
  if (s->thread_at.begin[from] != FT_NO_ID)
    s->threads.begin[s->thread_at.begin[from]].published = true;
}

static void access_variable (builder *s, uint32_t access, thread *t, ft_id at) {
  report_races (s, access, ft_summary_builder_clock (s, t->object), s->offset);
  access_to *a = access_of (s, access);
  if (a->first == FT_NO_POS) {
    if (t->before == FT_NO_ID)
      t->before = add_before (s, ft_summary_builder_known (s, t->object));
    a->before = t->before;
    a->first = s->offset;
    a->thread = at;
  }
  a->last = s->offset;
  a->time = t->now;
}

void ft_summary_builder_terminal (builder *s, uint32_t terminal, ft_id of,
                                  const ft_clock_op *ops, size_t count) {
  ft_id at = s->thread_at.begin[s->object_at.begin[of]];
  thread *t = s->threads.begin + at;
  begin_event (s, t, at);
  for (size_t i = 0; i < count; i++)
    apply_op (s, ops + i);
  for (uint32_t i = s->slp_accesses->begin.begin[terminal];
       i < s->slp_accesses->begin.begin[terminal + 1]; i++)
    access_variable (s, i, t, at);
  s->offset++;
}

// ---- rules -----------------------------------------------------------------

static ft_id place_of (const builder *s, const ft_rule_summary *rule,
                       size_t object) {
  return s->object_at.begin[rule->objects.begin[object]];
}

// Joins the clocks and the sets of the members of a set of the rule's objects.
static void gather (builder *s, const ft_rule_summary *rule,
                    const uint64_t *set, clock_time *clock, uint64_t *known) {
  size_t n = rule->objects.size;
  memset (clock, 0, s->threads.size * sizeof *clock);
  memset (known, 0, s->words * sizeof *known);
  for (size_t u = ft_bit_next (set, 0, n); u < n;
       u = ft_bit_next (set, u + 1, n)) {
    ft_id c = place_of (s, rule, u);
    s->work += s->threads.size + s->words;
    const clock_time *other = ft_summary_builder_clock (s, c);
    for (size_t i = 0; i < s->threads.size; i++)
      clock[i] = clock[i] > other[i] ? clock[i] : other[i];
    ft_bit_join (known, ft_summary_builder_known (s, c), s->words);
  }
}

// Computes what the rule's accesses know at this use of the rule: a clock and a
// set for each of its 'before' sets.
static void gather_befores (builder *s, const ft_rule_summary *rule) {
  size_t n = ft_rule_summary_before_count (rule);
  ZEROES (s->new_clocks, n * s->threads.size);
  ZEROES (s->new_known, n * s->words);
  FT_CLEAR (s->new_befores);
  for (size_t i = 0; i < n; i++) {
    gather (s, rule, ft_rule_summary_before (rule, i),
            s->new_clocks.begin + i * s->threads.size,
            s->new_known.begin + i * s->words);
    FT_PUSH (s->new_befores, FT_NO_ID);
  }
}

static void report_rule_races (builder *s, const ft_rule_summary *rule) {
  for (size_t i = 0; i < rule->accesses.size; i++) {
    const struct ft_rule_summary_access *a = rule->accesses.begin + i;
    report_races (s, a->access,
                  s->new_clocks.begin + a->before * s->threads.size,
                  s->offset + a->first);
  }
}

// 'later': distance in events from the first repetition to the last.
static void add_accesses (builder *s, const ft_rule_summary *rule,
                          uint64_t later) {
  for (size_t i = 0; i < rule->accesses.size; i++) {
    const struct ft_rule_summary_access *a = rule->accesses.begin + i;
    const struct ft_rule_summary_after *after = rule->levels.begin + a->after;
    ft_id at = s->thread_at.begin[place_of (s, rule, after->object)];
    access_to *to = access_of (s, a->access);
    if (to->first == FT_NO_POS) {
      ft_id *before = s->new_befores.begin + a->before;
      if (*before == FT_NO_ID)
        *before = add_before (s, s->new_known.begin + a->before * s->words);
      to->before = *before;
      to->first = s->offset + a->first;
      to->thread = at;
    }
    to->last = s->offset + later + a->last;
    to->time = s->threads.begin[at].now + after->level;
  }
}

static bool is_same (const uint64_t *column, size_t words, size_t v) {
  for (size_t w = 0; w < words; w++)
    if (column[w] != (w == v / 64 ? UINT64_C (1) << v % 64 : 0))
      return false;
  return true;
}

// Passes the knowledge of objects on, as the matrix says.
static void apply_matrix (builder *s, const ft_rule_summary *rule,
                          const ft_matrix *matrix) {
  size_t n = rule->objects.size;
  ZEROES (s->new_clocks, n * s->threads.size);
  ZEROES (s->new_known, n * s->words);
  for (size_t v = 0; v < n; v++)
    if (!is_same (ft_matrix_column (matrix, v), matrix->words, v))
      gather (s, rule, ft_matrix_column (matrix, v),
              s->new_clocks.begin + v * s->threads.size,
              s->new_known.begin + v * s->words);
  for (size_t v = 0; v < n; v++) {
    if (is_same (ft_matrix_column (matrix, v), matrix->words, v))
      continue;
    ft_id c = place_of (s, rule, v);
    memcpy (ft_summary_builder_clock (s, c),
            s->new_clocks.begin + v * s->threads.size,
            s->threads.size * sizeof (clock_time));
    if (s->words)
      memcpy (ft_summary_builder_known (s, c),
              s->new_known.begin + v * s->words, s->words * sizeof (uint64_t));
  }
}

// Raises the clocks of the 'after' sets to the times of the rule's own
// accesses.
static void raise_clocks (builder *s, const ft_rule_summary *rule) {
  size_t n = rule->objects.size;
  for (size_t i = 0; i < rule->levels.size; i++) {
    const struct ft_rule_summary_after *after = rule->levels.begin + i;
    ft_id at = s->thread_at.begin[place_of (s, rule, after->object)];
    clock_time time = s->threads.begin[at].now + after->level;
    const uint64_t *set = ft_rule_summary_after (rule, i);
    for (size_t u = ft_bit_next (set, 0, n); u < n;
         u = ft_bit_next (set, u + 1, n)) {
      clock_time *clock = ft_summary_builder_clock (s, place_of (s, rule, u));
      clock[at] = clock[at] > time ? clock[at] : time;
    }
  }
}

// Moves the local time of each thread behind its accesses in the rule.
static void advance_threads (builder *s, const ft_rule_summary *rule) {
  for (size_t u = 0; u < rule->objects.size; u++) {
    ft_id c = place_of (s, rule, u), at = s->thread_at.begin[c];
    if (at == FT_NO_ID)
      continue;
    thread *t = s->threads.begin + at;
    t->now = ft_summary_builder_clock (s, c)[at];
    t->published = true;
    t->before = FT_NO_ID;
  }
}

void ft_summary_builder_rule (builder *s, const ft_rule_summary *rule,
                              const ft_matrix *matrix, uint64_t length,
                              uint64_t times) {
  gather_befores (s, rule);
  report_rule_races (s, rule);
  add_accesses (s, rule, length * (times - 1));
  apply_matrix (s, rule, matrix);
  raise_clocks (s, rule);
  advance_threads (s, rule);
  s->offset += length * times;
}
