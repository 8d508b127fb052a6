#include "order/section_rules.h"

void ft_section_rules_init (ft_section_rules *all, unsigned known,
                            unsigned released, unsigned sync,
                            bool exclusive_ordered) {
  *all = (ft_section_rules){.known = known, .released = released, .sync = sync};
  all->ccs.exclusive_ordered = exclusive_ordered;
}

void ft_section_rules_release (ft_section_rules *all) {
  for (size_t t = 0; t < all->open.size; t++)
    ft_open_sections_release (all->open.begin + t);
  for (size_t i = 0; i < all->spare.size; i++)
    FT_RELEASE (all->spare.begin[i]);
  FT_RELEASE (all->open);
  FT_RELEASE (all->spare);
  ft_ccs_release (&all->ccs);
  ft_release_queues_release (&all->queues);
  ft_section_pool_release (&all->pool);
}

static void open_section (ft_section_rules *all, ft_order_thread *thread,
                          const ft_event *e) {
  FT_GROW (all->open, (size_t)e->thread + 1, ((ft_open_sections){0}));
  ft_open_section open = {.lock = e->target,
                          .opened = thread->time,
                          .shared = e->kind == FT_ACQUIRE_SHARED,
                          .section_number = ++all->section_number};
  if (!FT_EMPTY (all->spare))
    open.accesses = FT_POP (all->spare);
  FT_PUSH (all->open.begin[e->thread], open);
  thread->stamp++;
}

// Removes the section on the event's lock from those that the thread is in.
// Returns whether there is one.
static bool take_open (ft_section_rules *all, const ft_event *e,
                       ft_open_section *open) {
  if (e->thread >= all->open.size)
    return false;
  ft_open_sections *opens = all->open.begin + e->thread;
  size_t i = opens->size;
  while (i && opens->begin[i - 1].lock != e->target)
    i--;
  if (!i)
    return false;
  *open = opens->begin[i - 1];
  for (; i < opens->size; i++)
    opens->begin[i - 1] = opens->begin[i];
  opens->size--;
  return true;
}

// Applies rule (b), then keeps the clock that the section hands on.  If release
// before acquire is part of the clock, an exclusive section knows all earlier
// sections.
static ft_id new_section (ft_section_rules *all, ft_order_thread *thread,
                          const ft_event *e, const ft_open_section *open) {
  ft_clock *clocks = thread->clocks.of;
  ft_releasing release = {
      e->thread, open->shared, thread->sync_joins, clocks + all->known,
      all->ccs.exclusive_ordered ? clocks + all->sync : NULL};
  bool knows_all =
      ft_release_queues_join (&all->queues, &all->pool, open->lock, &release);
  ft_id id = ft_section_new (&all->pool);
  ft_section *section = ft_section_at (&all->pool, id);
  section->thread = e->thread;
  section->opened = open->opened;
  section->closed = thread->time;
  section->shared = open->shared;
  section->knows_all = all->ccs.exclusive_ordered ? !open->shared : knows_all;
  ft_clock_copy (&section->clock, clocks + all->released);
  return id;
}

static void close_section (ft_section_rules *all, ft_order_threads *threads,
                           ft_order_thread *thread, const ft_event *e) {
  ft_open_section open;
  if (!take_open (all, e, &open))
    return;
  ft_id id = new_section (all, thread, e, &open);
  ft_ccs_close (&all->ccs, &all->pool, &open, id,
                thread->clocks.of + all->known);
  if (ft_release_queues_needs (ft_section_at (&all->pool, id),
                               all->ccs.exclusive_ordered))
    ft_release_queues_push (&all->queues, &all->pool, e->target, id, threads,
                            all->known);
  FT_CLEAR (open.accesses);
  FT_PUSH (all->spare, open.accesses);
  ft_order_thread_release (thread);
}

static void access_all (ft_section_rules *all, ft_order_thread *thread,
                        const ft_tables *tables, const ft_event *e) {
  ft_open_sections *opens = all->open.begin + e->thread;
  uint32_t count = ft_variable_access_count (tables, e);
  for (uint32_t i = 0; i < count; i++) {
    ft_variable_access accessed = ft_variable_access_at (tables, e, i);
    for (size_t k = 0; k < opens->size; k++)
      thread->stamp +=
          ft_ccs_access (&all->ccs, &all->pool, opens->begin + k, e->thread,
                         &accessed, thread->clocks.of + all->known);
  }
}

void ft_section_rules_step (ft_section_rules *all, ft_order_threads *threads,
                            const ft_tables *tables, const ft_event *e) {
  ft_order_thread *thread = ft_order_threads_at (threads, e->thread);
  if (ft_kind_acquires (e->kind))
    open_section (all, thread, e);
  else if (ft_kind_releases (e->kind))
    close_section (all, threads, thread, e);
  else if (ft_section_rules_inside (all, e->thread))
    access_all (all, thread, tables, e);
}
