#include "run/sharing.h"

// Pages touched in one run, 64 GB of memory; damaged logs have no other limit.
#define MOST_PAGES ((size_t)1 << 24)

static void note_cut (void *context, const ft_memory_block *b) {
  ft_sharing *p = context;
  FT_PUSH (p->shared->cut, b->life);
}

static void change (ft_sharing *p, const ft_run_record *r) {
  ft_block_change c = ft_memory_blocks_change (&p->blocks, r, note_cut, p);
  if (c.what == FT_BLOCK_UNCHANGED)
    return;
  const ft_memory_block *b = p->blocks.list.begin + c.block;
  ft_sharing_block_change (p, c, ft_run_epochs_segment (&p->ages, r->thread->number));
  ft_uninstrumented_forget (p->unseen, b->first >> 3, b->last >> 3);
}

static bool too_much (const ft_sharing *p, const ft_run_record *r,
                      ft_error *error) {
  if (p->granules.pages.size <= MOST_PAGES)
    return false;
  ft_run_record_error (r, p->walk, error,
                   "the run touches more than 64 GB of memory, which is more "
                   "than this version follows");
  return true;
}

static bool step (ft_sharing *p, const ft_run_record *r, ft_error *error) {
  ft_run_access touches[2];
  int n = ft_run_record_accesses (r, p->walk, touches, error);
  ft_id now = n > 0 ? ft_run_epochs_segment (&p->ages, r->thread->number) : FT_NO_ID;
  ft_uninstrumented_record (p->unseen, r);
  for (int i = 0; i < n; i++) {
    ft_sharing_access (p, touches + i, now);
    ft_uninstrumented_access (p->unseen, r, touches + i, &p->blocks);
  }
  if (r->code == FT_WIRE_SEM_VALUE && !r->at)
    *ft_map_at (&p->shared->counted, r->payload) = 1;
  if (!n && !r->at) {
    ft_run_epochs_record (&p->ages, r);
    p->externals += r->code == FT_WIRE_EXTERNAL;
    change (p, r);
  }
  return n >= 0 && !too_much (p, r, error);
}

// ---- the pass ------------------------------------------------------------

// Looked at every so many records.
#define BETWEEN_LOOKS 65536

static void show (const ft_sharing *p, const ft_run *run,
                  ft_progress_callback shown) {
  if (shown.show && run->control.words)
    shown.show (shown.context,
                (double)ft_run_reader_words (p->walk) / (double)run->control.words);
}

static bool has_time (const ft_sharing *p, const ft_deadline *deadline,
                      ft_error *error) {
  if (!ft_deadline_over (deadline))
    return true;
  ft_error_set (error, FT_EXIT_UNDECIDED,
                "out of time while finding shared memory, after %llu words",
                (unsigned long long)ft_run_reader_words (p->walk));
  return false;
}

bool ft_shared_find (ft_shared *s, const ft_run *run, bool all,
                     const ft_deadline *deadline, ft_progress_callback shown,
                     ft_error *error) {
  ft_sharing *p = FT_NEW (ft_sharing);
  *p = (ft_sharing){.shared = s, .walk = ft_run_reader_new (run), .all = all};
  p->stretches = !all && FT_EMPTY (run->sources); // bytes of input are events
  p->unseen = ft_uninstrumented_new ();
  ft_run_record r;
  uint64_t records = 0;
  int got;
  while ((got = ft_run_reader_next (p->walk, &r, error)) > 0 && step (p, &r, error)) {
    if (++records % BETWEEN_LOOKS)
      continue;
    show (p, run, shown);
    if (!has_time (p, deadline, error))
      break;
  }
  s->words = ft_run_reader_words (p->walk);
  ft_sharing_end_ranges (p, 0, UINT64_MAX, true);
  ft_shared_close (s, p->unseen);
  ft_ranges_release (&p->pieces);
  ft_uninstrumented_free (p->unseen);
  ft_run_reader_free (p->walk);
  ft_memory_blocks_release (&p->blocks);
  ft_granules_release (&p->granules);
  ft_map_release (&p->strangers);
  ft_run_epochs_release (&p->ages);
  FT_RELEASE (p->changed);
  FT_RELEASE (p->freed);
  FT_RELEASE (p->fresh);
  free (p);
  return !got;
}
