#include "explore/strategy.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

#include "base/debug_log.h"
#include "explore/concolic_step.h"
#include "explore/input_grow.h"
#include "explore/journal.h"
#include "record/recording.h"

const char *const ft_strategy_names[] = {
#define S(name) #name,
    FT_STRATEGIES (S)
#undef S
        NULL};

// In the order of 'ft_sched_policy_names'.
enum { ROUNDROBIN, RANDOM, PCT };

// Phase 1: the open candidate with the fewest rounds.
static bool improve (const ft_explore_options *o, ft_search_state *m,
                     ft_job *job) {
  ft_search_candidate *best = NULL;
  for (size_t i = 0; i < m->pairs.size; i++) {
    ft_search_candidate *p = m->pairs.begin + i;
    if (p->state == FT_CANDIDATE_OPEN && !p->busy && p->latest &&
        p->rounds < o->rounds && (!best || p->rounds < best->rounds))
      best = p;
  }
  if (!best)
    return false;
  best->busy = true;
  *job = (ft_job){.step = FT_JOB_IMPROVE,
                  .candidate = (size_t)(best - m->pairs.begin),
                  .parent = best->latest};
  return true;
}

// Every second run pauses threads; half the number of runs chooses the order.
static bool pause (const ft_explore_options *o, ft_search_state *m,
                   ft_job *job) {
  if (m->runs % 2 || !improve (o, m, job))
    return false;
  job->pause = true;
  job->policy = RANDOM;
  job->seed = m->runs / 2;
  return true;
}

// The newest run with an input-dependent branch to flip. Functions of a table are called
// in the oldest run that has it: in later ones other threads may be led away.
static bool flip (const ft_explore_options *o, ft_search_state *m, int level,
                  ft_job *job) {
  for (size_t n = o->inputs ? m->kept.size : 0; n--;) {
    size_t i = level == FT_FLIP_CALLEE ? m->kept.size - 1 - n : n;
    ft_kept_recording *run = m->kept.begin + i;
    if (run->busy || run->level > level)
      continue;
    run->busy = true;
    *job = (ft_job){
        .step = FT_JOB_CONCOLIC, .parent = run->run, .level = run->level};
    return true;
  }
  return false;
}

// The newest run with a loop that is to take more turns.
static bool take_turns (const ft_explore_options *o, ft_search_state *m,
                        ft_job *job) {
  for (size_t i = o->inputs ? m->kept.size : 0; i--;) {
    ft_kept_recording *run = m->kept.begin + i;
    if (run->busy || run->turned)
      continue;
    run->busy = true;
    *job = (ft_job){
        .step = FT_JOB_CONCOLIC, .parent = run->run, .level = FT_FLIP_TURNS};
    return true;
  }
  return false;
}

// The limit on fruitless runs; runs at the same time do not know each other's
// results.
static unsigned fruitless_limit (const ft_explore_options *o) {
  return o->fruitless > UINT_MAX / o->jobs ? UINT_MAX : o->fruitless * o->jobs;
}

// The recording whose next interleaving is tried: each in turn, those first to
// which few interleavings led.
static ft_kept_recording *least_reordered (ft_search_state *m) {
  enum { DEPTH = 5 }; // tries that an interleaving counts as
  ft_kept_recording *best = NULL;
  for (size_t i = 0; i < m->kept.size; i++) {
    ft_kept_recording *r = m->kept.begin + i;
    if (!r->busy && !r->reordered &&
        (!best || r->reorders + DEPTH * r->depth <
                      best->reorders + DEPTH * best->depth))
      best = r;
  }
  return best;
}

bool ft_strategy_reorders (const ft_explore_options *o) {
  return o->strategy == FT_STRATEGY_racageddon ||
         o->strategy == FT_STRATEGY_free;
}

// Accesses in another order, in turns with improvements of candidates.
static bool reorder (const ft_explore_options *o, ft_search_state *m,
                     unsigned busy, ft_job *job) {
  enum { TIMES = 3 }; // the patience with runs by chance
  ft_kept_recording *run = least_reordered (m);
  if (!run || m->fruitless_reorders + busy >= TIMES * fruitless_limit (o))
    return false;
  run->busy = true;
  *job = (ft_job){.step = FT_JOB_REORDER, .parent = run->run};
  return true;
}

static bool grow (const ft_explore_options *o, ft_search_state *m,
                  ft_job *job) {
  if (!o->inputs || m->grown >= FT_INPUT_GROWTHS)
    return false;
  *job = (ft_job){.step = FT_JOB_GROW, .attempt = m->grown++};
  return true;
}

// Phase 2: a race in one of its two orders, after which the run may continue in
// another way than before.
static bool swap (ft_search_state *m, ft_job *job) {
  for (size_t i = 0; i < m->races.size; i++) {
    ft_found_race *race = m->races.begin + i;
    if (race->swaps == 3 || !race->reached)
      continue;
    bool swapped = race->swaps & 1;
    race->swaps |= swapped ? 2 : 1;
    *job = (ft_job){.step = FT_JOB_SWAP, .race = i, .swapped = swapped};
    return true;
  }
  return false;
}

// A random run, until enough of them in a row brought nothing new.
static bool at_random (const ft_explore_options *o, ft_search_state *m,
                       unsigned busy, int policy, ft_job *job) {
  if (m->fruitless + busy >= fruitless_limit (o))
    return false;
  uint64_t seed = o->seed > m->next_seed ? o->seed : m->next_seed;
  m->next_seed = seed + 1;
  *job = (ft_job){
      .step = FT_JOB_SEED, .policy = policy, .parent = m->base, .seed = seed};
  return true;
}

static bool flip_new (const ft_explore_options *o, ft_search_state *m,
                      ft_job *job) {
  return flip (o, m, FT_FLIP_NEAR, job) ||
         flip (o, m, FT_FLIP_UNCOVERED, job) ||
         flip (o, m, FT_FLIP_COLLISION, job) ||
         flip (o, m, FT_FLIP_CALLEE, job);
}

static bool flip_again (const ft_explore_options *o, ft_search_state *m,
                        unsigned busy, ft_job *job) {
  return m->fruitless_flips + busy < fruitless_limit (o) &&
         (flip (o, m, FT_FLIP_PARTNER, job) || flip (o, m, FT_FLIP_ANY, job) ||
          flip (o, m, FT_FLIP_CONCRETIZED, job));
}

// A simpler input for a race whose input is not the one that the program finds.
static bool shrink (const ft_explore_options *o, ft_search_state *m,
                    ft_job *job) {
  for (size_t i = 0; o->inputs && i < m->races.size; i++) {
    ft_found_race *race = m->races.begin + i;
    if (race->busy || !race->reached || !*race->input ||
        race->shrunk == UINT_MAX)
      continue;
    race->busy = true;
    *job = (ft_job){.step = FT_JOB_SHRINK, .race = i, .attempt = race->shrunk};
    return true;
  }
  return false;
}

static bool super_round (const ft_explore_options *o, ft_search_state *m,
                         ft_job *job) {
  return o->inputs && o->strategy == FT_STRATEGY_racageddon &&
         ft_open_superround_next (o, m, job);
}

// Other schedules and inputs by chance. Interleavings that may fail are tried in turns with
// Phase 1; with random runs, too, if only races count: their inputs may be what matters.
static bool without_flips (const ft_explore_options *o, ft_search_state *m,
                           unsigned busy, ft_job *job) {
  enum { AHEAD = 5 }; // interleavings that are tried before the improvements
  int policy = m->next_seed % 2 ? RANDOM : PCT;
  bool random_first = m->grown && m->fruitless < m->fruitless_flips;
  bool reorder_first = m->reorders <= m->improves + AHEAD;
  bool chance_first = o->races_only && m->next_seed < m->reorders;
  return (chance_first && at_random (o, m, busy, policy, job)) ||
         (reorder_first && reorder (o, m, busy, job)) || improve (o, m, job) ||
         reorder (o, m, busy, job) || swap (m, job) || shrink (o, m, job) ||
         (random_first && at_random (o, m, busy, policy, job));
}

// One iteration of the loops of Figure 1: Phase 1 for the open candidates, else
// Phase 2.  Super-rounds come first.  Branch directions that no run has taken come before
// other schedules, since each may show new candidates; but in turns with them where they
// bring nothing new, since those of a loop on input never end; and, if only races count, in
// turns with loops that take many turns.  When both phases have nothing left, inputs grow
// once those of their length have been used; random runs come last, in turns with flips
// of their branches.
static bool racageddon (const ft_explore_options *o, ft_search_state *m,
                        unsigned busy, ft_job *job) {
  enum {
    RARITY = 2, // of runs with many turns of a loop: flips of a branch in a loop may
                // find something new in each run
    STALE = 2   // flips without news for each other run without news
  };
  int policy = m->next_seed % 2 ? RANDOM : PCT;
  bool turns_first = o->races_only && RARITY * m->turns <= m->runs;
  bool flips_are_stale = m->stale_flips > STALE * (m->stale_others + 1);
  return super_round (o, m, job) ||
         (flips_are_stale && without_flips (o, m, busy, job)) ||
         (turns_first && take_turns (o, m, job)) || flip_new (o, m, job) ||
         without_flips (o, m, busy, job) || take_turns (o, m, job) ||
         flip_again (o, m, busy, job) || grow (o, m, job) ||
         at_random (o, m, busy, policy, job);
}

static bool choose (const ft_explore_options *o, ft_search_state *m,
                    unsigned busy, ft_job *job) {
  switch ((enum ft_strategy)o->strategy) {
  case FT_STRATEGY_racageddon:
  case FT_STRATEGY_free:
    return racageddon (o, m, busy, job);
  case FT_STRATEGY_improve:
    return improve (o, m, job) || swap (m, job);
  case FT_STRATEGY_concolic:
    return flip_new (o, m, job) || shrink (o, m, job) ||
           take_turns (o, m, job) || flip_again (o, m, busy, job) ||
           grow (o, m, job);
  case FT_STRATEGY_random:
    return pause (o, m, job) || at_random (o, m, busy, RANDOM, job);
  case FT_STRATEGY_pct:
    return at_random (o, m, busy, PCT, job);
  case FT_STRATEGY_repeat:
    return at_random (o, m, busy, ROUNDROBIN, job);
  }
  return false;
}

static void log_job (const ft_search_state *m, const ft_job *job) {
  if (!FT_DEBUGS (EXPLORE, 1))
    return;
  json_t *entry = ft_journal_entry_new (m, job);
  char *text = json_dumps (entry, JSON_COMPACT);
  ft_debug_line (FT_DEBUG_EXPLORE, "chosen: %s", text);
  free (text);
  json_decref (entry);
}

const char *const ft_until_names[] = {"end", "race", "failure", "any", NULL};

static bool has_race (const ft_search_state *m) {
  for (size_t i = 0; i < m->races.size; i++)
    if (m->races.begin[i].reached)
      return true;
  return false;
}

bool ft_strategy_has_found (const ft_explore_options *o,
                            const ft_search_state *m) {
  bool failed = m->crashes.size || m->deadlocks.size ||
                ft_found_failures_seen (&m->failures);
  switch ((enum ft_until)o->until) {
  case FT_UNTIL_END:
    return false;
  case FT_UNTIL_RACE:
    return has_race (m);
  case FT_UNTIL_FAILURE:
    return failed;
  case FT_UNTIL_ANY:
    return failed || has_race (m);
  }
  return false;
}

bool ft_strategy_next (const ft_explore_options *o, ft_search_state *m,
                       unsigned busy, ft_job *job) {
  if (ft_strategy_has_found (o, m))
    return false;
  if (m->runs + busy >= o->runs || (!m->runs && busy)) {
    if (m->runs)
      FT_DEBUG (EXPLORE, 1, "no more runs: the limit is %u", o->runs);
    return false;
  }
  if (!m->runs)
    *job = (ft_job){.step = FT_JOB_FIRST, .policy = ROUNDROBIN};
  else if (!choose (o, m, busy, job)) {
    FT_DEBUG (EXPLORE, 1, "nothing to run now; %u other runs, %u fruitless in "
                          "a row",
              busy, m->fruitless);
    return false;
  }
  job->run = ++m->last;
  log_job (m, job);
  return true;
}

void ft_strategy_done (const ft_explore_options *o, ft_search_state *m,
                       const ft_job *job) {
  if (job->step == FT_JOB_IMPROVE) {
    assert (m->pairs.begin[job->candidate].busy);
    m->pairs.begin[job->candidate].busy = false;
  }
  if (job->step == FT_JOB_CONCOLIC || job->step == FT_JOB_REORDER)
    ft_search_state_recording (m, job->parent)->busy = false;
  if (job->step == FT_JOB_ROUND)
    ft_open_superround_finish (o, m, job);
  if (job->step == FT_JOB_SHRINK)
    m->races.begin[job->race].busy = false;
}
