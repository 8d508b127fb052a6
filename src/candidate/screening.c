// The pass over the logs.
//
// Cost: a look into two tables for most accesses; memory is 4 bytes for each
// granule that is used.  Slow twins: 'tests/cli/test_screening.sh', the hybrid
// filter and the check of the loaded run.

#include "candidate/screening.h"

#include "base/debug_log.h"
#include "candidate/screening_inside.h"
#include "run/run_deadlock.h"

// Number of records between two checks of the deadline.
#define BETWEEN_CHECKS 65536

// The variables that stand for the system are atomic, and so is the count of a
// semaphore, which is no variable unless a thread reads it.
static bool is_left_out (const ft_run_record *r, const ft_run_access *t) {
  return t->cause || (!r->at && (r->code == FT_WIRE_SEM_INIT ||
                                 (r->code == FT_WIRE_SEM_POST && t->valued) ||
                                 (r->code == FT_WIRE_SEM_WAIT && t->valued)));
}

// A thread accesses memory before it arrives at a barrier.
static bool step (ft_screening_pass *p) {
  const ft_run_record *r = &p->record;
  ft_run_access accesses[2];
  ft_error ignored;
  int n = ft_run_record_accesses (r, p->reader, accesses, &ignored);
  if (n < 0)
    return ft_screening_doubt (p, "an access is impossible");
  n = ft_memory_blocks_accesses (&p->blocks, r, accesses, n);
  for (int i = 0; i < n; i++)
    if (!is_left_out (r, accesses + i) &&
        !ft_screening_access (p, accesses + i))
      return false;
  return r->at || ft_screening_operate (p);
}

static void begin (ft_screening_pass *p) {
  p->reader = ft_run_reader_new (p->run);
  ft_locks_held_init (&p->locks);
  ft_frontier_numbers_init (&p->frontiers, &p->epochs, &p->locks.sets);
  p->validator = ft_validator_new (&p->tables, &p->notes);
}

static void release (ft_screening_pass *p) {
  ft_validator_free (p->validator);
  ft_notes_release (&p->notes);
  ft_tables_release (&p->tables);
  FT_RELEASE (p->threads);
  FT_RELEASE (p->objects);
  ft_map_release (&p->locks_at);
  ft_map_release (&p->others_at);
  ft_lock_order_release (&p->order);
  ft_frontier_numbers_release (&p->frontiers);
  ft_locks_held_release (&p->locks);
  ft_run_epochs_release (&p->epochs);
  ft_granules_release (&p->cells);
  ft_granules_release (&p->hot);
  ft_screening_pairs_free (p->pairs);
  ft_memory_blocks_release (&p->blocks);
  ft_run_reader_free (p->reader);
}

// Returns the number of records.
static uint64_t read_all (ft_screening_pass *p, const ft_deadline *deadline,
                          ft_progress_callback shown) {
  ft_error ignored;
  uint64_t records = 0;
  int got;
  while ((got = ft_run_reader_next (p->reader, &p->record, &ignored)) > 0 &&
         step (p)) {
    if (++records % BETWEEN_CHECKS)
      continue;
    if (shown.show)
      shown.show (shown.context, (double)ft_run_reader_words (p->reader) /
                                     (double)p->run->control.words);
    if (ft_deadline_over (deadline)) {
      ft_screening_doubt (p, "there is no time left");
      break;
    }
  }
  if (got < 0)
    ft_screening_doubt (p, "a log is damaged");
  return records;
}

// The end of the run, and what a load of it would warn of.
static void end (ft_screening_pass *p) {
  if (p->doubt)
    return;
  ft_validator_finish (p->validator, p->run->path);
  if (!FT_EMPTY (p->notes.list))
    ft_screening_doubt (p, "there is something to warn of");
  else if (ft_run_reader_incomplete (p->reader) ||
           p->run->control.state != FT_WIRE_ENDED)
    ft_screening_doubt (p, "the recording is incomplete");
  else if (ft_run_deadlocked (p->run->path))
    ft_screening_doubt (p, "the run ended in a deadlock");
}

// The second pass.  Input and what is made of it are events of another kind.
static bool list_pairs (ft_run *run, ft_granules *hot, bool barriers,
                        ft_forecast *forecast, const ft_deadline *deadline,
                        ft_progress_callback shown) {
  if (!FT_EMPTY (run->sources))
    return false;
  ft_screening_pass p = {.run = run, .hot = *hot, .goes_on = true};
  p.epochs.follows_barriers = barriers;
  *hot = (ft_granules){0};
  begin (&p);
  ft_screening_pairs_begin (&p);
  read_all (&p, deadline, shown);
  bool known = !p.doubt && ft_screening_pairs_list (&p, forecast);
  FT_DEBUG (CANDIDATE, 1, "screening lists %zu pairs of locations: %s",
            forecast->pairs.size,
            known     ? "all there are"
            : p.doubt ? p.doubt
                      : "there are too many");
  release (&p);
  return known;
}

// 'barriers': they are followed, as long as their rounds are fixed.
static ft_screening screen (ft_run *run, bool barriers, ft_forecast *forecast,
                            const ft_deadline *deadline,
                            ft_progress_callback shown) {
  ft_screening_pass p = {.run = run, .goes_on = forecast};
  ft_screening s = {0};
  p.epochs.follows_barriers = barriers;
  begin (&p);
  s.records = read_all (&p, deadline, shown);
  end (&p);
  uint32_t locks = ft_tables_count (&p.tables, FT_CLASS_LOCK);
  s.no_pairs = !p.doubt && !p.is_hot;
  s.no_cycles = s.no_pairs && ft_lock_order_is_acyclic (&p.order, locks);
  FT_DEBUG (CANDIDATE, 1,
            "screened %llu records, %zu frontiers, %zu contexts: %s",
            (unsigned long long)s.records, p.frontiers.list.size,
            p.frontiers.contexts.size,
            p.doubt       ? p.doubt
            : p.is_hot    ? "accesses may race"
            : s.no_cycles ? "nothing to decide"
                          : "no pairs, but locks that have no order");
  if (forecast && !p.doubt && p.is_hot) {
    forecast->cycles = !ft_lock_order_is_acyclic (&p.order, locks);
    s.forecast =
        list_pairs (run, &p.hot, barriers, forecast, deadline, shown);
  }
  bool again = p.epochs.rounds.changed;
  release (&p);
  return again ? screen (run, false, forecast, deadline, shown) : s;
}

ft_screening ft_screen (const char *path, uint64_t least, bool barriers,
                        ft_forecast *forecast, const ft_deadline *deadline,
                        ft_progress_callback shown) {
  ft_error ignored;
  ft_screening s = {0};
  ft_run *run = ft_run_exists (path) ? ft_run_open (path, &ignored) : NULL;
  if (run && run->control.words >= least)
    s = screen (run, barriers, forecast, deadline, shown);
  ft_run_free (run);
  return s;
}
