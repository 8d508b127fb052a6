#include "tests/model/relations.h"

typedef ft_model_relation relation;

relation ft_model_relation_new (ft_id size) {
  size_t words = size / 64 + 1;
  return (relation){size, words, FT_ARRAY (uint64_t, size * words)};
}

void ft_model_relation_release (relation *r) {
  free (r->rows);
  *r = (relation){0};
}

void ft_model_add (relation *r, ft_id i, ft_id j) {
  r->rows[j * r->words + i / 64] |= (uint64_t)1 << (i % 64);
}

// Row j of 'to' gets row i of 'from'; whether it changed.
static bool add_row (relation *to, ft_id j, const relation *from, ft_id i) {
  uint64_t *a = to->rows + j * to->words, changed = 0;
  const uint64_t *b = from->rows + i * from->words;
  for (size_t w = 0; w < to->words; w++) {
    changed |= b[w] & ~a[w];
    a[w] |= b[w];
  }
  return changed;
}

bool ft_model_add_all (relation *to, const relation *from) {
  bool changed = false;
  for (ft_id j = 0; j < to->size; j++)
    changed |= add_row (to, j, from, j);
  return changed;
}

// Rows before j are closed when j is looked at, since edges go forward.
void ft_model_close (relation *r) {
  for (ft_id j = 0; j < r->size; j++)
    for (ft_id i = j; i--;)
      if (ft_model_before (r, i, j))
        add_row (r, j, r, i);
}

bool ft_model_compose (relation *a, const relation *b) {
  bool changed = false;
  for (ft_id j = 0; j < a->size; j++)
    for (ft_id i = j; i--;) {
      if (ft_model_before (b, i, j))
        changed |= add_row (a, j, a, i);
      if (ft_model_before (a, i, j))
        changed |= add_row (a, j, b, i);
    }
  return changed;
}

static bool is_release (const ft_trace *t, ft_id i) {
  return !ft_event_is_void (t->events + i) &&
         ft_kind_releases (t->events[i].kind);
}

static bool in_section (const ft_trace *t, ft_id acquire, ft_id release,
                        ft_id i) {
  return i >= acquire && i <= release &&
         t->events[i].thread == t->events[release].thread;
}

static bool both_shared (const ft_trace *t, ft_id acquire, ft_id other) {
  return t->events[acquire].kind == FT_ACQUIRE_SHARED &&
         t->events[other].kind == FT_ACQUIRE_SHARED;
}

static bool section_conflicts (const ft_trace *t, ft_id acquire, ft_id release,
                               ft_id e) {
  for (ft_id i = acquire; i <= release; i++)
    if (in_section (t, acquire, release, i) &&
        ft_model_conflict (t, i, e, true))
      return true;
  return false;
}

// Rule (a) of WCP and DC.
static void add_rule_a (relation *r, const ft_trace *t) {
  for (ft_id i = 0; i < t->size; i++) {
    if (!is_release (t, i))
      continue;
    ft_id acquire = ft_model_acquire_of (t, i);
    for (ft_id e = i + 1; acquire != FT_NO_ID && e < t->size; e++) {
      if (!ft_kind_accesses (t->events[e].kind) && t->events[e].kind != FT_FREE)
        continue;
      ft_id other = ft_model_section_at (t, e, t->events[i].target);
      if (other != FT_NO_ID && !both_shared (t, acquire, other) &&
          section_conflicts (t, acquire, i, e))
        ft_model_add (r, i, e);
    }
  }
}

static bool sections_ordered (const relation *r, const ft_trace *t, ft_id a1,
                              ft_id r1, ft_id a2, ft_id r2) {
  for (ft_id j = a2; j <= r2; j++)
    for (ft_id i = a1; in_section (t, a2, r2, j) && i <= r1 && i < j; i++)
      if (in_section (t, a1, r1, i) && ft_model_before (r, i, j))
        return true;
  return false;
}

// Rule (b), once; whether it added anything.  'hard' orders events of
// different threads too (WCP, which does not contain it).
static bool add_rule_b (relation *r, const relation *hard, const ft_trace *t) {
  bool changed = false;
  for (ft_id r2 = 0; r2 < t->size; r2++)
    for (ft_id r1 = 0; r1 < r2; r1++) {
      if (!is_release (t, r1) || !is_release (t, r2) ||
          t->events[r1].target != t->events[r2].target ||
          ft_model_before (r, r1, r2))
        continue;
      ft_id a1 = ft_model_acquire_of (t, r1);
      ft_id a2 = ft_model_acquire_of (t, r2);
      bool apart = t->events[r1].thread != t->events[r2].thread;
      if (both_shared (t, a1, a2) ||
          !(sections_ordered (r, t, a1, r1, a2, r2) ||
            (apart && sections_ordered (hard, t, a1, r1, a2, r2))))
        continue;
      ft_model_add (r, r1, r2);
      changed = true;
    }
  return changed;
}

static relation hard_edges (const ft_trace *t) {
  relation r = ft_model_relation_new (t->size);
  ft_model_add_program_order (&r, t);
  ft_model_add_fork_join (&r, t);
  ft_model_add_waits (&r, t);
  ft_model_add_atomics (&r, t);
  return r;
}

static relation fork_join (const ft_trace *t) {
  relation r = ft_model_relation_new (t->size);
  ft_model_add_program_order (&r, t);
  ft_model_add_fork_join (&r, t);
  ft_model_close (&r);
  return r;
}

static relation happens_before (const ft_trace *t) {
  relation r = hard_edges (t);
  ft_model_add_locks (&r, t);
  ft_model_close (&r);
  return r;
}

static relation c11_happens_before (const ft_trace *t) {
  relation r = ft_model_relation_new (t->size);
  ft_model_add_program_order (&r, t);
  ft_model_add_fork_join (&r, t);
  ft_model_add_waits (&r, t);
  ft_model_add_c11_atomics (&r, t);
  ft_model_add_locks (&r, t);
  ft_model_close (&r);
  return r;
}

// A read's own edges do not count for the read itself.
static relation schedulable (const ft_trace *t) {
  relation edges = hard_edges (t);
  ft_model_add_locks (&edges, t);
  relation all = ft_model_relation_new (t->size);
  ft_model_add_all (&all, &edges);
  ft_model_add_last_writes (&all, t);
  ft_model_close (&all);
  relation r = ft_model_relation_new (t->size);
  for (ft_id j = 0; j < t->size; j++)
    for (ft_id i = 0; i < j; i++)
      if (ft_model_before (&edges, i, j)) {
        ft_model_add (&r, i, j);
        add_row (&r, j, &all, i);
      }
  ft_model_relation_release (&edges);
  ft_model_relation_release (&all);
  return r;
}

static relation weakly_precedes (const ft_trace *t) {
  relation hb = happens_before (t), hard = hard_edges (t);
  ft_model_close (&hard);
  relation r = ft_model_relation_new (t->size);
  add_rule_a (&r, t);
  bool changed = true;
  while (changed) {
    changed = ft_model_compose (&r, &hb);
    changed |= add_rule_b (&r, &hard, t);
  }
  ft_model_add_all (&r, &hard);
  ft_model_relation_release (&hb);
  ft_model_relation_release (&hard);
  return r;
}

static relation does_not_commute (const ft_trace *t) {
  relation r = hard_edges (t);
  add_rule_a (&r, t);
  do
    ft_model_close (&r);
  while (add_rule_b (&r, &r, t));
  return r;
}

relation ft_model_relation_of (const ft_trace *t, enum ft_relation which) {
  switch (which) {
  case FT_REL_FORK_JOIN:
    return fork_join (t);
  case FT_REL_HB:
    return happens_before (t);
  case FT_REL_SHB:
    return schedulable (t);
  case FT_REL_WCP:
    return weakly_precedes (t);
  case FT_REL_DC:
    return does_not_commute (t);
  case FT_REL_C11:
    return c11_happens_before (t);
  }
  return (relation){0};
}
