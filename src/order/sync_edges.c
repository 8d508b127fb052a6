#include "order/sync_edges.h"

void ft_sync_edges_release (ft_sync_edges *sync) {
  ft_conditions_release (&sync->conditions);
  ft_barriers_release (&sync->barriers);
  ft_semaphores_release (&sync->semaphores);
  ft_atomics_release (&sync->atomics);
}

// The next event of 'to' comes after the events of 'from' so far.
static void add_edge (ft_order_threads *threads, ft_tid from, ft_tid to) {
  // grow first, so that no state moves
  ft_order_threads_at (threads, from > to ? from : to);
  ft_order_thread *source = ft_order_threads_at (threads, from);
  ft_order_thread_join (ft_order_threads_at (threads, to), &source->clocks,
                        FT_ALL_CLOCKS);
}

void ft_sync_edges_fork_join (ft_order_threads *threads, const ft_event *e) {
  if (e->kind == FT_FORK) {
    add_edge (threads, e->thread, e->target);
    ft_order_thread_publish (ft_order_threads_at (threads, e->thread));
  } else if (e->kind == FT_JOIN) {
    add_edge (threads, e->target, e->thread);
    ft_order_threads_at (threads, e->target)->joined = true;
  }
}

static void step_condition (ft_conditions *conditions, ft_order_thread *thread,
                            const ft_event *e) {
  if (e->kind == FT_WAKE) {
    ft_clocks clocks = {0};
    if (!(e->flags & FT_SPURIOUS))
      ft_condition_wake (conditions, e->target, e->thread, &clocks);
    ft_order_thread_join (thread, &clocks, FT_ALL_CLOCKS);
    ft_clocks_release (&clocks);
    return;
  }
  ft_condition_notify (conditions, e->target, &thread->clocks,
                       e->kind == FT_BROADCAST);
  ft_order_thread_publish (thread);
}

static void step_barrier (ft_barriers *barriers, ft_order_thread *thread,
                          const ft_event *e) {
  if (e->kind == FT_BARRIER_ARRIVE) {
    ft_barrier_arrive (barriers, e->target, e->thread, &thread->clocks);
    ft_order_thread_publish (thread);
    return;
  }
  ft_clocks clocks = {0};
  ft_barrier_leave (barriers, e->target, e->thread, &clocks);
  ft_order_thread_join (thread, &clocks, FT_ALL_CLOCKS);
  ft_clocks_release (&clocks);
}

static void step_semaphore (ft_semaphores *semaphores, ft_order_thread *thread,
                            const ft_event *e) {
  if (e->kind == FT_SEM_INIT) {
    ft_semaphore_set (semaphores, e->target,
                      e->flags & FT_HAS_VALUE ? e->value : 0);
  } else if (e->kind == FT_SEM_POST) {
    ft_semaphore_post (semaphores, e->target, &thread->clocks);
    ft_order_thread_publish (thread);
  } else {
    ft_clocks clocks = {0};
    ft_semaphore_wait (semaphores, e->target, &clocks);
    ft_order_thread_join (thread, &clocks, FT_ALL_CLOCKS);
    ft_clocks_release (&clocks);
  }
}

void ft_sync_edges_step (ft_sync_edges *sync, ft_order_threads *threads,
                         const ft_event *e) {
  switch ((enum ft_kind)e->kind) {
  case FT_FORK:
  case FT_JOIN:
    ft_sync_edges_fork_join (threads, e);
    break;
  case FT_ACQUIRE:
  case FT_ACQUIRE_SHARED:
    ft_condition_leave (&sync->conditions, e->thread);
    break;
  case FT_RELEASE:
  case FT_RELEASE_SHARED:
    if (e->condition != FT_NO_ID)
      ft_condition_wait (&sync->conditions, e->condition, e->thread);
    break;
  case FT_WAKE:
  case FT_SIGNAL:
  case FT_BROADCAST:
    step_condition (&sync->conditions, ft_order_threads_at (threads, e->thread),
                    e);
    break;
  case FT_BARRIER_ARRIVE:
  case FT_BARRIER_LEAVE:
    step_barrier (&sync->barriers, ft_order_threads_at (threads, e->thread), e);
    break;
  case FT_SEM_INIT:
  case FT_SEM_POST:
  case FT_SEM_WAIT:
    step_semaphore (&sync->semaphores, ft_order_threads_at (threads, e->thread),
                    e);
    break;
  case FT_WRITE:
  case FT_ATOMIC_READ:
  case FT_ATOMIC_WRITE:
  case FT_ATOMIC_RMW:
  case FT_FENCE:
    ft_atomics_step (&sync->atomics, ft_order_threads_at (threads, e->thread),
                     e);
    break;
  case FT_READ:
  case FT_TRY_FAILED:
  case FT_ALLOC:
  case FT_FREE:
  case FT_BRANCH:
  case FT_LOCAL:
    break;
  }
}

void ft_sync_edges_visit (const ft_sync_edges *sync, ft_clocks_visitor *visit,
                          void *context) {
  ft_conditions_visit (&sync->conditions, visit, context);
  ft_barriers_visit (&sync->barriers, visit, context);
  ft_semaphores_visit (&sync->semaphores, visit, context);
  ft_atomics_visit (&sync->atomics, visit, context);
}
