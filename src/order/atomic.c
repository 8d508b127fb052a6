#include "order/atomic.h"

typedef struct ft_fences fences;

void ft_atomics_release (ft_atomics *atomics) {
  for (size_t t = 0; t < atomics->fences.size; t++) {
    ft_clocks_release (&atomics->fences.begin[t].released);
    ft_clocks_release (&atomics->fences.begin[t].pending);
  }
  FT_RELEASE (atomics->fences);
  ft_write_clocks_release (&atomics->releases);
  ft_release_heads_release (&atomics->heads);
}

static fences *fences_at (ft_atomics *atomics, ft_tid t) {
  FT_GROW (atomics->fences, (size_t)t + 1, ((fences){0}));
  return atomics->fences.begin + t;
}

static void receive (fences *f, ft_order_thread *thread, const ft_event *e,
                     const ft_clocks *clocks) {
  if (ft_atomic_acquires (e->order))
    ft_order_thread_join (thread, clocks, FT_ALL_CLOCKS);
  else
    ft_clocks_join (&f->pending, clocks, FT_ALL_CLOCKS);
}

// The clocks that the write itself releases.
static const ft_clocks *release_own (fences *f, ft_order_thread *thread,
                                     const ft_event *e) {
  if (!ft_atomic_releases (e->order))
    return &f->released;
  ft_order_thread_publish (thread);
  return &thread->clocks;
}

// What the write releases by itself, and the sequences that it is in.
static void add_released (ft_atomics *atomics, const ft_event *e,
                          const ft_clocks *own, ft_clocks *clocks) {
  bool store = e->kind == FT_ATOMIC_WRITE, larger = atomics->own_stores;
  if (larger && store)
    ft_release_heads_own (&atomics->heads, e->target, e->mask, e->thread,
                          clocks);
  ft_clocks_join (clocks, own, FT_ALL_CLOCKS);
  if (larger && store)
    ft_release_heads_begin (&atomics->heads, e->target, e->mask, e->thread,
                            clocks);
  else if (larger)
    ft_release_heads_extend (&atomics->heads, e->target, e->mask, e->thread,
                             own);
}

static void step_access (ft_atomics *atomics, ft_order_thread *thread,
                         const ft_event *e) {
  fences *f = fences_at (atomics, e->thread);
  ft_clocks clocks = {0}; // of the write that is read, then of the write itself
  if (ft_kind_reads (e->kind)) {
    ft_write_clocks_read (&atomics->releases, e->target, e->mask, &clocks);
    receive (f, thread, e, &clocks);
  }
  if (ft_kind_writes (e->kind)) {
    add_released (atomics, e, release_own (f, thread, e), &clocks);
    ft_write_clocks_set (&atomics->releases, e->target, e->mask, &clocks);
  }
  ft_clocks_release (&clocks);
}

static void step_fence (ft_atomics *atomics, ft_order_thread *thread,
                        const ft_event *e) {
  fences *f = fences_at (atomics, e->thread);
  if (ft_atomic_acquires (e->order))
    ft_order_thread_join (thread, &f->pending, FT_ALL_CLOCKS);
  if (!ft_atomic_releases (e->order))
    return;
  ft_clocks_copy (&f->released, &thread->clocks);
  ft_order_thread_publish (thread);
}

void ft_atomics_step (ft_atomics *atomics, ft_order_thread *thread,
                      const ft_event *e) {
  if (e->kind == FT_FENCE)
    step_fence (atomics, thread, e);
  else if (ft_kind_is_atomic (e->kind))
    step_access (atomics, thread, e);
  else if (e->kind == FT_WRITE)
    ft_atomics_end_sequences (atomics, e);
}

void ft_atomics_add (ft_atomics *atomics, const ft_event *e,
                     const ft_clocks *clocks) {
  if (ft_kind_is_atomic (e->kind) && ft_atomic_releases (e->order))
    ft_write_clocks_join (&atomics->releases, e->target, e->mask, clocks);
}

void ft_atomics_visit (const ft_atomics *atomics, ft_clocks_visitor *visit,
                       void *context) {
  ft_write_clocks_visit (&atomics->releases, visit, context);
  for (size_t t = 0; t < atomics->fences.size; t++) {
    visit (context, &atomics->fences.begin[t].released);
    visit (context, &atomics->fences.begin[t].pending);
  }
}
