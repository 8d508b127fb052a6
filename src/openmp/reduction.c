// Reductions over tasks: each task that takes part has a part of its own, which
// is combined when the task has been joined.

#include <stdlib.h>
#include <string.h>

#include "openmp/task.h"

typedef struct reduction_input { // as clang lays it out
  void *shared, *original;
  size_t size;
  void (*init) (void *, void *);
  void (*destroy) (void *);
  void (*combine) (void *, void *);
  uint32_t flags;
} reduction_input;

typedef struct ft_omp_reduction {
  int count;
  reduction_input items[];
} ft_omp_reduction;

typedef struct ft_omp_part {
  struct ft_omp_part *next;
  const reduction_input *item;
  void *value;
} ft_omp_part;

void *__kmpc_taskred_init (int32_t id, int32_t count, void *data) {
  (void)id;
  ft_omp_group *g = ft_omp_me ()->task->group;
  size_t size = (size_t)count * sizeof (reduction_input);
  ft_omp_reduction *r = malloc (sizeof *r + size);
  r->count = count;
  memcpy (r->items, data, size);
  ft_omp_reduction_free (g->reductions);
  g->reductions = r;
  return g;
}

void *__kmpc_task_reduction_init (int32_t id, int32_t count, void *data) {
  return __kmpc_taskred_init (id, count, data);
}

void *__kmpc_taskred_modifier_init (ft_omp_location *at, int32_t id,
                                    int32_t is_worksharing, int32_t count,
                                    void *data) {
  (void)at, (void)is_worksharing;
  ft_omp_group_begin ();
  return __kmpc_taskred_init (id, count, data);
}

void __kmpc_task_reduction_modifier_fini (ft_omp_location *at, int32_t id,
                                          int32_t is_worksharing) {
  (void)at, (void)id, (void)is_worksharing;
  ft_omp_group_end ();
}

void ft_omp_reduction_free (ft_omp_reduction *r) {
  free (r);
}

// The item of a variable, or of a part of it that a task around has.
static const reduction_input *find (const ft_omp_task *t,
                                    const void *variable) {
  for (const ft_omp_task *of = t; of; of = of->creator)
    for (const ft_omp_part *p = of->parts; p; p = p->next)
      if (p->value == variable)
        return p->item;
  for (const ft_omp_group *g = t->group; g; g = g->outer)
    for (int i = 0; g->reductions && i < g->reductions->count; i++) {
      const reduction_input *item = g->reductions->items + i;
      if (item->shared == variable || item->original == variable)
        return item;
    }
  return NULL;
}

void *__kmpc_task_reduction_get_th_data (int32_t id, void *group,
                                         void *variable) {
  (void)id, (void)group;
  ft_omp_task *t = ft_omp_me ()->task;
  const reduction_input *item = find (t, variable);
  if (!item)
    return variable;
  if (!t->is_explicit)
    return item->shared;
  for (ft_omp_part *p = t->parts; p; p = p->next)
    if (p->item == item)
      return p->value;
  ft_omp_part *p = calloc (1, sizeof *p);
  p->item = item;
  p->value = calloc (1, item->size);
  if (item->init)
    item->init (p->value, item->original ? item->original : item->shared);
  p->next = t->parts;
  t->parts = p;
  return p->value;
}

void ft_omp_reduction_combine (ft_omp_task *t) {
  for (ft_omp_part *p = t->parts, *next; p; p = next) {
    next = p->next;
    p->item->combine (p->item->shared, p->value);
    if (p->item->destroy)
      p->item->destroy (p->value);
    free (p->value);
    free (p);
  }
  t->parts = NULL;
}
