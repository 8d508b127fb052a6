// Dependences between the children of a task ('depend').
//
// The task that creates them knows for each address who reads and writes it,
// and so which tasks a new one follows.  The new task waits for each of them:
// an end is a flag with a lock and a condition, since several may wait for it.

#include <stdlib.h>
#include <string.h>

#include "openmp/task.h"

typedef struct dependence { // as clang lays it out
  intptr_t address;
  size_t length;
  uint8_t flags;
} dependence;

enum { IN = 1, OUT = 2, EXCLUSIVE = 4, SET = 8, ALL = 0x80 };

typedef struct tasks {
  ft_omp_task **begin;
  size_t size, room;
} tasks;

typedef struct place { // an address
  intptr_t address;
  uint8_t kind;           // of the writers: OUT, EXCLUSIVE or SET
  tasks before;           // whom the writers follow, if they are a set
  tasks writers, readers; // the last ones; readers follow the writers
  pthread_mutex_t *exclusive;
} place;

struct ft_omp_dependences {
  place *begin;
  size_t size, room;
};

struct ft_omp_ending {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  bool has_ended;
};

static void add (tasks *list, ft_omp_task *t) {
  if (list->size == list->room) {
    list->room = list->room ? 2 * list->room : 4;
    list->begin = realloc (list->begin, list->room * sizeof *list->begin);
  }
  list->begin[list->size++] = t;
}

static void add_all (tasks *list, const tasks *more) {
  for (size_t i = 0; i < more->size; i++)
    add (list, more->begin[i]);
}

static place *place_at (ft_omp_task *creator, intptr_t address) {
  struct ft_omp_dependences *d = creator->dependences;
  if (!d)
    d = creator->dependences = calloc (1, sizeof *d);
  for (size_t i = 0; i < d->size; i++)
    if (d->begin[i].address == address)
      return d->begin + i;
  if (d->size == d->room) {
    d->room = d->room ? 2 * d->room : 8;
    d->begin = realloc (d->begin, d->room * sizeof *d->begin);
  }
  d->begin[d->size] = (place){.address = address};
  return d->begin + d->size++;
}

void ft_omp_dependences_free (struct ft_omp_dependences *d) {
  for (size_t i = 0; d && i < d->size; i++) {
    free (d->begin[i].before.begin);
    free (d->begin[i].writers.begin);
    free (d->begin[i].readers.begin);
    if (d->begin[i].exclusive)
      pthread_mutex_destroy (d->begin[i].exclusive);
    free (d->begin[i].exclusive);
  }
  if (d)
    free (d->begin);
  free (d);
}

// ---- whom a task follows
// -----------------------------------------------------------

static void read_place (place *p, ft_omp_task *t, tasks *followed) {
  add_all (followed, &p->writers);
  if (t)
    add (&p->readers, t);
}

// A writer follows the readers and writers before; those of a set do not follow
// each other.
static void write_place (place *p, uint8_t kind, ft_omp_task *t,
                         tasks *followed) {
  bool joins = kind != OUT && p->kind == kind && !p->readers.size;
  if (joins)
    add_all (followed, &p->before);
  else {
    add_all (followed, &p->writers);
    add_all (followed, &p->readers);
  }
  if (!t)
    return;
  if (!joins) {
    p->before.size = 0;
    add_all (&p->before, &p->writers);
    add_all (&p->before, &p->readers);
    p->writers.size = p->readers.size = 0;
    p->kind = kind;
  }
  add (&p->writers, t);
}

static void use_exclusively (place *p, ft_omp_task *t) {
  if (!p->exclusive) {
    p->exclusive = calloc (1, sizeof *p->exclusive);
    pthread_mutex_init (p->exclusive, NULL);
  }
  t->exclusive = p->exclusive;
}

// t: NULL for a wait.
static void follow (ft_omp_task *creator, ft_omp_task *t, const dependence *d,
                    tasks *followed) {
  if (d->flags & ALL || !d->address) { // omp_all_memory
    struct ft_omp_dependences *all = creator->dependences;
    for (size_t i = 0; all && i < all->size; i++)
      write_place (all->begin + i, OUT, t, followed);
    return;
  }
  place *p = place_at (creator, d->address);
  if (d->flags & OUT)
    write_place (p, OUT, t, followed);
  else if (d->flags & (EXCLUSIVE | SET))
    write_place (p, d->flags & (EXCLUSIVE | SET), t, followed);
  else
    read_place (p, t, followed);
  if (t && d->flags & EXCLUSIVE && !(d->flags & OUT))
    use_exclusively (p, t);
}

static tasks followed_by (ft_omp_task *t, int32_t count, const dependence *d,
                          int32_t more_count, const dependence *more) {
  tasks followed = {0};
  ft_omp_task *creator = ft_omp_me ()->task;
  for (int32_t i = 0; i < count; i++)
    follow (creator, t, d + i, &followed);
  for (int32_t i = 0; i < more_count; i++)
    follow (creator, t, more + i, &followed);
  return followed;
}

// ---- ends
// ------------------------------------------------------------------------

static void await_end (ft_omp_task *t) {
  pthread_mutex_lock (&t->ending->lock);
  while (!t->ending->has_ended)
    pthread_cond_wait (&t->ending->changed, &t->ending->lock);
  pthread_mutex_unlock (&t->ending->lock);
}

void ft_omp_task_await_predecessors (ft_omp_task *t) {
  for (ft_omp_task **p = t->predecessors; p && *p; p++)
    if (*p != t)
      await_end (*p);
}

void ft_omp_task_report_end (ft_omp_task *t) {
  if (!t->ending)
    return;
  pthread_mutex_lock (&t->ending->lock);
  t->ending->has_ended = true;
  pthread_cond_broadcast (&t->ending->changed);
  pthread_mutex_unlock (&t->ending->lock);
}

void ft_omp_task_release_ending (ft_omp_task *t) {
  if (!t->ending)
    return;
  pthread_mutex_destroy (&t->ending->lock);
  pthread_cond_destroy (&t->ending->changed);
  free (t->ending);
}

// ---- what clang's code calls
// -------------------------------------------------------

int32_t __kmpc_omp_task_with_deps (ft_omp_location *at, int32_t id,
                                   ft_omp_task_data *data, int32_t count,
                                   dependence *d, int32_t more_count,
                                   dependence *more) {
  (void)at, (void)id;
  ft_omp_task *t = ft_omp_task_of (data);
  t->ending = calloc (1, sizeof *t->ending);
  pthread_mutex_init (&t->ending->lock, NULL);
  pthread_cond_init (&t->ending->changed, NULL);
  tasks followed = followed_by (t, count, d, more_count, more);
  add (&followed, NULL);
  t->predecessors = followed.begin;
  ft_omp_task_start (t, true);
  return 0;
}

// taskwait with dependences, and a task with if(0) and dependences.
void __kmpc_omp_wait_deps (ft_omp_location *at, int32_t id, int32_t count,
                           dependence *d, int32_t more_count,
                           dependence *more) {
  (void)at, (void)id;
  tasks followed = followed_by (NULL, count, d, more_count, more);
  for (size_t i = 0; i < followed.size; i++)
    await_end (followed.begin[i]);
  free (followed.begin);
}

void __kmpc_omp_taskwait_deps_51 (ft_omp_location *at, int32_t id,
                                  int32_t count, dependence *d,
                                  int32_t more_count, dependence *more,
                                  int32_t has_no_wait) {
  (void)has_no_wait;
  __kmpc_omp_wait_deps (at, id, count, d, more_count, more);
}
