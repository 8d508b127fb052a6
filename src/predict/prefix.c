#include "predict/prefix.h"
#include "load/open.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// A prefix that does not suffice is followed by one that is GROWTH times as
// long, up to ATTEMPTS times.  A pair that is still open then is most likely
// impossible, which only the whole trace can show.
enum { GROWTH = 8, ATTEMPTS = 3 };

// A trace of at most SHORT_TRACE events may be expanded to its end, a longer
// one up to LONG_PREFIX events.
#define SHORT_TRACE ((ft_pos)1 << 26)
#define LONG_PREFIX ((ft_pos)1 << 24)

bool ft_prefix_allowed (const ft_check_options *o) {
  return o->candidates == FT_REL_FORK_JOIN && !o->all_pairs && !o->window &&
         !o->shard.of;
}

ft_pos ft_prefix_limit (ft_pos events) {
  return events <= SHORT_TRACE ? events : LONG_PREFIX;
}

// ---- pairs of locations ----------------------------------------------------

static uint64_t key_of (ft_id a, ft_id b) {
  return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

// Each reading of a run numbers the locations anew.
static ft_id location_of (ft_forecast *o, const ft_trace *t, ft_id event,
                          ft_id variable) {
  const ft_event *e = t->events + event;
  if (!o->of_run)
    return ft_location_id_of (&o->location_ids, e, variable);
  const char *name = ft_trace_name (t, FT_CLASS_LOCATION, e->location);
  return ft_intern_find (&o->names, name, strlen (name));
}

static uint64_t key_of_race (ft_forecast *o, const ft_trace *t,
                             const ft_race *race) {
  return key_of (location_of (o, t, race->pair[0], race->variable),
                 location_of (o, t, race->pair[1], race->variable));
}

// Whether the whole trace gives the same verdict, or could differ only if all
// of it were expanded.
static bool is_final (const ft_prefix *b, const ft_race *race,
                      const struct ft_forecast_pair *p) {
  return race->verdict == FT_CERTIFIED ||
         (!b->forecast->of_run && race->farthest == p->closest &&
          (race->verdict == FT_UNDECIDED || race->instances > FT_INSTANCES));
}

// Counts the pairs of locations of the forecast that the results do not have,
// or, if 'final', not with a final verdict.
static size_t count_missing (const ft_prefix *b, const ft_trace *t,
                             const ft_results *x, bool final) {
  ft_map at = {0};
  size_t missing = 0;
  for (size_t i = 0; i < x->size; i++)
    *ft_map_at (&at, key_of_race (b->forecast, t, x->races + i)) = (uint32_t)i;
  for (size_t i = 0; i < b->forecast->pairs.size; i++) {
    const struct ft_forecast_pair *p = b->forecast->pairs.begin + i;
    uint32_t k = ft_map_get (&at, key_of (p->low, p->high));
    missing += k == FT_NO_ID || (final && !is_final (b, x->races + k, p));
  }
  ft_map_release (&at);
  return missing;
}

// Of each race, whether the forecast of a run lacks its pair of locations, so that
// it cannot race anywhere: barriers order its accesses, which the trace has for
// other accesses to the same granule.
static bool *find_excluded (const ft_prefix *b, const ft_trace *t,
                            const ft_results *x) {
  ft_map at = {0};
  bool *excluded = FT_ARRAY (bool, x->size + 1);
  for (size_t i = 0; i < b->forecast->pairs.size; i++) {
    const struct ft_forecast_pair *p = b->forecast->pairs.begin + i;
    *ft_map_at (&at, key_of (p->low, p->high)) = 1;
  }
  for (size_t i = 0; b->forecast->of_run && i < x->size; i++) {
    excluded[i] = ft_map_get (&at, key_of_race (b->forecast, t,
                                                x->races + i)) == FT_NO_ID;
    assert (!excluded[i] || x->races[i].verdict != FT_CERTIFIED);
  }
  ft_map_release (&at);
  return excluded;
}

static bool is_enough (const ft_prefix *b, const ft_check_options *options,
                       const ft_trace *t, const ft_results *x) {
  return !b->forecast->partial &&
         !(options->deadlocks && b->forecast->cycles) &&
         !count_missing (b, t, x, true);
}

// ---- lengths ---------------------------------------------------------------

static ft_pos at_most (const ft_prefix *b, ft_pos events) {
  return events < b->most ? events : b->most;
}

// The length of the first prefix: it has an instance of each pair that 'most'
// allows.  If no prefix can be final, it is 'most'.
static ft_pos first_length (const ft_prefix *b,
                            const ft_check_options *options) {
  ft_pos length = b->first ? b->first : 1;
  if (options->deadlocks && b->forecast->cycles)
    return b->most;
  for (size_t i = 0; i < b->forecast->pairs.size; i++) {
    ft_pos needed = b->forecast->pairs.begin[i].needed;
    while (length < needed && needed <= b->most)
      length *= 2;
  }
  return at_most (b, length);
}

// The length of the next prefix: 'most' if little would remain.
static ft_pos next_length (const ft_prefix *b, ft_pos length, int attempt) {
  bool last = attempt + 1 == ATTEMPTS || length > b->most / (2 * GROWTH);
  return last ? b->most : length * GROWTH;
}

// ---- one prefix ------------------------------------------------------------

typedef struct attempt {
  ft_trace *trace;
  ft_results results;
} attempt;

// '*again' is what the attempts before found out about a run.
static bool try (const ft_prefix *b, const ft_check_options *options,
                 ft_pos length, struct ft_trace_again **again, attempt *a,
                 ft_error *error) {
  ft_read_options read = b->read;
  bool all = length >= b->forecast->events;
  if (b->forecast->of_run)
    read.share = all ? 0 : (double)length / (double)b->forecast->events;
  else
    read.most = all ? 0 : length;
  read.again = again;
  *a = (attempt){ft_trace_read (b->path, read, b->progress, b->context, error)};
  if (!a->trace)
    return false;
  if (read.most)
    a->trace->whole = b->forecast->events;
  ft_check (a->trace, options, &a->results);
  return true;
}

static struct ft_trace_again *take_again (attempt *a) {
  struct ft_trace_again *again = a->trace->again;
  a->trace->again = NULL;
  return again;
}

// Gives the first pass back to the trace of the attempt, which may not have taken
// it; frees it if that trace has one or is gone.
static void give_back (struct ft_trace_again *again, attempt *a) {
  if (!again)
    return;
  if (a->trace && !a->trace->again)
    a->trace->again = again;
  else
    again->free (again);
}

static void release (attempt *a) {
  if (a->trace)
    ft_results_release (&a->results);
  ft_trace_free (a->trace);
  *a = (attempt){0};
}

// ---- results ---------------------------------------------------------------

// The number of events of the whole trace, of a run about.
static uint64_t events_of_whole (const ft_trace *t) {
  return t->begins ? (uint64_t)(t->size / t->share) : t->whole;
}

static void set_reason (const ft_trace *t, char **reason) {
  ft_strbuf text = {0};
  ft_strbuf_add (&text, "impossible in the first %" PRIu32 " events (%s)",
                 t->size, *reason);
  free (*reason);
  *reason = ft_strbuf_take (&text);
}

// Makes refuted findings undecided: impossible in a prefix is not impossible in
// the whole trace, unless the forecast lacks it.
static void reopen_refuted (const ft_prefix *b, const ft_trace *t,
                            ft_results *x) {
  bool *excluded = find_excluded (b, t, x);
  size_t reopened = 0;
  for (size_t i = 0; i < x->size; i++)
    if (x->races[i].verdict == FT_REFUTED && !excluded[i]) {
      x->races[i].verdict = FT_UNDECIDED;
      x->races[i].certifier = NULL;
      x->races[i].left_open = FT_MODEL_MCM;
      set_reason (t, &x->races[i].reason);
      reopened++;
    }
  free (excluded);
  for (size_t i = 0; i < x->deadlock_count; i++)
    if (x->deadlocks[i].verdict == FT_REFUTED) {
      x->deadlocks[i].verdict = FT_UNDECIDED;
      x->deadlocks[i].certifier = NULL;
      set_reason (t, &x->deadlocks[i].reason);
    }
  x->undecided += reopened;
  x->refuted -= reopened;
  x->deadlocks_undecided += x->deadlocks_refuted;
  x->deadlocks_refuted = 0;
  ft_check_finish (t, x);
}

static void finish_attempt (const ft_prefix *b, const ft_check_options *options,
                            attempt *a) {
  const ft_trace *t = a->trace;
  ft_results *x = &a->results;
  if (!t->whole && !t->begins)
    return;
  if (is_enough (b, options, t, x)) {
    reopen_refuted (b, t, x);
    return;
  }
  x->unreached = count_missing (b, t, x, false);
  ft_phase_end *reading = x->phases.of + FT_PHASE_READING;
  if (!reading->cut) {
    ft_phase_cut (&x->phases, FT_PHASE_READING, FT_TRUNCATION_LIMIT, t->size,
                  events_of_whole (t));
    reading->about = b->forecast->about;
  }
  ft_results_set_truncated (x);
  reopen_refuted (b, t, x);
}

static bool is_cut_short (const attempt *a) {
  return a->results.interrupted || a->results.out_of_budget;
}

// Replaces the last attempt by the one before if the last one ran out of time
// and certified less.
static void choose (attempt *last, attempt *before) {
  if (before->trace && is_cut_short (last) &&
      before->results.certified + before->results.deadlocks_certified >
          last->results.certified + last->results.deadlocks_certified) {
    attempt a = *last;
    enum ft_truncation cut =
        a.results.interrupted ? FT_TRUNCATION_INTERRUPT : FT_TRUNCATION_TIME;
    *last = *before;
    *before = a;
    last->trace->again = take_again (before);
    ft_phase_cut (&last->results.phases, FT_PHASE_READING, cut,
                  last->trace->size, events_of_whole (last->trace));
    last->results.phases.of[FT_PHASE_READING].used = true;
    ft_results_set_truncated (&last->results);
  }
  release (before);
}

ft_trace *ft_prefix_check (const ft_prefix *b, const ft_check_options *options,
                           ft_results *results, ft_error *error) {
  ft_check_options begun = *options;
  attempt last = {0}, before = {0};
  struct ft_trace_again *again = NULL;
  ft_pos length = first_length (b, options);
  begun.begun = begun.begun > 0 ? begun.begun : ft_seconds_now ();
  for (int n = 1;; n++) {
    bool read = try (b, &begun, length, &again, &last, error);
    give_back (again, &last);
    again = NULL;
    if (!read) {
      release (&before);
      return NULL;
    }
    if (length >= b->most || is_cut_short (&last) ||
        is_enough (b, options, last.trace, &last.results))
      break;
    release (&before);
    before = last;
    again = take_again (&before);
    length = next_length (b, length, n);
  }
  choose (&last, &before);
  finish_attempt (b, options, &last);
  *results = last.results;
  return last.trace;
}
