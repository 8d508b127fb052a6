// '#pragma omp taskloop': a task for each part of the loop.

#include <stdlib.h>

#include "openmp/task.h"

enum { GRAINSIZE = 1, NUM_TASKS = 2, USUAL_TASKS = 16 };

typedef void (*copy_function) (ft_omp_task_data *, ft_omp_task_data *, int32_t);

// How many there are is open unless the program says it: a number that gives them
// different lengths, so that not all parts end where a row or a pair of elements does.
static uint64_t usual_number (uint64_t count) {
  uint64_t tasks = USUAL_TASKS;
  while (tasks > 2 && count > tasks && count % tasks == 0)
    tasks--;
  return tasks;
}

static uint64_t number_of_tasks (uint64_t count, int32_t schedule,
                                 uint64_t given) {
  uint64_t tasks = usual_number (count);
  if (schedule == GRAINSIZE && given)
    tasks = count / given;
  if (schedule == NUM_TASKS)
    tasks = given;
  return tasks < 1 ? 1 : tasks > count ? count : tasks;
}

void __kmpc_taskloop (ft_omp_location *at, int32_t id,
                      ft_omp_task_data *pattern, int32_t is_deferred,
                      uint64_t *lower, uint64_t *upper, int64_t step,
                      int32_t has_no_group, int32_t schedule, uint64_t given,
                      copy_function copy) {
  (void)at, (void)id;
  int64_t from = (int64_t)*lower, to = (int64_t)*upper;
  uint64_t count = (step > 0 ? to < from : from < to)
                       ? 0
                       : (uint64_t)((to - from) / step) + 1;
  size_t lower_at = (size_t)((char *)lower - (char *)pattern),
         upper_at = (size_t)((char *)upper - (char *)pattern);
  if (!has_no_group)
    ft_omp_group_begin ();
  uint64_t tasks = count ? number_of_tasks (count, schedule, given) : 0,
           next = 0;
  for (uint64_t i = 0; i < tasks; i++) {
    uint64_t length = count / tasks + (i < count % tasks);
    ft_omp_task_data *part = ft_omp_task_copy (pattern);
    *(int64_t *)((char *)part + lower_at) = from + (int64_t)next * step;
    next += length;
    *(int64_t *)((char *)part + upper_at) = from + (int64_t)(next - 1) * step;
    if (copy)
      copy (part, pattern, next == count);
    ft_omp_task_start (ft_omp_task_of (part), is_deferred);
  }
  if (!has_no_group)
    ft_omp_group_end ();
  ft_omp_task_release (ft_omp_task_of (pattern));
}

void __kmpc_taskloop_5 (ft_omp_location *at, int32_t id,
                        ft_omp_task_data *pattern, int32_t is_deferred,
                        uint64_t *lower, uint64_t *upper, int64_t step,
                        int32_t has_no_group, int32_t schedule, uint64_t given,
                        int32_t modifier, copy_function copy) {
  (void)modifier;
  __kmpc_taskloop (at, id, pattern, is_deferred, lower, upper, step,
                   has_no_group, schedule, given, copy);
}
