#include "predict/prefix.h"
#include "load/open.h"

#include <inttypes.h>

// A beginning that does not do is followed by one that is longer by so much, a
// few times.  What is still open then is most likely impossible, which only the
// whole can show.
enum { GROWTH = 8, ATTEMPTS = 3 };

// So many events are expanded as a whole; of more, so many.
#define SHORT_TRACE ((ft_pos)1 << 26)
#define LONG_BEGINNING ((ft_pos)1 << 24)

bool ft_prefix_allowed (const ft_check_options *o) {
  return o->candidates == FT_REL_FORK_JOIN && !o->all_pairs && !o->window &&
         !o->shard.of;
}

ft_pos ft_prefix_limit (ft_pos events) {
  return events <= SHORT_TRACE ? events : LONG_BEGINNING;
}

// ---- what is certified -----------------------------------------------------

static uint64_t key_of (ft_id a, ft_id b) {
  return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

static uint64_t key_of_race (ft_forecast *o, const ft_trace *t,
                             const ft_race *race) {
  const ft_event *a = t->events + race->pair[0], *b = t->events + race->pair[1];
  return key_of (ft_location_id_of (&o->location_ids, a, race->variable),
                 ft_location_id_of (&o->location_ids, b, race->variable));
}

// Whether the whole has no other answer, or one that would take all of it.
static bool is_final (const ft_race *race, const struct ft_forecast_pair *p) {
  return race->verdict == FT_CERTIFIED ||
         (race->farthest == p->closest &&
          (race->verdict == FT_UNDECIDED || race->instances > FT_INSTANCES));
}

// Pairs of locations that the results do not have, or not with a final answer.
static size_t count_missing (const ft_prefix *b, const ft_trace *t,
                             const ft_results *x, bool final) {
  ft_map at = {0};
  size_t missing = 0;
  for (size_t i = 0; i < x->size; i++)
    *ft_map_at (&at, key_of_race (b->outlook, t, x->races + i)) = (uint32_t)i;
  for (size_t i = 0; i < b->outlook->pairs.size; i++) {
    const struct ft_forecast_pair *p = b->outlook->pairs.begin + i;
    uint32_t k = ft_map_get (&at, key_of (p->low, p->high));
    missing += k == FT_NO_ID || (final && !is_final (x->races + k, p));
  }
  ft_map_release (&at);
  return missing;
}

static bool is_enough (const ft_prefix *b, const ft_check_options *options,
                       const ft_trace *t, const ft_results *x) {
  return !(options->deadlocks && b->outlook->cycles) &&
         !count_missing (b, t, x, true);
}

// ---- lengths ---------------------------------------------------------------

static ft_pos at_most (const ft_prefix *b, ft_pos events) {
  return events < b->most ? events : b->most;
}

// An instance of each pair that is within reach is in it.  Where nothing could
// be told from less, it is all that may be.
static ft_pos first_length (const ft_prefix *b,
                            const ft_check_options *options) {
  ft_pos length = b->first ? b->first : 1;
  if (options->deadlocks && b->outlook->cycles)
    return b->most;
  for (size_t i = 0; i < b->outlook->pairs.size; i++) {
    ft_pos needed = b->outlook->pairs.begin[i].needed;
    while (length < needed && needed <= b->most)
      length *= 2;
  }
  return at_most (b, length);
}

// What little is left is taken, too.
static ft_pos next_length (const ft_prefix *b, ft_pos length, int attempt) {
  bool last = attempt + 1 == ATTEMPTS || length > b->most / (2 * GROWTH);
  return last ? b->most : length * GROWTH;
}

// ---- one beginning ---------------------------------------------------------

typedef struct attempt {
  ft_trace *trace;
  ft_results results;
} attempt;

static bool try (const ft_prefix *b, const ft_check_options *options,
                 ft_pos length, attempt *a, ft_error *error) {
  ft_read_options read = b->read;
  read.most = length < b->outlook->events ? length : 0;
  *a = (attempt){ft_trace_read (b->path, read, b->progress, b->context, error)};
  if (!a->trace)
    return false;
  if (read.most)
    a->trace->whole = b->outlook->events;
  ft_check (a->trace, options, &a->results);
  return true;
}

static void release (attempt *a) {
  if (a->trace)
    ft_results_release (&a->results);
  ft_trace_free (a->trace);
  *a = (attempt){0};
}

// ---- results ---------------------------------------------------------------

static void set_reason (const ft_trace *t, char **reason) {
  ft_strbuf text = {0};
  ft_strbuf_add (&text, "impossible in the first %" PRIu32 " events (%s)",
                 t->size, *reason);
  free (*reason);
  *reason = ft_strbuf_take (&text);
}

// That something is impossible in a part says nothing of the whole.
static void reopen_all (const ft_trace *t, ft_results *x) {
  for (size_t i = 0; i < x->size; i++)
    if (x->races[i].verdict == FT_REFUTED) {
      x->races[i].verdict = FT_UNDECIDED;
      x->races[i].certifier = NULL;
      set_reason (t, &x->races[i].reason);
    }
  for (size_t i = 0; i < x->deadlock_count; i++)
    if (x->deadlocks[i].verdict == FT_REFUTED) {
      x->deadlocks[i].verdict = FT_UNDECIDED;
      x->deadlocks[i].certifier = NULL;
      set_reason (t, &x->deadlocks[i].reason);
    }
  x->undecided += x->refuted;
  x->deadlocks_undecided += x->deadlocks_refuted;
  x->refuted = x->deadlocks_refuted = 0;
  ft_check_finish (t, x);
}

static void settle (const ft_prefix *b, const ft_check_options *options,
                    attempt *a) {
  const ft_trace *t = a->trace;
  ft_results *x = &a->results;
  if (!t->whole)
    return;
  if (is_enough (b, options, t, x)) {
    reopen_all (t, x);
    return;
  }
  x->unreached = count_missing (b, t, x, false);
  if (!x->phases.of[FT_PHASE_READING].cut)
    ft_phase_cut (&x->phases, FT_PHASE_READING, FT_TRUNCATION_LIMIT, t->size,
                  t->whole);
  ft_results_set_truncated (x);
  reopen_all (t, x);
}

static bool is_cut_short (const attempt *a) {
  return a->results.interrupted || a->results.out_of_budget;
}

// The one that tells more, if the last one had not enough time.
static void choose (attempt *last, attempt *before) {
  if (before->trace && is_cut_short (last) &&
      before->results.certified + before->results.deadlocks_certified >
          last->results.certified + last->results.deadlocks_certified) {
    attempt a = *last;
    enum ft_truncation halt = a.results.interrupted ? FT_TRUNCATION_INTERRUPT : FT_TRUNCATION_TIME;
    *last = *before;
    *before = a;
    ft_phase_cut (&last->results.phases, FT_PHASE_READING, halt,
                  last->trace->size, last->trace->whole);
    ft_results_set_truncated (&last->results);
  }
  release (before);
}

ft_trace *ft_prefix_check (const ft_prefix *b,
                              const ft_check_options *options,
                              ft_results *results, ft_error *error) {
  ft_check_options begun = *options;
  attempt last = {0}, before = {0};
  ft_pos length = first_length (b, options);
  begun.begun = begun.begun > 0 ? begun.begun : ft_seconds_now ();
  for (int n = 1;; n++) {
    if (!try (b, &begun, length, &last, error)) {
      release (&before);
      return NULL;
    }
    if (length >= b->most || is_cut_short (&last) ||
        is_enough (b, options, last.trace, &last.results))
      break;
    release (&before);
    before = last;
    length = next_length (b, length, n);
  }
  choose (&last, &before);
  settle (b, options, &last);
  *results = last.results;
  return last.trace;
}
