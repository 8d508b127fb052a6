// Prepares a search: the facts about the trace and the candidates of races and
// deadlocks, within the part of the budget that this may take.

#include "predict/search.h"

#include "predict/altpath_candidates.h"

// More candidates than this are not listed; the results say so.
#define CANDIDATE_LIMIT 200000
#define DEADLOCK_LIMIT 1000
#define FAILURE_LIMIT 1000

#define PREPARATION_SECONDS 0.5

void ft_search_report (const ft_check_options *options, const char *phase,
                       uint64_t done, uint64_t total, uint64_t certified) {
  if (options->progress)
    options->progress (options->context, phase, done, total, certified);
}

enum ft_truncation ft_search_truncation (const ft_deadline *d) {
  return ft_deadline_stopped (d) ? FT_TRUNCATION_INTERRUPT : FT_TRUNCATION_TIME;
}

static void cut_listing (ft_search *s) {
  uint32_t variables =
      ft_tables_count (&s->facts->trace->tables, FT_CLASS_VARIABLE);
  if (s->candidates->truncation)
    ft_phase_cut (&s->phases, FT_PHASE_LISTING, s->candidates->truncation,
                  s->candidates->listed, variables);
}

// Finds the events that the models need.  The path model has no such clocks: an
// alternative path may not need an event.
static void find_needs (ft_search *s, const ft_check_options *options,
                        const ft_deadline *deadline) {
  s->needed[FT_MODEL_MCM] = ft_ideals_needed (s->facts, FT_MODEL_MCM, deadline);
  if (s->needed[FT_MODEL_MCM] && options->model >= FT_MODEL_VALUE &&
      s->facts->index->has_branches)
    s->needed[FT_MODEL_VALUE] =
        ft_ideals_needed (s->facts, FT_MODEL_VALUE, deadline);
  if (s->needed[FT_MODEL_MCM] && (s->facts->assumed || s->facts->system))
    s->needed[FT_NEEDED_ASSUMED] =
        ft_ideals_assumed (s->needed[FT_MODEL_MCM], deadline);
  if (s->needed[FT_NEEDED_ASSUMED] && s->facts->assumed && s->facts->system)
    s->needed[FT_NEEDED_SYSTEM] =
        ft_ideals_system (s->needed[FT_MODEL_MCM], deadline);
  if (s->needed[FT_NEEDED_ASSUMED] && s->facts->frozen)
    s->needed[FT_NEEDED_FROZEN] =
        ft_ideals_frozen (s->needed[FT_MODEL_MCM], deadline);
}

// The needs of the most relaxed model that will be tried.
static const ft_ideals *needed_most (const ft_search *s,
                                     const ft_check_options *options) {
  if (options->model == FT_MODEL_MCM || !s->facts->index->has_branches)
    return s->needed[FT_MODEL_MCM];
  return options->model == FT_MODEL_PATH && s->facts->paths
             ? NULL
             : s->needed[FT_MODEL_VALUE];
}

static ft_candidates_limits limits_of (const ft_deadline *deadline) {
  return (ft_candidates_limits){.candidates = CANDIDATE_LIMIT,
                                .deadline = deadline};
}

static void list_candidates (ft_search *s, const ft_check_options *options,
                             const ft_deadline *deadline) {
  ft_deadline half = ft_deadline_part (deadline, 0.5);
  ft_search_report (options, "finding candidates", 0, 0, 0);
  find_needs (s, options, &half);
  ft_candidates_limits limits = limits_of (&half);
  limits.needed[0] = s->needed[FT_MODEL_MCM];
  limits.needed[1] = needed_most (s, options);
  limits.words = s->facts->words;
  s->candidates =
      ft_candidates_bounded (s->facts->index, options->all_pairs, limits);
  cut_listing (s);
}

// Lists candidates on alternative paths.  Relations order only events of the
// run, so that this comes after ordering the candidates.
static void list_altpaths (ft_search *s, const ft_check_options *options,
                           const ft_deadline *deadline) {
  ft_deadline half = ft_deadline_part (deadline, 0.5);
  bool cut = s->candidates->truncation;
  if (options->model < FT_MODEL_PATH || options->candidates != FT_REL_FORK_JOIN)
    return;
  ft_altpath_candidates_add (s->candidates, s->facts, options->all_pairs,
                             limits_of (&half));
  if (!cut)
    cut_listing (s);
}

static uint64_t count_ordered (const ft_candidates *c) {
  uint64_t n = 0;
  for (size_t i = 0; i < c->list.size; i++)
    n += c->list.begin[i].closest->unordered_by != 0;
  return n;
}

static void order_candidates (ft_search *s, const ft_check_options *options,
                              const ft_deadline *deadline) {
  ft_deadline half = ft_deadline_part (deadline, 0.5);
  if (!s->candidates->list.size)
    return;
  ft_search_report (options, "ordering candidates", 0, 0, 0);
  unsigned relations = 1u << FT_REL_HB | 1u << FT_REL_WCP | 1u << FT_REL_DC;
  if (ft_check_memory_model (options, s->facts->trace) != FT_MEMORY_SC &&
      options->all_pairs)
    relations |= 1u << FT_REL_C11;
  if (!ft_candidates_classify (s->candidates, s->facts->index, relations,
                               &half))
    ft_phase_cut (&s->phases, FT_PHASE_ORDERING, ft_search_truncation (&half),
                  count_ordered (s->candidates), s->candidates->list.size);
  if (options->candidates != FT_REL_FORK_JOIN)
    ft_candidates_restrict (s->candidates, options->candidates);
}

static void find_cycles (ft_search *s, const ft_check_options *options,
                         const ft_deadline *deadline) {
  if (!options->deadlocks) {
    s->deadlocks = FT_NEW (ft_deadlock_candidates);
    return;
  }
  s->deadlocks =
      ft_deadlock_candidates_new (s->facts->index, DEADLOCK_LIMIT, deadline);
  if (s->deadlocks->timed_out || s->deadlocks->truncated)
    ft_phase_cut (&s->phases, FT_PHASE_CYCLES,
                  s->deadlocks->timed_out ? ft_search_truncation (deadline)
                                          : FT_TRUNCATION_LIMIT,
                  s->deadlocks->list.size, 0);
}

// Leaves out the failures that the caller does not ask about.
static void drop_failures (ft_failure_candidates *all,
                           const ft_check_options *options) {
  size_t kept = 0;
  for (size_t i = 0; options->asks_failure && i < all->list.size; i++) {
    ft_failure_candidate *c = all->list.begin + i;
    c->seconds = options->asks_failure (options->context, c->kind,
                                        c->kept[0].fails, c->kept[0].freed);
    if (c->seconds > 0)
      all->list.begin[kept++] = *c;
  }
  if (options->asks_failure)
    all->list.size = kept;
}

// The model of paths alone knows what a thread does that goes another way.
static void find_failures (ft_search *s, const ft_check_options *options) {
  s->failures = options->failures && options->model == FT_MODEL_PATH
                    ? ft_failure_candidates_new (s->facts, FAILURE_LIMIT)
                    : FT_NEW (ft_failure_candidates);
  drop_failures (s->failures, options);
  if (s->failures->truncated)
    ft_phase_cut (&s->phases, FT_PHASE_FAILURES, FT_TRUNCATION_LIMIT,
                  s->failures->list.size, 0);
}

// Without facts there are no candidates.
static void give_up (ft_search *s, const ft_trace *trace,
                     const ft_deadline *deadline) {
  if (!trace->cut)
    ft_phase_cut (&s->phases, FT_PHASE_INDEXING,
                  ft_search_truncation (deadline), 0, trace->size);
  s->candidates = FT_NEW (ft_candidates);
  s->deadlocks = FT_NEW (ft_deadlock_candidates);
  s->failures = FT_NEW (ft_failure_candidates);
}

static void note_reading (ft_search *s, const ft_trace *trace,
                          const ft_deadline *deadline) {
  double total = trace->share > 0 ? trace->size / trace->share : 0;
  if (trace->cut)
    ft_phase_cut (&s->phases, FT_PHASE_READING, ft_search_truncation (deadline),
                  trace->size, (uint64_t)total);
}

ft_deadline ft_search_deadline (const ft_check_options *options,
                                double budget) {
  ft_deadline d = ft_deadline_in (budget, options->stop);
  if (options->begun > 0 && budget > 0)
    d.end = options->begun + budget;
  return d;
}

ft_deadline ft_check_preparation (const ft_check_options *options) {
  double budget = options->budget;
  bool small = budget > 0 && budget < PREPARATION_SECONDS;
  return ft_search_deadline (options, small ? PREPARATION_SECONDS : budget);
}

// A trace that was not read to its end is not examined: impossible in a part
// does not mean impossible in the whole trace.
ft_search *ft_search_new (const ft_trace *trace,
                          const ft_check_options *options) {
  ft_search *s = FT_NEW (ft_search);
  ft_deadline deadline = ft_check_preparation (options);
  note_reading (s, trace, &deadline);
  ft_search_report (options, "indexing", 0, 0, 0);
  if (!trace->cut)
    s->facts = ft_facts_bounded (trace, &deadline);
  if (s->facts) {
    list_candidates (s, options, &deadline);
    order_candidates (s, options, &deadline);
    list_altpaths (s, options, &deadline);
    find_cycles (s, options, &deadline);
    find_failures (s, options);
    s->checker = ft_checker_new (trace);
  } else
    give_up (s, trace, &deadline);
  s->work = (ft_work){s->facts, s->candidates, s->deadlocks, s->failures,
                      (const ft_ideals *const *)s->needed, s->checker};
  return s;
}

void ft_search_free (ft_search *s) {
  if (!s)
    return;
  ft_checker_free (s->checker);
  ft_candidates_free (s->candidates);
  ft_deadlock_candidates_free (s->deadlocks);
  ft_failure_candidates_free (s->failures);
  for (int m = 0; m < FT_NEEDED_COUNT; m++)
    ft_ideals_free (s->needed[m]);
  ft_facts_free (s->facts);
  free (s);
}

const ft_candidates *ft_search_candidates (const ft_search *s) {
  return s->candidates;
}

const ft_phase_ends *ft_search_phases (const ft_search *s) {
  return &s->phases;
}
