// The pass of the sharing analysis over a run, and its result (see
// 'sharing.h').

#include <stdlib.h>
#include <string.h>

#include "run/sharing.h"
#include "run/uninstrumented.h"

// Pages accessed in one run, 64 GB of memory; damaged logs have no other limit.
#define MOST_PAGES ((size_t)1 << 24)

static void add_cut (void *context, const ft_memory_block *b) {
  ft_sharing *p = context;
  FT_PUSH (p->shared->cut, b->life);
}

static void change_blocks (ft_sharing *p, const ft_run_record *r) {
  ft_block_change c = ft_memory_blocks_change (&p->blocks, r, add_cut, p);
  if (c.what == FT_BLOCK_UNCHANGED)
    return;
  ft_sharing_block_change (
      p, c, ft_run_epochs_segment (&p->epochs, r->thread->number));
  ft_uninstrumented_forget (p->uninstrumented, &p->blocks, c.block);
}

static bool too_much (const ft_sharing *p, const ft_run_record *r,
                      ft_error *error) {
  if (p->granules.pages.size <= MOST_PAGES)
    return false;
  ft_run_record_error (
      r, p->reader, error,
      "the run touches more than 64 GB of memory, which is more "
      "than this version follows");
  return true;
}

static bool step (ft_sharing *p, const ft_run_record *r, ft_error *error) {
  ft_run_access accesses[2];
  int n = ft_run_record_accesses (r, p->reader, accesses, error);
  n = ft_memory_blocks_accesses (&p->blocks, r, accesses, n);
  ft_id now =
      n > 0 ? ft_run_epochs_segment (&p->epochs, r->thread->number) : FT_NO_ID;
  ft_uninstrumented_record (p->uninstrumented, r);
  ft_unrecorded_calls_record (p->calls, r);
  if (p->shared->calls.forked)
    ft_uninstrumented_fork (p->uninstrumented);
  size_t revealed, before;
  ft_uninstrumented_reads (p->uninstrumented, &before);
  for (int i = 0; i < n; i++) {
    bool fresh = ft_sharing_is_fresh (p, accesses + i);
    ft_sharing_access (p, accesses + i, now);
    ft_uninstrumented_access (p->uninstrumented, r, accesses + i, &p->blocks,
                              fresh);
  }
  ft_uninstrumented_reads (p->uninstrumented, &revealed);
  if (revealed > before)
    ft_unrecorded_calls_reveal (p->calls);
  if (n == 1 && accesses->cause == FT_WIRE_CAUSE_EVERYTHING)
    ft_unrecorded_calls_look (p->calls, r);
  if (r->code == FT_WIRE_SEM_VALUE && !r->at)
    *ft_map_at (&p->shared->counted, r->payload) = 1;
  ft_taken_numbers_record (&p->shared->numbers, r);
  if (n > 0 && accesses->cause && accesses->kind == FT_ATOMIC_READ)
    *ft_map_at (&p->shared->observed, accesses->address) = 1;
  if (!r->at)
    ft_run_epochs_record (&p->epochs, r,
                          ft_memory_blocks_lifetime (&p->blocks, r->payload));
  if (!n && !r->at)
    change_blocks (p, r);
  return n >= 0 && !too_much (p, r, error);
}

// ---- the pass --------------------------------------------------------------

// Number of records between two checks of the deadline.
#define BETWEEN_CHECKS 65536

static void show (const ft_sharing *p, const ft_run *run,
                  ft_progress_callback shown) {
  if (shown.show && run->control.words)
    shown.show (shown.context, (double)ft_run_reader_words (p->reader) /
                                   (double)run->control.words);
}

static bool has_time (const ft_sharing *p, const ft_deadline *deadline,
                      ft_error *error) {
  if (!ft_deadline_over (deadline))
    return true;
  ft_error_set (error, FT_EXIT_UNDECIDED,
                "out of time while finding shared memory, after %llu words",
                (unsigned long long)ft_run_reader_words (p->reader));
  return false;
}

// Returns 1 at the end of the run, 0 if it cannot be read, -1 if a barrier was
// followed of which the rounds are not fixed.
static int find (ft_shared *s, const ft_run *run, ft_shared_extent extent,
                 const ft_deadline *deadline, ft_progress_callback shown,
                 ft_error *error) {
  bool all = extent == FT_SHARED_ALL;
  ft_sharing *p = FT_NEW (ft_sharing);
  *p = (ft_sharing){.shared = s,
                    .reader = ft_run_reader_new (run),
                    .all = all,
                    .again = !FT_EMPTY (s->freed_again)};
  p->blocks.reuses = &s->reuses;
  p->epochs.follows_barriers = extent == FT_SHARED_UNLESS_BARRIERS;
  p->form_ranges = !all && FT_EMPTY (run->sources); // input: byte by byte
  p->uninstrumented = ft_uninstrumented_new (&run->code, &run->stale_loads);
  p->calls = ft_unrecorded_calls_new (&run->code, &s->calls);
  ft_run_record r;
  uint64_t records = 0;
  int got;
  while ((got = ft_run_reader_next (p->reader, &r, error)) > 0 &&
         step (p, &r, error) && !p->epochs.rounds.changed) {
    if (++records % BETWEEN_CHECKS)
      continue;
    show (p, run, shown);
    if (!has_time (p, deadline, error))
      break;
  }
  bool changed = p->epochs.rounds.changed;
  s->words = ft_run_reader_words (p->reader);
  ft_sharing_end_ranges (p, 0, UINT64_MAX, true);
  ft_shared_close (s, p->uninstrumented);
  ft_ranges_release (&p->pieces);
  ft_uninstrumented_free (p->uninstrumented);
  ft_unrecorded_calls_free (p->calls);
  ft_run_reader_free (p->reader);
  ft_memory_blocks_release (&p->blocks);
  ft_granules_release (&p->granules);
  ft_map_release (&p->users);
  ft_run_epochs_release (&p->epochs);
  FT_RELEASE (p->changed);
  FT_RELEASE (p->fresh);
  free (p);
  return changed ? -1 : !got;
}

bool ft_shared_find (ft_shared *s, const ft_run *run, ft_shared_extent extent,
                     const ft_deadline *deadline, ft_progress_callback shown,
                     ft_error *error) {
  int found = find (s, run, extent, deadline, shown, error);
  if (found < 0) {
    ft_shared_release (s);
    *s = (ft_shared){0};
    extent = FT_SHARED_UNLESS_FORKS;
    found = find (s, run, extent, deadline, shown, error);
  }
  if (found <= 0 || FT_EMPTY (s->freed_again))
    return found > 0;
  ft_shared again = {0};
  again.freed_again.begin = s->freed_again.begin;
  again.freed_again.size = s->freed_again.size;
  again.freed_again.capacity = s->freed_again.capacity;
  memset (&s->freed_again, 0, sizeof s->freed_again);
  ft_shared_release (s);
  *s = again;
  return find (s, run, extent, deadline, shown, error) > 0;
}

// ---- the result ------------------------------------------------------------

void ft_shared_release (ft_shared *s) {
  FT_RELEASE (s->granules);
  FT_RELEASE (s->cut);
  FT_RELEASE (s->freed_again);
  ft_map_release (&s->counted);
  ft_map_release (&s->observed);
  FT_RELEASE (s->numbers);
  FT_RELEASE (s->uninstrumented);
  ft_map_release (&s->uninstrumented_ticks);
  ft_call_moments_release (&s->calls);
  ft_memory_reuses_release (&s->reuses);
  FT_RELEASE (s->ranges);
  FT_RELEASE (s->singles);
}

// ---- order -----------------------------------------------------------------

int ft_shared_compare (const void *a, const void *b) {
  const ft_shared_granule *g = a, *h = b;
  if (g->life != h->life)
    return g->life < h->life ? -1 : 1;
  return g->granule < h->granule ? -1 : g->granule > h->granule;
}

static int by_number (const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

static void sort (ft_shared *s) {
  if (!FT_EMPTY (s->granules))
    qsort (s->granules.begin, s->granules.size, sizeof *s->granules.begin,
           ft_shared_compare);
  if (!FT_EMPTY (s->cut))
    qsort (s->cut.begin, s->cut.size, sizeof *s->cut.begin, by_number);
}

// ---- additions -------------------------------------------------------------

static bool has_granule (const ft_shared_granule *list, size_t count,
                         uint64_t life, uint64_t granule) {
  ft_shared_granule key = {life, granule};
  return count && bsearch (&key, list, count, sizeof key, ft_shared_compare);
}

void ft_shared_add (ft_shared *s, const ft_shared_granule *granules,
                    size_t count) {
  size_t kept = s->granules.size;
  for (size_t i = 0; i < count; i++) {
    FT_PUSH (s->singles, granules[i]);
    if (!has_granule (s->granules.begin, kept, granules[i].life,
                      granules[i].granule))
      FT_PUSH (s->granules, granules[i]);
  }
  sort (s);
}

// Add the granules of revealing reads.  A write that the reading thread may
// have made itself matters only if other threads use the granule, too.  Returns
// whether granules were added.
static bool add_uninstrumented (ft_shared *s,
                                ft_uninstrumented *uninstrumented) {
  size_t count, kept = s->granules.size;
  const ft_revealing_read *reads =
      ft_uninstrumented_reads (uninstrumented, &count);
  for (size_t i = 0; i < count; i++) {
    const ft_revealing_read *r = reads + i;
    bool is_kept = has_granule (s->granules.begin, kept, r->life, r->granule);
    if (r->own && !is_kept)
      continue;
    ft_uninstrumented_mark (uninstrumented, r, &s->uninstrumented_ticks);
    if (r->any && ft_map_get (&s->calls.reveals, r->tick) == FT_NO_ID)
      *ft_map_at (&s->calls.reveals, r->tick) = FT_REVEALS_WRITE;
    s->calls.count += r->any;
    FT_PUSH (s->uninstrumented, ((ft_shared_granule){r->life, r->granule}));
    if (!is_kept)
      FT_PUSH (s->granules, ((ft_shared_granule){r->life, r->granule}));
  }
  ft_uninstrumented_mark_calls (uninstrumented, &s->uninstrumented_ticks);
  return s->granules.size > kept;
}

// A second free accesses what was accessed before the first one.  Returns whether
// granules were added.
static bool add_freed_again (ft_shared *s) {
  size_t kept = s->granules.size;
  if (!FT_EMPTY (s->freed_again))
    qsort (s->freed_again.begin, s->freed_again.size,
           sizeof *s->freed_again.begin, ft_shared_compare);
  for (size_t i = 0; !FT_EMPTY (s->freed_again) && i < kept; i++) {
    ft_shared_granule g = s->granules.begin[i];
    uint64_t after = g.granule | FT_SHARED_AFTER_FREE;
    if (ft_shared_is_freed_again (s, g.life, g.granule) &&
        !has_granule (s->granules.begin, kept, g.life + 1, after))
      FT_PUSH (s->granules, ((ft_shared_granule){g.life + 1, after}));
  }
  return s->granules.size > kept;
}

void ft_shared_close (ft_shared *s, ft_uninstrumented *uninstrumented) {
  sort (s);
  if (add_freed_again (s))
    sort (s);
  if (add_uninstrumented (s, uninstrumented))
    sort (s);
  if (!FT_EMPTY (s->uninstrumented))
    qsort (s->uninstrumented.begin, s->uninstrumented.size,
           sizeof *s->uninstrumented.begin, ft_shared_compare);
}

bool ft_shared_is_uninstrumented (const ft_shared *s, uint64_t life,
                                  uint64_t granule) {
  return has_granule (s->uninstrumented.begin, s->uninstrumented.size, life,
                      granule);
}

// ---- ranges ----------------------------------------------------------------

// Granules that are used after their free, or written by uninstrumented code,
// are variables of their own.
static void add_singles (ft_shared *s) {
  for (size_t i = 0; i < s->granules.size; i++) {
    ft_shared_granule g = s->granules.begin[i];
    if (g.granule & FT_SHARED_AFTER_FREE)
      FT_PUSH (s->singles, ((ft_shared_granule){
                               g.life - 1, g.granule & FT_SHARED_GRANULE}));
  }
  for (size_t i = 0; i < s->uninstrumented.size; i++)
    FT_PUSH (s->singles, s->uninstrumented.begin[i]);
}

// Whether all granules of a range are kept as a whole; those with only one
// event do not form ranges.
static bool is_kept (const ft_shared *s, const ft_granule_range *t) {
  const ft_shared_granule *all = s->granules.begin;
  ft_shared_granule key = {t->life, t->first};
  const ft_shared_granule *g =
      bsearch (&key, all, s->granules.size, sizeof key, ft_shared_compare);
  uint64_t more = t->last - t->first;
  return g && (uint64_t)(all + s->granules.size - g) > more &&
         g[more].life == t->life && g[more].granule == t->last;
}

void ft_shared_form_ranges (ft_shared *s) {
  size_t kept = 0;
  if (FT_EMPTY (s->ranges))
    return;
  add_singles (s);
  ft_granule_ranges_settle (&s->ranges, s->singles.begin, s->singles.size);
  for (size_t i = 0; i < s->ranges.size; i++)
    if (is_kept (s, s->ranges.begin + i))
      s->ranges.begin[kept++] = s->ranges.begin[i];
  s->ranges.size = kept;
}

// ---- queries ---------------------------------------------------------------

const ft_shared_granule *ft_shared_in (const ft_shared *s, uint64_t life,
                                       size_t *count) {
  size_t low = 0, high = s->granules.size;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (s->granules.begin[middle].life < life)
      low = middle + 1;
    else
      high = middle;
  }
  size_t end = low;
  while (end < s->granules.size && s->granules.begin[end].life == life)
    end++;
  *count = end - low;
  return s->granules.begin + low;
}

bool ft_shared_is_freed_again (const ft_shared *s, uint64_t life,
                               uint64_t granule) {
  size_t low = 0, high = s->freed_again.size;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (s->freed_again.begin[middle].life < life)
      low = middle + 1;
    else
      high = middle;
  }
  return low < s->freed_again.size && s->freed_again.begin[low].life == life &&
         granule - s->freed_again.begin[low].granule < FT_MOST_FREED_AGAIN;
}

bool ft_shared_is_cut (const ft_shared *s, uint64_t life) {
  return !FT_EMPTY (s->cut) &&
         bsearch (&life, s->cut.begin, s->cut.size, sizeof life, by_number);
}
