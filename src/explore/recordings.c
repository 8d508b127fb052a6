#include "explore/recordings.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/strbuf.h"
#include "explore/concolic_step.h"
#include "explore/explore_run.h"
#include "explore/strategy.h"
#include "record/directory.h"

typedef FT_STACK (unsigned) runs;

void ft_recordings_release (ft_recordings *r) {
  ft_map_release (&r->sizes);
}

// ---- recordings that must stay ---------------------------------------------

static bool contains (const ft_map *set, unsigned run) {
  return ft_map_get (set, run) != FT_NO_ID;
}

static void add (ft_map *set, unsigned run) {
  *ft_map_at (set, run) = 1;
}

static void add_superrounds (const ft_explore_options *o,
                             const ft_search_state *m, ft_map *needed) {
  for (size_t i = 0; i < m->superrounds.size; i++) {
    const ft_open_superround *p = m->superrounds.begin + i;
    for (size_t k = 0;
         k < p->runs.size && ft_open_superround_continues (o, m, p); k++)
      add (needed, p->runs.begin[k]);
  }
}

// Adds the runs that must stay, without those that only lead on.
static void add_needed (const ft_explore_options *o, const ft_search_state *m,
                        ft_map *needed) {
  add (needed, 1);
  add (needed, m->base);
  add (needed, m->forked);
  for (size_t i = 0; i < m->races.size; i++) {
    add (needed, m->races.begin[i].run);
    add (needed, m->races.begin[i].swap_run);
  }
  for (size_t i = 0; i < m->pairs.size; i++)
    if (m->pairs.begin[i].state != FT_CANDIDATE_CONFIRMED)
      add (needed, m->pairs.begin[i].latest);
  for (size_t i = 0; i < m->crashes.size; i++)
    add (needed, m->crashes.begin[i].run);
  if (m->unread.size)
    add (needed, m->unread.begin[0].run);
  for (size_t i = 0; i < m->deadlocks.size; i++)
    add (needed, m->deadlocks.begin[i].run);
  for (size_t i = 0; i < m->failures.list.size; i++)
    add (needed, m->failures.list.begin[i].run);
  add_superrounds (o, m, needed);
}

// Whether branches can be flipped, or accesses reordered, in the recording.
static bool may_lead_on (const ft_explore_options *o, const ft_search_state *m,
                         unsigned run) {
  const ft_kept_recording *kept = ft_search_state_recording (m, run);
  return kept && ((o->inputs &&
                    (kept->level < FT_FLIP_NONE || !kept->turned)) ||
                  (ft_strategy_reorders (o) && !kept->reordered));
}

static void give_up (ft_kept_recording *kept) {
  kept->level = FT_FLIP_NONE;
  kept->turned = true;
  kept->reordered = true;
}

// ---- recordings on disk ----------------------------------------------------

static bool list_run (const char *path, const char *name, void *context) {
  char *end;
  unsigned long run = strtoul (name, &end, 10);
  (void)path;
  if (*name >= '1' && *name <= '9' && !*end && run < UINT32_MAX)
    FT_PUSH (*(runs *)context, (unsigned)run);
  return true;
}

static bool add_size (const char *path, const char *name, void *context) {
  ft_strbuf file = {0};
  struct stat status;
  ft_strbuf_add (&file, "%s/%s", path, name);
  if (!lstat (ft_strbuf_text (&file), &status)) {
    *(uint64_t *)context += (uint64_t)status.st_blocks * 512;
    if (S_ISDIR (status.st_mode))
      ft_directory_each (ft_strbuf_text (&file), add_size, context);
  }
  ft_strbuf_release (&file);
  return true;
}

static uint64_t size_of (ft_recordings *r, const ft_explore_options *o,
                         unsigned run) {
  uint32_t *known = ft_map_at (&r->sizes, run);
  if (*known == FT_NO_ID) {
    uint64_t bytes = 0;
    char *path = ft_explore_run_path (o, run);
    ft_directory_each (path, add_size, &bytes);
    free (path);
    *known = (uint32_t)(bytes >> 10);
  }
  return (uint64_t)*known << 10;
}

static int by_number (const void *a, const void *b) {
  unsigned p = *(const unsigned *)a, q = *(const unsigned *)b;
  return (p > q) - (p < q);
}

// ---- removal ---------------------------------------------------------------

static void drop (const ft_explore_options *o, unsigned run) {
  char *path = ft_explore_run_path (o, run);
  ft_directory_remove (path);
  free (path);
}

// Removes the recordings that are not needed, and adds the sizes of the others
// to 'm->bytes', except those that workers use.
static void drop_needless (ft_recordings *r, const ft_explore_options *o,
                           ft_search_state *m,
                           const ft_explore_workers *workers,
                           const ft_map *needed, runs *all) {
  size_t count = 0;
  m->bytes = 0;
  for (size_t i = 0; i < all->size; i++) {
    unsigned run = all->begin[i];
    if (ft_explore_workers_use (workers, run))
      continue;
    if (!contains (needed, run) && !may_lead_on (o, m, run)) {
      drop (o, run);
      continue;
    }
    m->bytes += size_of (r, o, run);
    all->begin[count++] = run;
  }
  all->size = count;
}

static void drop_leading_on (ft_recordings *r, const ft_explore_options *o,
                            ft_search_state *m, const ft_map *needed,
                            const runs *all) {
  for (size_t i = 0; i < all->size && m->bytes > o->disk; i++) {
    unsigned run = all->begin[i];
    if (contains (needed, run))
      continue;
    drop (o, run);
    m->bytes -= size_of (r, o, run);
    give_up (ft_search_state_recording (m, run));
  }
}

static void forget_missing (ft_search_state *m, const runs *all) {
  ft_map there = {0};
  for (size_t i = 0; i < all->size; i++)
    add (&there, all->begin[i]);
  for (size_t i = 0; i < m->kept.size; i++)
    if (!contains (&there, m->kept.begin[i].run))
      give_up (m->kept.begin + i);
  for (size_t i = 0; i < m->pairs.size; i++)
    if (!contains (&there, m->pairs.begin[i].latest))
      m->pairs.begin[i].latest = 0;
  ft_map_release (&there);
}

bool ft_recordings_prune (ft_recordings *r, const ft_explore_options *o,
                          ft_search_state *m,
                          const ft_explore_workers *workers) {
  ft_strbuf path = {0};
  ft_map needed = {0};
  runs all = {0};
  ft_strbuf_add (&path, "%s/runs", o->directory);
  ft_directory_each (ft_strbuf_text (&path), list_run, &all);
  if (all.size)
    qsort (all.begin, all.size, sizeof *all.begin, by_number);
  forget_missing (m, &all);
  add_needed (o, m, &needed);
  drop_needless (r, o, m, workers, &needed, &all);
  if (o->disk)
    drop_leading_on (r, o, m, &needed, &all);
  ft_strbuf_release (&path);
  ft_map_release (&needed);
  FT_RELEASE (all);
  return !o->disk || m->bytes <= o->disk;
}
