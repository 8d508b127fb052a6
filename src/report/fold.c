#include "report/fold.h"

#include <assert.h>

enum {
  MOST_SINGLE = 3, // steps of one thread with a line each; more are one line
  NEAR_RACE = 6 // last lines, in which a synchronisation step has its own line
};

static const ft_event *event_of (const ft_trace *t, const ft_witness *w,
                                 size_t step) {
  return t->events + w->schedule.begin[step];
}

static bool synchronises (const ft_event *e) {
  enum ft_class class = ft_kind_class (e->kind);
  return class == FT_CLASS_LOCK || class == FT_CLASS_THREAD ||
         class == FT_CLASS_OBJECT;
}

bool ft_fold_is_silent (const ft_event *e) {
  return ft_kind_computes (e->kind) && e->location == FT_NO_ID;
}

// The first step of the line that ends before 'to'.
static size_t begin_of (const ft_trace *t, const ft_witness *w, size_t prefix,
                        size_t to, bool near) {
  const ft_event *last = event_of (t, w, to - 1);
  size_t from = to - 1;
  if (near && synchronises (last))
    return from;
  for (; from > prefix; from--) {
    const ft_event *e = event_of (t, w, from - 1);
    if (e->thread != last->thread || (near && synchronises (e)))
      break;
  }
  return from;
}

static void reverse (ft_fold *fold) {
  for (size_t i = 0, j = fold->size; i + 1 < j; i++) {
    ft_fold_line folded = fold->begin[--j];
    fold->begin[j] = fold->begin[i];
    fold->begin[i] = folded;
  }
}

ft_fold ft_fold_schedule (const ft_trace *t, const ft_witness *w,
                          size_t prefix) {
  ft_fold fold = {0};
  assert (prefix <= w->schedule.size);
  for (size_t to = w->schedule.size, from; to > prefix; to = from) {
    from = begin_of (t, w, prefix, to, fold.size < NEAR_RACE);
    if (to - from > MOST_SINGLE)
      FT_PUSH (fold, ((ft_fold_line){from, to}));
    else
      for (size_t i = to; i-- > from;)
        if (!ft_fold_is_silent (event_of (t, w, i)))
          FT_PUSH (fold, ((ft_fold_line){i, i + 1}));
  }
  reverse (&fold);
  return fold;
}

ft_fold ft_fold_nothing (const ft_witness *w, size_t prefix) {
  ft_fold fold = {0};
  for (size_t i = prefix; i < w->schedule.size; i++)
    FT_PUSH (fold, ((ft_fold_line){i, i + 1}));
  return fold;
}
