// Happens-before on a grammar, bottom-up: Kini, Mathur, Viswanathan 2018,
// Section 3, with the sets of 'slp_summary.h' and the pass of
// 'slp_summary_builder.h'.
//
// The pass over a rule reports the races between its items; races inside an
// item were reported by the pass over that item.  Of a pair of terminals that
// races across two items, the last event of the one and the first of the other
// race, and are the closest: After sets shrink and Before sets grow along a
// thread. So one look at each pair of terminals, whatever the rules' lengths,
// finds all pairs that race, with their closest events.
//
// X^k is X X^(k-1).  X^(k-1) differs from X in its matrix, which is a power,
// and in the positions of its last events.  The first event of each kind is in
// the first X, and the knowledge that this X gave it stays; likewise the last
// event is in the last X.  A pair that races across two X that are not
// neighbours races across two that are, by the event of the same kind in
// between.
//
// Hybrid candidates are found in the same way with fork and join alone, on
// terminals that are split by the locks held at them ('slp_held_locks.h').
//
// Cost: each rule once, with the sizes of the summaries of its items.  A
// summary is freed after its last use. Slow twin: the filter on the expanded
// trace, in 'tests/unit/test_slp_races.c'.

#include "grammar/slp_hb.h"

#include <assert.h>

#include "grammar/slp_held_locks.h"
#include "grammar/slp_summary_builder.h"
#include "grammar/slp_clock_ops.h"

// Memory that the summaries and the current summary builder may take.
enum { MOST_BYTES = 1 << 30 };

struct ft_slp_hb {
  ft_slp_held_locks locks; // hybrid
  ft_slp_clock_ops ops;
  ft_slp_accesses accesses;
  ft_slp_races races;
  ft_summary_builder builder;
  FT_STACK (ft_rule_summary) summaries; // by rule
  FT_STACK (uint32_t) left;             // by rule: uses that are still to come
  FT_STACK (uint32_t)
  repeated;             // by rule: 'next' when the races between its rounds
                        // were reported last
  uint32_t next;        // rule
  uint64_t most;        // limit on the work
  uint64_t bytes;       // of the summaries
  const char *given_up; // the reason, or NULL
};

// Finds the clock operations of the terminals; false if the grammar alone does
// not decide them.
static bool find_ops (ft_slp_hb *hb, enum ft_filter_kind kind,
                      const ft_slp *slp, const char **why) {
  if (kind == FT_FILTER_HB)
    return ft_slp_clock_ops_init (&hb->ops, slp, why);
  if (ft_slp_held_locks_init (&hb->locks, slp))
    return ft_slp_clock_ops_fork_join (&hb->ops, &hb->locks.slp, why);
  *why = "the locks held around the same events differ too much";
  return false;
}

static void find_accesses (ft_slp_hb *hb, const ft_tables *tables,
                           ft_location_ids *location_ids) {
  ft_slp_accesses_init (&hb->accesses, hb->ops.slp, tables, location_ids);
  for (size_t i = 0; hb->locks.held.size && i < hb->accesses.list.size; i++) {
    ft_slp_access *t = hb->accesses.list.begin + i;
    t->access.held = hb->locks.held.begin[t->terminal];
  }
}

ft_slp_hb *ft_slp_hb_new (enum ft_filter_kind kind, const ft_slp *slp,
                          const ft_tables *tables,
                          ft_location_ids *location_ids, uint64_t work,
                          const char **why) {
  assert (kind == FT_FILTER_HB || kind == FT_FILTER_HYBRID);
  ft_slp_hb *hb = FT_NEW (ft_slp_hb);
  hb->most = work;
  if (!find_ops (hb, kind, slp, why)) {
    ft_slp_hb_free (hb);
    return NULL;
  }
  slp = hb->ops.slp;
  find_accesses (hb, tables, location_ids);
  ft_slp_races_init (&hb->races, slp, &hb->accesses);
  ft_summary_builder_init (&hb->builder, &hb->ops.sync, &hb->accesses,
                           &hb->races,
                           kind == FT_FILTER_HYBRID ? &hb->locks.sets : NULL);
  FT_GROW (hb->summaries, slp->rules.size, ((ft_rule_summary){0}));
  FT_GROW (hb->repeated, slp->rules.size, 0);
  for (size_t r = 0; r < slp->rules.size; r++)
    FT_PUSH (hb->left, slp->rules.begin[r].uses);
  return hb;
}

void ft_slp_hb_free (ft_slp_hb *hb) {
  if (!hb)
    return;
  for (size_t r = 0; r < hb->summaries.size; r++)
    ft_rule_summary_release (hb->summaries.begin + r);
  FT_RELEASE (hb->summaries);
  FT_RELEASE (hb->left);
  FT_RELEASE (hb->repeated);
  ft_summary_builder_release (&hb->builder);
  ft_slp_races_release (&hb->races);
  ft_slp_accesses_release (&hb->accesses);
  ft_slp_clock_ops_release (&hb->ops);
  ft_slp_held_locks_release (&hb->locks);
  free (hb);
}

static void add_objects_of (ft_slp_hb *hb, uint32_t symbol) {
  uint32_t n = ft_slp_number (symbol);
  if (ft_slp_is_rule (symbol)) {
    const ft_rule_summary *s = hb->summaries.begin + n;
    for (size_t c = 0; c < s->objects.size; c++)
      ft_summary_builder_add_object (&hb->builder, s->objects.begin[c]);
    return;
  }
  size_t count;
  const ft_clock_op *ops = ft_slp_clock_ops_of (&hb->ops, n, &count);
  ft_summary_builder_add_object (&hb->builder,
                                 hb->ops.terminals.begin[n].thread);
  for (size_t i = 0; i < count; i++) {
    ft_summary_builder_add_object (&hb->builder, ops[i].to);
    if (ops[i].from != FT_NO_ID)
      ft_summary_builder_add_object (&hb->builder, ops[i].from);
  }
}

// A terminal changes the clocks the third and any later time as it did the
// second time in a row.
static void pass_terminal (ft_slp_hb *hb, uint32_t t, uint64_t times) {
  size_t count;
  const ft_clock_op *ops = ft_slp_clock_ops_of (&hb->ops, t, &count);
  ft_id thread = hb->ops.terminals.begin[t].thread;
  for (uint64_t i = 0; i < times && i < 3; i++) {
    if (i == 2)
      ft_summary_builder_skip (&hb->builder, times - 3);
    ft_summary_builder_terminal (&hb->builder, t, thread, ops, count);
  }
}

// A repeated rule as one step; most matrices need no power.
static void pass_times (ft_slp_hb *hb, uint32_t r, uint64_t times) {
  ft_rule_summary *s = hb->summaries.begin + r;
  uint64_t length = hb->ops.slp->rules.begin[r].length;
  if (times > 1 && s->idempotent == FT_IDEMPOTENT_UNKNOWN)
    s->idempotent = ft_matrix_is_idempotent (&s->matrix) ? FT_IDEMPOTENT
                                                         : FT_NOT_IDEMPOTENT;
  if (times == 1 || s->idempotent == FT_IDEMPOTENT) {
    ft_summary_builder_rule (&hb->builder, s, &s->matrix, length, times);
    return;
  }
  ft_matrix power = ft_matrix_power (&s->matrix, times);
  hb->builder.work += 4 * power.size * power.words;
  ft_summary_builder_rule (&hb->builder, s, &power, length, times);
  ft_matrix_release (&power);
}

// A pair that races between two rounds does so wherever the rule is repeated.
// The pair is reported once for each rule that repeats it, at the first
// repetition.
static void pass_rule (ft_slp_hb *hb, uint32_t r, uint64_t times) {
  if (times > 1 && hb->repeated.begin[r] != hb->next) {
    hb->repeated.begin[r] = hb->next;
    pass_times (hb, r, 1);
    times--;
  }
  pass_times (hb, r, times);
}

static void use_up (ft_slp_hb *hb, uint32_t symbol) {
  uint32_t r = ft_slp_number (symbol);
  if (!ft_slp_is_rule (symbol))
    return;
  assert (hb->left.begin[r]);
  if (--hb->left.begin[r])
    return;
  hb->bytes -= ft_rule_summary_bytes (hb->summaries.begin + r);
  ft_rule_summary_release (hb->summaries.begin + r);
}

// False if there is not enough memory for the rule.
static bool open_rule (ft_slp_hb *hb, const ft_production *rule) {
  const ft_production_item *items = hb->ops.slp->items.begin + rule->first;
  for (size_t i = 0; i < rule->count; i++)
    add_objects_of (hb, items[i].symbol);
  if (hb->bytes + ft_summary_builder_bytes (&hb->builder) > MOST_BYTES) {
    hb->given_up = "too many threads, locks and other objects come together";
    return false;
  }
  ft_summary_builder_start (&hb->builder);
  return true;
}

static bool pass_item (ft_slp_hb *hb, const ft_production_item *item) {
  uint32_t n = ft_slp_number (item->symbol);
  if (ft_slp_is_rule (item->symbol))
    pass_rule (hb, n, item->times);
  else
    pass_terminal (hb, n, item->times);
  use_up (hb, item->symbol);
  if (hb->builder.work > hb->most)
    hb->given_up = "it is more work than expanding the trace";
  return !hb->given_up;
}

bool ft_slp_hb_step (ft_slp_hb *hb) {
  const ft_slp *slp = hb->ops.slp;
  if (hb->next == slp->rules.size || hb->given_up)
    return false;
  uint32_t r = hb->next++;
  const ft_production *rule = slp->rules.begin + r;
  ft_summary_builder_begin (&hb->builder, r, hb->next == slp->rules.size);
  if (!open_rule (hb, rule))
    return false;
  for (size_t i = 0; i < rule->count; i++)
    if (!pass_item (hb, slp->items.begin + rule->first + i))
      return false;
  hb->summaries.begin[r] = ft_summary_builder_end (&hb->builder);
  hb->bytes += ft_rule_summary_bytes (hb->summaries.begin + r);
  return true;
}

const char *ft_slp_hb_given_up (const ft_slp_hb *hb) {
  return hb->given_up;
}

ft_location_pairs *ft_slp_hb_pairs (ft_slp_hb *hb) {
  return &hb->races.pairs;
}

uint64_t ft_slp_hb_earliest (const ft_slp_hb *hb, size_t i) {
  return hb->races.earliest.begin[i];
}

const ft_slp_held_locks *ft_slp_hb_held_locks (const ft_slp_hb *hb) {
  return &hb->locks;
}

const ft_rule_summary *ft_slp_hb_rule (const ft_slp_hb *hb, uint32_t rule) {
  return hb->summaries.begin + rule;
}

ft_tid ft_slp_hb_thread (const ft_slp_hb *hb, ft_id object) {
  return hb->ops.sync.threads.begin[object];
}

uint32_t ft_slp_hb_terminal (const ft_slp_hb *hb, uint32_t access) {
  return hb->accesses.list.begin[access].terminal;
}
