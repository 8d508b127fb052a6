// '#pragma omp parallel' and 'teams': what clang's code calls.

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "openmp/settings.h"
#include "openmp/team.h"

enum { MOST_ARGUMENTS = 64 };

#define A1(n) a[n]
#define A4(n) A1 (n), A1 (n + 1), A1 (n + 2), A1 (n + 3)
#define A16(n) A4 (n), A4 (n + 4), A4 (n + 8), A4 (n + 12)

// More arguments than a function takes are allowed by the calling conventions.
static void invoke_many (ft_omp_call *call, int32_t *number, int32_t *bound) {
  void *a[MOST_ARGUMENTS] = {0};
  for (int i = 0; i < call->count; i++)
    a[i] = call->arguments[i];
  call->function (number, bound, A16 (0), A16 (16), A16 (32), A16 (48));
}

void ft_omp_invoke (ft_omp_call *call, int32_t number) {
  void **a = call->arguments;
  int32_t bound = 0;
  ft_omp_microtask f = call->function;
#define CALL(n, ...)                                                           \
  case n:                                                                      \
    f (&number, &bound, __VA_ARGS__);                                          \
    break
  switch (call->count) {
  case 0:
    f (&number, &bound);
    break;
    CALL (1, A1 (0));
    CALL (2, A1 (0), A1 (1));
    CALL (3, A1 (0), A1 (1), A1 (2));
    CALL (4, A4 (0));
    CALL (5, A4 (0), A1 (4));
    CALL (6, A4 (0), A1 (4), A1 (5));
    CALL (7, A4 (0), A1 (4), A1 (5), A1 (6));
    CALL (8, A4 (0), A4 (4));
    CALL (9, A4 (0), A4 (4), A1 (8));
    CALL (10, A4 (0), A4 (4), A1 (8), A1 (9));
    CALL (11, A4 (0), A4 (4), A1 (8), A1 (9), A1 (10));
    CALL (12, A4 (0), A4 (4), A4 (8));
    CALL (13, A4 (0), A4 (4), A4 (8), A1 (12));
    CALL (14, A4 (0), A4 (4), A4 (8), A1 (12), A1 (13));
    CALL (15, A4 (0), A4 (4), A4 (8), A1 (12), A1 (13), A1 (14));
    CALL (16, A16 (0));
  default:
    invoke_many (call, &number, &bound);
  }
#undef CALL
}

static void run (ft_omp_microtask function, int32_t count, va_list *list,
                 int size, bool is_league) {
  void *arguments[MOST_ARGUMENTS];
  if (count > MOST_ARGUMENTS) {
    fprintf (stderr,
             "foretrace: OpenMP: a region captures %d variables, more than %d; "
             "put them into a structure\n",
             count, MOST_ARGUMENTS);
    abort ();
  }
  for (int i = 0; i < count; i++)
    arguments[i] = va_arg (*list, void *);
  ft_omp_run_team (&(ft_omp_call){function, count, arguments}, size, is_league);
}

void __kmpc_fork_call (ft_omp_location *at, int32_t count,
                       ft_omp_microtask function, ...) {
  (void)at;
  va_list list;
  va_start (list, function);
  run (function, count, &list, ft_omp_next_size (ft_omp_me ()), false);
  va_end (list);
}

void __kmpc_fork_teams (ft_omp_location *at, int32_t count,
                        ft_omp_microtask function, ...) {
  (void)at;
  va_list list;
  va_start (list, function);
  run (function, count, &list, ft_omp_next_teams (ft_omp_me ()), true);
  va_end (list);
}

// A region with if(0): clang calls the outlined function itself, in between.
typedef struct serial_region {
  ft_omp_team team;
  ft_omp_member member, *before;
} serial_region;

void __kmpc_serialized_parallel (ft_omp_location *at, int32_t id) {
  (void)at, (void)id;
  serial_region *r = calloc (1, sizeof *r);
  r->before = ft_omp_me ();
  r->team = (ft_omp_team){.size = 1,
                          .level = r->before->team->level + 1,
                          .active_level = r->before->team->active_level,
                          .creator = r->before};
  r->member = (ft_omp_member){.team = &r->team, .task = r->before->task};
  r->before->asked_size = 0;
  ft_omp_become (&r->member);
}

void __kmpc_end_serialized_parallel (ft_omp_location *at, int32_t id) {
  (void)at, (void)id;
  ft_omp_member *m = ft_omp_me ();
  serial_region *r =
      (serial_region *)((char *)m - offsetof (serial_region, member));
  ft_omp_become (r->before);
  free (r);
}

void __kmpc_push_num_threads (ft_omp_location *at, int32_t id, int32_t size) {
  (void)at, (void)id;
  ft_omp_me ()->asked_size = size;
}

void __kmpc_push_proc_bind (ft_omp_location *at, int32_t id, int bind) {
  (void)at, (void)id, (void)bind;
}

void __kmpc_push_num_teams (ft_omp_location *at, int32_t id, int32_t teams,
                            int32_t threads) {
  (void)at, (void)id;
  ft_omp_me ()->asked_teams = teams;
  if (threads > 0)
    ft_omp_me ()->asked_size = threads;
}

void __kmpc_push_num_teams_51 (ft_omp_location *at, int32_t id, int32_t fewest,
                               int32_t most, int32_t threads) {
  __kmpc_push_num_teams (at, id, most ? most : fewest, threads);
}

void __kmpc_set_thread_limit (ft_omp_location *at, int32_t id, int32_t limit) {
  (void)at, (void)id, (void)limit;
}

int32_t __kmpc_global_thread_num (ft_omp_location *at) {
  (void)at;
  return ft_omp_number (ft_omp_me ());
}

void __kmpc_barrier (ft_omp_location *at, int32_t id) {
  (void)at, (void)id;
  ft_omp_barrier ();
}

// '#pragma omp error at (execution)'; the severity 2 is fatal.
void __kmpc_error (ft_omp_location *at, int severity, const char *message) {
  (void)at;
  fprintf (stderr, "OpenMP: %s: %s\n", severity == 2 ? "error" : "warning",
           message ? message : "in user-directed error directive");
  if (severity == 2)
    abort ();
}
