// Explicit tasks: their creation, execution and the waits for them.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "openmp/task.h"

// How many children with threads a task may have, by its depth; further ones
// are executed at once, which OpenMP allows.  Those of a team of one always
// are.
static const unsigned most_children[] = {1024, 64, 16, 8, 8, 4, 4, 2, 2};

enum { FLAG_FINAL = 2, FLAG_DESTROYS = 8 };

// In a team of one there is nobody but a device who could execute a task meanwhile.
static bool may_have_thread (const ft_omp_member *m, const ft_omp_task *t) {
  const ft_omp_task *creator = m->task;
  unsigned depths = sizeof most_children / sizeof *most_children;
  return (ft_omp_size (m) > 1 || t->is_target) && creator->depth < depths &&
         creator->created < most_children[creator->depth];
}

// ---- life
// ----------------------------------------------------------------------

ft_omp_task *ft_omp_task_of (ft_omp_task_data *data) {
  return (ft_omp_task *)data - 1;
}

static ft_omp_task_data *new_task (size_t size) {
  ft_omp_task *t = calloc (1, sizeof *t + size);
  t->is_explicit = true;
  t->size = size;
  t->data = (ft_omp_task_data *)(t + 1);
  return t->data;
}

ft_omp_task_data *__kmpc_omp_task_alloc (ft_omp_location *at, int32_t id,
                                         int32_t flags, size_t size,
                                         size_t shared,
                                         ft_omp_task_entry entry) {
  (void)at, (void)id;
  size_t offset = (size + 15) & ~(size_t)15;
  ft_omp_task_data *data = new_task (offset + shared);
  data->entry = entry;
  data->shared = shared ? (char *)data + offset : NULL;
  ft_omp_task_of (data)->is_final = flags & FLAG_FINAL;
  ft_omp_task_of (data)->destroys = flags & FLAG_DESTROYS;
  return data;
}

ft_omp_task_data *__kmpc_omp_target_task_alloc (ft_omp_location *at, int32_t id,
                                                int32_t flags, size_t size,
                                                size_t shared,
                                                ft_omp_task_entry entry,
                                                int64_t device) {
  (void)device;
  ft_omp_task_data *data =
      __kmpc_omp_task_alloc (at, id, flags, size, shared, entry);
  ft_omp_task_of (data)->is_target = true;
  return data;
}

ft_omp_task_data *ft_omp_task_copy (const ft_omp_task_data *from) {
  const ft_omp_task *t = (const ft_omp_task *)from - 1;
  ft_omp_task_data *data = new_task (t->size);
  memcpy (data, from, t->size);
  if (from->shared)
    data->shared = (char *)data + ((char *)from->shared - (char *)from);
  ft_omp_task_of (data)->is_final = t->is_final;
  ft_omp_task_of (data)->destroys = t->destroys;
  return data;
}

static void free_list (ft_omp_task_list *list) {
  for (ft_omp_task *t = list->first, *next; t; t = next) {
    next = t->next;
    ft_omp_task_release (t);
  }
  list->first = NULL;
}

void ft_omp_task_clear (ft_omp_task *t) {
  free_list (&t->joined);
  ft_omp_dependences_free (t->dependences);
  ft_omp_task_release_ending (t);
  free (t->predecessors);
  if (t->event)
    sem_destroy (t->event);
  free (t->event);
}

void ft_omp_task_release (ft_omp_task *t) {
  ft_omp_task_clear (t);
  free (t);
}

static void push (ft_omp_task_list *list, ft_omp_task *t) {
  t->next = list->first;
  list->first = t;
}

static void append (ft_omp_task_list *list, ft_omp_task_list *more) {
  while (more->first) {
    ft_omp_task *t = more->first;
    more->first = t->next;
    push (list, t);
  }
}

// ---- execution
// -----------------------------------------------------------------

// The parts of an untied task: each but the last one creates its task again
// where another thread may take over, which none does here.  Then the end of
// the variables that are the task's own.
static void finish (ft_omp_task *t) {
  int32_t number = ft_omp_number (ft_omp_me ());
  while (t->goes_on) {
    t->goes_on = false;
    t->data->entry (number, t->data);
  }
  if (t->destroys)
    t->data->data1.destroy (number, t->data);
}

static void call (ft_omp_task *t) {
  if (t->exclusive)
    pthread_mutex_lock (t->exclusive);
  t->goes_on = true;
  finish (t);
  if (t->exclusive)
    pthread_mutex_unlock (t->exclusive);
  if (t->event)
    sem_wait (t->event);
}

static void execute (ft_omp_task *t) {
  ft_omp_task_await_predecessors (t);
  if (!ft_omp_task_is_cancelled (t))
    call (t);
  ft_omp_task_report_end (t);
}

static void *run (void *argument) {
  ft_omp_task *t = argument;
  ft_omp_become (&t->member);
  execute (t);
  return NULL;
}

static void enter (ft_omp_task *t) {
  ft_omp_task *creator = ft_omp_me ()->task;
  t->creator = creator;
  t->depth = creator->depth + 1;
  t->is_final |= creator->is_final;
  t->group = creator->group;
}

// A task that has ended leaves the tasks that it created to its creator.
static void leave (ft_omp_task *t, ft_omp_task *to) {
  ft_omp_reduction_combine (t);
  append (&to->left, &t->children);
  append (&to->left, &t->left);
  append (&to->joined, &t->joined);
  push (&to->joined, t);
}

static void execute_at_once (ft_omp_task *t) {
  ft_omp_me ()->task = t;
  execute (t);
  ft_omp_me ()->task = t->creator;
  leave (t, t->creator);
}

void ft_omp_task_start (ft_omp_task *t, bool is_deferred) {
  ft_omp_member *m = ft_omp_me ();
  ft_omp_task *creator = m->task;
  enter (t);
  if (!is_deferred || creator->is_final || !may_have_thread (m, t)) {
    execute_at_once (t);
    return;
  }
  unsigned size = (unsigned)ft_omp_size (m);
  t->member = (ft_omp_member){.team = m->team, .task = t};
  t->member.number = (int)(((unsigned)m->number + ++creator->created) % size);
  push (&creator->children, t);
  t->has_thread = true;
  if (pthread_create (&t->thread, NULL, run, t)) {
    fprintf (stderr, "foretrace: OpenMP: no thread for a task\n");
    abort ();
  }
}

int32_t __kmpc_omp_task (ft_omp_location *at, int32_t id,
                         ft_omp_task_data *data) {
  (void)at, (void)id;
  ft_omp_task *t = ft_omp_task_of (data);
  if (t == ft_omp_me ()->task)
    t->goes_on = true;
  else
    ft_omp_task_start (t, true);
  return 0;
}

// A task with if(0): clang calls its function itself, in between.
void __kmpc_omp_task_begin_if0 (ft_omp_location *at, int32_t id,
                                ft_omp_task_data *data) {
  (void)at, (void)id;
  enter (ft_omp_task_of (data));
  ft_omp_me ()->task = ft_omp_task_of (data);
}

void __kmpc_omp_task_complete_if0 (ft_omp_location *at, int32_t id,
                                   ft_omp_task_data *data) {
  (void)at, (void)id;
  ft_omp_task *t = ft_omp_task_of (data);
  finish (t);
  ft_omp_me ()->task = t->creator;
  leave (t, t->creator);
}

int32_t __kmpc_omp_taskyield (ft_omp_location *at, int32_t id, int end) {
  (void)at, (void)id, (void)end;
  return 0;
}

int32_t __kmpc_omp_reg_task_with_affinity (ft_omp_location *at, int32_t id,
                                           ft_omp_task_data *data,
                                           int32_t count, void *affinity) {
  (void)at, (void)id, (void)data, (void)count, (void)affinity;
  return 0;
}

// ---- waits
// -----------------------------------------------------------------------

static void join_list (ft_omp_task *waiting, ft_omp_task_list *list) {
  while (list->first) {
    ft_omp_task *t = list->first;
    list->first = t->next;
    if (t->has_thread)
      pthread_join (t->thread, NULL);
    leave (t, waiting);
  }
}

void ft_omp_task_await_all (ft_omp_task *t) {
  join_list (t, &t->children);
  while (t->left.first)
    join_list (t, &t->left);
  if (t->group) // what is outside of it may depend on the tasks
    return;
  free_list (&t->joined);
  ft_omp_dependences_free (t->dependences);
  t->dependences = NULL;
  t->created = 0;
}

// The end of the program is the end of the region that is the whole program.
__attribute__ ((destructor)) static void await_targets (void) {
  ft_omp_member *m = ft_omp_me ();
  if (ft_omp_size (m) == 1 && !m->task->is_explicit)
    ft_omp_task_await_all (m->task);
}

int32_t __kmpc_omp_taskwait (ft_omp_location *at, int32_t id) {
  (void)at, (void)id;
  ft_omp_task *t = ft_omp_me ()->task;
  join_list (t, &t->children);
  return 0;
}

// ---- detached tasks
// ----------------------------------------------------------------

void *__kmpc_task_allow_completion_event (ft_omp_location *at, int32_t id,
                                          ft_omp_task_data *data) {
  (void)at, (void)id;
  ft_omp_task *t = ft_omp_task_of (data);
  t->event = calloc (1, sizeof *t->event);
  sem_init (t->event, 0, 0);
  return t->event;
}

void omp_fulfill_event (uintptr_t event) {
  sem_post ((sem_t *)event);
}
