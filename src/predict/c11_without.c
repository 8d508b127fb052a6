// 'c11_refute.c' asks for each pair whether some read that may lose its writer is in
// its way at all: one racy read of a counter, in a thread that runs all the time, is in
// the way of nearly all pairs.  Most of these do not rest on what it returned.
//
// For let L be the reads that may return what does not happen before them where pairs
// race that do not hold, and (a, b) one that holds there or is impossible in the trace
// in which nothing depends on the reads of L.  Take the shortest reordering s in which
// some such pair races, ending in b, and leave out what happens after a, and b.  A read
// that has lost its writer, which does not happen before it, is weak, or races with it
// in a part of s without b and so as a pair that does not hold, as s is the shortest;
// so it is of L.  What is left is a reordering of the trace in which nothing depends on L,
// with a and b next: (a, b) is possible there, and does not hold by the other argument.
//
// An update of L leaves what it was recorded to leave.  It may have left something else,
// but then for reads of L alone ('ft_c11_mark_losing').
//
// Clocks of needs find the pairs that are impossible there, for all their instances at
// once ('candidate/pairs.h').  Slow twin: the schedules of small traces, in
// tests/unit/test_memory_model.c.

#include "predict/c11_without.h"

#include "order/location_pair.h"

// Pairs of locations that are listed at most, as in a check.
enum { MOST_PAIRS = 200000 };

static uint64_t key_of (ft_location_ids *ids, const ft_trace *t, ft_id a, ft_id b,
                        ft_id variable) {
  return ft_location_pair_key_of (ids, t->events + a, t->events + b, variable);
}

// By pair of locations: whether some instance is possible, neither access of which is in
// the clock of the other one.
static bool find_possible (const ft_facts *f, const ft_ideals *clocks,
                           const ft_word_locks *words, ft_location_ids *ids,
                           ft_map *possible, const ft_deadline *deadline) {
  ft_candidates *all = ft_candidates_bounded (
      f->index, false,
      (ft_candidates_limits){.candidates = MOST_PAIRS, .deadline = deadline,
                             .needed = {clocks}, .words = words});
  for (size_t i = 0; i < all->list.size; i++) {
    const ft_candidate *c = all->list.begin + i;
    uint32_t *some = ft_map_at (
        possible, key_of (ids, f->trace, c->closest->first, c->closest->second,
                          c->closest->variable));
    *some = (*some != FT_NO_ID && *some) || c->feasible;
  }
  bool whole = all->truncation == FT_TRUNCATION_NONE;
  ft_candidates_free (all);
  return whole;
}

static bool is_to_prove (const ft_facts *f, const ft_race *race) {
  return race->verdict == FT_REFUTED && race->instances &&
         race->pair[0] < f->trace->size && race->pair[1] < f->trace->size;
}

// Marks the refuted pairs that do not hold yet of which no instance is possible.
static size_t mark_impossible (const ft_facts *f, const ft_ideals *clocks,
                               const ft_word_locks *words, const ft_results *x,
                               const bool *hold, bool *proved,
                               const ft_deadline *deadline) {
  ft_location_ids ids = {0};
  ft_map possible = {0};
  size_t count = 0;
  bool known = clocks && find_possible (f, clocks, words, &ids, &possible, deadline);
  for (size_t i = 0; i < x->size; i++) {
    const ft_race *race = x->races + i;
    proved[i] = known && !hold[i] && is_to_prove (f, race) &&
                ft_map_get (&possible, key_of (&ids, f->trace, race->pair[0],
                                               race->pair[1],
                                               race->variable)) == false;
    count += proved[i];
  }
  ft_map_release (&possible);
  ft_location_ids_release (&ids);
  return count;
}

size_t ft_c11_refute_ordered (const ft_facts *f, const ft_ideals *happens,
                              const ft_results *x, const bool *hold, bool *proved,
                              const ft_deadline *deadline) {
  return mark_impossible (f, happens, NULL, x, hold, proved, deadline);
}

size_t ft_c11_refute_without (const ft_facts *facts, const ft_results *x,
                              const bool *hold, const bool *losing, bool *proved,
                              const ft_deadline *deadline) {
  ft_facts *f = ft_facts_freeing (facts, losing, deadline);
  ft_ideals *needed = f ? ft_ideals_needed (f, FT_MODEL_MCM, deadline) : NULL;
  size_t count = 0;
  if (f)
    count = mark_impossible (f, needed, f->words, x, hold, proved, deadline);
  ft_ideals_free (needed);
  ft_facts_free (f);
  return count;
}
