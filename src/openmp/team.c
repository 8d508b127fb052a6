// Teams: parallel regions and barriers.

#include <stdlib.h>

#include "openmp/marks.h"
#include "openmp/settings.h"
#include "openmp/task.h"
#include "openmp/team.h"
#include "openmp/workers.h"

static ft_omp_team outside = {.size = 1};
static _Thread_local ft_omp_member *me;

ft_omp_member *ft_omp_me (void) {
  if (!me) { // a thread that has not met OpenMP so far
    me = calloc (1, sizeof *me);
    me->team = &outside;
    me->task = calloc (1, sizeof *me->task);
  }
  return me;
}

void ft_omp_become (ft_omp_member *m) {
  me = m;
}

int ft_omp_number (const ft_omp_member *m) {
  return m->team->is_league ? 0 : m->number;
}

int ft_omp_size (const ft_omp_member *m) {
  return m->team->is_league ? 1 : m->team->size;
}

ft_omp_member *ft_omp_league_member (ft_omp_member *m) {
  while (m && !m->team->is_league)
    m = m->team->creator;
  return m;
}

// ---- semaphores -----------------------------------------------------------

sem_t *ft_omp_semaphores_new (int number) {
  sem_t *all = calloc ((size_t)number, sizeof *all);
  for (int i = 0; i < number; i++)
    sem_init (all + i, 0, 0);
  return all;
}

void ft_omp_semaphores_free (sem_t *all, int number) {
  for (int i = 0; i < number; i++)
    sem_destroy (all + i);
  free (all);
}

// ---- members ---------------------------------------------------------------

// A member has no heap blocks of its own: one that gets the block of another
// member, which has ended before, comes behind it where its address is kept.
void ft_omp_member_run (ft_omp_team *team, int number, ft_omp_call *call) {
  ft_omp_task task = {0};
  ft_omp_member member = {.team = team, .number = number, .task = &task};
  ft_omp_member *before = me;
  me = &member;
  ft_omp_mark_member (me);
  ft_omp_invoke (call, number);
  ft_omp_region_end ();
  ft_omp_task_await_all (&task);
  ft_omp_task_clear (&task);
  ft_omp_mark_member_end ();
  me = before;
}

static void init (ft_omp_team *team, ft_omp_member *creator, int size,
                  bool is_league) {
  *team =
      (ft_omp_team){.size = size, .is_league = is_league, .creator = creator};
  team->is_open = creator->leaves_open && !is_league;
  team->level = creator->team->level + !is_league;
  team->active_level = creator->team->active_level + (size > 1 && !is_league);
  if (is_league)
    team->excluding = calloc ((size_t)size, sizeof *team->excluding);
  for (int i = 0; is_league && i < size; i++)
    pthread_mutex_init (team->excluding + i, NULL);
  if (size == 1)
    return;
  pthread_barrier_init (&team->barrier, NULL, (unsigned)size);
  if (ft_omp_posted_new)
    team->posted = ft_omp_posted_new (size);
  if (ft_omp_turns_new)
    team->turns = ft_omp_turns_new (size);
}

static void release (ft_omp_team *team) {
  for (int i = 0; team->excluding && i < team->size; i++)
    pthread_mutex_destroy (team->excluding + i);
  free (team->excluding);
  if (team->size == 1)
    return;
  pthread_barrier_destroy (&team->barrier);
  if (team->posted)
    ft_omp_posted_free (team->posted, team->size);
  if (team->turns)
    ft_omp_semaphores_free (team->turns, team->size);
}

void ft_omp_run_team (ft_omp_call *call, int size, bool is_league) {
  ft_omp_team team;
  init (&team, ft_omp_me (), size, is_league);
  if (size > 1)
    ft_omp_workers_open ();
  else if (team.is_open)
    ft_omp_mark_alone ();
  for (int i = 1; i < size; i++)
    ft_omp_worker_start (i, &team, call);
  ft_omp_member_run (&team, 0, call);
  for (int i = 1; i < size; i++)
    ft_omp_worker_await (i);
  if (size > 1)
    ft_omp_workers_close ();
  release (&team);
}

void ft_omp_barrier (void) {
  ft_omp_member *m = ft_omp_me ();
  ft_omp_task_await_all (m->task);
  if (ft_omp_size (m) > 1)
    pthread_barrier_wait (&m->team->barrier);
}
