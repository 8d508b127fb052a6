// Taskgroups: the wait for all descendants that were created in them.

#include <stdlib.h>

#include "openmp/task.h"

void ft_omp_group_begin (void) {
  ft_omp_task *t = ft_omp_me ()->task;
  ft_omp_group *g = calloc (1, sizeof *g);
  g->outer = t->group;
  g->children = t->children, g->left = t->left;
  t->children.first = t->left.first = NULL;
  t->group = g;
}

void ft_omp_group_end (void) {
  ft_omp_task *t = ft_omp_me ()->task;
  ft_omp_group *g = t->group;
  ft_omp_task_await_all (t);
  t->children = g->children, t->left = g->left;
  t->group = g->outer;
  ft_omp_reduction_free (g->reductions);
  free (g);
}

void __kmpc_taskgroup (ft_omp_location *at, int32_t id) {
  (void)at, (void)id;
  ft_omp_group_begin ();
}

void __kmpc_end_taskgroup (ft_omp_location *at, int32_t id) {
  (void)at, (void)id;
  ft_omp_group_end ();
}
