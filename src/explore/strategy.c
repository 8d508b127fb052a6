#include "explore/strategy.h"

#include <limits.h>

#include "explore/input_grow.h"
#include "explore/concolic_step.h"
#include "record/recording.h"

const char *const ft_strategy_names[] = {
#define S(name) #name,
    FT_STRATEGIES (S)
#undef S
        NULL};

// In the order of 'ft_sched_policy_names'.
enum { ROUNDROBIN, RANDOM, PCT };

// Phase 1: the open candidate that had the least attention.
static bool improve (const ft_explore_options *o, ft_search_state *m,
                     ft_job *job) {
  ft_search_candidate *best = NULL;
  for (size_t i = 0; i < m->pairs.size; i++) {
    ft_search_candidate *p = m->pairs.begin + i;
    if (p->state == FT_CANDIDATE_OPEN && !p->busy && p->latest && p->rounds < o->rounds &&
        (!best || p->rounds < best->rounds))
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

// Every second time, so that half the number of runs says which order it is.
static bool pause (const ft_explore_options *o, ft_search_state *m, ft_job *job) {
  if (m->runs % 2 || !improve (o, m, job))
    return false;
  job->pause = true;
  job->policy = RANDOM;
  job->seed = m->runs / 2;
  return true;
}

// The newest run with a branch on input to turn.
static bool turn (const ft_explore_options *o, ft_search_state *m, int level,
                  ft_job *job) {
  for (size_t i = o->inputs ? m->kept.size : 0; i--;) {
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

static bool grow (const ft_explore_options *o, ft_search_state *m, ft_job *job) {
  if (!o->inputs || m->grown >= FT_INPUT_GROWTHS)
    return false;
  *job = (ft_job){.step = FT_JOB_GROW, .attempt = m->grown++};
  return true;
}

// Phase 2: a race in one of the two orders, since the run goes on after it in
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

// Of runs at the same time none knows what the others bring.
static unsigned patience (const ft_explore_options *o) {
  return o->fruitless > UINT_MAX / o->jobs ? UINT_MAX : o->fruitless * o->jobs;
}

// Until enough of them in a row brought nothing new.
static bool by_chance (const ft_explore_options *o, ft_search_state *m,
                       unsigned busy, int policy, ft_job *job) {
  if (m->fruitless + busy >= patience (o))
    return false;
  uint64_t seed = o->seed > m->next_seed ? o->seed : m->next_seed;
  m->next_seed = seed + 1;
  *job = (ft_job){
      .step = FT_JOB_SEED, .policy = policy, .parent = m->base, .seed = seed};
  return true;
}

static bool turn_new (const ft_explore_options *o, ft_search_state *m,
                      ft_job *job) {
  return turn (o, m, FT_FLIP_NEAR, job) || turn (o, m, FT_FLIP_UNCOVERED, job);
}

static bool turn_again (const ft_explore_options *o, ft_search_state *m,
                        unsigned busy, ft_job *job) {
  return m->fruitless_turns + busy < patience (o) &&
         (turn (o, m, FT_FLIP_PARTNER, job) ||
          turn (o, m, FT_FLIP_ANY, job) || turn (o, m, FT_FLIP_CONCRETIZED, job));
}

// A simpler input for a race that has another one than the program was started
// with.
static bool shrink (const ft_explore_options *o, ft_search_state *m, ft_job *job) {
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

// What a call of concolic in Figure 1 does: super-rounds first.  Branches that
// no run has taken come before other schedules, since each may show candidates.
static bool concolic (const ft_explore_options *o, ft_search_state *m,
                      ft_job *job) {
  return (o->inputs && o->strategy == FT_STRATEGY_racageddon &&
          ft_open_superround_next (o, m, job)) ||
         turn_new (o, m, job);
}

// One iteration of the loops of Figure 1: of Phase 1 for the candidates that
// are open, or else of Phase 2.  Then what they leave: inputs get longer when
// those of their length have been used; chance comes last, with its runs'
// branches in turn.
static bool racageddon (const ft_explore_options *o, ft_search_state *m,
                        unsigned busy, ft_job *job) {
  int policy = m->next_seed % 2 ? RANDOM : PCT;
  bool chance_first = m->grown && m->fruitless < m->fruitless_turns;
  return concolic (o, m, job) || improve (o, m, job) || swap (m, job) ||
         shrink (o, m, job) ||
         (chance_first && by_chance (o, m, busy, policy, job)) ||
         turn_again (o, m, busy, job) || grow (o, m, job) ||
         by_chance (o, m, busy, policy, job);
}

static bool choose (const ft_explore_options *o, ft_search_state *m, unsigned busy,
                    ft_job *job) {
  switch ((enum ft_strategy)o->strategy) {
  case FT_STRATEGY_racageddon:
  case FT_STRATEGY_free:
    return racageddon (o, m, busy, job);
  case FT_STRATEGY_improve:
    return improve (o, m, job) || swap (m, job);
  case FT_STRATEGY_concolic:
    return turn_new (o, m, job) || shrink (o, m, job) ||
           turn_again (o, m, busy, job) || grow (o, m, job);
  case FT_STRATEGY_random:
    return pause (o, m, job) || by_chance (o, m, busy, RANDOM, job);
  case FT_STRATEGY_pct:
    return by_chance (o, m, busy, PCT, job);
  case FT_STRATEGY_repeat:
    return by_chance (o, m, busy, ROUNDROBIN, job);
  }
  return false;
}

bool ft_strategy_next (const ft_explore_options *o, ft_search_state *m,
                       unsigned busy, ft_job *job) {
  if (m->runs + busy >= o->runs || (!m->runs && busy))
    return false;
  if (!m->runs)
    *job = (ft_job){.step = FT_JOB_FIRST, .policy = ROUNDROBIN};
  else if (!choose (o, m, busy, job))
    return false;
  job->run = ++m->last;
  return true;
}

void ft_strategy_done (const ft_explore_options *o, ft_search_state *m,
                       const ft_job *job) {
  if (job->step == FT_JOB_IMPROVE)
    m->pairs.begin[job->candidate].busy = false;
  if (job->step == FT_JOB_CONCOLIC)
    ft_search_state_recording (m, job->parent)->busy = false;
  if (job->step == FT_JOB_ROUND)
    ft_open_superround_finish (o, m, job);
  if (job->step == FT_JOB_SHRINK)
    m->races.begin[job->race].busy = false;
}
