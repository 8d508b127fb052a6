// Explicit tasks.
//
// A task that is not executed at once has a thread of its own: its creation is
// the thread's, and who waits for it joins the thread.  Only the task that
// created it reads its state before it has been joined, so that tasks need no
// locks; dependences are the exception (dependence.c).

#ifndef FT_OPENMP_TASK_H
#define FT_OPENMP_TASK_H

#include "openmp/team.h"

typedef int32_t (*ft_omp_task_entry) (int32_t, void *);

// What clang's code sees of a task; its private variables follow.
typedef struct ft_omp_task_data {
  void *shared;
  ft_omp_task_entry entry;
  int32_t part;
  union {
    int32_t priority;
    ft_omp_task_entry destroy;
  } data1, data2;
} ft_omp_task_data;

typedef struct ft_omp_task_list {
  struct ft_omp_task *first;
} ft_omp_task_list;

typedef struct ft_omp_group { // a taskgroup
  struct ft_omp_group *outer;
  ft_omp_task_list children, left; // those of before
  struct ft_omp_reduction *reductions;
  _Atomic int32_t cancelled; // not 0: tasks that have not begun do not
} ft_omp_group;

typedef struct ft_omp_task {
  struct ft_omp_task *creator, *next;
  ft_omp_task_list children; // created and not yet joined
  ft_omp_task_list left;     // by children that have been joined
  ft_omp_task_list joined;   // freed when the creator waits for all
  ft_omp_group *group;
  struct ft_omp_dependences *dependences; // of its children
  struct ft_omp_ending *ending;           // if others may depend on it
  struct ft_omp_task **predecessors;      // NULL at the end
  struct ft_omp_part *parts;              // of reductions
  pthread_mutex_t *exclusive;             // of mutexinoutset
  sem_t *event;                           // of 'detach'
  size_t size;                            // of the data and what it shares
  unsigned created, depth;
  bool has_thread, is_final, is_explicit;
  bool is_target; // a device might execute it
  bool goes_on;  // an untied one: there is another part of it
  bool destroys; // variables of its own
  pthread_t thread;
  ft_omp_member member;
  ft_omp_task_data *data;
} ft_omp_task;

// Releases what a task has, as is done with the implicit one of a member, which is
// a variable of its thread; and the task, too.
void ft_omp_task_clear (ft_omp_task *);
void ft_omp_task_release (ft_omp_task *);

// Executes a task: in a thread, or at once if it is not deferred.
void ft_omp_task_start (ft_omp_task *, bool is_deferred);

// Waits for the task's descendants.
void ft_omp_task_await_all (ft_omp_task *);

ft_omp_task *ft_omp_task_of (ft_omp_task_data *);

// A copy with data of its own.
ft_omp_task_data *ft_omp_task_copy (const ft_omp_task_data *);

// taskgroup.c
void ft_omp_group_begin (void);
void ft_omp_group_end (void);

// reduction.c: combines what a joined task has reduced.
void ft_omp_reduction_combine (ft_omp_task *);
void ft_omp_reduction_free (struct ft_omp_reduction *);

// cancel.c: whether a task that would begin now is left out.
bool ft_omp_task_is_cancelled (const ft_omp_task *);

// dependence.c
void ft_omp_dependences_free (struct ft_omp_dependences *);
void ft_omp_task_await_predecessors (ft_omp_task *);
void ft_omp_task_report_end (ft_omp_task *);
void ft_omp_task_release_ending (ft_omp_task *);

#endif
