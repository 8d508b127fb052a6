#include "explore/search_state.h"
#include "explore/concolic_step.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

const char *const ft_job_step_names[] = {
#define S(NAME, text) text,
    FT_JOB_STEPS (S)
#undef S
        NULL};

static void release_race (ft_found_race *race) {
  free (race->file);
  free (race->swap_file);
  free (race->text);
  free (race->input);
  free (race->model);
  free (race->memory);
}

void ft_search_state_release (ft_search_state *m) {
  for (size_t i = 0; i < m->races.size; i++)
    release_race (m->races.begin + i);
  for (size_t i = 0; i < m->crashes.size; i++)
    free (m->crashes.begin[i].text);
  for (size_t i = 0; i < m->unrepeated.size; i++)
    free (m->unrepeated.begin[i].text);
  for (size_t i = 0; i < m->superrounds.size; i++)
    FT_RELEASE (m->superrounds.begin[i].runs);
  ft_intern_release (&m->labels);
  ft_intern_release (&m->covered);
  ft_map_release (&m->pair_of);
  ft_map_release (&m->tried);
  ft_map_release (&m->traces);
  ft_map_release (&m->path_keys);
  FT_RELEASE (m->kept);
  FT_RELEASE (m->pairs);
  FT_RELEASE (m->races);
  ft_found_deadlocks_release (&m->deadlocks);
  ft_found_failures_release (&m->failures);
  FT_RELEASE (m->crashes);
  FT_RELEASE (m->unrepeated);
  for (size_t i = 0; i < m->unread.size; i++)
    free (m->unread.begin[i].text);
  FT_RELEASE (m->unread);
  FT_RELEASE (m->superrounds);
  *m = (ft_search_state){0};
}

size_t ft_search_state_find (const ft_search_state *m, ft_event_pair pair) {
  uint32_t i = ft_map_get (&m->pair_of, ft_event_pair_key (pair));
  return i == FT_NO_ID ? SIZE_MAX : i;
}

const char *ft_search_state_label (const ft_search_state *m, ft_id label) {
  return ft_intern_name (&m->labels, label);
}

ft_kept_recording *ft_search_state_recording (const ft_search_state *m,
                                              unsigned run) {
  for (size_t i = 0; i < m->kept.size; i++)
    if (m->kept.begin[i].run == run)
      return m->kept.begin + i;
  return NULL;
}

bool ft_search_state_tried (const ft_search_state *m, uint64_t digest) {
  return ft_map_get (&m->tried, digest) != FT_NO_ID;
}

// ---- one journal entry -----------------------------------------------------

static const char *text (const json_t *line, const char *key) {
  const char *value = json_string_value (json_object_get (line, key));
  return value ? value : "";
}

static unsigned number (const json_t *line, const char *key) {
  return (unsigned)json_integer_value (json_object_get (line, key));
}

static uint64_t hex (const json_t *line, const char *key) {
  return strtoull (text (line, key), NULL, 16);
}

static bool is_step (const json_t *line, enum ft_job_step step) {
  return !strcmp (text (line, "step"), ft_job_step_names[step]);
}

static size_t add_pair (ft_search_state *m, const char *first,
                        const char *second) {
  ft_event_pair pair = {ft_intern_add (&m->labels, first, strlen (first)),
                        ft_intern_add (&m->labels, second, strlen (second))};
  uint32_t *at = ft_map_at (&m->pair_of, ft_event_pair_key (pair));
  if (*at == FT_NO_ID) {
    *at = (uint32_t)m->pairs.size;
    FT_PUSH (m->pairs, (ft_search_candidate){.pair = pair});
  }
  return *at;
}

static size_t pair_of (ft_search_state *m, const json_t *pair) {
  const char *first = json_string_value (json_array_get (pair, 0));
  const char *second = json_string_value (json_array_get (pair, 1));
  return first && second ? add_pair (m, first, second) : SIZE_MAX;
}

// Learns one candidate, [first, second, unordered by, certified, event, event].
// A candidate that was given up is open again: it has a new trace.
static void learn_candidate (ft_search_state *m, const json_t *candidate,
                             unsigned run) {
  size_t i = pair_of (m, candidate);
  if (i == SIZE_MAX)
    return;
  ft_search_candidate *p = m->pairs.begin + i;
  p->unordered_by |=
      (unsigned)json_integer_value (json_array_get (candidate, 2));
  p->certified |= json_is_true (json_array_get (candidate, 3));
  p->latest = run;
  for (size_t k = 0; k < 2; k++)
    p->events[k] =
        (ft_id)json_integer_value (json_array_get (candidate, 4 + k));
  if (p->state == FT_CANDIDATE_GIVEN_UP)
    p->state = FT_CANDIDATE_OPEN;
}

static bool learn_candidates (ft_search_state *m, const json_t *line,
                              unsigned run) {
  const json_t *list = json_object_get (line, "candidates");
  size_t before = m->pairs.size;
  for (size_t i = 0; i < json_array_size (list); i++)
    learn_candidate (m, json_array_get (list, i), run);
  return m->pairs.size > before;
}

static ft_found_race *find_race (ft_search_state *m, size_t candidate) {
  for (size_t k = 0; k < m->races.size; k++)
    if (m->races.begin[k].candidate == candidate)
      return m->races.begin + k;
  return NULL;
}

// Whether the entry is about this race.
static bool pair_is (const json_t *line, const ft_search_state *m,
                     const ft_found_race *race) {
  const json_t *pair = json_object_get (line, "pair");
  const char *first = json_string_value (json_array_get (pair, 0));
  const char *second = json_string_value (json_array_get (pair, 1));
  return first && second &&
         !strcmp (first, ft_search_state_label (m, race->pair.first)) &&
         !strcmp (second, ft_search_state_label (m, race->pair.second));
}

static ft_found_race read_race (const ft_search_state *m, const json_t *race,
                                size_t candidate, unsigned run) {
  return (ft_found_race){.pair = m->pairs.begin[candidate].pair,
                         .candidate = candidate,
                         .run = run,
                         .file = ft_strdup (text (race, "file")),
                         .text = ft_strdup (text (race, "text")),
                         .input = ft_strdup (text (race, "input")),
                         .model = ft_strdup (text (race, "model")),
                         .memory = ft_strdup (text (race, "memory")),
                         .replays = number (race, "replays"),
                         .reached = number (race, "reached"),
                         .swap_run = run,
                         .swap_file = ft_strdup (text (race, "file"))};
}

// Learns a race that is known already.  With longer inputs it is used for
// swaps; with a simpler input it replaces the known one.
static void learn_known_race (const ft_search_state *m, const json_t *line,
                              ft_found_race *known, ft_found_race *again) {
  bool simpler = is_step (line, FT_JOB_SHRINK) && again->reached &&
                 pair_is (line, m, known);
  if (is_step (line, FT_JOB_GROW) && again->reached) {
    free (known->swap_file);
    known->swap_file = ft_strdup (again->file);
    known->swap_run = again->run;
    known->swaps = 0;
  }
  if (simpler) {
    again->swaps = known->swaps;
    again->shrunk = known->shrunk;
    ft_found_race kept = *known;
    *known = *again;
    *again = kept;
  }
  release_race (again);
}

// The union of race sets.  A race found twice keeps its first entry, unless
// only the later one was confirmed.
static void learn_race (ft_search_state *m, const json_t *line,
                        const json_t *race, unsigned run) {
  size_t i = pair_of (m, json_object_get (race, "pair"));
  if (i == SIZE_MAX)
    return;
  ft_search_candidate *p = m->pairs.begin + i;
  ft_found_race *known = find_race (m, i), found = read_race (m, race, i, run);
  p->certified = true;
  if (p->state == FT_CANDIDATE_CONFIRMED || (known && !found.reached)) {
    learn_known_race (m, line, known, &found);
    return;
  }
  p->state = found.reached ? FT_CANDIDATE_CONFIRMED : p->state;
  if (known) {
    release_race (known);
    *known = found;
  } else
    FT_PUSH (m->races, found);
}

static void learn_races (ft_search_state *m, const json_t *line, unsigned run) {
  const json_t *list = json_object_get (line, "races");
  for (size_t i = 0; i < json_array_size (list); i++)
    learn_race (m, line, json_array_get (list, i), run);
}

static bool learn_covered (ft_search_state *m, const json_t *line) {
  const json_t *list = json_object_get (line, "covered");
  uint32_t before = ft_intern_size (&m->covered);
  for (size_t i = 0; i < json_array_size (list); i++) {
    const char *name = json_string_value (json_array_get (list, i));
    if (name)
      ft_intern_add (&m->covered, name, strlen (name));
  }
  return ft_intern_size (&m->covered) > before;
}

static void learn_path_keys (ft_search_state *m, const json_t *line) {
  const json_t *list = json_object_get (line, "ways");
  for (size_t i = 0; i < json_array_size (list); i++) {
    const char *key = json_string_value (json_array_get (list, i));
    if (key)
      *ft_map_at (&m->path_keys, strtoull (key, NULL, 16)) = 1;
  }
}

static unsigned depth_of (const ft_search_state *m, const json_t *line) {
  const ft_kept_recording *parent =
      ft_search_state_recording (m, number (line, "parent"));
  return (parent ? parent->depth : 0) + is_step (line, FT_JOB_REORDER);
}

// Learns a recording that is kept.  A run whose trace was known leaves none.
static void keep (ft_search_state *m, const json_t *line, unsigned run) {
  if (!json_object_get (line, "candidates"))
    return;
  bool plain = json_is_true (json_object_get (line, "plain"));
  FT_PUSH (m->kept, ((ft_kept_recording){.run = run,
                                         .level = plain ? FT_FLIP_NONE : 0,
                                         .turned = plain,
                                         .depth = depth_of (m, line)}));
  if (is_step (line, FT_JOB_GROW) && !number (line, "attempt"))
    m->base = run;
}

static bool knows (const ft_crash *crashes, size_t size, const char *text) {
  for (size_t i = 0; i < size; i++)
    if (!strcmp (crashes[i].text, text))
      return true;
  return false;
}

bool ft_search_state_knows_crash (const ft_search_state *m, const char *text) {
  return knows (m->crashes.begin, m->crashes.size, text);
}

static void learn_crash (ft_search_state *m, const json_t *line, unsigned run) {
  const char *what = text (line, "crash"), *once = text (line, "unrepeated");
  if (*what && !ft_search_state_knows_crash (m, what))
    FT_PUSH (m->crashes, ((ft_crash){run, ft_strdup (what)}));
  if (*once && !knows (m->unrepeated.begin, m->unrepeated.size, once))
    FT_PUSH (m->unrepeated, ((ft_crash){run, ft_strdup (once)}));
}

static void learn_improve (ft_search_candidate *p, const json_t *line) {
  p->rounds++;
  if (json_is_true (json_object_get (line, "none")) &&
      p->state == FT_CANDIDATE_OPEN)
    p->state = FT_CANDIDATE_GIVEN_UP;
}

static void learn_reorder (ft_search_state *m, ft_kept_recording *parent,
                           const json_t *line) {
  m->reorders++;
  if (!parent)
    return;
  parent->reorders++;
  parent->reordered |= json_is_true (json_object_get (line, "none"));
}

// Learns the seed of a random run; runs at the same time end in any order.
static void learn_seed (ft_search_state *m, const json_t *line) {
  uint64_t next =
      (uint64_t)json_integer_value (json_object_get (line, "seed")) + 1;
  m->next_seed = next > m->next_seed ? next : m->next_seed;
}

// Learns that a flip of a level was tried; 'parent' may be NULL.
static void learn_flip (ft_search_state *m, ft_kept_recording *parent,
                        const json_t *line) {
  bool exhausted = json_is_true (json_object_get (line, "exhausted"));
  int level = (int)number (line, "level");
  if (level == FT_FLIP_TURNS)
    m->turns += !json_is_true (json_object_get (line, "none"));
  if (!parent)
    return;
  if (level == FT_FLIP_TURNS)
    parent->turned |= exhausted;
  else // the job may have gone on to this level
    parent->level = level + exhausted;
}

// Learns that the step of this run has been tried.
static void learn_step (ft_search_state *m, const json_t *line) {
  size_t i = pair_of (m, json_object_get (line, "pair"));
  ft_kept_recording *parent =
      ft_search_state_recording (m, number (line, "parent"));
  if (is_step (line, FT_JOB_IMPROVE) && i != SIZE_MAX)
    learn_improve (m->pairs.begin + i, line);
  m->improves += is_step (line, FT_JOB_IMPROVE);
  if (is_step (line, FT_JOB_REORDER))
    learn_reorder (m, parent, line);
  for (size_t k = 0; is_step (line, FT_JOB_SWAP) && k < m->races.size; k++)
    if (m->races.begin[k].candidate == i)
      m->races.begin[k].swaps |=
          json_is_true (json_object_get (line, "swapped")) ? 2 : 1;
  ft_found_race *shrunk =
      is_step (line, FT_JOB_SHRINK) ? find_race (m, i) : NULL;
  if (shrunk)
    shrunk->shrunk = json_is_true (json_object_get (line, "exhausted"))
                         ? UINT_MAX
                         : number (line, "attempt") + 1;
  if (is_step (line, FT_JOB_CONCOLIC))
    learn_flip (m, parent, line);
  if (is_step (line, FT_JOB_GROW) && number (line, "attempt") >= m->grown)
    m->grown = number (line, "attempt") + 1;
  if (is_step (line, FT_JOB_SEED))
    learn_seed (m, line);
}

// A flip by which an input is tried before other schedules.
static bool flips_first (const json_t *line) {
  unsigned level = number (line, "level");
  return is_step (line, FT_JOB_CONCOLIC) &&
         (level <= FT_FLIP_CALLEE || level == FT_FLIP_TURNS);
}

static void count_stale (ft_search_state *m, const json_t *line, bool none,
                         bool news) {
  if (news)
    m->stale_flips = m->stale_others = 0;
  else if (flips_first (line))
    m->stale_flips += !none;
  else
    m->stale_others += !none;
}

// Counts runs without news.  A job that found nothing to run ('none') is no
// run.
static void count_fruitless (ft_search_state *m, const json_t *line, bool none,
                             bool news) {
  if (news || is_step (line, FT_JOB_GROW))
    m->fruitless = m->fruitless_flips = m->fruitless_reorders = 0;
  else if (is_step (line, FT_JOB_REORDER))
    m->fruitless_reorders += !none;
  else if (is_step (line, FT_JOB_SEED))
    m->fruitless++;
  else if (is_step (line, FT_JOB_CONCOLIC) && !none &&
           number (line, "level") > FT_FLIP_CALLEE &&
           number (line, "level") != FT_FLIP_TURNS)
    m->fruitless_flips++;
}

// Returns whether the run brought something new.
static bool learn_run (ft_search_state *m, const json_t *line, unsigned run) {
  if (!m->words) {
    m->words = number (line, "words");
    m->fails_first = number (line, "status") != 0;
  }
  if (!m->forked && json_is_true (json_object_get (line, "forked")))
    m->forked = run;
  *ft_map_at (&m->tried, hex (line, "schedule")) = run;
  if (json_object_get (line, "unread")) {
    FT_PUSH (m->unread, ((ft_crash){run, ft_strdup (text (line, "unread"))}));
    return false;
  }
  uint32_t *first = ft_map_at (&m->traces, hex (line, "trace"));
  if (*first == FT_NO_ID) // later runs with this trace keep no recording
    *first = run;
  keep (m, line, run);
  bool pairs = learn_candidates (m, line, run);
  bool covered = learn_covered (m, line);
  size_t races = m->races.size;
  learn_races (m, line, run);
  ft_found_deadlocks_apply (&m->deadlocks, line, run);
  ft_found_failures_apply (&m->failures, line, run);
  return pairs || covered || m->races.size > races;
}

// A run that died with the process that made it counts as well; otherwise the
// search would make it again without end.
bool ft_search_state_apply (ft_search_state *m, const json_t *line) {
  unsigned run = number (line, "run");
  const json_t *elapsed = json_object_get (line, "elapsed");
  bool none = json_is_true (json_object_get (line, "none"));
  m->seconds += json_number_value (elapsed);
  if (!run)
    return json_is_number (elapsed);
  m->last = run > m->last ? run : m->last;
  learn_step (m, line);
  learn_path_keys (m, line);
  if (none && !json_is_true (json_object_get (line, "died"))) {
    ft_open_superround_apply (m, line);
    return true;
  }
  m->runs++;
  learn_crash (m, line, run);
  bool news = !none && learn_run (m, line, run);
  count_fruitless (m, line, none, news);
  count_stale (m, line, none, news);
  ft_open_superround_apply (m, line);
  return true;
}
