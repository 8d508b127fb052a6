#include "predict/work.h"

#include <assert.h>
#include <string.h>

const ft_deadlock_candidate *ft_work_deadlock (const ft_work *w, size_t i) {
  size_t races = w->candidates->list.size;
  return i < races || i >= ft_work_first_failure (w)
             ? NULL
             : w->deadlocks->list.begin + (i - races);
}

const ft_failure_candidate *ft_work_failure (const ft_work *w, size_t i) {
  size_t first = ft_work_first_failure (w);
  return i < first ? NULL : w->failures->list.begin + (i - first);
}

uint32_t ft_work_kept (const ft_work *w, size_t i) {
  const ft_deadlock_candidate *d = ft_work_deadlock (w, i);
  const ft_failure_candidate *f = ft_work_failure (w, i);
  return d ? d->kept : f ? f->count : w->candidates->list.begin[i].kept;
}

uint64_t ft_work_open (const ft_work *w, size_t i) {
  if (i >= w->candidates->list.size)
    return ft_work_instances (w, i);
  return w->candidates->list.begin[i].feasible;
}

uint64_t ft_work_instances (const ft_work *w, size_t i) {
  const ft_deadlock_candidate *d = ft_work_deadlock (w, i);
  const ft_failure_candidate *f = ft_work_failure (w, i);
  return d   ? d->instances
         : f ? f->instances
             : w->candidates->list.begin[i].instances;
}

ft_question ft_work_question (const ft_work *w, size_t i, uint32_t instance) {
  ft_id size = w->facts->trace->size;
  const ft_deadlock_candidate *d = ft_work_deadlock (w, i);
  assert (instance < ft_work_kept (w, i));
  if (d) {
    ft_question q = {.count = d->length, .end = size};
    memcpy (q.targets, d->closest[instance].acquires,
            d->length * sizeof *q.targets);
    return q;
  }
  const ft_failure_candidate *f = ft_work_failure (w, i);
  if (f)
    return ft_question_of_failure (f->kept[instance].fails,
                                   f->kept[instance].freed, size);
  const ft_pair *pair = w->candidates->list.begin[i].closest + instance;
  return ft_question_of_pair ((ft_id[]){pair->first, pair->second}, 0, size);
}
